"""Redirections: from the operator to a changed table of descriptors, and back.

A redirected command changes ``st.fds`` and remembers what stood at each descriptor that it touched; leaving puts that
back. What is remembered stays retained, so a stream that is only closed for one command lives on.
"""

from __future__ import annotations

from runtime.bash.errors import ExpansionError
from runtime.bash.interp.failure import failed, say
from runtime.bash.interp.files import open_file
from runtime.bash.state import ReadOnly
from runtime.bash.streams import Input
from runtime.bash.syntax.tree import HereDocument, ProcessSubstitution, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.interp.compiler import Compiler
    from runtime.bash.state import State
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Redirected, Redirection

    Run = Callable[[State], int]
    # What stood at a touched descriptor; None for nothing.
    Undo = dict[int, Stream | None]
    Step = Callable[[State, Undo], None]

__all__ = ["RedirectionError", "Redirections", "keep", "leave", "leaves_nothing", "redirected"]

# open(2)'s flags on Linux.
_READ, _WRITE, _BOTH, _CREATE, _EXCLUSIVE, _TRUNCATE, _APPEND = 0, 1, 2, 0o100, 0o200, 0o1000, 0o2000
_FLAGS = {
    "<": _READ,
    ">": _WRITE | _CREATE | _TRUNCATE,
    ">|": _WRITE | _CREATE | _TRUNCATE,
    ">>": _WRITE | _CREATE | _APPEND,
    "<>": _BOTH | _CREATE,
    "&>": _WRITE | _CREATE | _TRUNCATE,
    "&>>": _WRITE | _CREATE | _APPEND,
}
_INPUT = frozenset({"<", "<>", "<<", "<<-", "<<<", "<&"})
_NOT_CLOBBERED = frozenset({">", "&>"})
# The first descriptor that `{name}>` may take, and the most that a process may have (bash: ulimit -n).
_FIRST_FREE, _MOST = 10, 1024
# Redirections between two looks at the clock.
_MANY = 256


