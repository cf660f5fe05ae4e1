"""The utilities (grep, sed, awk, jq, tar...): one module or package each, imported at its first use and never before.

A utility ``name`` is the module of that name here; a name that is no identifier or begins with ``_`` (`_shared`) is no
utility. What the modules may do is bounded here once: `confined` turns every way to end into
an exit status.
"""

from __future__ import annotations

from runtime.bash.option_table import Done

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable

    from runtime.bash.utility_context import Context, Main

__all__ = ["names", "utility"]

_EPIPE = 32
_SIGPIPE_STATUS = 128 + 13
# None of these names may be a module's: importing it would put the module in the place of the table.
_found: dict[str, Main | None] = {}
_every_name: list[frozenset[str]] = []


def utility(name: str) -> Main | None:
    """The utility of that name, or None. Never imports anything but a module of this folder.

    Not called `find`: the utility of that name is a module here, and would take the name when it is imported.
    """
    try:
        return _found[name]
    except KeyError:
        pass
    # By the list: an import that fails searches every folder of the host's Python first, 40 µs a try.
    if name not in names():
        return None
    module = __import__(f"{__name__}.{name}", fromlist=["main"])
    main: Main | None = getattr(module, "main", None)
    if main is not None:
        main = confined(main)
    _found[name] = main
    return main


def names() -> frozenset[str]:
    """Every utility there is; imports none of them."""
    if not _every_name:
        _every_name.append(_listed())
    return _every_name[0]


def _listed() -> frozenset[str]:
    # By the folder's entries: pkgutil costs a shell's start more than all the rest of its /bin.
    from os import scandir

    modules = {
        entry.name.removesuffix(".py")
        for folder in __path__
        for entry in scandir(folder)
        if entry.name.endswith(".py") or entry.is_dir()
    }
    return frozenset(name for name in modules if name.isidentifier() and not name.startswith("_"))


def confined(main: Main) -> Main:
    """``main`` whose every way to end is an exit status; limits and `Leave` pass through."""

    def run(cx: Context) -> int | Awaitable[int]:
        try:
            return main(cx)
        except Done as done:
            return done.status
        except OSError as error:
            if error.errno == _EPIPE:
                # Nobody reads any more: what a process that does not catch SIGPIPE shows.
                return _SIGPIPE_STATUS
            return _failed(cx, error)

    return run


def _failed(cx: Context, error: OSError) -> int:
    """A failure that the utility itself did not word: most often its output cannot be written."""
    from os import strerror

    reason = strerror(error.errno) if error.errno else "Input/output error"
    where = error.filename if isinstance(error.filename, str) else "write error"
    try:
        cx.complain(f"{where}: {reason}")
    except OSError:
        pass
    return 1
