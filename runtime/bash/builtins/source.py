"""``source`` and ``.``: run a file in this shell.

1. A name with a slash is the path; another is looked for along PATH (unless ``sourcepath`` is off), then here.
2. The file's text runs in a frame of its own, with the further arguments as positional parameters.
3. ``return`` ends it; the RETURN trap runs; the parameters are put back unless the file itself replaced them.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, options, usage
from runtime.bash.errors import Exit, Return
from runtime.bash.state import Frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = {"source": "filename [arguments]", ".": "filename [arguments]"}
_TEXT = """Runs the commands of a file in this shell, with ARGUMENTS as positional parameters while it lasts.

A FILENAME without a slash is looked for along PATH, then in the working directory. The status is that of the last
command; failure when the file cannot be read."""
HELP = {"source": _TEXT, ".": _TEXT}
_IS_DIRECTORY, _NOT_EXECUTABLE = 21, 126
# bash takes a file with more NUL bytes for a program.
_MOST_NULS = 256


def main(st: State, argv: list[str]) -> int:
    """``source file [argument ...]``."""
    read = options(st, argv, "")
    if read is None:
        return USAGE
    words = argv[read[1] :]
    if not words:
        st.complain(f"{argv[0]}: filename argument required")
        return usage(st, argv[0])
    name, args = words[0], words[1:]
    path = _found(st, name)
    if not name or path is None:
        if st.options["posix"]:
            st.complain(f"{argv[0]}: {name}: file not found")
            raise Exit(1)
        st.complain(f"{name}: No such file or directory")
        return 1
    try:
        data = _content(st, path)
    except OSError as error:
        # A folder's name stands behind the builtin's, any other failure is the file's own.
        lead = f"{argv[0]}: {path}: is a directory" if error.errno == _IS_DIRECTORY else None
        st.complain(lead or f"{name}: {error.strerror}")
        return 1
    if data.count(0) > _MOST_NULS:
        st.complain(f"{argv[0]}: {path}: cannot execute binary file")
        return _NOT_EXECUTABLE
    return _run(st, path, data.replace(b"\0", b"").decode("utf-8", "surrogateescape"), args)


def _found(st: State, name: str) -> str | None:
    if "/" in name:
        return name
    folders = (st.get("PATH") or "").split(":") if st.options["sourcepath"] and name else []
    for folder in folders:
        path = f"{folder.rstrip('/') or ('.' if not folder else '')}/{name}"
        if st.fs.is_file(path if path.startswith("/") else f"{st.cwd}/{path}"):
            return path
    return None if st.options["posix"] else name


def _content(st: State, path: str) -> bytes:
    from runtime.bash.interp.files import open_file

    if st.fs.is_dir(path if path.startswith("/") else f"{st.cwd}/{path}"):
        raise OSError(_IS_DIRECTORY, "Is a directory")
    stream = open_file(st, path, 0)
    try:
        chunks, size = [], 0
        while chunk := stream.read():
            size += len(chunk)
            if size > st.meter.limits.max_input_bytes:
                st.meter.exceeded(
                    "input_bytes", f"a script of more than {st.meter.limits.max_input_bytes} bytes"
                )
            chunks.append(chunk)
        return b"".join(chunks)
    finally:
        stream.release()


def _run(st: State, path: str, text: str, args: list[str]) -> int:
    from runtime.bash.interp.script import run_text

    source, line, before = st.source, st.line, st.args
    frame = Frame("source", "source", path, line, before)
    st.frames.append(frame)
    st.source = path
    if args:
        st.args = args
    asleep = _put_to_sleep(st)
    try:
        return run_text(st, text, source=path)
    except Return as left:
        st.status = left.status
        return left.status
    finally:
        if asleep is not None:
            st.extra["traps"] = {"DEBUG": asleep, **st.extra["traps"]}  # type: ignore[dict-item]
            st.refresh_hooks()
        _trapped(st)
        # `set --` at the top changes the parameters for good; in a function they are the function's.
        if args and (st.args == args[len(args) - len(st.args) :] or _is_in_function(st)):
            st.args = before
        st.leave_frame()
        st.source, st.line = source, line


def _put_to_sleep(st: State) -> str | None:
    """A file that is sourced notices no DEBUG trap but its own, unless functions are traced; the trap to wake again."""
    traps: dict[str, str] | None = st.extra.get("traps")  # type: ignore[assignment]
    if not traps or "DEBUG" not in traps or st.options["functrace"]:
        return None
    st.extra["traps"] = {name: text for name, text in traps.items() if name != "DEBUG"}
    st.refresh_hooks()
    return traps["DEBUG"]


def _is_in_function(st: State) -> bool:
    return any(frame.kind == "function" for frame in st.frames)


def _trapped(st: State) -> None:
    traps = st.extra.get("traps")
    if traps and "RETURN" in traps:  # type: ignore[operator]
        from runtime.bash.interp.traps import run_return

        run_return(st)
