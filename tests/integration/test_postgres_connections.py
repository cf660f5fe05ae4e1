"""Connections of the settings in an executor: the tool ``sql_query`` on PostgreSQL, what the log says of it, and TLS."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import psycopg
import pytest
from certificates import Authority
from postgres_cluster import Cluster, find_binaries, running
from postgres_shop import PASSWORD, Shop, a_shop

from runtime import Completed, Executor, Failed, Refused, ResourceBounds
from runtime.backends._postgres.address import attempts
from runtime.backends.postgres_engine import NamedDatabase, PostgresEngine
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.errors import BackendUnavailable, ConfigurationError
from runtime.host.settings import DatabaseSettings, load_settings, user_folder
from runtime.sdk import DbRead, DbWrite, ToolContext, tool


@pytest.fixture(scope="module")
def shop() -> Iterator[Shop]:
    with a_shop() as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOP_ADDRESS", made.url)
        yield made


@tool(
    description="Rename a pet",
    side_effects=["db_read", "db_write"],
    capabilities=[DbRead(["shop:*"]), DbWrite(["shop:*"])],
    determinism="nondeterministic",
    risk="dangerous",
)
def rename(ctx: ToolContext, pet: int, name: str) -> int:
    """Say how many were renamed."""
    connection = ctx.db.connection("shop")
    return connection.execute("UPDATE toys SET name = $1 WHERE pet = $2", [name, pet])


def opened(workspace: Any, grants: dict[str, Any], **one: Any) -> Executor:
    database = DatabaseSettings(
        **{
            "env": "SHOP_ADDRESS",
            "tools": ("sql_query", "rename"),
            "workspaces": ("*",),
            "writes": True,
            **one,
        }
    )
    settings = msgspec.structs.replace(workspace.settings, grants=grants, databases={"shop": database})
    return Executor.open(
        workspace.folder,
        tools=[rename],
        settings=settings,
        isolation="in_process",
        approve=lambda request: True,
    )


def test_the_tool_reads_a_connection_and_no_record_knows_how_one_gets_in(workspace, shop, caplog):
    """T-DB-05"""
    call = {"connection": "shop", "sql": "SELECT name, $1 FROM pets WHERE id = $2", "parameters": ["x", 1]}
    with opened(workspace, {"db_read": ["shop:pets", "shop:toys"], "db_write": ["shop:toys"]}) as executor:
        outcome = executor.call_sync("sql_query", call)
        assert isinstance(outcome, Completed), outcome
        assert outcome.output == {"columns": ["name", "?column?"], "rows": [["Rex", "x"]], "truncated": False}
        refused = executor.call_sync("sql_query", call | {"sql": "TABLE salaries", "parameters": []})
        assert refused.error.code == "capability.exceeded"
        for wrong, code in (
            ({"sql": "DELETE FROM pets"}, "query_failed"),
            ({"connection": "other", "sql": "SELECT 1"}, "capability.exceeded"),
            ({"path": "shop.db"}, "invalid_argument"),
            ({"connection": ""}, "invalid_argument"),
        ):
            failed = executor.call_sync("sql_query", call | {"parameters": []} | wrong)
            assert isinstance(failed, Failed)
            assert failed.error.code == code
        assert isinstance(executor.call_sync("sql_query", call, grants=[]), Refused)
        assert executor.call_sync("rename", {"pet": 2, "name": "rope"}).output == 1
    assert shop.sql("SELECT name FROM toys") == [("rope",)]
    kept = b"".join(
        file.read_bytes() for file in (workspace.folder / ".runtime").rglob("*") if file.is_file()
    )
    for part in (PASSWORD, shop.role):
        assert part.encode() not in kept
        assert part not in caplog.text
    checks = [check for body in workspace.bodies(outcome.call_id) for check in getattr(body, "checks", ())]
    assert ("db_read", "shop:public.pets") in [(check.capability, check.target) for check in checks]


def test_a_grant_for_files_opens_no_connection_and_one_for_a_connection_no_file(workspace, shop):
    """T-DB-01"""
    call = {"connection": "shop", "sql": "SELECT 1"}
    with opened(workspace, {"db_read": ["*"], "fs_read": ["."]}) as executor:
        assert executor.call_sync("sql_query", call).error.code == "capability.exceeded"
    with opened(workspace, {"db_read": ["*:*"]}) as executor:
        assert isinstance(executor.call_sync("sql_query", call), Completed)
        outcome = executor.call_sync("sql_query", {"path": "README.md", "sql": "SELECT 1"})
        assert outcome.error.code == "capability.exceeded"


@pytest.mark.parametrize(
    "one", [{"tools": ("other",)}, {"workspaces": ("/",)}, {"env": "NOTHING_IS_HERE"}, {"tools": ()}]
)
def test_a_connection_that_is_not_for_this_is_not_opened(workspace, shop, one):
    """T-DB-06"""
    with opened(workspace, {"db_read": ["shop:*"]}, **one) as executor:
        failed = executor.call_sync("sql_query", {"connection": "shop", "sql": "SELECT 1"})
        assert failed.error.code == "backend.unavailable"
        assert PASSWORD not in str(failed)


def test_connections_count_in_the_users_own_settings_alone(tmp_path):
    """T-DB-06"""
    own = user_folder()
    own.mkdir(parents=True, exist_ok=True)
    table = '[databases.shop]\nenv = "X"\ntools = ["t"]\nworkspaces = ["*"]\n'
    (own / "config.toml").write_text(table)
    try:
        assert load_settings(tmp_path).settings.databases["shop"].writes is False
        (tmp_path / "runtime.toml").write_text(table)
        with pytest.raises(ConfigurationError) as caught:
            load_settings(tmp_path)
        assert caught.value.details["field"] == "databases"
    finally:
        (own / "config.toml").unlink()


@pytest.mark.parametrize(
    "one", [{"env": ""}, {"file": "/x"}, {"env": "", "keyring": ("one",)}], ids=["none", "two", "keyring"]
)
def test_a_connection_with_no_source_or_several_is_refused_when_settings_are_read(workspace, shop, one):
    with pytest.raises(ConfigurationError) as caught:
        opened(workspace, {}, **one)
    assert caught.value.details["field"].startswith("databases.shop")


@pytest.mark.parametrize(
    ("address", "has", "has_not"),
    [
        ("postgresql://u:p@db.example/x", ["sslmode=verify-full", "sslrootcert=system", "hostaddr=203.0.113.7", "host=db.example"], []),
        ("postgresql://u:p@db.example/x?sslrootcert=/ca.pem", ["sslmode=verify-full", "sslrootcert=/ca.pem"], ["system"]),
        ("postgresql://u:p@db.example/x?sslmode=disable", ["sslmode=disable"], ["verify"]),
        ("postgresql://u:p@db.example/x?sslmode=require", ["sslmode=require"], ["verify"]),
        ("postgresql:///x?host=/run/postgresql", ["host=/run/postgresql"], ["hostaddr", "ssl"]),
        ("host=db.example hostaddr=127.0.0.1", ["hostaddr=127.0.0.1"], ["203.0"]),
    ],
)  # fmt: skip
def test_an_address_means_a_verified_server_unless_it_says_otherwise(address, has, has_not):
    """T-DB-05"""
    (place,) = attempts("shop", address, lambda host, port: ["203.0.113.7"])
    assert all(part in place for part in has)
    assert not any(part in place for part in has_not)


def test_of_several_hosts_each_address_is_tried_and_each_name_looked_up_once():
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[str]:
        asked.append(f"{host}:{port}")
        return ["203.0.113.1", "203.0.113.2"]

    places = list(attempts("shop", "postgresql://a:1,b:2/x", look_up))
    assert (len(places), asked) == (4, ["a:1", "b:2"])


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, Authority, int]]:
    """A server that speaks TLS as ``localhost``, under an authority of its own."""
    binaries = find_binaries()
    assert binaries is not None
    folder = tmp_path_factory.mktemp("tls")
    authority = Authority(folder)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with running(binaries) as cluster:
        cluster.stop()
        data = cluster.folder / "data"
        owner = data.stat()
        for source, name in zip(authority.sign("localhost"), ("server.crt", "server.key"), strict=True):
            shutil.copy(source, data / name)
            os.chown(data / name, owner.st_uid, owner.st_gid)
            (data / name).chmod(0o600)
        with (data / "postgresql.conf").open("a") as file:
            file.write(f"ssl = on\nlisten_addresses = '127.0.0.1'\nport = {port}\n")
        cluster.start()
        with psycopg.connect(
            f"host={cluster.folder} port={port} user=tester dbname=postgres", autocommit=True
        ) as admin:
            admin.execute("CREATE ROLE app LOGIN")
        yield cluster, authority, port


@pytest.mark.parametrize(
    ("address", "reached"),
    [
        ("host=localhost port={port} sslmode=verify-full sslrootcert={right}", True),
        ("host=localhost port={port} sslmode=verify-full sslrootcert={wrong}", False),
        ("host=localhost port={port} sslmode=verify-full sslrootcert=system", False),
        ("host=db.example hostaddr=127.0.0.1 port={port} sslmode=verify-full sslrootcert={right}", False),
        ("host=127.0.0.1 port={port} sslmode=verify-full sslrootcert={right}", False),
        ("host=localhost port={port} sslmode=require", True),
    ],
)
def test_a_server_is_believed_only_with_its_certificate(secured, tmp_path, monkeypatch, address, reached):
    """T-DB-05"""
    _, authority, port = secured
    wrong = Authority(tmp_path, "another")
    made = address.format(port=port, right=authority.file, wrong=wrong.file)
    monkeypatch.setenv("SECURED", f"{made} user=app dbname=postgres")
    engine = PostgresEngine({"shop": NamedDatabase("env", ("SECURED",), ("t",), False)})
    context = CallContext(
        "c", CapabilitySet([DbRead(["*:*"])]), ResourceBounds(), tool="t", connections=engine
    )
    context.start()
    query = context.db.connection("shop").query
    if reached:
        assert query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()").rows == ((True,),)
        return
    with pytest.raises(BackendUnavailable, match="certificate"):
        query("SELECT 1")


def test_a_server_without_tls_is_not_spoken_to_where_it_was_asked_for(shop, monkeypatch):
    """T-DB-05"""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        def answer() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(100)
                connection.sendall(b"N")
                assert PASSWORD.encode() not in connection.recv(100)

        serving = threading.Thread(target=answer, daemon=True)
        serving.start()
        monkeypatch.setenv("PLAIN", f"postgresql://app:{PASSWORD}@127.0.0.1:{port}/x?sslmode=require")
        engine = PostgresEngine({"shop": NamedDatabase("env", ("PLAIN",), ("t",), False)})
        context = CallContext(
            "c", CapabilitySet([DbRead(["*:*"])]), ResourceBounds(), tool="t", connections=engine
        )
        context.start()
        with pytest.raises(BackendUnavailable):
            context.db.connection("shop").query("SELECT 1")
        serving.join(5)
