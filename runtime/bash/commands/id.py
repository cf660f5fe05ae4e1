"""id: who a user is."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import by_name, name_of
from runtime.bash.commands._shared.quoting import quote
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [USER]...",
    "Print numbers and names of each USER, or of the one who asks.",
    ("a", "", "", "ignored"),
    ("Z", "context", "", "print the security context (there is none)"),
    ("g", "group", "", "print the group's number only"),
    ("G", "groups", "", "print all groups' numbers"),
    ("n", "name", "", "print names, with -u, -g or -G"),
    ("r", "real", "", "print the real number, with -u, -g or -G"),
    ("u", "user", "", "print the user's number only"),
    ("z", "zero", "", "end what is printed with NUL"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    wanted = [key for key in "ugGZ" if key in given]
    if "Z" in given:
        return cx.fail("--context (-Z) works only on an SELinux-enabled kernel")
    if len(wanted) > 1:
        return cx.fail('cannot print "only" of more than one choice')
    if given.any("nr") and not wanted:
        return cx.fail("cannot print only names or real IDs in default format")
    if "z" in given and not wanted:
        return cx.fail("option --zero not permitted in default format")
    status = 0
    for name in given.operands or [cx.username]:
        number = by_name(cx, name)
        if number is None or name_of(cx, number) is None:
            cx.complain(f"{quote(name)}: no such user")
            status = 1
            continue
        user = name_of(cx, number) or str(number)
        if wanted:
            text = user if "n" in given else str(number)
            cx.write(text + ("\0" if "z" in given else "\n"))
        else:
            cx.write(f"uid={number}({user}) gid={number}({user}) groups={number}({user})\n")
    return status
