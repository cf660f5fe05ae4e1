"""The arguments of find as its primaries read them, and what they say of the walk."""

from __future__ import annotations

from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.commands.find.visit import Visit
    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

    Test = Callable[[Visit], bool]

__all__ = ["Reader", "Walk"]

_NEVER = 1 << 62


class Walk:
    """How the folders are walked, and what was found out on the way."""

    def __init__(self) -> None:
        self.depth_first = False
        self.follow = False
        self.least = 0
        self.most = _NEVER
        self.one_device = False
        self.day_start = False
        self.regex = "emacs"
        self.names_from = ""  # -files0-from
        self.failed = False


class Reader:
    """The arguments from the expression on; ``take()`` gives a primary its own."""

    def __init__(self, cx: Context, args: list[str], *, follow: bool) -> None:
        self.cx = cx
        self.args = args
        self.at = 0
        self.depth = 0
        self.walk = Walk()
        self.walk.follow = follow
        self.last: list[Callable[[], None]] = []
        self.files: dict[str, Stream] = {}
        self.acts = False
        self.primary_name = ""

    def fail(self, message: str) -> Done:
        """Bad usage: say so; the Done to raise."""
        self.cx.complain(message)
        return Done(1)

    def peek(self) -> str:
        """The next argument, "" at the end."""
        return self.args[self.at] if self.at < len(self.args) else ""

    def take(self) -> str:
        """The argument of the primary that is being read."""
        if self.at >= len(self.args):
            raise self.fail(f"missing argument to `{self.primary_name}'")
        self.at += 1
        return self.args[self.at - 1]
