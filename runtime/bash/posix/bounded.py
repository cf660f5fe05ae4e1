"""What the `regex` library may do for a script: it holds the interpreter's lock while it works, and nothing can stop it
but its own timeout. So an expression is measured before it is compiled, and a search has a fixed time."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.limits import Meter

__all__ = ["BACKTRACKING_S", "BOUNDED_S", "COMPILING_S", "TooBig", "begun", "compiled", "late"]

# Seconds for a character of an expression, at most, in which nothing looks at the clock: until `re` has it, and until
# `regex` does.
COMPILING_S = 12e-6
BOUNDED_S = 20e-6
# Seconds of processor time for one search.
BACKTRACKING_S = 0.25
# Counted repetitions are written out; PCRE refuses an expression that compiles to more than 64 KiB.
_MOST_WRITTEN_OUT = 100_000
_COUNTED = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d*),?(\d*)\}|[()]", re.DOTALL)


class TooBig(Exception):
    """An expression that takes too much to compile."""


def compiled(source: Any, flags: int, compile_: Callable[..., Any]) -> Any:
    """``regex.compile`` of what is not too big. Raises TooBig, and whatever is wrong with the expression."""
    size = _written_out(source if isinstance(source, str) else source.decode("latin-1"))
    if size > max(_MOST_WRITTEN_OUT, 2 * len(source)):
        raise TooBig
    try:
        return compile_(source, flags, cache_pattern=False)
    except (OverflowError, RecursionError, MemoryError) as error:
        # Their words are those of the interpreter.
        raise TooBig from error


def begun(meter: Meter, most: float = BACKTRACKING_S) -> float:
    """The seconds that a search may take that begins now."""
    meter.check()
    return max(min(most, meter.deadline - meter.now()), 0.001)


def late(meter: Meter) -> None:
    """A search has taken its time: it ends the script."""
    meter.check()
    meter.exceeded("regex", f"a regular expression that takes more than {BACKTRACKING_S} s")


def _written_out(source: str) -> int:
    """About how many characters ``source`` has once its counted repetitions are written out, one within the other."""
    # The sizes of the groups that are open, and of what was last read in each.
    sizes, lasts = [0], [0]
    at = 0
    for found in _COUNTED.finditer(source):
        if found.start() > at:
            sizes[-1] += found.start() - at
            lasts[-1] = 1
        at = found.end()
        sign = found[0]
        if sign == "(":
            sizes.append(0)
            lasts.append(0)
        elif sign == ")" and len(sizes) > 1:
            lasts.pop()
            lasts[-1] = sizes.pop() + 1
            sizes[-1] += lasts[-1]
        elif sign[0] == "{":
            # Beyond nine digits no count is accepted anyway.
            times = max(int(found[1][:9] or 0), int(found[2][:9] or 0), 1)
            sizes[-1] += lasts[-1] * (times - 1)
            lasts[-1] *= times
        else:
            sizes[-1] += 1
            lasts[-1] = 1
    return sum(sizes) + len(source) - at
