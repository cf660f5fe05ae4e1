"""A shell's state as bytes, and back: variables, functions, options, traps, files. Never what runs or is open.

Layout: ``MAGIC``, whose last byte is the version; 32 bytes of keyed BLAKE2b over all the rest (RFC 7693 section 2.9);
8 bytes of length, little-endian; the state as JSON; the files (`runtime.bash.vfs.snapshot`). The tag is compared before a byte
of the rest is read, so that what follows was written by a holder of the key; and even so it is data, never code: a
function is the text of its definition.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes

from runtime.bash.errors import ShellError
from runtime.bash.interp.initial_variables import dynamic
from runtime.bash.shell_options import ShellOptions
from runtime.bash.variables import EXPORT, Dynamic, Indexed, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol, TypeVar

    from runtime.bash.interp.machine import Machine
    from runtime.bash.state import Definition, State
    from runtime.bash.syntax.tree import Sequence
    from runtime.bash.vfs.api import FileSystem

    class Shell(Protocol):
        """`runtime.bash.shell.Bash`, as far as a snapshot is taken of it."""

        def parts(self) -> tuple[State, Machine, FileSystem]:
            """The process, the machine it runs on, and its files."""

    Made = TypeVar("Made", bound=Shell)

__all__ = ["load", "save"]

MAGIC = b"runtime.bash\x00\x01"
_TAG_BYTES = 32
_LENGTH_BYTES = 8
_PERSON = b"shell snapshot"
# A key that dies with this Python process: such a snapshot is of use within it alone.
_OWN_KEY = token_bytes(32)
# Tables that builtins keep in the State, by what they are made of.
_TABLES: dict[str, Any] = {
    "dirs": tuple,
    "disabled": frozenset,
    "random": tuple,
    "readonly functions": frozenset,
    "traps": dict,
    "ulimit": dict,
}
_PLAIN = ("args", "background", "cwd", "name0", "status", "umask")


def _tag(data: bytes, key: bytes | None) -> bytes:
    key = _OWN_KEY if key is None else key
    if not key:
        raise ShellError("a snapshot's key is empty")
    if len(key) > blake2b.MAX_KEY_SIZE:
        key = blake2b(key, person=_PERSON).digest()
    return blake2b(data, digest_size=_TAG_BYTES, key=key, person=_PERSON).digest()


# Saving


def save(shell: Shell, key: bytes | None) -> bytes:
    """The bytes of `Bash.snapshot`."""
    from runtime.bash.vfs.memory import MemoryFileSystem
    from runtime.bash.vfs.mount import MountedFileSystem
    from runtime.bash.vfs.snapshot import export_tree

    st, here, fs = shell.parts()
    if isinstance(fs, MountedFileSystem):
        fs = fs.root  # what is mounted is the embedder's, who mounts it again
    if not isinstance(fs, MemoryFileSystem):
        raise ShellError("only a file system in memory can be kept in a snapshot")
    told = json.dumps(
        {"machine": {**_machine(here), "enforced": fs.inodes.enforced}, "state": _state(st, here)},
        sort_keys=True,
    ).encode()
    body = len(told).to_bytes(_LENGTH_BYTES, "little") + told + export_tree(fs)
    return MAGIC + _tag(MAGIC + body, key) + body


def _machine(here: Machine) -> dict[str, Any]:
    return {
        "clock": None if here.clock.start is None else here.clock.now(),
        "drawn": here.drawn,
        "hostname": here.hostname,
        "next_pid": here.next_pid,
        "random": here.chance(),
        "seed": here.seed,
        "username": here.username,
    }


def _state(st: State, here: Machine) -> dict[str, Any]:
    tables = {name: st.extra[name] for name in _TABLES if name in st.extra}
    began = st.extra.get("seconds", here.started)
    return {
        **{name: getattr(st, name) for name in _PLAIN},
        "aliases": st.aliases,
        "functions": [_function(made) for made in st.functions.values()],
        "running_s": here.clock.now() - (began if isinstance(began, int | float) else 0.0),
        "settings": sorted(st.options.on),
        "tables": {
            name: sorted(held) if isinstance(held, frozenset) else held for name, held in tables.items()
        },
        "variables": [_variable(name, held) for name, held in st.vars.items()],
    }


def _variable(name: str, held: str | Variable) -> list[Any]:
    """``[name, flags, kind, value]``; kind is ``s`` scalar, ``i`` indexed, ``a`` associative, ``d`` dynamic."""
    if isinstance(held, str):
        return [name, 0, "s", held]
    if isinstance(held, Dynamic):
        return [name, held.flags, "d", None]
    if isinstance(held.value, Indexed):
        return [name, held.flags, "i", list(held.value.ordered().items())]
    return [name, held.flags, "a" if isinstance(held.value, dict) else "s", held.value]


def _function(made: Definition) -> list[Any]:
    from runtime.bash.syntax.printer import unparse

    return [unparse(made.node), made.source, made.exported, made.traced]


# Loading


def load(make: Callable[..., Made], data: bytes, key: bytes | None, options: dict[str, Any]) -> Made:
    """The shell of `Bash.restore`, made by calling ``make``."""
    from runtime.bash.limits import Limits
    from runtime.bash.vfs.quota import Quota
    from runtime.bash.vfs.snapshot import import_tree

    told, files = _opened(data, key)
    machine, state = told["machine"], told["state"]
    limits = options.get("limits") or Limits()
    quota = Quota(file_bytes=limits.max_file_bytes, fs_bytes=limits.max_fs_bytes, files=limits.max_files)
    try:
        fs = import_tree(files, quota=quota)
    except ValueError as error:
        raise ShellError(f"the snapshot's files cannot be restored: {error}") from None
    env = options.pop("env", None) or {}
    permissions = options.pop("permissions", None)
    enforced = machine["enforced"] if permissions is None else permissions == "enforced"
    kept = {name: machine[name] for name in ("username", "hostname", "clock", "seed")}
    # The working folder comes with the state: it may lie in what is mounted no more.
    shell = make(**{**kept, **options, "cwd": "/", "fs": fs})
    st, here, _ = shell.parts()
    fs.inodes.clock_ns = here.clock.now_ns
    fs.become(here.uid)
    fs.inodes.enforced = enforced
    here.drawn, here.next_pid = machine["drawn"], machine["next_pid"]
    if here.seed == machine["seed"]:
        here.take_chance(machine["random"])
    if here.seed is not None:
        fs.inodes.entropy = here.entropy
    _revive(st, here, state)
    for name, value in env.items():
        st.vars[name] = Variable(value, EXPORT)
    return shell


def _opened(data: bytes, key: bytes | None) -> tuple[dict[str, Any], bytes]:
    """The state and the files of bytes that are what they were made as."""
    head = len(MAGIC)
    if data[: head - 1] != MAGIC[:-1]:
        raise ShellError("these bytes are no snapshot of a shell")
    if data[:head] != MAGIC:
        raise ShellError(f"the snapshot is of version {data[head - 1 : head].hex()}, not {MAGIC[-1]:02x}")
    tag, body = data[head : head + _TAG_BYTES], data[head + _TAG_BYTES :]
    if not compare_digest(tag, _tag(MAGIC + body, key)):
        raise ShellError("the snapshot was altered, or made with another key")
    size = int.from_bytes(body[:_LENGTH_BYTES], "little")
    told: dict[str, Any] = json.loads(body[_LENGTH_BYTES : _LENGTH_BYTES + size])
    return told, body[_LENGTH_BYTES + size :]


def _revive(st: State, here: Machine, state: dict[str, Any]) -> None:
    for name in _PLAIN:
        setattr(st, name, state[name])
    st.aliases = state["aliases"]
    st.options = ShellOptions(frozenset(state["settings"]))
    st.errexit, st.nounset = st.options["errexit"], st.options["nounset"]
    for name, held in state["tables"].items():
        st.extra[name] = _TABLES[name](held)
    st.extra["seconds"] = here.clock.now() - state["running_s"]
    st.vars = {name: _revived(name, flags, kind, value) for name, flags, kind, value in state["variables"]}
    st.refresh("IFS")
    st.refresh("LANG")
    for text, source, exported, traced in state["functions"]:
        _define(st, text, source, exported, traced)
    st.refresh_hooks()


def _revived(name: str, flags: int, kind: str, value: Any) -> str | Variable:
    if kind == "d":
        return dynamic(name)
    if kind == "i":
        array = Indexed()
        for index, text in value:
            array.set(index, text)
        return Variable(array, flags)
    # IFS and its like are never plain (`State.assign`), and neither is what is unset.
    plain = kind == "s" and not flags and value is not None and name not in {"IFS", "PATH", "OPTIND"}
    return value if plain else Variable(value, flags)


def _define(st: State, text: str, source: str, exported: bool, traced: bool) -> None:
    from runtime.bash.interp.dispatch import compile_command

    before = st.source
    st.source = source
    tree = _parsed(text)
    compile_command(tree)(st)
    st.source = before
    made = st.functions[tree.commands[0].name]  # type: ignore[union-attr]
    made.exported, made.traced = exported, traced


def _parsed(text: str) -> Sequence:
    from runtime.bash.syntax.options import ParseOptions
    from runtime.bash.syntax.parser import parse

    options = ParseOptions()
    # A body may hold patterns that were read while the option was on.
    options.extglob = True
    return parse(text, options)
