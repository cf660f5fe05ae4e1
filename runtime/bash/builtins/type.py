"""``type``, and the description of a command's name that ``command -v`` and ``-V`` share with it."""

from __future__ import annotations

from runtime.bash.builtins._command_lookup import KEYWORDS, hashed, is_builtin, programs
from runtime.bash.builtins._options import USAGE, emit, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.state import State

__all__ = ["SHORT", "WORD", "describe", "main"]

SYNOPSIS = "[-afptP] name [name ...]"
HELP = """Says what each NAME would be as a command: an alias, a keyword, a function, a builtin or a file.

Options:
  -a\tall the places where NAME is found, not only the first
  -f\tfunctions are passed over
  -P\ta PATH search for each NAME, whatever else it is
  -p\tthe path of the file that would run, or nothing
  -t\tone word: alias, keyword, function, builtin, file, or nothing

Fails when a NAME is not found."""

# How a find is told: a sentence (`type`), one word (-t), a path (-p), or as it could be typed again (`command -v`).
SHORT, WORD, PATH, REUSABLE = "short", "word", "path", "reusable"
_OLD_STYLE = {"type": "-t", "path": "-p", "all": "-a"}


def main(st: State, argv: list[str]) -> int:
    """``type [-afptP] name ...``."""
    words = list(argv)
    for at, word in enumerate(words[1:], 1):
        if not word.startswith("-"):
            break
        words[at] = _OLD_STYLE.get(word.lstrip("-"), word)
    read = options(st, words, "afptP")
    if read is None:
        return USAGE
    letters = [letter for letter, _ in read[0]]
    manner = SHORT
    for letter in letters:
        manner = WORD if letter == "t" else PATH if letter in "pP" else manner
    status = 0
    for name in words[read[1] :]:
        found = "".join(
            describe(
                st, name, manner, every="a" in letters, functions="f" not in letters, only_path="P" in letters
            )
        )
        if not found and not (manner == PATH and "P" not in letters and _is_shells(st, name)):
            status = 1
            if manner == SHORT:
                st.complain(f"{argv[0]}: {name}: not found")
        status = emit(st, argv[0], found) or status
    return status


def _is_shells(st: State, name: str) -> bool:
    """Found, though it has no path to show."""
    return any(True for _ in _in_shell(st, name, PATH, functions=True))


def describe(
    st: State,
    name: str,
    manner: str,
    *,
    every: bool = False,
    functions: bool = True,
    only_path: bool = False,
    standard: bool = False,
) -> Iterator[str]:
    """What ``name`` is, first find first, each as its lines of output."""
    if not only_path:
        for line in _in_shell(st, name, manner, functions=functions):
            yield "" if manner == PATH else line
            if not every:
                return
    if "/" not in name and name in hashed(st) and (only_path or not every):
        path = hashed(st)[name][0]
        yield {SHORT: f"{name} is hashed ({path})\n", WORD: "file\n"}.get(manner, f"{path}\n")
        return
    for path in programs(st, name, standard=standard):
        yield {SHORT: f"{name} is {path}\n", WORD: "file\n"}.get(manner, f"{path}\n")
        if not every:
            return


def _in_shell(st: State, name: str, manner: str, *, functions: bool) -> Iterator[str]:
    if st.options["expand_aliases"] and name in st.aliases:
        from runtime.bash.expand.quote import single

        value = st.aliases[name]
        yield {
            SHORT: f"{name} is aliased to `{value}'\n",
            WORD: "alias\n",
            REUSABLE: f"alias {name}={single(value)}\n",
        }.get(manner, "")
    if name in KEYWORDS:
        yield {SHORT: f"{name} is a shell keyword\n", WORD: "keyword\n"}.get(manner, f"{name}\n")
    if functions and name in st.functions:
        yield {WORD: "function\n", REUSABLE: f"{name}\n"}.get(manner) or _source(st, name)
    if is_builtin(st, name):
        from runtime.bash.builtins import SPECIAL

        kind = "special shell" if st.options["posix"] and name in SPECIAL else "shell"
        yield {SHORT: f"{name} is a {kind} builtin\n", WORD: "builtin\n"}.get(manner, f"{name}\n")


def _source(st: State, name: str) -> str:
    from runtime.bash.syntax.printer import declaration

    return f"{name} is a function\n{declaration(name, st.functions[name].node.body)}\n"
