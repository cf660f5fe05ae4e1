"""``getopts``: one option of the arguments at a time.

Where it stands inside ``-abc`` is no part of OPTIND. It is remembered for each scope that has an OPTIND of its own, so
that a function with ``local OPTIND`` parses in the midst of its caller's parsing; assigning OPTIND forgets it.
"""

from __future__ import annotations

from runtime.bash.builtins._options import USAGE, bad_name, is_name, options, usage
from runtime.bash.builtins._variables import store
from runtime.bash.variables import INTEGER, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

    # The letter's place in its argument, by the number of scopes with an OPTIND of their own.
    Places = dict[int, int]

SYNOPSIS = "optstring name [arg ...]"
HELP = """Put the next option of the positional parameters (or of the args) into name and its argument into OPTARG.

optstring has the option letters; a colon after one says that it has an argument. A colon at the beginning makes errors
silent: name is then ? for an unknown letter and : for a missing argument, and OPTARG is the letter.
OPTIND is the index of the next argument. Fails at the end of the options."""


def main(st: State, argv: list[str]) -> int:
    """Take one option."""
    words = argv[1:]
    if words and words[0][:1] == "-":
        parsed = options(st, argv, "")
        if parsed is None:
            return USAGE
        words = argv[parsed[1] :]
    if len(words) < 2:
        return usage(st, "getopts")
    st.callbacks.extra.setdefault("changed OPTIND", _forget)
    letters, name = words[:2]
    silent = letters[:1] == ":"
    option, argument = Arguments(st, words[2:] or st.args).take(letters.lstrip(":"), silent=silent)
    if argument is None:
        st.unset("OPTARG")
    elif store(st, "OPTARG", argument):
        return 1
    if not is_name(name):
        return bad_name(st, "getopts", name)
    if store(st, name, option or "?"):
        return USAGE
    return 0 if option else 1


def _scope(st: State) -> int:
    return sum("OPTIND" in frame.saved for frame in st.frames)


def _places(st: State) -> Places:
    return st.extra.get("getopts", {})  # type: ignore[return-value]


def _forget(st: State) -> None:
    """OPTIND was assigned here, or a scope with one of its own has ended: forget that scope's place."""
    scope = _scope(st)
    places = _places(st)
    inner = any(key > scope for key in places)
    # Tables are shared by subshells: never changed in place.
    kept = {key: place for key, place in places.items() if key < scope or (inner and key == scope)}
    st.extra["getopts"] = kept if inner else {**kept, scope: 0}


class Arguments:
    """The arguments and where parsing stands: ``index`` of the word, ``place`` of the letter in it."""

    __slots__ = ("begun", "index", "place", "scope", "st", "words")

    def __init__(self, st: State, words: list[str]) -> None:
        self.st = st
        self.words = words
        self.index = self.begun = _first(st.get("OPTIND")) - 1
        self.scope = _scope(st)
        self.place = _places(st).get(self.scope, 0)

    def take(self, letters: str, *, silent: bool) -> tuple[str, str | None]:
        """The next option, "" at the end, and its argument; where it stood then is stored."""
        try:
            return self.option(letters, silent=silent)
        finally:
            st = self.st
            held = st.vars.get("OPTIND")
            if type(held) is Variable and not held.flags & ~INTEGER and isinstance(held.value, str):
                # What `store` comes to, without forgetting what is remembered in the next line.
                if self.index != self.begun or held.value != str(self.index + 1):
                    st.vars["OPTIND"] = Variable(str(self.index + 1), held.flags)
            else:
                store(st, "OPTIND", str(self.index + 1))
            st.extra["getopts"] = {**_places(st), self.scope: self.place}

    def option(self, letters: str, *, silent: bool) -> tuple[str, str | None]:
        """The next option and its argument, or ``?`` and ``:`` as errors."""
        words = self.words
        self.index = min(self.index, len(words))
        word = words[self.index] if self.index < len(words) else ""
        if not 0 < self.place < len(word):
            self.place = 1
            if len(word) < 2 or word[0] != "-":
                self.place = 0
                return "", None
            if word == "--":
                self.index += 1
                self.place = 0
                return "", None
        letter = word[self.place]
        self.place += 1
        last = self.place >= len(word)
        at = letters.find(letter) if letter != ":" else -1
        if at >= 0 and letters[at + 1 : at + 2] == ":":
            return self.with_argument(letter, word[self.place :], silent=silent)
        if last:
            self.next_word()
        if at < 0:
            return self.wrong("?", letter, "illegal option", silent=silent)
        return letter, None

    def with_argument(self, letter: str, rest: str, *, silent: bool) -> tuple[str, str | None]:
        """An option's argument: what is left of the word, else the next word."""
        self.next_word()
        if rest:
            return letter, rest
        if self.index >= len(self.words):
            return self.wrong(":", letter, "option requires an argument", silent=silent)
        argument = self.words[self.index]
        self.next_word()
        return letter, argument

    def next_word(self) -> None:
        """This word is done."""
        self.index += 1
        self.place = 0

    def wrong(self, sign: str, letter: str, message: str, *, silent: bool) -> tuple[str, str | None]:
        """An error: told by ``name`` and OPTARG, or by a message."""
        if silent:
            return sign, letter
        if (self.st.get("OPTERR") or "1") != "0":
            self.st.say(f"{self.st.name0}: {message} -- {letter}\n")
        return "?", None


# Digits of an index that is one.
_SHORT = 9


def _first(text: str | None) -> int:
    """OPTIND as C's atoi reads it; what is no index is the first."""
    if text is not None and text.isascii() and text.isdecimal() and len(text) < _SHORT:
        return max(int(text), 1)
    digits = ""
    for character in (text or "").strip():
        if not (character.isascii() and character.isdecimal()):
            break
        digits += character
    return max(int(digits[:9] or "1"), 1)
