"""``compgen``: the words that a completion specification would offer.

In the order of bash: actions, -G, -W, -F, -C; then -X takes words away, -P and -S put text around those that are left.
"""

from __future__ import annotations

from runtime.bash.builtins._completion_actions import ACTIONS, ORDER, files
from runtime.bash.builtins._completions import Spec, read
from runtime.bash.builtins._options import emit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = (
    "[-abcdefgjksuv] [-o option] [-A action] [-G globpat] [-W wordlist] [-F function] [-C command] "
    "[-X filterpat] [-P prefix] [-S suffix] [word]"
)
HELP = """Prints the completions of WORD, one a line.

Options:
  -a -b -c -d -e -f\taliases, builtins, commands, folders, exported variables, files
  -g -j -k -s -u -v\tgroups, jobs, keywords, services, users, variables
  -A ACTION\tthese by name, and arrayvar, function, setopt, shopt, signal and others
  -G GLOBPAT\tthe files that a pattern matches
  -W WORDLIST\tthe words of a list that begin with WORD, after expansion
  -F FUNCTION\twhat a function puts into COMPREPLY
  -C COMMAND\tthe lines that a command prints
  -X PATTERN\ttake away what the pattern matches; with ! in front, what it does not; & is WORD
  -P PREFIX, -S SUFFIX\ttext around each
  -o OPTION\tdefault, dirnames, plusdirs and so on

Fails when there are none."""
_COMPLETION_VARIABLES = {
    "COMP_LINE": "",
    "COMP_POINT": "0",
    "COMP_TYPE": "0",
    "COMP_KEY": "0",
    "COMP_CWORD": "-1",
}


def main(st: State, argv: list[str]) -> int:
    """``compgen [option] [word]``."""
    if len(argv) == 1:
        return 0
    given = read(st, argv)
    if isinstance(given, int):
        return given
    spec, _, words = given
    word = words[0] if words else ""
    for letter in "FC":
        if letter in spec.texts:
            st.complain(f"{argv[0]}: warning: -{letter} option may not work as you expect")
    found = _affixed(spec, _filtered(st, spec, word, _made(st, spec, word, argv[0])))
    if not found and "dirnames" in spec.options:
        found = files(st, word, folders=True)
    if "plusdirs" in spec.options:
        found = found + files(st, word, folders=True)
    if not found and "default" in spec.options:
        found = files(st, word)
    st.meter.fields(len(found))
    return emit(st, argv[0], "".join(f"{line}\n" for line in found)) if found else 1


def _made(st: State, spec: Spec, word: str, me: str) -> list[str]:
    """Every word that the specification makes."""
    found: list[str] = []
    for action in ORDER:
        if action in spec.actions:
            found += ACTIONS[action](st, word)
    texts = spec.texts
    if "G" in texts:
        from runtime.bash.expand.glob import expand

        found += expand(st, texts["G"])
    if "W" in texts:
        from runtime.bash.builtins._word_list import words_of

        found += [text for text in words_of(st, texts["W"]) if text.startswith(word)]
    if "F" in texts:
        found += _replies(st, texts["F"], me, word)
    if "C" in texts:
        found += _printed(st, texts["C"], me, word)
    return found


def _replies(st: State, name: str, me: str, word: str) -> list[str]:
    """What the function leaves in COMPREPLY."""
    from runtime.bash.interp.functions import call
    from runtime.bash.variables import Indexed

    called = st.functions.get(name)
    if called is None:
        where = f"{st.source or st.name0}: line {st.line}: "
        st.say(f"{where}completion: function `{name}' not found\n")
        return []
    for variable, value in _COMPLETION_VARIABLES.items():
        st.assign(variable, value)
    st.unset("COMPREPLY")
    status = call(st, called, [name, me, word, ""])
    reply = st.variable("COMPREPLY")
    for variable in (*_COMPLETION_VARIABLES, "COMPREPLY"):
        st.unset(variable)
    if reply is None or status == _RETRY:
        return []
    return reply.value.values() if isinstance(reply.value, Indexed) else [reply.scalar() or ""]


# A function's way to say that the specification has changed meanwhile.
_RETRY = 124


def _printed(st: State, command: str, me: str, word: str) -> list[str]:
    """The lines of a command's output; it gets the command, the word and the one before as arguments."""
    from runtime.bash.expand.quote import single
    from runtime.bash.interp.fork import in_subshell, retained
    from runtime.bash.interp.script import run_text
    from runtime.bash.streams import Capture

    text = f"{command} {single(me)} {single(word)} ''"
    capture = Capture()
    fds = retained(st.fds)
    before = fds.get(1)
    fds[1] = capture
    if before is not None:
        before.release()
    in_subshell(st, lambda child: run_text(child, text, first_line=st.line), fds=fds)
    text = capture.value().decode("utf-8", "surrogateescape").rstrip("\n")
    return text.split("\n") if text else []


def _filtered(st: State, spec: Spec, word: str, found: list[str]) -> list[str]:
    """What -X leaves."""
    pattern = spec.texts.get("X", "")
    if not pattern:
        return found
    from runtime.bash.expand.pattern import compiled, escape

    wanted = pattern.startswith("!")
    text = pattern[1:] if wanted else pattern
    text = text.replace("\\&", "\0").replace("&", escape(word)).replace("\0", "&")
    matches = compiled(text, nocase=st.options["nocasematch"])
    return [candidate for candidate in found if matches(candidate) == wanted]


def _affixed(spec: Spec, found: list[str]) -> list[str]:
    prefix, suffix = spec.texts.get("P", ""), spec.texts.get("S", "")
    return [f"{prefix}{text}{suffix}" for text in found] if prefix or suffix else found
