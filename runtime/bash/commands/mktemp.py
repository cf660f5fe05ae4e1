"""mktemp: make a file or folder with a name of its own."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import quote, reason
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [TEMPLATE]",
    "Make a file (or folder) whose name is TEMPLATE with its X's replaced, and print the name.",
    ("d", "directory", "", "make a folder"),
    ("u", "dry-run", "", "make nothing"),
    ("q", "quiet", "", "do not complain"),
    ("", "suffix", "SUFF", "append SUFF to TEMPLATE"),
    ("p", "", "DIR", "make it in DIR"),
    ("", "tmpdir", "[DIR]", "make it in DIR, or in $TMPDIR, or in /tmp"),
    ("t", "", "", "TEMPLATE is a name in $TMPDIR, the -p folder or /tmp"),
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_TRIES = 100
# No name may be longer, so that no more is made of one.
_LONGEST = 256
_CREATE = 0o302  # O_RDWR | O_CREAT | O_EXCL


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if len(given.operands) > 1:
        raise OPTIONS.refuse(cx, "too many templates")
    head, count, tail = _template(cx, given)
    for _ in range(_TRIES):
        middle = "".join(cx.random.choice(_LETTERS) for _ in range(min(count, _LONGEST)))
        name = f"{head}{middle}{tail}"
        try:
            _make(cx, given, name)
        except OSError as error:
            if error.errno == 17:
                continue
            if "q" not in given:
                kind = "directory" if "d" in given else "file"
                cx.complain(
                    f"failed to create {kind} via template {quote(head + 'X' * count + tail)}: {reason(error)}"
                )
            return 1
        cx.write(name + "\n")
        return 0
    return cx.fail("failed to create file via template: File exists")


def _make(cx: Context, given: Given, name: str) -> None:
    if "u" in given:
        if cx.fs.exists(cx.path(name)):
            raise FileExistsError(17, "File exists")
    elif "d" in given:
        cx.fs.mkdir(cx.path(name), 0o700 & ~cx.umask)
    else:
        cx.open(name, _CREATE, 0o600).release()


def _template(cx: Context, given: Given) -> tuple[str, int, str]:
    """The text before the X's, how many there are, and the text after them."""
    template = given.operands[0] if given.operands else "tmp.XXXXXXXXXX"
    suffix = given.get("suffix")
    if "suffix" in given:
        if not template.endswith("X"):
            raise _trouble(cx, f"with --suffix, template {quote(template)} must end in X")
        if "/" in suffix:
            raise _trouble(cx, f"invalid suffix {quote(suffix)}, contains directory separator")
        body = template
    else:
        body = template.rstrip("".join(set(template) - {"X"})) if "X" in template else template
        suffix = template[len(body) :]
        if "/" in suffix:
            raise _trouble(cx, f"invalid suffix {quote(suffix)}, contains directory separator")
    stem = body.rstrip("X")
    count = len(body) - len(stem)
    if count < 3:
        raise _trouble(cx, f"too few X's in template {quote(template)}")
    cx.meter.text(count)
    return _folder(cx, given, stem, template) + stem, count, suffix


def _folder(cx: Context, given: Given, stem: str, template: str) -> str:
    inside = given.any(("p", "tmpdir", "t")) or not given.operands
    if not inside:
        return ""
    if "t" in given:
        if "/" in stem:
            raise _trouble(cx, f"invalid template, {quote(template)}, contains directory separator")
        folder = cx.env.get("TMPDIR") or given.get("p") or "/tmp"  # noqa: S108  # the virtual machine's
    else:
        folder = given.get("p") or given.get("tmpdir") or cx.env.get("TMPDIR") or "/tmp"  # noqa: S108
        if given.operands and stem.startswith("/"):
            raise _trouble(cx, f"invalid template, {quote(template)}; with --tmpdir, it may not be absolute")
    return folder.rstrip("/") + "/"


def _trouble(cx: Context, message: str) -> Done:
    cx.complain(message)
    return Done(1)
