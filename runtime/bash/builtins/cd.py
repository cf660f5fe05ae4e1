"""``cd``: change the working folder.

Logically (-L) a path is made of names, so ``..`` takes off the last one even behind a symbolic link; physically (-P)
links are followed first. PWD and OLDPWD follow.
"""

from __future__ import annotations

import errno
import os

from runtime.bash.builtins._options import USAGE, emit, options
from runtime.bash.state import ReadOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-L|[-P [-e]] [-@]] [dir]"
HELP = """Change the working folder to dir, by default to HOME; - is OLDPWD.

A dir that begins with no slash and no dot is searched in CDPATH; where it was found there is printed.

Options:
  -L   ".." leads back the way that was taken (the default unless set -P)
  -P   symbolic links are followed before ".." is
  -e   with -P: fail if the folder cannot be determined"""

_X_OK = 1
_TYPE, _DIRECTORY = 0o170000, 0o040000


def main(st: State, argv: list[str]) -> int:
    """Change it."""
    parsed = options(st, argv, "eLP")
    if parsed is None:
        return USAGE
    physical = st.options["physical"]
    for letter, _ in parsed[0]:
        physical = letter == "P" if letter in "LP" else physical
    words = argv[parsed[1] :]
    if len(words) > 1:
        st.complain("cd: too many arguments")
        return 1
    if not words or words[0] == "-":
        return _to_variable(st, "OLDPWD" if words else "HOME", physical)
    return _to_word(st, words[0], physical)


def _to_variable(st: State, name: str, physical: bool) -> int:
    path = st.get(name)
    if path is None:
        st.complain(f"cd: {name} not set")
        return 1
    status = change(st, "cd", path, physical=physical)
    return status or (emit(st, "cd", f"{st.cwd}\n") if name == "OLDPWD" else 0)


def _to_word(st: State, word: str, physical: bool) -> int:
    for folder in _searched(st, word):
        try:
            target = located(st, f"{folder.rstrip('/')}/{word}" if folder else word, physical=physical)
        except OSError:
            continue
        return moved(st, target) or (emit(st, "cd", f"{st.cwd}\n") if folder else 0)
    variable = st.get(word) if st.options["cdable_vars"] and word else None
    if variable is not None and not st.fs.exists(_joined(st, word)):
        return change(st, "cd", variable, physical=physical) or emit(st, "cd", f"{st.cwd}\n")
    return change(st, "cd", word, physical=physical)


def _searched(st: State, word: str) -> list[str]:
    """The folders of CDPATH in which ``word`` is looked for; "" is the working folder."""
    if not word or word[0] == "/" or word.split("/")[0] in (".", ".."):
        return []
    path = st.get("CDPATH")
    return ["" if folder == "." else folder for folder in path.split(":")] if path else []


# What pushd and popd use too


def change(st: State, name: str, path: str, *, physical: bool) -> int:
    """Go to ``path`` for the builtin ``name``; its status, 1 after a message."""
    try:
        target = located(st, path, physical=physical) if path else st.cwd
    except OSError as error:
        st.complain(f"{name}: {_printable(path)}: {error.strerror}")
        return 1
    return moved(st, target)


def located(st: State, path: str, *, physical: bool) -> str:
    """The folder that ``path`` leads to. Raises OSError."""
    try:
        target = st.fs.realpath(_joined(st, path)) if physical else _logical(st, path)
        mode = st.fs.stat(target).mode
    except ValueError:
        raise _error(errno.ENOENT) from None
    if mode & _TYPE != _DIRECTORY:
        raise _error(errno.ENOTDIR)
    if not st.fs.access(target, _X_OK):
        raise _error(errno.EACCES)
    return target


def moved(st: State, target: str) -> int:
    """``target`` is the working folder; PWD and OLDPWD follow."""
    before, st.cwd = st.cwd, target
    status = 0
    for name, value in (("OLDPWD", before), ("PWD", target)):
        try:
            st.assign(name, value)
        except ReadOnly as refused:
            st.complain(refused.message)
            status = 1
    return status


def _error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _joined(st: State, path: str) -> str:
    return path if path[:1] == "/" else f"{st.cwd.rstrip('/')}/{path}"


def _logical(st: State, path: str) -> str:
    """``path`` from the working folder without ``.`` and ``..``; what stands before a ``..`` must be a folder."""
    whole = _joined(st, path)
    # POSIX leaves two slashes at the beginning to the implementation: bash keeps them.
    root = "//" if whole[:2] == "//" and whole[2:3] != "/" else "/"
    parts: list[str] = []
    for part in whole.split("/"):
        if part == "..":
            if parts and st.fs.stat(root + "/".join(parts)).mode & _TYPE != _DIRECTORY:
                raise _error(errno.ENOTDIR)
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return root + "/".join(parts)


def _printable(path: str) -> str:
    from runtime.bash.expand.quote import ansi

    return path if path.isprintable() else ansi(path)
