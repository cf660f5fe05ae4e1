"""``echo``: its arguments, parted by spaces."""

from __future__ import annotations

from runtime.bash.builtins._options import emit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.state import State

SYNOPSIS = "[-neE] [arg ...]"
HELP = """Write arguments to the standard output, parted by single spaces and ended by a newline.

Options:
  -n   no newline at the end
  -e   backslash escapes are interpreted: \\a \\b \\c \\e \\f \\n \\r \\t \\v \\\\ \\0nnn \\xHH \\uHHHH \\UHHHHHHHH
  -E   they are not (the default unless the shell option xpg_echo is set)"""


def main(st: State, argv: list[str]) -> int:
    """Write the arguments."""
    return emit(st, "echo", said(argv, escapes=st.options["xpg_echo"]))


def said(argv: list[str], *, escapes: bool = False) -> str:
    """What ``echo`` writes. A word is an option only if all of its letters are."""
    at = 1
    end = "\n"
    for word in argv[1:]:
        letters = word[1:]
        if word[:1] != "-" or not letters or letters.strip("neE"):
            break
        at += 1
        for letter in letters:
            if letter == "n":
                end = ""
            else:
                escapes = letter == "e"
    text = " ".join(argv[at:])
    if escapes and "\\" in text:
        from runtime.bash.builtins._escapes import ECHO, decode

        text, stopped = decode(text, ECHO)
        if stopped:
            end = ""
    return text + end