class RedirectionError(Exception):
    """A redirection failed; ``message`` is bash's, without its prefix."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Redirections:
    """The redirections of one command, compiled.

    undo = redirections.enter(st)     # None: failed and said so; the command does not run
    try: ...
    finally: leave(st, undo)
    """

    __slots__ = ("_steps",)

    def __init__(self, nodes: tuple[Redirection, ...], compiler: Compiler) -> None:
        steps = [_compiled(node, compiler) for node in nodes]
        for at in range(_MANY, len(steps), _MANY):
            steps.insert(at, _look)
        self._steps = tuple(steps)

    def enter(self, st: State) -> Undo | None:
        """Redirect; how to undo it, or None after a failure (reported; nothing is changed)."""
        undo: Undo = {}
        try:
            for step in self._steps:
                step(st, undo)
        except RedirectionError as error:
            # Said where the redirections before it lead: `2>log <none` logs it.
            st.complain(error.message)
            leave(st, undo)
            return None
        except BaseException:
            leave(st, undo)
            raise
        return undo


def _look(st: State, _: Undo) -> None:
    """Between many redirections, a look at the clock."""
    st.meter.check()


def leave(st: State, undo: Undo) -> None:
    """Put back what stood before; what was opened is released. Descriptors that ``exec`` changed meanwhile stay changed."""
    fds = st.fds
    for fd, before in undo.items():
        after = fds.pop(fd, None)
        if before is not None:
            fds[fd] = before
        if after is not None:
            after.release()


def keep(undo: Undo) -> None:
    """The redirections stay (``exec``): what they replaced is released."""
    for before in undo.values():
        if before is not None:
            before.release()


def leaves_nothing(node: Redirection) -> bool:
    """Whether no process is left behind by a redirection, whose pipe `general_path` closes after the command."""
    target = node.target
    return not isinstance(target, Word) or not any(
        isinstance(part, ProcessSubstitution) for part in target.parts
    )


def _put(st: State, undo: Undo, fd: int, stream: Stream) -> None:
    """``stream``, retained for this, stands at ``fd`` from now on."""
    fds = st.fds
    before = fds.get(fd)
    fds[fd] = stream
    if fd not in undo:
        undo[fd] = before
    elif before is not None:
        before.release()


def _take(st: State, undo: Undo, fd: int) -> None:
    """Close ``fd``."""
    before = st.fds.pop(fd, None)
    if fd not in undo:
        undo[fd] = before
    elif before is not None:
        before.release()


# Where a redirection lands


def _place(node: Redirection) -> Callable[[State], int]:
    fd = node.fd
    if isinstance(fd, str):
        name = fd
        return lambda st: _named(st, name)
    number = (0 if node.operator in _INPUT else 1) if fd is None else fd
    return lambda _st: number


def _named(st: State, name: str) -> int:
    """``{name}>``: a free descriptor from 10, its number assigned to the name."""
    number = _FIRST_FREE
    while number in st.fds:
        number += 1
    if number >= _MOST:
        raise RedirectionError("redirection error: cannot duplicate fd: Invalid argument")
    try:
        if name.endswith("]"):
            write = st.callbacks.extra["assign_element"]
            write(st, name, str(number), False)  # type: ignore[operator]
        else:
            st.assign(name, str(number))
    except ReadOnly as error:
        st.complain(error.message)
        raise RedirectionError(f"{name}: cannot assign fd to variable") from error
    return number


def _land(st: State, undo: Undo, node: Redirection, fd: int, stream: Stream) -> None:
    """``stream`` goes where the redirection says; what `{name}` took outlives the command (but for ``varredir_close``)."""
    if isinstance(node.fd, str) and not st.options["varredir_close"]:
        st.fds[fd] = stream
    else:
        _put(st, undo, fd, stream)


# What each operator does


def _compiled(node: Redirection, compiler: Compiler) -> Step:
    if isinstance(node.target, HereDocument):
        return _here(node, node.target, compiler)
    if node.operator == "<<<":
        return _here_string(node, compiler)
    if node.operator in {"<&", ">&"}:
        return _duplicate(node, compiler)
    return _file(node, compiler)


def _here(node: Redirection, document: HereDocument, compiler: Compiler) -> Step:
    body = compiler.words.here(document.body)
    place = _place(node)

    def step(st: State, undo: Undo) -> None:
        text = body if isinstance(body, str) else body(st)
        st.hold(len(text))
        _land(st, undo, node, place(st), Input(text.encode("utf-8", "surrogateescape"), "here-document"))

    return step


def _here_string(node: Redirection, compiler: Compiler) -> Step:
    if isinstance(node.target, HereDocument):
        raise TypeError("a here-string has a word")
    word = compiler.words.text(node.target)
    place = _place(node)

    def step(st: State, undo: Undo) -> None:
        text = word if isinstance(word, str) else word(st)
        st.hold(len(text))
        _land(st, undo, node, place(st), Input(f"{text}\n".encode("utf-8", "surrogateescape"), "here-string"))

    return step


def _target(node: Redirection, compiler: Compiler) -> Callable[[State], str]:
    """The one field that a target expands to."""
    if isinstance(node.target, HereDocument):
        raise TypeError("only << has a here-document")
    target = compiler.words.redirect_target(node.target)

    def expand(st: State) -> str:
        try:
            return target(st)
        except ExpansionError as error:
            if error.message.endswith(": ambiguous redirect"):
                raise RedirectionError(error.message) from error
            raise

    return expand


def _file(node: Redirection, compiler: Compiler) -> Step:
    target = _target(node, compiler)
    place = _place(node)
    operator = node.operator
    both = operator.startswith("&")

    def step(st: State, undo: Undo) -> None:
        path = target(st)
        stream = open_target(st, path, operator)
        _land(st, undo, node, place(st), stream)
        if both:
            _put(st, undo, 2, stream.retain())

    return step


def open_target(st: State, path: str, operator: str) -> Stream:
    """Open the file that a redirection names. Raises RedirectionError."""
    if path.startswith(("/dev/tcp/", "/dev/udp/")):
        raise RedirectionError(f"{path}: network access is not available")
    flags = _FLAGS[operator]
    try:
        if operator in _NOT_CLOBBERED and st.options["noclobber"]:
            flags = _without_clobbering(st, path, flags)
        return open_file(st, path, flags)
    except OSError as error:
        raise RedirectionError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise RedirectionError(f"{path}: No such file or directory") from error


def _without_clobbering(st: State, path: str, flags: int) -> int:
    """``set -C``: a regular file that is there stays; devices and pipes may be written to."""
    full = path if path.startswith("/") else f"{st.cwd}/{path}"
    if st.fs.is_file(full):
        raise RedirectionError(f"{path}: cannot overwrite existing file")
    if st.fs.exists(full):
        return flags & ~(_CREATE | _TRUNCATE)
    return flags | _EXCLUSIVE


def _duplicate(node: Redirection, compiler: Compiler) -> Step:
    """``>&word``: a descriptor's number, one to move (``3-``), ``-`` to close, or for plain ``>&`` a file."""
    target = _target(node, compiler)
    place = _place(node)
    output = node.operator == ">&"
    may_name_file = output and node.fd in {None, 1}

    def step(st: State, undo: Undo) -> None:
        word = target(st)
        if word == "-":
            _take(st, undo, _closed(st, node, place))
            return
        moved = word.endswith("-") and word[:-1].isdecimal()
        digits = word[:-1] if moved else word
        if not (digits.isdecimal() and digits.isascii()):
            if not may_name_file:
                raise RedirectionError(f"{word}: ambiguous redirect")
            stream = open_target(st, word, "&>")
            _put(st, undo, 1, stream)
            _put(st, undo, 2, stream.retain())
            return
        source = st.fds.get(int(digits)) if len(digits) < 8 else None
        if source is None:
            raise RedirectionError(f"{digits}: Bad file descriptor")
        fd = place(st)
        _land(st, undo, node, fd, source.retain())
        if moved and int(digits) != fd:
            _take(st, undo, int(digits))

    return step


def _closed(st: State, node: Redirection, place: Callable[[State], int]) -> int:
    """Which descriptor ``>&-`` closes: with ``{name}`` the one whose number the name holds."""
    if not isinstance(node.fd, str):
        return place(st)
    held = (st.world_element(node.fd) if node.fd.endswith("]") else st.get(node.fd)) or ""
    if not (held.isdecimal() and len(held) < 8):
        raise RedirectionError(f"{node.fd}: ambiguous redirect")
    return int(held)


def redirected(node: Redirected, compiler: Compiler) -> Run:
    """A compound command with redirections: they hold for all of it."""
    redirections = Redirections(node.redirections, compiler)
    run = compiler.command(node.command)
    line = node.line

    def run_redirected(st: State) -> int:
        # Messages name the line of the redirections; the ERR trap sees that of the command before.
        before, st.line = st.line, line
        begun = len(st.extra.get("substitutions", ()))  # type: ignore[arg-type]
        undo = redirections.enter(st)
        if undo is None:
            st.line = before
            st.status = 1
            return failed(st, 1)
        try:
            return run(st)
        except (ExpansionError, ReadOnly) as error:
            say(st, error)
            raise
        finally:
            leave(st, undo)
            if "substitutions" in st.extra:
                from runtime.bash.interp.fork import close_substitutions

                close_substitutions(st, begun)

    return run_redirected
