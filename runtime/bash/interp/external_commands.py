"""Commands outside of the shell: utilities, and virtual scripts.

1. A name with a slash is a path. 2. Else the embedder's commands, the remembered path, and PATH in its order.
3. A path in /bin or /usr/bin whose name is a utility's runs the utility. 4. Anything else that may be executed is a
script: its ``#!`` says whose, without one it is the shell's.
"""

from __future__ import annotations

from runtime.bash.interp.absent_programs import INSTEAD
from runtime.bash.interp.command_search import (
    NOT_EXECUTABLE,
    NOT_FOUND,
    SHELLS,
    STANDARD,
    absolute,
    embedded,
    find_program,
    is_executable,
    is_known,
    utility,
)
from runtime.bash.interp.functions import call
from runtime.bash.interp.machine import BUILTIN_PROGRAMS
from runtime.bash.vfs.standard import program_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.state import State

__all__ = ["run_external", "run_program"]

_TYPE, _DIRECTORY = 0o170000, 0o040000
_X_OK = 1
_HANDLER = "command_not_found_handle"
# How much of a file is looked at for a "#!" line and for NUL bytes (bash: check_binary_file, HASH_BANG_BUFSIZ).
_HEAD = 128


def run_external(st: State, argv: list[Any]) -> int:
    """Run what is neither a function nor a builtin; its status, 127 when there is no such thing."""
    name: str = argv[0]
    if "/" in name:
        return run_program(st, name, argv)
    path = find_program(st, name)
    if path is not None:
        return run_program(st, path, argv)
    handler = st.functions.get(_HANDLER)
    if handler is not None:
        from runtime.bash.interp.fork import in_subshell

        return in_subshell(st, lambda child: call(child, handler, [_HANDLER, *argv]))
    # Without a PATH bash tries the working directory, and says what it found there.
    st.complain(f"{name}: {'command not found' if st.get('PATH') else 'No such file or directory'}")
    instead = INSTEAD.get(name)
    if instead is not None:
        st.say(f"hint: {instead}\n")
    return NOT_FOUND


def run_program(st: State, path: str, argv: list[Any]) -> int:
    """Run the program at ``path`` with ``argv``; 126 when it cannot be executed, 127 when it is not there."""
    folder, _, base = path.rpartition("/")
    main = embedded(st, path) if not folder else None
    if main is None and folder in STANDARD:
        if base in SHELLS:
            return _shell(st, argv)
        if base in BUILTIN_PROGRAMS:
            return _run_builtin(st, base, argv)
        main = utility(st, base)
    if main is not None:
        from runtime.bash.interp.utility_launch import run_utility

        return run_utility(st, main, argv)
    return _run_file(st, path, argv)


def _run_builtin(st: State, name: str, argv: list[Any]) -> int:
    from runtime.bash.interp.fork import in_subshell

    main: Callable[[State, list[Any]], int] = st.callbacks.extra["builtin"](name)  # type: ignore[operator]
    return in_subshell(st, lambda child: main(child, [name, *argv[1:]]))


def _run_file(st: State, path: str, argv: list[Any]) -> int:
    full = absolute(st, path)
    try:
        mode = st.fs.stat(full).mode
        if mode & _TYPE == _DIRECTORY:
            st.complain(f"{path}: Is a directory")
            return NOT_EXECUTABLE
        if not st.fs.access(full, _X_OK):
            st.complain(f"{path}: Permission denied")
            return NOT_EXECUTABLE
        data = st.fs.read_bytes(full)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "No such file or directory"
        st.complain(f"{path}: {reason}")
        return NOT_FOUND if getattr(error, "errno", 2) == 2 else NOT_EXECUTABLE
    return _run_script(st, path, data, argv)


def _run_script(st: State, path: str, data: bytes, argv: list[Any]) -> int:
    program = program_name(data[:_HEAD])
    if program is not None and is_known(st, program):
        # A copy of a program, or a link to one, is that program.
        return run_program(st, f"/bin/{program}", argv)
    head = data[:_HEAD]
    first_line, _, _ = head.partition(b"\n")
    if first_line.startswith(b"#!"):
        interpreter, *option = first_line[2:].decode("utf-8", "surrogateescape").strip(" \t\r").split(None, 1)
        return _interpret(st, path, argv, interpreter, option)
    if b"\0" in first_line:
        st.complain(f"{path}: cannot execute binary file: Exec format error")
        return NOT_EXECUTABLE
    return _shell(st, ["bash", path, *argv[1:]])


def _interpret(st: State, path: str, argv: list[Any], interpreter: str, option: list[str]) -> int:
    """What ``#!interpreter option`` asks for: ``interpreter option path arguments``."""
    words = [interpreter, *(part.strip() for part in option), path, *argv[1:]]
    base = interpreter.rpartition("/")[2]
    if base == "env" and option:
        # `env` finds the shell by its name; -S splits what follows it.
        named = option[0].split()
        if named[:1] == ["-S"]:
            named = named[1:]
        words = [*named, path, *argv[1:]]
        base = named[0] if named else "env"
        if base in SHELLS:
            return _shell(st, [base, *words[1:]])
        words = [interpreter, *words]
        base = "env"
    if base in SHELLS:
        return _shell(st, words)
    folder = interpreter.rpartition("/")[0]
    if (folder in STANDARD and is_known(st, base)) or is_executable(st, interpreter):
        return run_program(st, interpreter, words)
    st.complain(f"{path}: cannot execute: required file not found")
    return NOT_FOUND


def _shell(st: State, argv: list[str]) -> int:
    from runtime.bash.interp.nested_shell import main

    return main(st, argv)
