"""mkfifo: make named pipes."""

from __future__ import annotations

from runtime.bash.commands._shared.modes import Mode
from runtime.bash.commands._shared.quoting import always, reason
from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... NAME...",
    "Make named pipes.",
    ("m", "mode", "MODE", "set the mode, not a=rw less the umask"),
    ("Z", "context", "[CTX]", "ignored: there are no security contexts"),
)


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "missing operand")
    if given.get("Z"):
        cx.complain("warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel")
    mode = 0o666 & ~cx.umask
    if "m" in given:
        try:
            mode = Mode(given["m"]).apply(0o666, cx.umask, folder=False)
        except ValueError:
            return cx.fail("invalid mode")
        if mode & ~0o777:
            return cx.fail("mode must specify only file permission bits")
    status = 0
    for name in given.operands:
        try:
            cx.fs.mkfifo(cx.path(name), mode)
        except OSError as error:
            cx.complain(f"cannot create fifo {always(name)}: {reason(error)}")
            status = 1
    return status
