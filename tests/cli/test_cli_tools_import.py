"""``runtime tools import openapi`` as a person and a program run it."""

from __future__ import annotations

from pathlib import Path

import pytest

SPEC = Path(__file__).resolve().parents[1] / "cases" / "openapi" / "petstore-3.0.json"


def test_the_operations_of_a_document_are_written_as_files_and_their_needs_told(folder, run):
    done = run(
        "tools", "import", "openapi", str(SPEC), "--into", "apis", "--only", "store", "--prefix", "shop"
    )
    assert (done.status, done.out.splitlines()) == (0, [
        "apis/shop_delete_order.toml", "apis/shop_get_inventory.toml", "apis/shop_get_order_by_id.toml", "apis/shop_place_order.toml",
    ])  # fmt: skip
    assert "4 tools of http://petstore.swagger.io:80" in done.err
    assert "[secrets.SWAGGER_PETSTORE_API_KEY]" in done.err
    assert all((folder / line).is_file() for line in done.out.splitlines())


def test_a_program_is_told_all_of_it_and_that_some_operations_were_left_out(folder, run):
    spec = SPEC.parent / "parameters-style-3.1.json"
    done = run("tools", "import", "openapi", str(spec), "--into", "apis", "--json")
    assert done.status == 1
    assert (len(done.data["files"]), len(done.data["skipped"])) == (15, 10)
    assert done.data["servers"] == ["https://httpbin.org:443"]
    assert len(list((folder / "apis").iterdir())) == 15


def test_files_that_differ_are_kept_unless_they_may_be_replaced(folder, run):
    command = ("tools", "import", "openapi", str(SPEC), "--into", "apis", "--only", "getInventory")
    assert (run(*command).status, run(*command).status) == (0, 0)
    file = folder / "apis" / "get_inventory.toml"
    file.write_text("mine")
    done = run(*command)
    assert (done.status, file.read_text()) == (2, "mine")
    assert run(*command, "--replace").status == 0
    assert file.read_text() != "mine"


def test_a_link_in_the_place_of_a_file_is_not_written_through(folder, run):
    """T-OAPI-03"""
    (folder / "precious").write_text("precious")
    (folder / "apis").mkdir()
    (folder / "apis" / "get_inventory.toml").symlink_to(folder / "precious")
    command = ("tools", "import", "openapi", str(SPEC), "--into", "apis", "--only", "getInventory")
    assert run(*command).status == 2
    assert run(*command, "--replace").status == 0
    assert (folder / "precious").read_text() == "precious"


def test_a_header_with_a_secret_is_added_to_every_request(folder, run):
    header = "X-Token: {secret:MINE}"
    done = run(
        "tools",
        "import",
        "openapi",
        str(SPEC),
        "--into",
        "apis",
        "--only",
        "getInventory",
        "--header",
        header,
    )
    assert "[secrets.MINE]" in done.err
    assert 'X-Token = "{secret:MINE}"' in (folder / "apis" / "get_inventory.toml").read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ("none.json",), ("https://example.com/api.json",), (str(SPEC.parent),), (str(SPEC), "--only", "nothing"), (str(SPEC), "--header", "x"),
        ("README.md",), ("\0",),
    ],
)  # fmt: skip
def test_what_cannot_be_imported_is_an_error_of_usage(folder, run, arguments):
    (folder / "README.md").write_text("# Hello\n")
    done = run("tools", "import", "openapi", *arguments, "--into", "apis")
    assert (done.status, done.out) == (2, "")
    assert done.err
