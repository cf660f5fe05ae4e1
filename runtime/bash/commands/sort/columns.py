"""Whole columns of keys at once: the texts of a key, plain numbers, and an order that looks at the next key only where one ties."""

from __future__ import annotations

import re
from itertools import chain, compress, count, islice
from operator import eq, ge, gt, le, lt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    Column = tuple[Sequence[Any], bool]

__all__ = ["arrange", "cutter", "in_bytes_order", "in_order", "plain_numbers"]

# Digits that a double keeps apart, and that order as the numbers do.
_EXACT = 15
_NUMERIC = b"0123456789.- \t"
_LEADING = re.compile(rb"[ \t]*(-?[0-9]*\.?[0-9]*)[^\n]*\n").findall
# Fields before a key that are written out in its expression.
_MOST_FIELDS = 20
_FEW = 64
# So many values say what the others are like, and hardly any two of them are the same where so large a part differs.
_SAMPLE, _APART = 2000, 0.995


def cutter(
    field: int, end_field: int | None, tab: bytes | None, *, skip: bool
) -> Callable[[bytes], Any] | None:
    """What finds a key from the start of a field (``skip``: behind its blanks) to the end of another, as its first group;
    None for a key that is not worth it. No text has two ways to match: blanks and others alternate."""
    if end_field is not None and not field <= end_field < _MOST_FIELDS:
        return None
    if field >= _MOST_FIELDS or (tab and skip):
        return None
    if tab:
        mark = re.escape(tab)
        inside = b"[^%b]*" % mark
        rest = b".*" if end_field is None else inside + b"(?:%b%b)?" % (mark, inside) * (end_field - field)
        return re.compile((inside + mark) * field + b"(%b)" % rest, re.DOTALL).match
    blanks, inside = b"[ \\t\\n]*", b"[^ \\t\\n]*"
    rest = b".*" if end_field is None else inside + (blanks + inside) * (end_field - field)
    before = (blanks + inside) * field
    return re.compile(before + (blanks + b"(" if skip else b"(" + blanks) + rest + b")", re.DOTALL).match


def plain_numbers(texts: Sequence[bytes]) -> Sequence[float] | None:
    """The numbers that the texts begin with, None where they may not be exact."""
    joined = b"".join(texts)
    if joined.isdigit() and all(texts) and max(map(len, texts)) <= _EXACT:
        return list(map(int, texts))
    if joined.translate(None, _NUMERIC) or not all(texts):
        if b"\n" in joined:
            return None
        texts = [text or b"0" for text in _LEADING(b"\n".join(texts) + b"\n")]
    if max(map(len, texts), default=0) > _EXACT:
        return None
    try:
        return list(map(float, texts))
    except ValueError:
        return None


def arrange(order: list[int], columns: Sequence[Column], check: Callable[[], None]) -> None:
    """Order the numbers of lines by the values of the first column, what ties there by the next."""
    if len(columns) == 2 and _tells_apart(columns[0][0]) and not in_order(*columns[1], strictly=False):
        _arrange_mostly_by_first(order, columns[0], columns[1])
        return
    # Python's sort is stable, also backwards: from the last column to the first. Lines that are in order already cost little.
    for values, reverse in reversed(columns):
        order.sort(key=values.__getitem__, reverse=reverse)
        check()


def _tells_apart(values: Sequence[Any]) -> bool:
    """Whether hardly any two of the values are the same, by the first of them."""
    sample = values[:_SAMPLE]
    return len(set(sample)) >= len(sample) * _APART


def _arrange_mostly_by_first(order: list[int], first: Column, second: Column) -> None:
    """The same in one pass, and a look at each tie."""
    values, reverse = first
    order.sort(key=values.__getitem__, reverse=reverse)
    in_turn = list(map(values.__getitem__, order))
    end = 0
    for tie in compress(count(1), map(eq, in_turn, islice(in_turn, 1, None))):
        if tie < end:
            continue
        end = tie + 1
        while end < len(order) and in_turn[end] == in_turn[tie]:
            end += 1
        tied = order[tie - 1 : end]
        tied.sort(key=second[0].__getitem__, reverse=second[1])
        order[tie - 1 : end] = tied


def in_bytes_order(lines: list[bytes], reverse: bool) -> list[bytes]:
    """The lines themselves in order. A few lines that come again and again are counted instead."""
    if len(lines) > _SAMPLE and len(set(lines[:_SAMPLE])) <= _FEW:
        from collections import Counter

        counts = Counter(lines)
        repeated = [[line] * counts[line] for line in sorted(counts, reverse=reverse)]
        return list(chain.from_iterable(repeated))
    lines.sort(reverse=reverse)
    return lines


def in_order(values: Sequence[Any], reverse: bool, *, strictly: bool) -> bool:
    """Whether each value comes after the one before."""
    follows = (gt if strictly else ge) if reverse else (lt if strictly else le)
    return all(map(follows, values, islice(values, 1, None)))
