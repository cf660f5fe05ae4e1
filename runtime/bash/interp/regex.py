"""``[[ text =~ regex ]]``: POSIX extended regular expressions, and BASH_REMATCH."""

from __future__ import annotations

from runtime.bash.commands._posix_regex import Pattern, RegexError
from runtime.bash.variables import INDEXED, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["RegexError", "search"]

_NAME = "BASH_REMATCH"


def search(st: State, source: str, subject: str) -> bool:
    """Whether the expression matches anywhere; sets BASH_REMATCH. Raises RegexError."""
    pattern = Pattern(
        [source],
        st.meter,
        syntax="extended",
        ignore_case=st.settings["nocasematch"],
        newline=True,
        multiline=False,
        longest=True,
    )
    prepared = pattern.subject(subject.encode("utf-8", "surrogateescape"))
    found = pattern.search(prepared)
    values: list[str] = []
    if found is not None:
        values = [_text(group) for group in (found[0], *found.groups())]
    # Not a local one: bash sets the global array, whatever function runs.
    st.vars[_NAME] = Variable(Indexed(values), INDEXED, st.token)
    st.hold(sum(map(len, values)))
    return found is not None


def _text(group: str | bytes | None) -> str:
    if group is None:
        return ""
    return group if isinstance(group, str) else group.decode("utf-8", "surrogateescape")
