"""Command substitution: ``$( … )`` runs in a forked process on the same task and gives what it wrote."""

from __future__ import annotations

from runtime.bash.interp.fork import call, retained
from runtime.bash.interp.machine import machine
from runtime.bash.streams import Capture
from runtime.bash.syntax.tree import Redirection, Sequence, Simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State

    Run = Callable[[State], int]

__all__ = ["compile_substitution"]

_READ_BYTES = 1 << 20


class _Charged(Capture):
    """Collects output within the budget of one text, charged as it comes: a loop that prints forever ends here."""

    __slots__ = ("size", "state")

    def __init__(self, st: State) -> None:
        self.name = "substitution"
        self.count = 1
        self.chunks = []
        self.size = 0
        self.state = st

    def write(self, data: bytes) -> None:
        self.size = size = self.size + len(data)
        if size > 4096:
            self.state.meter.text(size)
            self.state.hold(len(data))
        self.chunks.append(data)


def compile_substitution(body: Sequence, compiler: Compiler) -> Callable[[State], str]:
    """``$(body)``: its output without newlines at the end; sets ``st.status``."""
    file = _only_input(body)
    if file is not None:
        return _content(file, compiler)
    made: list[Run] = []

    def substitute(st: State) -> str:
        if not made:
            # Compiled when it first runs: most of a script's branches never do.
            made.append(compiler.command(body))
        output = _Charged(st)
        fds = retained(st.fds)
        before = fds.get(1)
        fds[1] = output
        if before is not None:
            before.release()
        st.nesting += 1
        try:
            run = _without_errexit(made[0]) if st.errexit else made[0]
            st.status = call(st, run, fds=fds, lent=True).status or 0
        finally:
            st.nesting -= 1
        if output.count:
            # Something in the background still holds the other end of what bash would read to its end.
            machine(st).scheduler.block(lambda: not output.count)
        st.substituted = True
        return _text(st, output.value())

    return substitute


def _without_errexit(run: Run) -> Run:
    """``set -e`` does not reach into a command substitution, unless ``inherit_errexit`` or POSIX mode says so."""

    def forgiving(child: State) -> int:
        options = child.options
        if not options["inherit_errexit"] and not options["posix"]:
            child.set("errexit", False)
        return run(child)

    return forgiving


def _text(st: State, data: bytes) -> str:
    if b"\0" in data:
        st.complain("warning: command substitution: ignored null byte in input")
        data = data.replace(b"\0", b"")
    return data.rstrip(b"\n").decode("utf-8", "surrogateescape")


# $(<file)


def _only_input(body: Sequence) -> Redirection | None:
    """The redirection of a body that is ``< file`` and nothing else."""
    if len(body.commands) != 1:
        return None
    only = body.commands[0]
    if not isinstance(only, Simple) or only.words or only.assignments or len(only.redirections) != 1:
        return None
    redirection = only.redirections[0]
    return redirection if redirection.operator == "<" and redirection.fd in {None, 0} else None


def _content(redirection: Redirection, compiler: Compiler) -> Callable[[State], str]:
    """``$(<file)`` reads the file without a process."""
    from runtime.bash.interp.redirect import Redirections, leave

    redirections = Redirections((redirection,), compiler)

    def read(st: State) -> str:
        st.substituted = True
        undo = redirections.enter(st)
        if undo is None:
            st.status = 1
            return ""
        try:
            data = _all(st)
        except OSError as error:
            st.complain(f"read error: 0: {error.strerror}")
            data = b""
        finally:
            leave(st, undo)
        st.status = 0
        return _text(st, data)

    return read


def _all(st: State) -> bytes:
    output = _Charged(st)
    stream = st.fds[0]
    while chunk := stream.read(_READ_BYTES):
        output.write(chunk)
    return output.value()
