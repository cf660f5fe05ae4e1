"""``runtime audit retain`` and ``runtime audit hold``, as an operator uses them."""

from __future__ import annotations

from retained_logs import RetainedLog


def test_settings_say_how_long_values_and_records_are_kept(project, run):
    run("call", "list_dir")
    refused = run("audit", "retain", "--json")
    assert (refused.status, refused.code) == (2, "config.invalid")
    with (project / "runtime.toml").open("a") as settings:
        settings.write('\n[retention]\nvalues_days = 1\nrecords_days = 30\narchive = "file:old"\n')
    assert run("accept", "--yes").status == 0
    done = run("audit", "retain", "--json").data
    assert (done["values"], done["segments"]) == ({"calls": 0, "rows": 0, "held": 0}, [])
    assert "no full segment is old enough" in run("audit", "retain", "--dry-run").out
    # The archive is as much out of the tools' reach as the log is.
    (project / "old").mkdir()
    assert run("call", "read_file", '{"path": "old/records.jsonl"}', "--json").code is not None
    assert run("audit", "verify", "--json").data["archived"] == 0


def test_a_hold_is_placed_listed_obeyed_and_released(project, run):
    """T-RET-06: no setting ends it."""
    call = run("call", "list_dir", "--json").data["call_id"]
    assert run("audit", "hold", "place", "--reason", "x").status == 2
    assert run("audit", "hold", "place", "--all", "--call", call, "--reason", "x").status == 2
    placed = run("audit", "hold", "place", "--call", call, "--reason", "case 4711", "--json").data
    assert [one["hold"] for one in run("audit", "hold", "list", "--json").data["holds"]] == [placed["hold"]]
    assert f"call {call}" in run("audit", "hold", "list").out
    with (project / "runtime.toml").open("a") as settings:
        settings.write("\n[retention]\nvalues_days = 0\n")
    assert run("accept", "--yes").status == 0
    refused = run("audit", "erase", call, "--json")
    assert (refused.status, refused.code) == (2, "audit.held")
    assert "1 legal holds are in force" in run("audit", "retain", "--values-days", "1").out
    assert run("audit", "hold", "release", placed["hold"], "--reason", "closed").status == 0
    assert (
        run("audit", "hold", "release", placed["hold"], "--reason", "closed", "--json").code
        == "audit.not_found"
    )
    assert run("audit", "erase", call, "--json").data["recorded"]
    said = run("audit", "tail", "-n", "20").out
    assert "placed the legal hold" in said
    assert "released the legal hold" in said


def test_an_auditor_names_the_archive_of_a_log_that_was_handed_over(project, run, tmp_path):
    """T-RET-01, T-RET-07"""
    log = RetainedLog(tmp_path)
    log.write(range(60))
    log.retain()
    key = str(log.open().key)
    here = str(log.folder)
    assert run("audit", "verify", here, "--key", key, "--json").data["code"] == "segment.archived"
    told = run("audit", "verify", here, "--key", key, "--quick")
    assert (told.status, "were not fetched" in told.out) == (0, True)
    whole = run("audit", "verify", here, "--key", key, "--archive", log.archive, "--json").data
    assert (whole["verdict"], whole["archived"]) == ("OK_NOT_WITNESSED", 128)
    assert run("audit", "query", "--log", here, "--call", "c-3", "--json").code == "audit.archived"
    found = run("audit", "query", "--log", here, "--archive", log.archive, "--call", "c-3", "--json")
    assert [one["call"] for one in found.data["calls"]] == ["c-3"]
    shown = run("audit", "show", "c-3", "--log", here, "--archive", log.archive, "--key", key, "--json").data
    assert shown["proven"] == 4
    proof = run("audit", "prove", "3", "--log", here, "--archive", log.archive, "--key", key)
    assert proof.out.startswith("c2sp.org/tlog-proof@v1")
    refused = run("audit", "verify", here, "--key", key, "--archive", "s3://k:secret-word@b/p", "--json")
    assert (refused.status, "secret-word" in refused.out + refused.err) == (2, False)
