"""Defines a finding: one thing that is wrong with a log, and where."""

from __future__ import annotations

from typing import Literal

import msgspec

Verdict = Literal["OK", "OK_NOT_WITNESSED", "TAMPERED", "ERROR", "UNPROVEN", "UNTRUSTED"]


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong, and where: ``file`` and the byte offset in it, ``seq`` where a record is meant."""

    verdict: Verdict
    code: str
    message: str
    file: str | None = None
    seq: int | None = None
    offset: int | None = None
