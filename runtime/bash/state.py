"""The state of one shell process: what a subshell copies and everything else shares.

Running closures get the State as their argument and read its slots directly. What only the top of the package can do
(run a command, evaluate arithmetic, find a builtin) is reached through ``st.callbacks``, which `runtime.bash.callbacks`
fills in.
"""

from __future__ import annotations

from runtime.bash.charset import LOCALE, narrow, of_bytes, widen
from runtime.bash.errors import Abandoned, BadExpression, ExpansionError
from runtime.bash.shell_options import ShellOptions
from runtime.bash.variables import (
    ARRAY,
    ASSOCIATIVE,
    CAPITAL,
    EXPORT,
    INTEGER,
    LOWER,
    NAMEREF,
    READONLY,
    TRANSFORMS,
    UPPER,
    Dynamic,
    Indexed,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from runtime.bash.limits import Meter
    from runtime.bash.streams import Stream
    from runtime.bash.syntax.tree import Command, Function
    from runtime.bash.vfs.api import FileSystem

    Run = Callable[["State"], int]

__all__ = ["WATCHED", "Callbacks", "Definition", "Frame", "ReadOnly", "State"]

# A name that had no binding when a frame made it local.
_ABSENT = None
# Names whose value the state keeps a second form of; they are never stored as a plain str (see `refresh`).
# "-" is no name: it stands for the options that `local -` keeps among the locals of a function.
WATCHED = frozenset({"IFS", "PATH", "POSIXLY_CORRECT", "GLOBIGNORE", "OPTIND", "HISTFILESIZE", "-", *LOCALE})
_NAMEREF_HOPS = 8
# About what a name and an object cost beside their text.
_NAME_BYTES = 128
# Options that change what a simple command or a builtin with a fast path does.
_LOOKED_AT = frozenset(
    {"xtrace", "noexec", "extdebug", "xpg_echo", "keyword", "allexport", "localvar_inherit"}
)


class ReadOnly(Exception):
    """An assignment to a readonly variable; ``name`` says which."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        self.message = f"{name}: readonly variable"


class Callbacks:
    """What lower layers may ask of higher ones; `runtime.bash.callbacks` fills it in. Each raises unless given."""

    __slots__ = ("evaluate", "extra")

    def __init__(self) -> None:
        # Arithmetic of a text in a state: ``declare -i``.
        self.evaluate: Callable[[State, str], int] = _unable
        # Further callbacks by name, each owned by the module that documents it.
        self.extra: dict[str, object] = {}


def _unable(st: State, text: str) -> int:
    raise RuntimeError(f"no callback evaluates {text!r} (line {st.line})")


class Frame:
    """One function call, sourced file, or temporary environment.

    ``saved`` holds what each local name was bound to outside, None for nothing: leaving the frame puts it back.
    """

    __slots__ = ("args", "kind", "line", "name", "saved", "source")

    def __init__(self, kind: str, name: str, source: str, line: int, args: list[str]) -> None:
        self.kind = kind  # "function", "source" or "environment"
        self.name = name
        self.source = source
        self.line = line  # where it was called
        self.args = args  # the caller's positional parameters, to be put back
        self.saved: dict[str, str | Variable | None] = {}


class Definition:
    """A function of the shell: its tree, its compiled body and where it was defined.

    ``source`` is what BASH_SOURCE says inside it ("environment" when no file defined it).
    """

    __slots__ = ("exported", "node", "run", "source", "traced", "weight")

    def __init__(self, node: Function, run: Run, source: str) -> None:
        self.node = node
        self.run = run
        self.source = source
        self.exported = False
        self.traced = False
        self.weight = 0  # bytes, once they have been counted (`memory_accounting`)


class State:
    """One shell process of the virtual machine (see the slots for what it holds)."""

    __slots__ = (
        "aliases",
        "args",  # positional parameters, $1 first
        "around",  # standard input of what encloses the command: a loop, a function, the process that forked this one
        "background",  # $!
        "callbacks",
        "command",  # the node being run: BASH_COMMAND
        "cwd",
        "depth",  # functions, sources, evals, traps, substitutions nested in one another
        "errexit",  # set -e is on
        "extra",  # per-process tables of builtins (traps, jobs, hash, dirs, history ...) by the owner's name
        "fds",
        "frames",
        "fs",
        "functions",
        "guarded",  # above 0 inside a condition: set -e and the ERR trap sleep
        "hooks",  # something asks for a look at every command: they take the slow path (see `refresh_hooks`)
        "ifs",  # the value of IFS; None when unset
        "ifs_plain",  # neither a letter nor a digit nor a minus separates fields
        "line",
        "loops",  # enclosing loops in this function
        "meter",
        "name0",  # $0
        "narrow",  # the locale is C: a character is a byte (see `charset`)
        "nesting",  # texts run within texts (eval, traps, substitutions): how often `set -x` repeats the mark of PS4
        "nounset",
        "options",
        "pid",
        "pipestatus",  # None: the last pipeline was one command, so it is (status,)
        "process",  # this process among those of its machine (see `interp.process`)
        "shadowed",  # a function or `enable -n` hides a builtin that has a fast path
        "source",  # the file being run, as BASH_SOURCE says
        "status",  # $?
        "subshell",  # BASH_SUBSHELL
        "substituted",  # a command substitution has set ``status``: what a command without a name leaves
        "token",  # whose arrays may be changed in place
        "umask",
        "underscore",  # $_
        "vars",
    )

    def __init__(self, callbacks: Callbacks, fs: FileSystem, meter: Meter) -> None:
        self.callbacks = callbacks
        self.fs = fs
        self.meter = meter
        self.vars: dict[str, str | Variable] = {}
        self.functions: dict[str, Definition] = {}
        self.aliases: dict[str, str] = {}
        self.extra: dict[str, object] = {}
        self.frames: list[Frame] = []
        self.fds: dict[int, Stream] = {}
        self.args: list[str] = []
        self.around: Stream | None = None
        self.name0 = "bash"
        self.source = ""
        self.cwd = "/"
        self.umask = 0o022
        self.options = ShellOptions()
        self.errexit = self.nounset = self.hooks = self.shadowed = self.substituted = False
        self.narrow = False
        self.status = 0
        self.pipestatus: list[int] | None = []
        self.command: Command | None = None
        self.depth = self.nesting = 0
        self.line = 0
        self.loops = 0
        self.guarded = 0
        self.background: int | None = None
        self.subshell = 0
        self.pid = 1
        self.process: Any = None
        self.underscore = ""
        self.ifs: str | None = " \t\n"
        self.ifs_plain = True
        self.token = object()

    def fork(self) -> State:
        """A subshell: an independent copy; arrays are shared until one side writes.

        The caller gives it its descriptors (each retained) and takes a new ``token`` itself when both go on running.
        """
        # Slot by slot: a loop over them takes twice as long, and a command substitution is one of these.
        child = State.__new__(State)
        child.aliases = self.aliases.copy()
        child.around = self.fds.get(0)
        child.args = self.args
        child.background = self.background
        child.command = self.command
        child.cwd = self.cwd
        child.depth = self.depth
        child.errexit = self.errexit
        child.extra = self.extra.copy()
        child.fds = self.fds
        child.frames = _inherited(self.frames) if self.frames else []
        child.fs = self.fs
        child.functions = self.functions.copy()
        child.guarded = self.guarded
        child.hooks = self.hooks
        child.ifs = self.ifs
        child.ifs_plain = self.ifs_plain
        child.line = self.line
        child.loops = self.loops
        child.meter = self.meter
        child.name0 = self.name0
        child.narrow = self.narrow
        child.nesting = self.nesting
        child.nounset = self.nounset
        child.pid = self.pid
        child.pipestatus = self.pipestatus
        child.process = self.process
        child.options = self.options
        child.shadowed = self.shadowed
        child.source = self.source
        child.status = self.status
        child.subshell = self.subshell + 1
        child.loops = 0
        child.substituted = self.substituted
        child.token = object()
        child.umask = self.umask
        child.underscore = self.underscore
        child.vars = self.vars.copy()
        child.callbacks = self.callbacks
        return child

    # Reading

    def get(self, name: str) -> str | None:
        """What ``$name`` gives; None when unset. Special parameters are not variables: see `expand`."""
        value = self.vars.get(name)
        if type(value) is str:
            return value
        return None if value is None else self._read(name, value)

    def _read(self, name: str, variable: str | Variable) -> str | None:
        if isinstance(variable, str):
            return variable
        if variable.flags & NAMEREF:
            target = self.target(name)
            if target != name:
                return self.world_element(target)
            if variable.value:
                self.complain(_circular(name))
            return None
        if isinstance(variable, Dynamic):
            value = variable.read(self)
            return Variable(value).scalar()
        return variable.scalar()

    def world_element(self, target: str) -> str | None:
        """The value of a nameref's target, which may be an element (``a[1]``)."""
        if "[" in target:
            read = self.callbacks.extra["element"]
            return read(self, target)  # type: ignore[operator, no-any-return]
        return self.get(target)

    def target(self, name: str) -> str:
        """The name (or ``a[i]``) that a nameref finally leads to; the name itself when it is none or circular."""
        seen = name
        for _ in range(_NAMEREF_HOPS):
            variable = self.vars.get(seen)
            if (
                isinstance(variable, str)
                or variable is None
                or not variable.flags & NAMEREF
                or not variable.value
            ):
                return seen
            seen = str(variable.value)
        return name

    def variable(self, name: str) -> Variable | None:
        """The variable behind a name, namerefs followed; a plain str is wrapped (a copy: for reading only)."""
        value = self.vars.get(self.target(name))
        if value is None or isinstance(value, Dynamic):
            return Variable(value.read(self), value.flags) if isinstance(value, Dynamic) else None
        return Variable(value) if isinstance(value, str) else value

    def environment(self) -> dict[str, str]:
        """The exported variables, for a utility."""
        found = {}
        for name, value in self.vars.items():
            if not isinstance(value, str) and value.flags & EXPORT:
                # An array cannot be passed on, and a nameref passes on its own value.
                text = value.value if value.flags & NAMEREF else self._exported(name, value)
                if isinstance(text, str):
                    found[name] = text
        return found

    def _exported(self, name: str, variable: Variable) -> str | None:
        return None if isinstance(variable.value, Indexed | dict) else self._read(name, variable)

    # Writing

    def assign(self, name: str, value: str, *, append: bool = False) -> None:
        """``name=value`` (element 0 of an array). Raises ReadOnly, or what an integer's arithmetic raises."""
        old = self.vars.get(name)
        if old is not None and not isinstance(old, str) and old.flags & NAMEREF:
            target = self.target(name)
            if "[" in target:
                write = self.callbacks.extra["assign_element"]
                write(self, target, value, append)  # type: ignore[operator]
                return
            if target == name and old.value:
                raise ExpansionError(_circular(name))
            if target == name and not _is_reference(value):
                raise ExpansionError(f"`{value}': not a valid identifier")
            name, old = target, self.vars.get(target)
        if old is None or isinstance(old, str):
            self._assign_new(name, (old or "") + value if append else value)
            return
        if old.flags & READONLY:
            raise ReadOnly(name)
        if isinstance(old, Dynamic):
            if old.assign is not None:
                old.assign(self, value)
            return
        self._assign_marked(name, old, value, append)

    def _assign_new(self, name: str, value: str) -> None:
        self.hold(_NAME_BYTES + len(value))
        if name in WATCHED:
            self.vars[name] = Variable(value, EXPORT if self.options["allexport"] else 0)
            self.refresh(name)
        elif self.options["allexport"]:
            self.vars[name] = Variable(value, EXPORT)
        else:
            self.vars[name] = value

    def _assign_marked(self, name: str, old: Variable, value: str, append: bool) -> None:
        if old.flags & ARRAY or isinstance(old.value, Indexed | dict):
            variable = self.writable(name, old.flags & ARRAY)
            value = self.transform(variable.flags, value, variable.scalar() if append else None)
            if isinstance(variable.value, dict):
                variable.value["0"] = value
            else:
                held = variable.value if isinstance(variable.value, Indexed) else Indexed()
                held.set(0, value)
                variable.value = held
            return
        value = self.transform(old.flags, value, old.scalar() if append else None)
        self.hold(len(value))
        if not old.flags and name not in WATCHED and not self.options["allexport"]:
            self.vars[name] = value
            return
        # A new object, never a change in place: a subshell may share the old one.
        self.vars[name] = Variable(value, old.flags | (EXPORT if self.options["allexport"] else 0))
        if name in WATCHED:
            self.refresh(name)

    def transform(self, flags: int, value: str, before: str | None = None) -> str:
        """``value`` as the attributes make it; ``before`` is what it is appended to (None: not appended)."""
        if flags & INTEGER:
            try:
                number = self.callbacks.evaluate(self, value)
                if before is not None:
                    number += self.callbacks.evaluate(self, before or "0")
            except BadExpression as error:
                raise Abandoned(error.message, status=error.status) from None
            return str((number + (1 << 63)) % (1 << 64) - (1 << 63))
        if before is not None:
            value = before + value
        if not flags & TRANSFORMS:
            return value
        if self.narrow:
            return widen(self._recased(flags, narrow(value)))
        return self._recased(flags, value)

    @staticmethod
    def _recased(flags: int, value: str) -> str:
        if flags & LOWER:
            return value.lower()
        if flags & UPPER:
            return value.upper()
        return value[:1].upper() + value[1:].lower() if flags & CAPITAL else value

    def writable(self, name: str, kind: int = 0) -> Variable:
        """The variable behind ``name`` ready to be changed in place: made (``kind``: INDEXED, ASSOCIATIVE or 0) if absent,
        wrapped if plain, cloned if another state owns it. Raises ReadOnly."""
        name = self.target(name)
        held = self.vars.get(name)
        if held is None or isinstance(held, str):
            held = Variable(held, kind, self.token)
            self.vars[name] = held
        elif held.flags & READONLY:
            raise ReadOnly(name)
        elif held.owner is not self.token:
            held = held.clone(self.token)
            self.vars[name] = held
        if kind & ARRAY and not isinstance(held.value, Indexed | dict):
            before = held.value
            held.flags |= kind
            held.value = {} if kind & ASSOCIATIVE else Indexed([] if before is None else [before])
            if isinstance(held.value, dict) and before is not None:
                held.value["0"] = before
        return held

    def unset(self, name: str) -> bool:
        """Forget a variable; whether it was there. Raises ReadOnly.

        A local of the running function stays local and unset; one of a caller uncovers what it hid.
        """
        held = self.vars.get(name)
        if held is None:
            return False
        if not isinstance(held, str) and held.flags & READONLY:
            raise ReadOnly(name)
        for depth, frame in enumerate(reversed(self.frames)):
            if name in frame.saved:
                if (depth == 0 and frame.kind == "function") or self.options["localvar_unset"]:
                    self.vars[name] = Variable(None)
                else:
                    self.rebind(name, self._uncovered(name, depth))
                break
        else:
            self.rebind(name, None)
        if name in WATCHED:
            self.refresh(name)
        return True

    def _uncovered(self, name: str, depth: int) -> str | Variable | None:
        """What the ``depth``-th innermost frame hides. A function's locals and the environment of its call are one scope."""
        frame = self.frames[-depth - 1]
        binding = frame.saved.pop(name)
        below = self.frames[-depth - 2] if depth + 2 <= len(self.frames) else frame
        if frame.kind == "function" and below.kind == "environment" and name in below.saved:
            binding = below.saved.pop(name)
        return binding

    def rebind(self, name: str, binding: str | Variable | None) -> None:
        """Put a binding in place as it is."""
        if binding is None:
            self.vars.pop(name, None)
        else:
            self.vars[name] = binding
        if name in WATCHED:
            self.refresh(name)

    def hold(self, grown: int) -> None:
        """Variables hold up to ``grown`` bytes more. Raises LimitExceeded."""
        meter = self.meter
        meter.variable_bytes += grown
        if meter.variable_bytes > meter.limits.max_variable_bytes:
            from runtime.bash.memory_accounting import held_bytes

            meter.holds(held_bytes(self))

    # Frames

    def make_local(self, name: str) -> None:
        """Hide the outer binding until the running function returns; the visible one stays until it is assigned."""
        for frame in reversed(self.frames):
            if frame.kind == "function":
                frame.saved.setdefault(name, self.vars.get(name))
                return

    def leave_frame(self) -> None:
        """The innermost function, source or temporary environment ends: its locals go."""
        frame = self.frames.pop()
        for name, binding in frame.saved.items():
            self.rebind(name, binding)

    def refresh(self, name: str) -> None:
        """A watched name changed: bring its second form up to date."""
        if name == "IFS":
            # `while IFS=: read …` comes here twice a round.
            held = self.vars.get("IFS")
            plain = type(held) is Variable and not held.flags & NAMEREF
            value = held.value if plain else self.get("IFS")  # type: ignore[union-attr]
            self.ifs = ifs = value if value is None or isinstance(value, str) else self.get("IFS")
            self.ifs_plain = ifs is None or ifs == " \t\n" or not any(c.isalnum() or c == "-" for c in ifs)
        elif name in LOCALE:
            self._relocate()
        else:
            changed = self.callbacks.extra.get(f"changed {name}")
            if changed is not None:
                changed(self)  # type: ignore[operator]

    def _relocate(self) -> None:
        """A variable of the locale has changed. What a script put together byte by byte becomes text of UTF-8."""
        before, self.narrow = self.narrow, of_bytes(self.get)
        if self.narrow or not before or not self.extra.pop("split characters", None):
            return
        for name, held in self.vars.items():
            if isinstance(held, str):
                self.vars[name] = widen(held)
            elif isinstance(held.value, str):
                self.vars[name] = Variable(widen(held.value), held.flags)
            elif isinstance(held.value, Indexed):
                # A new one, never a change in place: a subshell may share it.
                twin = held.value.copy()
                twin.items = {index: widen(text) for index, text in twin.items.items()}
                self.vars[name] = Variable(twin, held.flags, self.token)

    def set(self, name: str, value: bool) -> None:
        """Turn one option of ``set -o`` or ``shopt`` on or off."""
        self.options = self.options.having(name, value)
        self.errexit = self.options["errexit"]
        self.nounset = self.options["nounset"]
        self.refresh_hooks()

    def refresh_hooks(self) -> None:
        """Whether every command must look around: traced, not executed, trapped, streamed, its builtin hidden.

        One flag for all of them: a fast path asks one question. Whoever changes one of the reasons calls this.
        """
        traps = self.extra.get("traps")
        self.hooks = (
            self.shadowed
            or not self.options.on.isdisjoint(_LOOKED_AT)
            or (traps is not None and "DEBUG" in traps)  # type: ignore[operator]
            or "emit" in self.callbacks.extra
        )

    # Talking

    def complain(self, message: str) -> None:
        """One line on standard error as bash says it: ``bash: line 3: message``."""
        self.say(f"{self.source or self.name0}: line {self.line}: {message}\n")

    def say(self, text: str) -> None:
        """Text on standard error, if anybody can be told there."""
        stream = self.fds.get(2)
        if stream is not None:
            try:
                stream.write(text.encode("utf-8", "surrogateescape"))
            except OSError:
                pass


def _is_reference(text: str) -> bool:
    """Whether a nameref may be given ``text``: a name, or an element."""
    name, bracket, subscript = text.partition("[")
    return name.isidentifier() and name.isascii() and (not bracket or subscript[1:].endswith("]"))


def _circular(name: str) -> str:
    return f"warning: {name}: circular name reference"


def _inherited(frames: list[Frame]) -> list[Frame]:
    """The frames for a fork: copies of those that it may change, which are the running function's and what hides a name.

    The others are shared: a fork ends before it leaves them.
    """
    twins = frames.copy()
    innermost = True
    for at in range(len(frames) - 1, -1, -1):
        frame = frames[at]
        if innermost or frame.saved:
            twins[at] = twin = Frame(frame.kind, frame.name, frame.source, frame.line, frame.args)
            twin.saved = frame.saved.copy()
            innermost = innermost and frame.kind != "function"
    return twins
