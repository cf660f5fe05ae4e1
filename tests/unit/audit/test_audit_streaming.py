"""An export that goes on: killed at any moment, it loses nothing, and a file has each line once."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from audit_forge import START_US, make_forge, make_signer

from runtime.audit.export import jsonl, ocsf, records
from runtime.audit.export.sinks import FileSink, open_sink
from runtime.audit.export.streaming import ExportCursor, Streaming
from runtime.audit.follow import signed_records
from runtime.audit.follow.position import Position
from runtime.audit.read.reader import LogReader
from runtime.contracts.audit import Entry
from runtime.contracts.errors import AuditExportUnavailable, AuditTampered, ConfigurationError

FORMS = {"jsonl": jsonl, "ocsf": ocsf}


class Killed(BaseException):
    """The process ends here."""


class Steps:
    """Ends the process at one of the steps of an export: in front of a write, in the middle, behind it, behind a save."""

    def __init__(self, last: int) -> None:
        self._left = last

    def step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Killed


class DyingFile(FileSink):
    steps: Steps

    def send(self, lines):
        self.steps.step()
        half = b"".join(lines)
        with open(self._path, "ab") as stream:  # noqa: PTH123
            stream.write(half[: len(half) // 2])
            stream.flush()
            self.steps.step()
            stream.truncate(self.length)
        super().send(lines)
        self.steps.step()


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(signed_records, "_BLOCK", 5)


@pytest.fixture
def interleaved(bodies, call):
    """Calls that are open at the same time, one of them from the first record to the last."""
    log = make_forge(1)
    log.add(*call("c-long")[:3])
    for number in range(6):
        first, second = call(f"a-{number}"), call(f"b-{number}")
        log.add(*first[:2], *second[:3], *first[2:], second[3]).sign()
    log.add(*call("c-long")[3:]).add(Entry(None, bodies["PolicyLoaded"])).sign()
    return log


def start(form, target):
    return ExportCursor(form=form, target=str(target), position=Position.start([make_signer().key]))


@pytest.mark.parametrize("form", FORMS)
def test_an_export_killed_at_any_step_goes_on_and_loses_and_repeats_nothing(
    form, interleaved, folder, tmp_path
):
    """T-AUD-95"""
    interleaved.write(folder)
    with LogReader(folder) as reader:
        expected = b"".join(FORMS[form].encode(records(reader)))
        for last in range(0, 60, 6):
            output = tmp_path / f"{form}-{last}"
            saved = [start(form, output)]
            steps = Steps(last)

            def save(cursor, saved=saved, steps=steps):
                steps.step()
                saved.append(cursor)

            kills = 0
            while True:
                with closing(DyingFile(output, saved[-1].length if len(saved) > 1 else None)) as sink:
                    sink.steps = steps
                    if len(saved) == 1 and kills:
                        os.truncate(
                            output, 0
                        )  # nothing was saved: whoever began it knows that the file was new
                        sink.length = 0
                    try:
                        Streaming(reader, saved[-1], sink, since_us=None, save=save).catch_up()
                        break
                    except Killed:
                        kills += 1
                        assert kills < 100
                        steps = Steps(last + 7)
                        save.__defaults__ = (saved, steps)
            assert output.read_bytes() == expected, (last, kills)


def test_a_growing_log_is_exported_bit_by_bit_as_it_would_be_at_once(interleaved, folder, tmp_path):
    for form in FORMS:
        output, cursor = tmp_path / form, start(form, tmp_path / form)
        for size in range(1, len(interleaved.lines) + 1, 3):
            notes = [note for note in interleaved.notes if int(note.split(b"\n")[1]) <= size]
            folder.mkdir(exist_ok=True)
            (folder / "records.jsonl").write_bytes(
                b"".join(line + b"\n" for line in interleaved.lines[:size])
            )
            (folder / "checkpoints").write_bytes(b"".join(note + b"\n" for note in notes))
            saved = [cursor]
            with LogReader(folder) as reader, closing(FileSink(output, cursor.length)) as sink:
                Streaming(reader, cursor, sink, since_us=None, save=saved.append).catch_up()
            cursor = ExportCursor(**json_copy(saved[-1]))
        interleaved.write(folder)
        with LogReader(folder) as reader, closing(FileSink(output, cursor.length)) as sink:
            Streaming(reader, cursor, sink, since_us=None, save=saved.append).catch_up()
            assert output.read_bytes() == b"".join(FORMS[form].encode(records(reader)))


def json_copy(cursor):
    import msgspec

    copy = msgspec.json.decode(msgspec.json.encode(cursor), type=ExportCursor)
    return {name: getattr(copy, name) for name in copy.__struct_fields__}


def test_nothing_that_is_not_what_was_signed_is_exported(interleaved, folder, tmp_path):
    """T-AUD-94"""
    interleaved.write(folder)
    path = folder / "records.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"c-long"', b'"c-lost"'))
    output = tmp_path / "out"
    with LogReader(folder) as reader, closing(FileSink(output, None)) as sink:
        streaming = Streaming(reader, start("jsonl", output), sink, since_us=None, save=print)
        with pytest.raises(AuditTampered):
            streaming.catch_up()
    assert output.read_bytes() == b""


def test_what_happened_before_a_time_is_left_out(interleaved, folder, tmp_path):
    interleaved.write(folder)
    output = tmp_path / "out"
    with LogReader(folder) as reader, closing(FileSink(output, None)) as sink:
        Streaming(
            reader, start("jsonl", output), sink, since_us=START_US + 20, save=lambda _: None
        ).catch_up()
    assert [json.loads(line)["at_us"] >= START_US + 20 for line in output.read_bytes().splitlines()].count(
        True
    ) == (len(interleaved.lines) - 19)


@contextmanager
def collector() -> Iterator[tuple[str, list, list[int]]]:
    """An HTTP server that answers with the statuses that it is told, then with 200."""
    received: list = []
    statuses: list[int] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status = statuses.pop(0) if statuses else 200
            if status == 200:
                received.append((self.path, self.headers["Content-Type"], body))
            answer = b'{"partialSuccess":{"rejectedLogRecords":"1"}}' if status == 206 else b"{}"
            self.send_response(200 if status == 206 else status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"otlp+http://127.0.0.1:{server.server_port}", received, statuses
        finally:
            server.shutdown()
            thread.join()


def test_a_collector_gets_each_event_with_its_id_again_until_it_takes_it(interleaved, folder):
    """T-AUD-95"""
    interleaved.write(folder)
    with collector() as (target, received, statuses), LogReader(folder) as reader:
        statuses[:] = [503, 200, 429, 206]
        streaming = Streaming(
            reader, start("ocsf", target), open_sink(target, None), since_us=None, save=lambda _: None
        )
        refused = 0
        while True:
            try:
                streaming.catch_up()
                break
            except AuditExportUnavailable:
                refused += 1
        assert refused == 3
        logs = [
            log for _, _, body in received for log in body["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
        ]
        expected = [json.loads(line)["metadata"]["uid"] for line in ocsf.encode(records(reader))]
    assert {path for path, _, _ in received} == {"/v1/logs"}
    uids = [log["attributes"][0]["value"]["stringValue"] for log in logs]
    assert list(dict.fromkeys(uids)) == expected
    assert json.loads(logs[0]["body"]["stringValue"])["class_uid"] == 6003


def test_a_syslog_server_gets_messages_that_it_can_part(interleaved, folder):
    interleaved.write(folder)
    with socket.create_server(("127.0.0.1", 0)) as server, LogReader(folder) as reader:
        target = f"syslog://127.0.0.1:{server.getsockname()[1]}"
        sink = open_sink(target, None)
        Streaming(reader, start("jsonl", target), sink, since_us=None, save=lambda _: None).catch_up()
        sink.close()
        connection, _ = server.accept()
        with connection, connection.makefile("rb") as stream:
            data = stream.read()
    lines = []
    while data:
        length, _, data = data.partition(b" ")
        message, data = data[: int(length)], data[int(length) :]
        assert message.startswith(b"<110>1 20")
        lines.append(json.loads(message.decode().partition("\ufeff")[2]))
    assert [line["seq"] for line in lines] == list(range(len(interleaved.lines)))


def test_the_local_syslog_socket_is_written_to_and_its_absence_is_a_coded_error(folder, tmp_path):
    make_forge(1).write(folder)
    path = tmp_path / "log.socket"
    target = f"syslog://{path}"
    with LogReader(folder) as reader:
        sink = open_sink(target, None)
        streaming = Streaming(reader, start("jsonl", target), sink, since_us=None, save=lambda _: None)
        with pytest.raises(AuditExportUnavailable):
            streaming.catch_up()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
            server.bind(str(path))
            assert streaming.catch_up() == 5
            assert b'"seq":0' in server.recv(65_536)
            sink.close()


@pytest.mark.parametrize(
    "target",
    [
        "ftp://host/x",
        "syslog://",
        "otlp+http://",
        "otlp+http://host:x",
        "otlp+https://u:p@host",
        "otlp+http://host/?q",
        "syslog+tls://",
    ],
)
def test_what_names_no_sink_is_refused_before_anything_is_read(target):
    with pytest.raises(ConfigurationError):
        open_sink(target, None)


def test_a_file_that_was_there_before_is_appended_to_and_never_cut(folder, tmp_path):
    make_forge(1).write(folder)
    output = tmp_path / "out"
    output.write_bytes(b"kept\n")
    with LogReader(folder) as reader, closing(FileSink(output, None)) as sink:
        Streaming(reader, start("jsonl", output), sink, since_us=None, save=lambda _: None).catch_up()
    assert output.read_bytes().startswith(b'kept\n{"digest"')
    for hopeless in (tmp_path, tmp_path / "no" / "file"):
        with pytest.raises(AuditExportUnavailable):
            FileSink(hopeless, None)
