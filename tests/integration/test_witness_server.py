"""A log and a server that speaks tlog-witness, over real connections."""

from __future__ import annotations

import shutil

import pytest
from audit_forge import ORIGIN, make_forge, make_signer, whole_call
from web_server import redirect, response
from witness_servers import LiteWitness, SpecWitness, build_litewitness

from runtime.audit.format.checkpoint import unverified_checkpoint
from runtime.audit.verify.verifier import verify
from runtime.audit.witness.opening import open_witness
from runtime.audit.witness.port import SignedCheckpoint
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditInconsistent, AuditWitnessUnusable, ConfigurationError

ROOT = make_signer(1)


@pytest.fixture(scope="session")
def litewitness(tmp_path_factory):
    """The program, where Go can build it."""
    return build_litewitness(tmp_path_factory.mktemp("litewitness"))


@pytest.fixture(params=["spec", pytest.param("litewitness", marks=pytest.mark.soak)])
def server(request, tmp_path):
    """The one of the specification, and in the soak litewitness; where that cannot be had, the first again."""
    program = request.getfixturevalue("litewitness") if request.param == "litewitness" else None
    started = LiteWitness(program, tmp_path / "lite", ROOT.key) if program else SpecWitness(ROOT.key)
    yield started
    started.close()


@pytest.fixture
def witness(server, tmp_path):
    def make(text: str = server.text):
        log = tmp_path / "log"
        return open_witness(text, own=tmp_path / "state", workspace=tmp_path, log=log, keys=[ROOT.key])

    return make


@pytest.fixture
def write(tmp_path, witness):
    def run(calls: int, tag: str = "c", *, witnessed: bool = True):
        witnesses = [witness()] if witnessed else []
        options = {"signer": ROOT, "origin": ORIGIN, "runtime_version": "1", "create": True}
        with Log.open(tmp_path / "log", witnesses=witnesses, **options) as log:
            for number in range(calls):
                log.commit_sync(whole_call(f"{tag}-{number}"))
                log.checkpoint()

    return run


def judge(tmp_path, witness):
    return verify(tmp_path / "log", verifier_keys=[ROOT.key], witnesses=[witness])


def test_a_server_cosigns_a_log_as_it_grows(write, tmp_path, witness):
    for number in range(3):
        write(3, f"c{number}")
    report = judge(tmp_path, witness())
    assert (report.verdict, report.witnessed_size) == ("OK", report.signed_size)
    kept = list(witness().notes())
    assert all(note.count("\N{EM DASH} witness.example/w1 ".encode()) == 1 for note in kept)


def test_a_verification_brings_a_server_up_to_date_that_lags(write, tmp_path, witness):
    write(2)
    write(7, "d", witnessed=False)
    assert judge(tmp_path, witness()).verdict == "OK"


def test_a_log_that_was_rolled_back_with_all_that_was_kept_of_its_witness_is_tampered(
    write, tmp_path, witness
):
    """T-AUD-47: the server remembers what the copies here do not."""
    write(2)
    shutil.copytree(tmp_path / "log", tmp_path / "old")
    shutil.copytree(tmp_path / "state", tmp_path / "old-state")
    write(2, "d")
    for name, old in (("log", "old"), ("state", "old-state")):
        shutil.rmtree(tmp_path / name)
        shutil.copytree(tmp_path / old, tmp_path / name)
    assert judge(tmp_path, witness()).verdict == "TAMPERED"


def test_a_forked_log_is_tampered_by_its_server(write, tmp_path, witness):
    """T-AUD-47"""
    write(2)
    shutil.rmtree(tmp_path / "log")
    shutil.rmtree(tmp_path / "state")
    make_forge(9).write(tmp_path / "log")
    assert judge(tmp_path, witness()).verdict == "TAMPERED"
    note = make_forge(9).notes[-1]
    with pytest.raises(AuditInconsistent):
        witness().submit(SignedCheckpoint(note, unverified_checkpoint(note)))


@pytest.mark.parametrize(
    "answer",
    [
        response(b"", status="500 Oops"),
        redirect("http://127.0.0.1/"),
        response("\N{EM DASH} witness.example/w1 AAAA\n".encode()),
        response(b"x" * 100_000),
        response(b"many\n", "Content-Type: text/x.tlog.size", status="409 Conflict"),
        b"no HTTP at all\r\n\r\n",
    ],
)
def test_a_server_that_answers_nonsense_is_an_error_and_stops_no_call(answer, write, tmp_path, witness):
    """T-AUD-48"""
    spec = SpecWitness(ROOT.key)
    spec.server.answers["/add-checkpoint"] = answer
    write(1, witnessed=False)
    report = judge(tmp_path, witness(spec.text))
    assert (report.verdict, report.exit_code, report.code) == ("ERROR", 2, "witness.unreadable")
    spec.close()


def test_a_server_that_is_not_there_stops_no_call_and_no_start(write, tmp_path, witness, server):
    server.close()
    write(2)
    note = make_forge(1).notes[-1]
    with pytest.raises(AuditWitnessUnusable) as caught:
        witness().submit(SignedCheckpoint(note, unverified_checkpoint(note)))
    assert caught.value.code == "audit.witness_unusable"
    assert judge(tmp_path, witness()).code == "witness.unreadable"


@pytest.mark.parametrize(
    "text", ["https://", "https://w.example", "https://w.example nokey", "ftp://w.example k"]
)
def test_what_names_no_server_is_refused_as_a_setting(text, witness):
    with pytest.raises(ConfigurationError) as caught:
        witness(text)
    assert caught.value.code == "config.invalid"
