"""``bind``: the key bindings of the line editor.

There is no line editor to use them, but scripts ask what is bound and change it; the table answers as bash's does.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from runtime.bash.state import State

SYNOPSIS = (
    "[-lpsvPSVX] [-m keymap] [-f filename] [-q name] [-u name] [-r keyseq] [-x keyseq:shell-command] "
    "[keyseq:readline-function or readline-command]"
)
HELP = """Shows and changes key bindings and variables of the line editor, which this shell does not have.

Options:
  -l\tthe names of functions
  -P, -p\tfunctions with their keys, in words or so that they can be read back
  -S, -s\tkeys that stand for text
  -V, -v\tvariables
  -X\tkeys that run commands
  -q NAME\tthe keys of a function
  -u NAME\tunbind a function's keys
  -r KEYSEQ\tunbind a key
  -x KEYSEQ:COMMAND\thave a key run a command
  -m KEYMAP, -f FILENAME\tanother keymap; read bindings from a file"""
_KEYMAPS = frozenset(
    ["emacs", "emacs-standard", "emacs-meta", "emacs-ctlx", "vi", "vi-move", "vi-command", "vi-insert"]
)
_SHOWN_KEYS = 5


class Keys:
    """What is bound: keys by function, and texts and commands by key."""

    __slots__ = ("commands", "functions", "macros", "variables")

    def __init__(self) -> None:
        from runtime.bash.builtins._readline import BINDINGS, VARIABLES

        self.functions = {name: list(keys) for name, keys in BINDINGS.items()}
        self.macros: dict[str, str] = {}
        self.commands: dict[str, str] = {}
        self.variables = dict(VARIABLES)

    @property
    def texts(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """What a script has made of it (`memory_accounting`)."""
        return self.macros, self.commands, self.variables

    def copy(self) -> Keys:
        """An independent copy, for a shell that goes on by itself."""
        twin = Keys()
        twin.functions = {name: list(keys) for name, keys in self.functions.items()}
        twin.macros, twin.commands = self.macros.copy(), self.commands.copy()
        twin.variables = self.variables.copy()
        return twin

    def unbind(self, key: str) -> None:
        """The key does nothing any more."""
        for keys in self.functions.values():
            if key in keys:
                keys.remove(key)
        self.macros.pop(key, None)
        self.commands.pop(key, None)


def main(st: State, argv: list[str]) -> int:
    """``bind [...]``."""
    st.complain(f"{argv[0]}: warning: line editing not enabled")
    read = options(st, argv, "lpsvPSVXm:f:q:u:r:x:")
    if read is None:
        return USAGE
    held = st.extra.get("keys")
    keys = st.extra["keys"] = held.copy() if isinstance(held, Keys) else Keys()
    status = 0
    st.hold(sum(map(len, argv)))
    for letter, value in read[0]:
        if letter in _LISTINGS:
            status = emit(st, argv[0], "".join(f"{line}\n" for line in _LISTINGS[letter](keys))) or status
        else:
            status = _ACTS[letter](st, argv[0], keys, value) or status
    for word in argv[read[1] :]:
        _bind(st, keys, word)
    return status


# Listings


def _names(_keys: Keys) -> list[str]:
    from runtime.bash.builtins._readline import FUNCTIONS

    return list(FUNCTIONS)


def _readable(keys: Keys) -> list[str]:
    lines = [""]
    for name in _names(keys):
        lines += [f'"{key}": {name}' for key in keys.functions.get(name, ())] or [f"# {name} (not bound)"]
    return lines


def _worded(keys: Keys) -> list[str]:
    lines = [""]
    for name in _names(keys):
        held = keys.functions.get(name, ())
        more = ", ..." if len(held) > _SHOWN_KEYS else "."
        shown = ", ".join(f'"{key}"' for key in held[:_SHOWN_KEYS])
        lines.append(f"{name} can be found on {shown}{more}" if held else f"{name} is not bound to any keys")
    return lines


_LISTINGS: dict[str, Callable[[Keys], list[str]]] = {
    "l": _names,
    "p": _readable,
    "P": _worded,
    "s": lambda keys: [f'"{key}": "{text}"' for key, text in keys.macros.items()],
    "S": lambda keys: [f"{key} outputs {text}" for key, text in keys.macros.items()],
    "v": lambda keys: [f"set {name} {value}" for name, value in keys.variables.items()],
    "V": lambda keys: [f"{name} is set to `{value}'" for name, value in keys.variables.items()],
    "X": lambda keys: [f'"{key}": "{command}"' for key, command in keys.commands.items()],
}


# Acts


def _query(st: State, me: str, keys: Keys, name: str) -> int:
    if name not in _names(keys):
        return _unknown(st, me, name)
    held = keys.functions.get(name, ())
    shown = ", ".join(f'"{key}"' for key in held)
    emit(st, me, f"{name} can be invoked via {shown}.\n" if held else f"{name} is not bound to any keys.\n")
    return 0 if held else 1


def _unknown(st: State, me: str, name: str) -> int:
    st.complain(f"{me}: `{name}': unknown function name")
    return 1


def _unbind_function(st: State, me: str, keys: Keys, name: str) -> int:
    if name not in _names(keys):
        return _unknown(st, me, name)
    keys.functions.pop(name, None)
    return 0


def _unbind_key(_st: State, _me: str, keys: Keys, key: str) -> int:
    keys.unbind(key)
    return 0


def _run_command(st: State, me: str, keys: Keys, text: str) -> int:
    key, rest = _key(text.lstrip())
    if key is None:
        st.complain(f"{me}: {text}: first non-whitespace character is not `\"'")
        return 1
    keys.unbind(key)
    keys.commands[key] = rest.lstrip(": ").strip("\"'")
    return 0


def _keymap(st: State, me: str, _keys: Keys, name: str) -> int:
    if name in _KEYMAPS:
        return 0
    st.complain(f"{me}: `{name}': invalid keymap name")
    return 1


def _file(st: State, me: str, keys: Keys, name: str) -> int:
    try:
        data = st.fs.read_bytes(name if name.startswith("/") else f"{st.cwd}/{name}")
    except OSError as error:
        st.complain(f"{me}: {name}: cannot read: {error.strerror}")
        return 1
    for line in data.decode("utf-8", "surrogateescape").splitlines():
        if line.strip() and not line.lstrip().startswith(("#", "$")):
            _bind(st, keys, line)
    return 0


_ACTS = {
    "q": _query,
    "u": _unbind_function,
    "r": _unbind_key,
    "x": _run_command,
    "m": _keymap,
    "f": _file,
}


def _key(text: str) -> tuple[str | None, str]:
    """The key of ``"key": what``, and the rest."""
    if not text.startswith('"'):
        return None, text
    at = 1
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return text[1:at], text[at + 1 :]


def _bind(st: State, keys: Keys, line: str) -> None:
    """One line of an inputrc: ``set name value``, ``"key": function`` or ``"key": "text"``. Readline's words, not bash's."""
    words = line.split(None, 2)
    if words[:1] == ["set"] and len(words) == 3:
        if words[1] in keys.variables:
            keys.variables[words[1]] = words[2]
        else:
            _say(st, f"{words[1]}: unknown variable name")
        return
    key, rest = _key(line.strip())
    if key is None or not rest.lstrip().startswith(":"):
        if ":" not in line:
            _say(st, f"{line}: no key sequence terminator")
        return
    what = rest.lstrip()[1:].strip()
    keys.unbind(key)
    if what[:1] in {'"', "'"}:
        keys.macros[key] = what[1:].rstrip(what[0])
    elif what in _names(keys):
        keys.functions.setdefault(what, []).insert(0, key)


def _say(st: State, message: str) -> None:
    st.say(f"readline: {message}\n")
