"""Every budget of a shell, and the one meter that all of its parts charge.

The rule: charge before you allocate. A width, a count or a size that a script names is checked against its budget
before memory is taken for it, so that a limit is a line on stderr and never a MemoryError of the host.
"""

from __future__ import annotations

from time import monotonic

from runtime.bash.errors import LimitExceeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Limits", "Meter"]

_DEFAULTS: dict[str, int | float] = {
    "max_commands": 10_000,
    "max_loop_iterations": 100_000,
    "max_function_depth": 100,
    "max_input_bytes": 10_000_000,
    "max_ast_nodes": 250_000,
    "max_parse_depth": 100,
    "max_variable_bytes": 16_000_000,
    "max_output_bytes": 10_000_000,
    "max_file_bytes": 32_000_000,
    "max_fs_bytes": 100_000_000,
    "max_files": 10_000,
    "max_pipe_buffer": 65_536,
    "max_expansion_fields": 1_000_000,
    "max_processes": 1_000,
    "timeout_s": 30.0,
}
# Commands between two looks at the clock: at 1-20 µs a command well under a millisecond.
_STRIDE = 64


class Limits:
    """The budgets of one shell; a session's totals run over all of its scripts unless the name says otherwise.

    Counted per ``exec``: max_commands, max_loop_iterations, max_output_bytes, timeout_s. Held at any moment:
    max_function_depth (functions, sources, evals, traps, substitutions nested in one another), max_variable_bytes,
    max_fs_bytes, max_files, max_pipe_buffer, max_processes (side by side). Per act: max_input_bytes (a script's text), max_ast_nodes,
    max_parse_depth, max_file_bytes, max_expansion_fields.
    """

    __slots__ = ("_hash", *_DEFAULTS)
    _hash: int
    max_commands: int
    max_loop_iterations: int
    max_function_depth: int
    max_input_bytes: int
    max_ast_nodes: int
    max_parse_depth: int
    max_variable_bytes: int
    max_output_bytes: int
    max_file_bytes: int
    max_fs_bytes: int
    max_files: int
    max_pipe_buffer: int
    max_expansion_fields: int
    max_processes: int
    timeout_s: float

    def __init__(self, **named: float) -> None:
        for name, default in _DEFAULTS.items():
            value = named.pop(name, default)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise ValueError(f"{name} must be a number above 0, not {value!r}")
            object.__setattr__(self, name, value if name == "timeout_s" else int(value))
        if named:
            raise TypeError(f"unknown limit {min(named)!r}; one of {', '.join(_DEFAULTS)}")
        # They are part of the key under which a compiled text is kept, which every `eval` looks up.
        object.__setattr__(self, "_hash", hash(tuple(self.as_dict().values())))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("limits do not change; make new ones with lowered(...)")

    def as_dict(self) -> dict[str, int | float]:
        """Every limit by name."""
        return {name: getattr(self, name) for name in _DEFAULTS}

    def lowered(self, **named: float) -> Limits:
        """These limits with some lowered; a caller can never raise one."""
        mine = self.as_dict()
        return Limits(
            **{**mine, **{name: min(value, mine.get(name, value)) for name, value in named.items()}}
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Limits) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        changed = (f"{name}={value}" for name, value in self.as_dict().items() if value != _DEFAULTS[name])
        return f"Limits({', '.join(changed)})"


class Meter:
    """What one ``exec`` has used. Shared by the shell, its subshells, its jobs and every utility they run.

    The hot path is one decrement: ``meter.left -= 1`` and, below zero, ``meter.refill()``, which counts the commands
    of the stride, looks at the clock and gives other tasks their turn.
    """

    __slots__ = (
        "boundary",
        "commands",
        "deadline",
        "left",
        "limits",
        "loops_left",
        "now",
        "output",
        "stride",
        "turn",
        "variable_bytes",
    )

    def __init__(self, limits: Limits, *, now: Callable[[], float] = monotonic) -> None:
        self.limits = limits
        self.now = now
        self.deadline = now() + limits.timeout_s
        self.commands = 0
        self.loops_left = limits.max_loop_iterations
        self.output = 0
        self.variable_bytes = 0
        # Called at every refill: lets other tasks run, delivers signals and cancellation. Set by the scheduler.
        self.turn: Callable[[], None] | None = None
        # Called once at the next refill, which is between two commands: runs the traps of signals.
        self.boundary: Callable[[], None] | None = None
        self.stride = self.left = min(_STRIDE, limits.max_commands)

    def refill(self) -> None:
        """The stride is used up: count it and take stock. Raises LimitExceeded."""
        self.commands += self.stride
        rest = self.limits.max_commands - self.commands
        if rest <= 0:
            self.exceeded("commands", f"more than {self.limits.max_commands} commands")
        self.stride = self.left = min(_STRIDE, rest)
        self.left -= 1
        self.check()
        if self.boundary is not None:
            boundary, self.boundary = self.boundary, None
            boundary()

    def interrupt(self, boundary: Callable[[], None]) -> None:
        """Call ``boundary`` before the next command."""
        self.stride -= self.left
        self.left = 0
        self.boundary = boundary

    def check(self) -> None:
        """Look at the clock and let others have their turn; cheap enough for every few dozen µs of work."""
        if self.now() > self.deadline:
            self.exceeded("timeout", f"timed out after {self.limits.timeout_s:g} s")
        if self.turn is not None:
            self.turn()

    def afford(self, seconds: float) -> None:
        """Before work of about so many ``seconds`` in which nothing can look at the clock: begun only if they are left.

        Nobody else gets a turn: most of such work is little, and comes before a utility reads its first byte.
        """
        if self.now() + seconds > self.deadline:
            self.exceeded("timeout", f"timed out after {self.limits.timeout_s:g} s")

    def loop(self) -> None:
        """One more round of a loop (hot loops decrement ``loops_left`` themselves and call this below zero)."""
        self.loops_left -= 1
        if self.loops_left < 0:
            self.exceeded("loop_iterations", f"more than {self.limits.max_loop_iterations} loop iterations")

    def fields(self, count: int) -> None:
        """Refuse an expansion of ``count`` fields before they are made."""
        if count > self.limits.max_expansion_fields:
            self.exceeded(
                "expansion_fields", f"an expansion to more than {self.limits.max_expansion_fields} fields"
            )

    def text(self, size: int) -> None:
        """Refuse one text of ``size`` characters before it is made."""
        if size > self.limits.max_variable_bytes:
            self.exceeded("variable_bytes", f"more than {self.limits.max_variable_bytes} bytes of text")

    def holds(self, counted: int) -> None:
        """The variables hold ``counted`` bytes (`State.hold` has them counted when its running total passes the limit).

        Close to the limit a quarter of it is left to grow before the next count.
        """
        limit = self.limits.max_variable_bytes
        if counted > limit:
            self.exceeded("variable_bytes", f"variables hold more than {limit} bytes")
        self.variable_bytes = min(counted, limit * 3 // 4)

    def write(self, size: int) -> None:
        """``size`` more bytes of output leave the shell."""
        self.output += size
        if self.output > self.limits.max_output_bytes:
            self.exceeded("output_bytes", f"more than {self.limits.max_output_bytes} bytes of output")

    def exceeded(self, name: str, what: str) -> None:
        """Raise LimitExceeded for the limit ``max_<name>`` (or ``timeout_s``)."""
        raise LimitExceeded(name, what)
