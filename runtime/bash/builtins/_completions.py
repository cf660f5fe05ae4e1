"""Completion specifications: what ``complete`` declares, ``compopt`` changes and ``compgen`` makes words from."""

from __future__ import annotations

from runtime.bash.builtins._options import is_name, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

__all__ = ["NAMED", "OPTIONS", "Spec", "key_shown", "read", "table"]

# In the order in which bash prints them.
OPTIONS = ("bashdefault", "default", "dirnames", "filenames", "noquote", "nosort", "nospace", "plusdirs")
_LETTERED = {
    "a": "alias",
    "b": "builtin",
    "c": "command",
    "d": "directory",
    "e": "export",
    "f": "file",
    "g": "group",
    "j": "job",
    "k": "keyword",
    "s": "service",
    "u": "user",
    "v": "variable",
}
_REST = "arrayvar binding disabled enabled function helptopic hostname running setopt shopt signal stopped"
_UNLETTERED = tuple(_REST.split())
_ACTIONS = frozenset(_LETTERED.values()) | frozenset(_UNLETTERED)
# Options of ``complete`` that stand for a line without a command, an empty one, and the first word.
NAMED = {"D": "_DefaultCmD_", "E": "_EmptycmD_", "I": "_InitialWorD_"}
_SPELLED = {key: f"-{letter}" for letter, key in NAMED.items()}
_TEXTS = "GWPSXC"


class Spec:
    """How words are completed: actions, texts by option letter (``W`` a word list ...), and options."""

    __slots__ = ("actions", "options", "texts")

    def __init__(
        self, actions: frozenset[str], texts: dict[str, str], chosen: frozenset[str] = frozenset()
    ) -> None:
        self.actions = actions
        self.texts = texts
        self.options = chosen

    def shown(self) -> str:
        """The options that would make it again, each with a blank behind."""
        from runtime.bash.expand.quote import single

        words = [f"-o {name}" for name in OPTIONS if name in self.options]
        words += [f"-{letter}" for letter, action in _LETTERED.items() if action in self.actions]
        words += [f"-A {action}" for action in _UNLETTERED if action in self.actions]
        words += [f"-{letter} {single(self.texts[letter])}" for letter in _TEXTS if letter in self.texts]
        if "F" in self.texts:
            words.append(f"-F {self.texts['F']}")
        return "".join(f"{word} " for word in words)


def key_shown(name: str) -> str:
    """A command's name, or the option that stands for it."""
    from runtime.bash.expand.quote import traced

    return _SPELLED.get(name) or traced(name)


def table(st: State) -> dict[str, Spec]:
    """Specifications by command. Never changed in place: subshells share it."""
    return st.extra.get("completions", {})  # type: ignore[return-value]


def read(st: State, argv: list[str], more: str = "") -> tuple[Spec, frozenset[str], list[str]] | int:
    """Read the options of ``complete`` or ``compgen``: the specification, which letters of ``more`` were given, and the words.

    An int is the status of a refusal that has been said.
    """
    given = options(st, argv, f"abcdefgjko:suvA:G:W:P:S:X:F:C:{more}")
    if given is None:
        return 2
    actions: set[str] = set()
    chosen: set[str] = set()
    letters: set[str] = set()
    texts: dict[str, str] = {}
    for letter, value in given[0]:
        if letter in _LETTERED:
            actions.add(_LETTERED[letter])
        elif letter in more:
            letters.add(letter)
        elif letter not in "oA":
            texts[letter] = value
        elif value not in (_ACTIONS if letter == "A" else OPTIONS):
            st.complain(f"{argv[0]}: {value}: invalid {'action' if letter == 'A' else 'option'} name")
            return 2
        else:
            (actions if letter == "A" else chosen).add(value)
    if "F" in texts and not is_name(texts["F"]) and argv[0] == "complete" and " " in texts["F"]:
        st.complain(f"{argv[0]}: `{texts['F']}': not a valid identifier")
        return 2
    spec = Spec(frozenset(actions), texts, frozenset(chosen))
    return spec, frozenset(letters), argv[given[1] :]
