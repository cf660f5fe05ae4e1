"""One run of a compiled program: what the filter can see of the outside, and all of it virtual."""

from __future__ import annotations

from runtime.bash.commands.jq.budget import Budget
from runtime.bash.commands.jq.writer import compact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from runtime.bash.commands.jq.files import Inputs
    from runtime.bash.utility_context import Context

__all__ = ["Halt", "Run"]


class Halt(Exception):
    """``halt`` and ``halt_error``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Run(Budget):
    """First of every environment.

    Attributes:
        named: the variables that the command line gave.
        environ: the exported variables of the shell.
        inputs: the values that are still to come.
    """

    __slots__ = ("_before", "cx", "environ", "inputs", "modules", "named", "source")

    def __init__(
        self, cx: Context, named: dict[str, Any], source: Inputs, before: Callable[[], None]
    ) -> None:
        super().__init__(cx.meter)
        self.cx = cx
        self.named = named
        self.environ: dict[str, Any] = dict(cx.env)
        self.source = source
        self.inputs: Iterator[Any] = iter(())
        self.modules: Any = None
        # Called before something is written to standard error: what went to standard output came first.
        self._before = before

    def now(self) -> float:
        """The time of the shell."""
        return self.cx.clock.now()

    def say(self, text: str) -> None:
        """Write to standard error."""
        self._before()
        self.cx.stderr.write(text.encode("utf-8", "replace"))

    def debug(self, value: Any) -> None:
        """``debug``"""
        self.say(compact(["DEBUG:", value], self) + "\n")

    @property
    def filename(self) -> str | None:
        """The file that is read; None for standard input."""
        return self.source.filename

    @property
    def line(self) -> int:
        """Lines of it that were read."""
        return self.source.line

    def modulemeta(self, name: str) -> Any:
        """What a module says of itself."""
        return self.modules.meta(name)
