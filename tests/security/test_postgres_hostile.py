"""A database server that lies, floods or hangs: whoever reads or writes the log over it is told so, by a code."""

from __future__ import annotations

import socket
import threading
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from audit_forge import ORIGIN, make_signer, whole_call
from postgres_cluster import server_url
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from runtime.audit.format.chain import FormatError
from runtime.audit.prove.prover import Prover
from runtime.audit.read.call_history import ended_calls
from runtime.audit.read.query import Query, find_calls
from runtime.audit.read.reader import LogReader
from runtime.audit.stores import _pg_session
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.vault.opening import read_vault
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.digest import commitment
from runtime.contracts.errors import Error
from runtime.contracts.vault import Sealed

SALT = bytes(32)
ROW = Sealed(commitment(SALT, b"v"), SALT, b"v")


def open_log(location: PostgresLog, *, create: bool = False) -> Log:
    return Log.open(location, signer=make_signer(), origin=ORIGIN, runtime_version="1", create=create)


def console(database: str, *statements: str) -> None:
    with psycopg.connect(server_url(), autocommit=True, dbname=database) as owner:
        for statement in statements:
            owner.execute(statement)


@pytest.fixture(scope="module")
def template() -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    console("postgres", f"CREATE DATABASE {name}")
    with open_log(PostgresLog(make_conninfo(server_url(), dbname=name), ORIGIN), create=True) as log:
        for number in range(3):
            log.commit_sync(whole_call(f"c-{number}"))
    yield name
    console("postgres", f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(template) -> Iterator[str]:
    name = f"test_{uuid.uuid4().hex}"
    console("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
    yield name
    console("postgres", f"DROP DATABASE {name} WITH (FORCE)")


def use(location: PostgresLog) -> list[str]:
    """Do with the log what can be done; how each of it ended."""

    def search() -> None:
        with LogReader(location) as reader:
            find_calls(reader, Query(), 10)

    def prove() -> None:
        with LogReader(location) as reader:
            Prover(reader, [make_signer().key]).prove_record(2)

    def tail() -> None:
        with LogReader(location) as reader:
            list(reader.lines(reader.last_lines(3)))

    def read_values() -> None:
        with read_vault(location) as vault:
            list(vault.rows())
            vault.open(ROW.commitment, 1)

    ended = []
    for act in (
        search,
        prove,
        tail,
        read_values,
        lambda: list(ended_calls(location)),
        lambda: open_log(location).close(),
    ):
        try:
            act()
            ended.append("ok")
        except Error as error:
            ended.append(error.code)
        except FormatError as error:  # the commands tell it as audit.tampered
            ended.append(error.code)
    return ended


def lying(table: str, columns: str) -> tuple[str, str]:
    """Statements that put a view in a table's place."""
    return (
        f"ALTER TABLE cathedral.{table} RENAME TO was_{table}",
        f"CREATE VIEW cathedral.{table} AS SELECT {columns} FROM cathedral.was_{table}",
    )


RECORDS = "log_id, {seq} AS seq, {stop} AS stop, prev, {data} AS data"
GOOD = {"seq": "seq", "stop": "stop", "data": "data"}


@pytest.mark.parametrize(
    "columns",
    [
        GOOD | {"data": "encode(data, 'escape')"},
        GOOD | {"data": "NULL::bytea"},
        GOOD | {"data": "''::bytea"},
        GOOD | {"data": "decode(repeat('00', octet_length(data)), 'hex')"},
        GOOD | {"data": "decode(repeat('41', 1000000), 'hex')"},
        GOOD | {"seq": "seq::text"},
        GOOD | {"seq": "NULL::bigint"},
        GOOD | {"seq": "0::bigint"},
        GOOD | {"seq": "seq::numeric"},
        GOOD | {"stop": "0::bigint"},
        GOOD | {"stop": "-stop"},
        GOOD | {"stop": "9223372036854775807"},
        GOOD | {"data": "ARRAY[data]"},
    ],
    ids=lambda columns: " ".join(f"{name}={value}" for name, value in columns.items() if name != value),
)
def test_rows_that_are_none_are_refused_by_everybody(database, columns):
    """T-AUD-91: text for bytes, NULL, nothing, NUL, a row of 1 MB, numbers that do not go on."""
    location = PostgresLog(make_conninfo(server_url(), dbname=database), ORIGIN)
    console(database, *lying("records", RECORDS.format(**columns)))
    report = verify(location, verifier_keys=[make_signer().key])
    # What a verification does not believe may say what it likes; what others go by is refused by them.
    assert (report.verdict == "OK_NOT_WITNESSED") == (columns["stop"] != "stop")
    ended = use(location)
    assert "ok" not in (ended[0], ended[1], ended[-1])
    assert all("." in code or code == "ok" for code in ended)


@pytest.mark.parametrize(
    "statements",
    [
        lying("checkpoints", "log_id, seq, stop, encode(data, 'escape') AS data"),
        lying("checkpoints", "log_id, seq, stop, decode(repeat('00', 99), 'hex') AS data"),
        lying("logs", "log_id::text, name"),
        (
            "ALTER TABLE cathedral.seals RENAME TO was_seals",
            "CREATE VIEW cathedral.seals AS SELECT 1 AS log_id, n AS seq, 9::bigint AS size, 9::bigint AS stop, '\\x00'::bytea AS data FROM generate_series(0::bigint, 300000) AS s (n)",
        ),
        ("DROP TABLE cathedral.seals",),
        ("ALTER TABLE cathedral.records RENAME COLUMN data TO other",),
    ],
    ids=["checkpoints-text", "checkpoints-nul", "logs-text", "seals-many", "no-seals", "no-column"],
)  # fmt: skip
def test_tables_that_are_others_are_refused(database, statements):
    """T-AUD-91"""
    location = PostgresLog(make_conninfo(server_url(), dbname=database), ORIGIN)
    console(database, *statements)
    assert verify(location, verifier_keys=[make_signer().key]).exit_code != 0
    assert use(location)[-1] != "ok"


def test_rows_of_the_vault_that_are_none_are_told_apart(database):
    """T-AUD-91"""
    location = PostgresLog(make_conninfo(server_url(), dbname=database), ORIGIN)
    console(
        database,
        "ALTER TABLE cathedral.vault RENAME TO was_vault",
        "CREATE VIEW cathedral.vault AS SELECT 1 AS log_id, n::bigint AS seq, decode(repeat('00', 32), 'hex') AS commitment,"
        " decode(repeat('41', 3000000), 'hex') AS data FROM generate_series(0, 3) AS s (n)",
    )
    report = verify(location, verifier_keys=[make_signer().key])
    assert (report.verdict, report.code) == ("TAMPERED", "vault.foreign")
    console(
        database,
        "CREATE OR REPLACE VIEW cathedral.vault AS SELECT 1 AS log_id, 0::bigint AS seq, NULL::bytea AS commitment, NULL::bytea AS data FROM generate_series(0, 3)",
    )
    with pytest.raises(Error) as refused, read_vault(location) as vault:
        list(vault.rows())
    assert refused.value.code in ("audit.inconsistent", "audit.damaged")


class Between:
    """A relay in front of the real server that, told to, hangs or floods."""

    def __init__(self, folder: Path, real: str) -> None:
        self.mode = ""
        self._real = real
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        self.open: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self._real)
            self.open += [client, server]
            for one, other, answers in ((client, server, False), (server, client, True)):
                threading.Thread(target=self._relay, args=(one, other, answers), daemon=True).start()

    def _relay(self, one: socket.socket, other: socket.socket, answers: bool) -> None:
        try:
            while data := one.recv(65536):
                if answers and self.mode == "hang":
                    continue
                if answers and self.mode == "flood":
                    notice = b"N" + (1 << 20).to_bytes(4, "big") + b"x" * ((1 << 20) - 4)
                    while True:
                        other.sendall(notice)
                other.sendall(
                    bytes(255 - byte for byte in data) if answers and self.mode == "noise" else data
                )
        except OSError:
            pass

    def close(self) -> None:
        self._listener.close()
        for one in self.open:
            one.close()


@pytest.fixture
def between(tmp_path_factory) -> Iterator[tuple[Between, str]]:
    real = Path(str(conninfo_to_dict(server_url())["host"])) / ".s.PGSQL.5432"
    folder = tmp_path_factory.mktemp("b")
    with closing(Between(folder, str(real))) as relay:
        yield relay, make_conninfo(server_url(), host=str(folder), port=5432)


@pytest.mark.parametrize("mode", ["hang", "flood", "noise"])
def test_a_server_that_hangs_or_floods_is_given_up(between, template, monkeypatch, mode):
    """T-AUD-91: neither time nor memory is at its will."""
    relay, url = between
    location = PostgresLog(make_conninfo(url, dbname=template), ORIGIN)
    monkeypatch.setattr(_pg_session, "_ANSWER_S", 0.3)
    monkeypatch.setattr(_pg_session, "_MOST_BYTES", 8 << 20)
    session = location.connect(most_bytes=8 << 20)
    relay.mode = mode
    with pytest.raises(Error) as refused:
        session.run("SELECT 1")
    assert refused.value.code == "audit.write_failed"
    assert session.is_lost()
    session.close()
    relay.mode = ""
    reader = LogReader(location)
    relay.mode = mode
    with pytest.raises(Error) as refused:
        reader.end()
    assert refused.value.code == "audit.unavailable"
    reader.close()
