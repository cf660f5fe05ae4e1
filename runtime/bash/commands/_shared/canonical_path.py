"""Names without links, dots and double slashes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

__all__ = ["canonical", "lexical", "relative"]


def canonical(cx: Context, name: str, how: str) -> str:
    """The canonical form of a name. Raises OSError.

    Args:
        cx: whose file system and working folder are meant.
        name: as a user gave it.
        how: ``e`` all must exist, ``f`` all but the last, ``m`` nothing need.
    """
    path = cx.path(name)
    if how == "e":
        return cx.fs.realpath(path)
    if how == "f":
        done = cx.fs.realpath(path.rstrip("/") or "/", strict=False)
        if path.endswith("/") and cx.fs.exists(done) and not cx.fs.is_dir(done):
            raise NotADirectoryError(20, "Not a directory")
        return done
    return _missing(cx, path)


def _missing(cx: Context, path: str) -> str:
    """Resolve as far as there is something, then go on by text alone."""
    done = "/"
    parts = [part for part in path.split("/") if part]
    while parts:
        part = parts.pop(0)
        cx.meter.check()
        tried = f"{done.rstrip('/')}/{part}"
        if part == "..":
            done = done.rpartition("/")[0] or "/"
        elif part != ".":
            try:
                done = cx.fs.realpath(tried)
            except OSError as error:
                if error.errno == 40:  # a ring of links leads nowhere: its name stands for itself
                    done = tried
                    continue
                try:
                    target = cx.fs.readlink(tried)
                except OSError:
                    done = tried
                    continue
                # A link to nowhere: what it says takes its place.
                parts[:0] = [piece for piece in target.split("/") if piece]
                done = "/" if target.startswith("/") else done
    return done


def lexical(path: str) -> str:
    """An absolute path without dots, by its text alone."""
    out: list[str] = []
    for part in path.split("/"):
        if part == "..":
            del out[-1:]
        elif part not in ("", "."):
            out.append(part)
    return "/" + "/".join(out)


def relative(path: str, base: str) -> str:
    """``path`` as seen from the folder ``base``; both canonical."""
    to, start = path.strip("/").split("/"), base.strip("/").split("/")
    to, start = [part for part in to if part], [part for part in start if part]
    same = 0
    while same < min(len(to), len(start)) and to[same] == start[same]:
        same += 1
    return "/".join([".."] * (len(start) - same) + to[same:]) or "."
