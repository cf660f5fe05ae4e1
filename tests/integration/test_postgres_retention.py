"""A log in PostgreSQL: values expire, holds keep them, and its records are archived by whole logs."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest
from audit_forge import make_signer
from postgres_cluster import server_url
from retained_logs import DAY_US, valued_call

from runtime.audit.maintain.erase import erase
from runtime.audit.maintain.holds import place_hold, release_hold
from runtime.audit.maintain.retain import RetentionRule, retain
from runtime.audit.stores.postgresql import PostgresLog
from runtime.audit.verify.verifier import verify
from runtime.audit.write.log import Log
from runtime.contracts.errors import AuditHeld, ConfigurationError


def test_values_in_a_database_expire_unless_a_hold_keeps_them(tmp_path):
    origin = f"example.com/{uuid.uuid4().hex}"
    writer: dict[str, Any] = {"signer": make_signer(1, origin), "origin": origin, "runtime_version": "1"}
    place = PostgresLog(server_url(), origin)
    with Log.open(place, create=True, **writer) as log:
        for number in range(3):
            log.commit_sync(valued_call(f"c-{number}"))
    now_us = time.time_ns() // 1000 + 10 * DAY_US
    rule = RetentionRule(values_days=1)
    held = place_hold(place, placed_by="user:x", reason="r", calls=["c-1"], **writer)
    done = retain(place, rule, now_us=now_us, **writer).values
    assert done is not None
    assert (done.calls, done.rows, done.held) == (2, 2, 1)
    with pytest.raises(AuditHeld):
        erase(place, call="c-1", **writer)
    release_hold(place, hold=held.hold, released_by="user:x", reason="r", **writer)
    assert erase(place, call="c-1", **writer).rows == 1
    report = verify(place, verifier_keys=[writer["signer"].key])
    assert (report.verdict, report.erased) == ("OK_NOT_WITNESSED", 3)
    with pytest.raises(ConfigurationError):
        retain(place, RetentionRule(records_days=1, archive=f"file:{tmp_path}"), now_us=now_us, **writer)
