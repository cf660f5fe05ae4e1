"""mkdir: make folders."""

from __future__ import annotations

from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... DIRECTORY...",
    "Make each DIRECTORY that is not there yet.",
    ("m", "mode", "MODE", "set the mode (as in chmod), not a=rwx less the umask"),
    ("p", "parents", "", "make parents as needed; what is there already is no error"),
    ("v", "verbose", "", "say what is made"),
    ("Z", "context", "[CTX]", "ignored: there are no security contexts"),
)


_STICKY = 0o1000


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    if given.get("Z"):
        cx.complain("warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel")
    mode = 0o777 & ~cx.umask
    exact = None
    if "m" in given:
        try:
            wanted = Mode(given["m"])
            exact = mode = wanted.apply(0o777, cx.umask, folder=True)
            if exact & _STICKY:
                # Made without the sticky bit first: what the mode does not name is then the umask's.
                unnamed = exact ^ wanted.apply(0, cx.umask, folder=True)
                exact = mode = exact & ~(unnamed & cx.umask)
        except ValueError:
            return cx.fail(f"invalid mode {quote(given['m'])}")
    status = 0
    for name in given.operands:
        make = _parents if "p" in given else _one
        try:
            there = "p" in given and cx.fs.is_dir(cx.path(name))
            make(cx, name, mode, "v" in given)
            if exact is not None and exact & ~0o777 and not there:
                cx.fs.chmod(cx.path(name), exact)
        except OSError as error:
            cx.complain(f"cannot create directory {quote(error.filename2 or name)}: {reason(error)}")
            status = 1
    return status


def _one(cx: Context, name: str, mode: int, verbose: bool) -> None:
    cx.fs.mkdir(cx.path(name), mode)
    if verbose:
        cx.write(f"{cx.name}: created directory {always(name)}\n")


def _parents(cx: Context, name: str, mode: int, verbose: bool) -> None:
    """``-p``: the parents get u+wx on top of the umask's mode, so that their children can be made (POSIX)."""
    at = 0
    body = name.rstrip("/") or name
    while at >= 0:
        at = body.find("/", at + 1)
        part = name if at < 0 else body[:at]
        if (part.endswith("/") and at > 0) or cx.fs.is_dir(cx.path(part)):
            continue
        try:
            _one(cx, part, mode if at < 0 else 0o777 & ~cx.umask | 0o300, verbose)
        except OSError as error:
            if at > 0 and error.errno == 17:
                error = NotADirectoryError(20, "Not a directory")
            error.filename2 = part
            raise error from None
