"""Commands outside of the shell: PATH, the utilities that stand in /bin and /usr/bin, and virtual scripts.

1. A name with a slash is a path. 2. Else the embedder's commands, the remembered path, and PATH in its order.
3. A path in /bin or /usr/bin whose name is a utility's runs the utility. 4. Anything else that may be executed is a
script: its ``#!`` says whose, without one it is the shell's.
"""

from __future__ import annotations

from runtime.bash.interp.functions import call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.command import Main
    from runtime.bash.state import State

__all__ = ["find_program", "run_external", "run_program", "status_of"]

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_STANDARD = frozenset({"/bin", "/usr/bin"})
_TYPE, _DIRECTORY, _REGULAR = 0o170000, 0o040000, 0o100000
_X_OK = 1
_HANDLER = "command_not_found_handle"
_SHELLS = frozenset({"bash", "sh"})
# Builtins that are programs too, for who runs them by path or through a utility.
_ALSO_BUILTINS = frozenset({"[", "echo", "false", "kill", "printf", "pwd", "test", "true"})
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
        from runtime.bash.interp.processes import in_subshell

        return in_subshell(st, lambda child: call(child, handler, [_HANDLER, *argv]))
    # Without a PATH bash tries the working directory, and says what it found there.
    st.complain(f"{name}: {'command not found' if st.get('PATH') else 'No such file or directory'}")
    return _NOT_FOUND


def find_program(st: State, name: str) -> str | None:
    """Where PATH has ``name``: a path, or the bare name for a command of the embedder's."""
    if not name:
        return None
    remembered: dict[str, tuple[str, int]] = st.extra.get("hash", {})  # type: ignore[assignment]
    if name in remembered and not st.settings["checkhash"]:
        path, hits = remembered[name]
        st.extra["hash"] = {**remembered, name: (path, hits + 1)}
        return path
    if _embedded(st, name) is not None:
        return name
    for folder in (st.get("PATH") or "").split(":"):
        path = f"{folder.rstrip('/')}/{name}" if folder else f"./{name}"
        if (folder in _STANDARD and _is_known(st, name)) or _is_executable(st, path):
            if st.settings["hashall"]:
                st.extra["hash"] = {**remembered, name: (path, 1)}
            return path
    return None


def _embedded(st: State, name: str) -> Main | None:
    own: Callable[[State, str], Main | None] | None = st.world.extra.get("own command")  # type: ignore[assignment]
    return None if own is None else own(st, name)


def _utility(st: State, name: str) -> Main | None:
    find: Callable[[State, str], Main | None] = st.world.extra["command"]  # type: ignore[assignment]
    return find(st, name)


def _is_known(st: State, name: str) -> bool:
    """Whether /bin and /usr/bin have a program of that name."""
    return name in _SHELLS or name in _ALSO_BUILTINS or _utility(st, name) is not None


def _absolute(st: State, path: str) -> str:
    if path.startswith("/"):
        return path
    return f"{st.cwd}/{path}" if st.cwd != "/" else f"/{path}"


def _is_executable(st: State, path: str) -> bool:
    full = _absolute(st, path)
    try:
        return st.fs.stat(full).mode & _TYPE == _REGULAR and st.fs.access(full, _X_OK)
    except (OSError, ValueError):
        return False


def status_of(st: State, path: str) -> int:
    """0 when there is a program at ``path``, else the status of an attempt to run it."""
    folder, _, base = path.rpartition("/")
    if (folder in _STANDARD and _is_known(st, base)) or _is_executable(st, path):
        return 0
    return _NOT_EXECUTABLE if st.fs.exists(_absolute(st, path)) else _NOT_FOUND


def run_program(st: State, path: str, argv: list[Any]) -> int:
    """Run the program at ``path`` with ``argv``; 126 when it cannot be executed, 127 when it is not there."""
    folder, _, base = path.rpartition("/")
    main = _embedded(st, path) if not folder else None
    if main is None and folder in _STANDARD:
        if base in _SHELLS:
            return _shell(st, argv)
        main = _utility(st, base)
        if main is None and base in _ALSO_BUILTINS:
            return _run_builtin(st, base, argv)
    if main is not None:
        from runtime.bash.interp.launch import run_utility

        return run_utility(st, main, argv)
    return _run_file(st, path, argv)


def _run_builtin(st: State, name: str, argv: list[Any]) -> int:
    from runtime.bash.interp.processes import in_subshell

    main: Callable[[State, list[Any]], int] = st.world.extra["builtin"](name)  # type: ignore[operator]
    return in_subshell(st, lambda child: main(child, [name, *argv[1:]]))


def _run_file(st: State, path: str, argv: list[Any]) -> int:
    full = _absolute(st, path)
    try:
        mode = st.fs.stat(full).mode
        if mode & _TYPE == _DIRECTORY:
            st.complain(f"{path}: Is a directory")
            return _NOT_EXECUTABLE
        if not st.fs.access(full, _X_OK):
            st.complain(f"{path}: Permission denied")
            return _NOT_EXECUTABLE
        data = st.fs.read_bytes(full)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "No such file or directory"
        st.complain(f"{path}: {reason}")
        return _NOT_FOUND if getattr(error, "errno", 2) == 2 else _NOT_EXECUTABLE
    return _run_script(st, path, data, argv)


def _run_script(st: State, path: str, data: bytes, argv: list[Any]) -> int:
    head = data[:_HEAD]
    first_line, _, _ = head.partition(b"\n")
    if first_line.startswith(b"#!"):
        interpreter, *option = first_line[2:].decode("utf-8", "surrogateescape").strip(" \t\r").split(None, 1)
        return _interpret(st, path, argv, interpreter, option)
    if b"\0" in first_line:
        st.complain(f"{path}: cannot execute binary file: Exec format error")
        return _NOT_EXECUTABLE
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
        if base in _SHELLS:
            return _shell(st, [base, *words[1:]])
        words = [interpreter, *words]
        base = "env"
    if base in _SHELLS:
        return _shell(st, words)
    folder = interpreter.rpartition("/")[0]
    if (folder in _STANDARD and _is_known(st, base)) or _is_executable(st, interpreter):
        return run_program(st, interpreter, words)
    st.complain(f"{path}: cannot execute: required file not found")
    return _NOT_FOUND


def _shell(st: State, argv: list[str]) -> int:
    from runtime.bash.interp.nested import main

    return main(st, argv)
