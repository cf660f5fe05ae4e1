"""``ulimit``: the resource limits of a virtual process.

They are kept and inherited as a kernel keeps them, but what really bounds a script is its `Limits`.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, number, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.builtins._options import Options
    from runtime.bash.state import State

    # (soft, hard); None is unlimited.
    Pair = tuple[int | None, int | None]

SYNOPSIS = "[-SHabcdefiklmnpqrstuvxPRT] [limit]"
HELP = """Show or set the limits on what processes of this shell may use.

Options: -S soft, -H hard, -a all, and one letter a resource, as ulimit -a shows them.
A limit is a number, or one of soft, hard and unlimited. Without a letter it is -f."""

# In the order of `ulimit -a`: what it is, its unit as shown, the limits of a new shell.
_RESOURCES: dict[str, tuple[str, str, Pair]] = {
    "R": ("real-time non-blocking time", "microseconds", (None, None)),
    "c": ("core file size", "blocks", (0, None)),
    "d": ("data seg size", "kbytes", (None, None)),
    "e": ("scheduling priority", "", (0, 0)),
    "f": ("file size", "blocks", (None, None)),
    "i": ("pending signals", "", (63_000, 63_000)),
    "l": ("max locked memory", "kbytes", (8192, 8192)),
    "m": ("max memory size", "kbytes", (None, None)),
    "n": ("open files", "", (1024, 1_048_576)),
    "p": ("pipe size", "512 bytes", (8, 8)),
    "q": ("POSIX message queues", "bytes", (819_200, 819_200)),
    "r": ("real-time priority", "", (0, 0)),
    "s": ("stack size", "kbytes", (8192, None)),
    "t": ("cpu time", "seconds", (None, None)),
    "u": ("max user processes", "", (63_000, 63_000)),
    "v": ("virtual memory", "kbytes", (None, None)),
    "x": ("file locks", "", (None, None)),
}
_WIDTH = 20  # of the column with unit and letter


def main(st: State, argv: list[str]) -> int:
    """Show or set."""
    parsed = options(st, argv, "".join(f"{letter};" for letter in _RESOURCES) + "SHa")
    if parsed is None:
        return USAGE
    given, at = parsed
    hard = any(letter == "H" for letter, _ in given)
    soft = any(letter == "S" for letter, _ in given)
    if any(letter == "a" for letter, _ in given):
        return emit(st, "ulimit", "".join(_line(st, letter, hard=hard) for letter in _RESOURCES))
    asked: Options = [pair for pair in given if pair[0] in _RESOURCES]
    rest = argv[at:]
    if not asked:
        asked = [("f", rest[0] if rest else "")]
    for letter, value in asked:
        if value:
            status = _set(st, letter, value, soft=soft, hard=hard)
        elif len(asked) > 1:
            status = emit(st, "ulimit", _line(st, letter, hard=hard))
        else:
            status = emit(st, "ulimit", f"{_shown(_limits(st, letter)[hard])}\n")
        if status:
            return status
    return 0


def _limits(st: State, letter: str) -> Pair:
    changed: dict[str, Pair] = st.extra.get("ulimit", {})  # type: ignore[assignment]
    return changed.get(letter, _RESOURCES[letter][2])


def _shown(limit: int | None) -> str:
    return "unlimited" if limit is None else str(limit)


def _line(st: State, letter: str, *, hard: bool) -> str:
    title, unit, _ = _RESOURCES[letter]
    place = f"({unit}, -{letter})" if unit else f"(-{letter})"
    # The columns of bash: the title fills what the unit leaves of them.
    return f"{title:<{_WIDTH}}{place:>{max(_WIDTH, 40 - max(len(title), _WIDTH))}} {_shown(_limits(st, letter)[hard])}\n"


def _set(st: State, letter: str, text: str, *, soft: bool, hard: bool) -> int:
    before = _limits(st, letter)
    words = {"soft": before[0], "hard": before[1], "unlimited": None}
    value = words[text] if text in words else number(text)
    if text not in words and (value is None or value < 0):
        st.complain(f"ulimit: {text}: invalid number")
        return 1
    both = soft == hard
    after = (value if soft or both else before[0], value if hard or both else before[1])
    wrong = "Invalid argument" if letter == "p" or _above(after[0], after[1]) else ""
    if not wrong and _above(after[1], before[1]):
        wrong = "Operation not permitted"
    if wrong:
        st.complain(f"ulimit: {_RESOURCES[letter][0]}: cannot modify limit: {wrong}")
        return 1
    # A new table: subshells share the old one.
    st.extra["ulimit"] = {**st.extra.get("ulimit", {}), letter: after}  # type: ignore[dict-item]
    return 0


def _above(limit: int | None, bound: int | None) -> bool:
    return bound is not None and (limit is None or limit > bound)
