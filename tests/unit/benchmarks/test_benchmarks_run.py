"""The benchmarks still measure what they say: each is run once, small."""

from __future__ import annotations

import json

import pytest

from benchmarks import _peers, audit, governed_call, scripts, startup, tools, utilities, vault
from benchmarks._measure import file_system, percentile, take_turns, time_each


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_peers, "version", _absent)
        return governed_call.report(*governed_call.measure(folder, rounds=1, calls=64), folder)


def _absent(name: str) -> str:
    raise _peers.PackageNotFoundError(name)


def test_every_measured_call_is_in_a_log_that_verifies(told):
    # 17 rows of 64 calls in two rounds, one of which does not count; four records a call.
    assert told["records_verified"] >= 17 * 64 * 2 * 4


def test_the_headline_row_asks_policy_in_a_worker_about_differing_arguments(told):
    names = [row["row"] for row in told["rows"]]
    assert governed_call.HEADLINE in names
    assert governed_call.ALONE in names


def test_a_peer_that_is_not_installed_is_named_as_absent(told):
    assert told["peers"] == {"mcp": None, "agent-governance-toolkit-core": None}


def test_the_table_shows_every_row_and_says_that_peers_are_absent(told, capsys):
    governed_call.show(told)
    printed = capsys.readouterr().out
    assert all(row["row"] in printed for row in told["rows"])
    assert printed.count("absent") == 2


def test_the_start_of_each_command_is_a_ratio_to_an_empty_interpreter(capsys):
    startup.main(["--rounds", "1", "--json"])
    rows = {row["row"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert rows[startup.EMPTY]["ratio"] == 1.0
    assert rows["runtime call read_file"]["ratio"] > rows["import runtime"]["ratio"]


def test_a_script_saves_a_model_turns_and_reading(capsys):
    scripts.main(["--calls", "4", "--rounds", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["inside a script, us by call"] > 0
    assert found["one script, bytes read"] < found["five calls, bytes read"] / 10


def test_the_searching_tools_find_what_the_programs_beside_them_find(capsys):
    tools.main(["--files", "200", "--rounds", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    found: dict[str, set[int]] = {}
    for row in told["rows"]:
        if row["found"] is not None:
            found.setdefault(row["search"], set()).add(row["found"])
    assert found == {
        "literal, nowhere": {0},
        "literal, in some files": {2},
        "regex": {0},
        "regex, anchored": {0},
        "names, in many folders": {40},
        "names, nowhere": {0},
    }
    assert told["loop"]["timers"] > 0


def test_a_program_that_is_not_installed_is_named_as_absent(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tools.shutil, "which", lambda name: None if name in ("rg", "fd") else name)
    tools.plant(tmp_path, 20)
    told = tools.report(tmp_path, 1)
    assert {row["by"] for row in told["rows"] if row["ms"] is None} == {"rg", "rg -j1", "fd"}
    tools.show(told)
    assert capsys.readouterr().out.count(tools.ABSENT) == 4 * 2 + 2


def test_a_percentile_is_a_value_that_was_measured():
    values = [float(n) for n in range(100)]
    assert (percentile(values, 0.5), percentile(values, 0.99), percentile([7.0], 0.99)) == (50.0, 99.0, 7.0)


def test_rows_take_turns_and_the_first_round_does_not_count():
    order = []
    rows = {name: lambda turn, name=name: order.append((name, turn)) or time_each(str, [1]) for name in "ab"}
    take_turns(rows, 2)
    assert order == [(name, turn) for turn in range(3) for name in "ab"]


def test_the_file_system_of_a_folder_is_named():
    assert file_system(governed_call.Path("/proc/self")) == "proc"


def test_every_script_of_the_utilities_runs_and_prints_something(monkeypatch):
    monkeypatch.setattr(utilities, "LINES", 200)
    monkeypatch.setattr(utilities, "ROUNDS", 1)
    run = utilities.ours(utilities.contents())
    for name, script in utilities.SCRIPTS.items():
        assert run(script)[1] or name == "sed -n N,Mp"
        assert "✗" not in utilities.row(name, script, {"ours": run, "GNU": run})


def test_every_figure_of_the_audit_log_stands_beside_its_floor_and_target(tmp_path, capsys):
    audit.main(["--scale", "0.002", "--folder", str(tmp_path), "--json"])
    rows = [row for row in json.loads(capsys.readouterr().out) if row["target"]]
    assert len(rows) == 12
    # A size and the time of one call have aims of their own.
    assert all(row["ratio"] for row in rows if row["unit"] not in ("bytes", "ms"))
    assert list(tmp_path.iterdir()) == []


def test_the_vault_is_measured_beside_the_floors_of_the_same_run(tmp_path, capsys):
    vault.main(["--rows", "200", "--folder", str(tmp_path)])
    printed = capsys.readouterr().out.splitlines()
    assert [line[:36].rstrip() for line in printed] == [
        "floor: hash",
        "floor: write, one at a time",
        "seal",
        "append, batches of 1",
        "append, batches of 64",
        "find one, wall",
        "compare with the log",
    ]


def test_sessions_are_measured_beside_a_call_that_does_nothing(capsys):
    from benchmarks import sessions

    sessions.main(["--sessions", "8", "--rounds", "1", "--calls", "3", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["loop"]["p50_ms"] <= told["loop"]["p99_ms"] <= told["loop"]["max_ms"]
    assert told["memory"]["snapshot_kb"] < 300
    assert set(told["governed"]) == {"nothing_us", "bash_us", "ratio"}
