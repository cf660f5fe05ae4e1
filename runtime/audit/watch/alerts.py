"""Tells somebody what a look found: a program, a web address, a file of metrics."""

from __future__ import annotations

import http.client
import os
import shlex
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from runtime.audit.layout.finding import Verdict
from runtime.audit.verify.report import EXIT_CODES, Report
from runtime.contracts.errors import AuditExportUnavailable, ConfigurationError

DEADLINE_S = 30.0


def run_command(command: str, report: Report) -> None:
    """Run a program, without a shell, with the report as JSON on its standard input.

    Raises:
        AuditExportUnavailable: it cannot be run, or failed.
    """
    try:
        done = subprocess.run(  # noqa: S603  # the user's own program
            shlex.split(command),
            input=msgspec.json.encode(report),
            stdout=subprocess.DEVNULL,
            timeout=DEADLINE_S,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise AuditExportUnavailable(f"the command of the alert cannot be run: {reason}") from None
    if done.returncode:
        raise AuditExportUnavailable(f"the command of the alert ended with {done.returncode}")


def post_webhook(url: str, report: Report) -> None:
    """Post the report as JSON; redirections are not followed.

    Raises:
        AuditExportUnavailable: the server cannot be reached, or does not answer with 2xx.
        ConfigurationError: ``config.invalid``: it is no such address.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigurationError(f"the webhook is no address: {error}") from None
    kinds = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
    if parts.scheme not in kinds or not parts.hostname or parts.username:
        raise ConfigurationError(
            "the webhook is no address", suggestion="Give http://HOST/PATH or https://HOST/PATH."
        )
    connection = kinds[parts.scheme](parts.hostname, port, timeout=DEADLINE_S)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request("POST", path, msgspec.json.encode(report), {"Content-Type": "application/json"})
        status = connection.getresponse().status
    except (OSError, ValueError, http.client.HTTPException) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise AuditExportUnavailable(f"the webhook cannot be reached: {reason}") from None
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise AuditExportUnavailable(f"the webhook answered with status {status}")


def write_metrics(path: Path, report: Report, last_us: int) -> None:
    """Replace a file of metrics in Prometheus' text format, as its node exporter collects them.

    Raises:
        AuditExportUnavailable: it cannot be written.
    """
    verdicts: list[Verdict] = list(EXIT_CODES)
    lines = [
        "# TYPE cathedral_audit_verdict gauge",
        *(f'cathedral_audit_verdict{{verdict="{name}"}} {int(name == report.verdict)}' for name in verdicts),
    ]
    for name, value in (
        ("verified_records", report.signed_size),
        ("witnessed_records", report.witnessed_size),
        ("open_calls", report.open_calls),
        ("clock_jumps", report.clock_jumps),
        ("findings", len(report.findings)),
        ("last_record_timestamp_seconds", last_us / 1e6),
        ("last_look_timestamp_seconds", round(time.time(), 3)),
    ):
        lines += [f"# TYPE cathedral_audit_{name} gauge", f"cathedral_audit_{name} {value}"]
    try:
        descriptor, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}")
        try:
            with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123  # a descriptor, not a path
                file.write("\n".join(lines) + "\n")
            os.chmod(fresh, 0o644)  # noqa: PTH101  # read by whoever collects metrics
            os.replace(fresh, path)  # noqa: PTH105
        except OSError:
            os.unlink(fresh)  # noqa: PTH108
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AuditExportUnavailable(f"the metrics cannot be written: {reason}") from None
