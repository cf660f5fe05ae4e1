"""cp: copy files and folders."""

from __future__ import annotations

from runtime.bash.commands._shared.argmatch import choose
from runtime.bash.commands._shared.copy import Copier, destination
from runtime.bash.commands._shared.quoting import always
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... [-T] SOURCE DEST\n[OPTION]... SOURCE... DIRECTORY\n[OPTION]... -t DIRECTORY SOURCE...",
    "Copy SOURCE to DEST, or several SOURCEs into DIRECTORY.",
    ("a", "archive", "", "the same as -dR --preserve=all"),
    ("", "attributes-only", "", "copy attributes, not data"),
    ("", "backup", "[CONTROL]", "keep what is in the way as a backup"),
    ("b", "", "", "the same without a CONTROL"),
    ("", "copy-contents", "", "ignored"),
    ("d", "", "", "the same as --no-dereference --preserve=links"),
    ("f", "force", "", "remove what cannot be opened, and try again"),
    ("i", "interactive", "", "ask before overwriting"),
    ("H", "", "", "follow links that are operands"),
    ("l", "link", "", "make hard links"),
    ("L", "dereference", "", "follow links"),
    ("n", "no-clobber", "", "do not overwrite"),
    ("P", "no-dereference", "", "copy links as links"),
    ("p", "", "", "the same as --preserve=mode,ownership,timestamps"),
    ("", "preserve", "[LIST]", "keep mode, ownership, timestamps, links, context, xattr, all"),
    ("", "no-preserve", "LIST", "do not keep these"),
    ("", "parents path", "", "make the whole path of SOURCE below DIRECTORY"),
    ("R", "recursive", "", "copy folders"),
    ("r", "", "", "the same"),
    ("", "reflink", "[WHEN]", "auto, never, or always, which fails: no file system shares blocks"),
    ("", "remove-destination", "", "remove what is in the way first"),
    ("", "sparse", "WHEN", "ignored: never, auto or always"),
    ("", "strip-trailing-slashes", "", "remove slashes at the end of SOURCE"),
    ("s", "symbolic-link", "", "make symbolic links"),
    ("S", "suffix", "SUFFIX", "backups end with SUFFIX"),
    ("t", "target-directory", "DIRECTORY", "copy into DIRECTORY"),
    ("T", "no-target-directory", "", "DEST is no folder to copy into"),
    ("u", "update", "", "copy only what is newer or missing"),
    ("v", "verbose", "", "say what is copied"),
    ("x", "one-file-system", "", "stay in this file system"),
    ("Z", "context", "[CTX]", "ignored"),
)
_SPARSE = (("never",), ("auto",), ("always",))
_CLONES = (("auto",), ("always",), ("never",))
_KEPT = (("mode",), ("timestamps",), ("ownership",), ("links",), ("context",), ("xattr",), ("all",))
_ALL = {word for (word,) in _KEPT} - {"all"}


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    names = given.operands
    folder = destination(cx, OPTIONS, given, names)
    if folder is None:
        return 1
    copier = Copier(cx, OPTIONS, given)
    _switch(cx, copier, given)
    if _cloned(cx, given):
        for name in names if folder else names[:1]:
            into = f"{folder.rstrip('/')}/{name.rstrip('/').rpartition('/')[2]}" if folder else names[1]
            cx.complain(f"failed to clone {always(into)} from {always(name)}: Operation not supported")
        return 1
    if not folder:
        copier.copy(_stripped(given, names[0]), names[1])
        return int(copier.failed)
    seen: set[str] = set()
    for name in names:
        source = _stripped(given, name)
        if source and cx.path(source) in seen:
            kind = "directory" if cx.fs.is_dir(cx.path(source)) else "file"
            cx.complain(f"warning: source {kind} {always(source)} specified more than once")
            continue
        seen.add(cx.path(source) if source else "")
        if "parents" in given:
            base = source.lstrip("/")
            _parents(cx, copier, folder, base)
        else:
            base = source.rstrip("/").rpartition("/")[2]
            base = "" if base in (".", "..") else base
        copier.copy(source, f"{folder.rstrip('/')}/{base}" if base else folder)
    return int(copier.failed)


def _cloned(cx: Context, given: Given) -> bool:
    """Whether files must share their blocks, which no file system here does; other values are only looked at."""
    if "sparse" in given:
        choose(cx, OPTIONS, "sparse", given["sparse"], _SPARSE)
    if given.get("Z"):
        cx.complain("warning: ignoring --context; it requires an SELinux-enabled kernel")
    if "reflink" not in given:
        return False
    return choose(cx, OPTIONS, "reflink", given["reflink"] or "always", _CLONES) == "always"


def _stripped(given: Given, name: str) -> str:
    return name.rstrip("/") or name if "strip-trailing-slashes" in given else name


def _parents(cx: Context, copier: Copier, folder: str, path: str) -> None:
    """--parents: the folders of the source, below ``folder``."""
    at = path.find("/")
    while at >= 0:
        made = f"{folder.rstrip('/')}/{path[:at]}"
        if path[:at] and not cx.fs.is_dir(cx.path(made)):
            cx.fs.mkdir(cx.path(made), 0o777 & ~cx.umask)
            if copier.verbose:
                cx.write(f"{path[:at]} -> {made}\n")
        at = path.find("/", at + 1)


def _switch(cx: Context, copier: Copier, given: Given) -> None:
    copier.recursive = given.any("aRr")
    links = given.last("aHLPd")
    copier.follow = links == "L" or (not links and not copier.recursive)
    copier.follow_operands = copier.follow or links == "H"
    copier.hard, copier.symbolic = "l" in given, "s" in given
    copier.force = "f" in given
    copier.ask = given.last("in") == "i"
    copier.clobber = given.last("in") != "n"
    for key, value in given.order:
        if key == "a":
            copier.keep |= _ALL
        elif key == "d":
            copier.keep.add("links")
        elif key == "p":
            copier.keep |= {"mode", "ownership", "timestamps"}
        elif key == "preserve":
            copier.keep |= _listed(cx, "preserve", value or "mode,ownership,timestamps")
        elif key == "no-preserve":
            lost = _listed(cx, "no-preserve", value)
            copier.keep -= lost
            copier.plain_mode = "mode" in lost


def _listed(cx: Context, option: str, text: str) -> set[str]:
    found: set[str] = set()
    for word in text.split(","):
        choice = choose(cx, OPTIONS, option, word, _KEPT)
        if choice == "context" and option == "preserve":
            cx.complain("cannot preserve security context without an SELinux-enabled kernel")
            raise Done(1)
        found |= _ALL if choice == "all" else {choice}
    return found
