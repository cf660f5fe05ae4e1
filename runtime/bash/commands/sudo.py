"""sudo: run a command as root; on a machine of the user's own nothing is asked."""

from __future__ import annotations

from runtime.bash.commands._shared.accounts import USER_ID, by_name
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [NAME=VALUE]... COMMAND [ARG]...",
    "Run COMMAND as root, or as another user.",
    ("A", "askpass", "", "ignored: no password is asked for"),
    ("b", "background", "", "run in the background"),
    ("E", "", "", "keep the environment"),
    ("", "preserve-env", "[LIST]", "keep the environment, or what LIST names of it"),
    ("g", "group", "GROUP", "ignored"),
    ("H", "set-home", "", "ignored: HOME is always that of the user who is become"),
    ("i", "login", "", "run a shell in the user's home, or COMMAND by one"),
    ("K", "remove-timestamp", "", "ignored"),
    ("k", "reset-timestamp", "", "ignored"),
    ("l", "list", "", "say what may be run"),
    ("n", "non-interactive", "", "ignored: nothing is asked"),
    ("p", "prompt", "TEXT", "ignored"),
    ("S", "stdin", "", "ignored: no password is read"),
    ("s", "shell", "", "run a shell, or COMMAND by one"),
    ("u", "user", "USER", "run as USER"),
    ("v", "validate", "", "do nothing"),
    permute=False,
    origin="sudo 1.9.13",
)
_KEPT = ("LANG", "LC_ALL", "TERM", "TZ", "COLORTERM", "DISPLAY")
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    name = given.get("u", "root")
    number = by_name(cx, name.removeprefix("#"))
    if number is None:
        return cx.fail(f"unknown user {name}")
    env, command = _environment(cx, given, name, number)
    if "l" in given:
        cx.write(
            f"User {cx.username} may run the following commands on {cx.hostname}:\n    (ALL) NOPASSWD: ALL\n"
        )
        return 0
    command = _command(given, command)
    if not command:
        if given.any(("v", "K", "k")):
            return 0
        raise OPTIONS.refuse(cx, "a command is needed")
    missing = cx.launch.missing(command[0])
    if missing:
        why = "command not found" if missing == _NOT_FOUND else "Permission denied"
        return cx.fail(f"{command[0]}: {why}")
    if number == USER_ID:
        return cx.launch.run(command, env=env)
    try:
        return cx.launch.as_root(command, env)
    except PermissionError:
        return cx.fail(f"{cx.username} is not in the sudoers file")


_NOT_FOUND = 127


def _environment(cx: Context, given: Given, name: str, number: int) -> tuple[dict[str, str], list[str]]:
    """The environment of the command, and the words that are left when its assignments are taken."""
    keeps = given.any(("E", "preserve-env"))
    env = dict(cx.env) if keeps else {key: cx.env[key] for key in _KEPT if key in cx.env}
    home = "/root" if number == 0 else f"/home/{name}"
    env |= {
        "HOME": home,
        "LOGNAME": name,
        "PATH": cx.env.get("PATH", _PATH) if keeps else _PATH,
        "SHELL": "/bin/bash",
        "SUDO_COMMAND": " ".join(given.operands),
        "SUDO_GID": str(cx.uid),
        "SUDO_UID": str(cx.uid),
        "SUDO_USER": cx.username,
        "USER": name,
    }
    words = given.operands
    while words and "=" in words[0] and words[0].partition("=")[0].isidentifier():
        key, _, value = words[0].partition("=")
        env[key] = value
        words = words[1:]
    return env, words


def _command(given: Given, words: list[str]) -> list[str]:
    if not given.any("is"):
        return words
    text = " ".join(_quoted(word) for word in words)
    if "i" in given:
        text = f"cd ~ && {text}" if text else ""
    return ["bash", "-c", text] if words else ["bash"]


def _quoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
