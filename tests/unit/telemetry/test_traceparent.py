"""The header ``traceparent`` is read as W3C Trace Context says, and a malformed one counts as absent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.tracing import TraceContext, parse_traceparent

IDS = "0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331"


@pytest.mark.parametrize(
    "text",
    [
        "", "00", f"00-{IDS}", f"00-{IDS}-1", f"00-{IDS}-01-", f"00-{IDS}-01-more", f"ff-{IDS}-01", f"00-{IDS.upper()}-01",
        f"00-{'0' * 32}-b7ad6b7169203331-01", f"00-0af7651916cd43dd8448eb211c80319c-{'0' * 16}-01", f" 00-{IDS}-01", f"00-{IDS}-01\n",
        f"01-{IDS}-01more", f"01-{IDS}-01-\r\nX-Forged: 1", f"01-{IDS}-01-{'x' * 600}", None, 7, b"00", f"0\u0660-{IDS}-01",
    ],
)  # fmt: skip
def test_what_the_standard_does_not_allow_is_no_position(text: object) -> None:
    """T-TEL-03"""
    assert parse_traceparent(text) is None


def test_a_later_version_is_read_by_what_it_has_in_common() -> None:
    assert parse_traceparent(f"cc-{IDS}-01-what-the-future-brings") == parse_traceparent(f"00-{IDS}-01")


@given(st.integers(1, 2**128 - 1), st.integers(1, 2**64 - 1), st.integers(0, 255))
def test_a_position_is_read_back_from_its_header(trace: int, span: int, flags: int) -> None:
    written = TraceContext(f"{trace:032x}", f"{span:016x}", flags).traceparent
    found = parse_traceparent(written)
    assert found is not None
    assert (found.trace_id, found.span_id, found.sampled) == (
        f"{trace:032x}",
        f"{span:016x}",
        bool(flags & 1),
    )
