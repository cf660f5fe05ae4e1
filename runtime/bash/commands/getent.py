"""getent: entries of the users, groups, hosts and services that the virtual machine knows."""

from __future__ import annotations

from runtime.bash.option_table import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPTION]... database [key ...]",
    "Print entries of /etc/passwd, /etc/group, /etc/hosts and the like, all or those of each KEY.",
    ("i", "no-idn", "", "ignored"),
    ("s", "service", "CONFIG", "ignored"),
    origin="GNU libc 2.36",
)
_DATABASES = {"ahosts", "group", "gshadow", "hosts", "networks", "passwd", "protocols", "services", "shadow"}
_BAD_DATABASE, _NOT_FOUND = 1, 2


def main(cx: Context) -> int:
    given = OPTIONS.parse(cx)
    if not given.operands:
        raise OPTIONS.refuse(cx, "wrong number of arguments")
    database, *keys = given.operands
    if database not in _DATABASES:
        cx.stderr.write(f"Unknown database: {database}\n".encode("utf-8", "surrogateescape"))
        return _BAD_DATABASE
    rows = _rows(cx, "hosts" if database == "ahosts" else database)
    if not keys:
        cx.write("".join(f"{shown}\n" for shown, _ in rows))
        return 0
    status = 0
    for key in keys:
        found = [shown for shown, names in rows if key in names][:1]
        cx.write("".join(f"{shown}\n" for shown in found))
        status = status if found else _NOT_FOUND
    return status


def _rows(cx: Context, database: str) -> list[tuple[str, list[str]]]:
    """Each entry as it is printed, with the keys that it is found by."""
    try:
        text = cx.fs.read_bytes(f"/etc/{database}").decode("utf-8", "surrogateescape")
    except OSError:
        return []
    rows = []
    for line in text.splitlines():
        entry = line.partition("#")[0].strip()
        if ":" in entry and database in ("passwd", "group", "shadow", "gshadow"):
            fields = entry.split(":")
            rows.append((entry, [fields[0], fields[2] if database in ("passwd", "group") else fields[0]]))
        elif entry:
            first, *names = entry.split()
            shown = (
                f"{first:<15} {' '.join(names)}" if database == "hosts" else f"{first:<21} {' '.join(names)}"
            )
            rows.append((shown, [first, *names]))
    return rows
