"""Which tables an entry of ``db_read`` or ``db_write`` names.

| entry | covers |
|---|---|
| ``pets`` | the table of that name in a database file |
| ``*`` | every table of every database file |
| ``orders:pets`` ``orders:public.pets`` | a table of the connection ``orders`` |
| ``orders:*`` | every table of that connection |
| ``*:*`` | every table of every connection |

``*`` opens no connection: a grant that was written for files stays one for files.
"""

from __future__ import annotations

from collections.abc import Iterable

Scope = tuple[str, ...]
_EVERY_FILE, _EVERY_CONNECTION = "*", "*:*"


def covers(entry: str, name: str) -> bool:
    """Whether an entry covers a table, or all that another entry covers."""
    if entry == name:
        return True
    if ":" not in name:
        return entry == _EVERY_FILE
    return entry == _EVERY_CONNECTION or (entry.endswith(":*") and name.startswith(entry[:-1]))


def meet(a: Scope, b: Scope) -> Scope:
    """What both cover."""
    shared = [n for n in a if any(covers(e, n) for e in b)] + [n for n in b if any(covers(e, n) for e in a)]
    return join(tuple(shared), ())


def join(a: Scope, b: Scope) -> Scope:
    """What one of them covers, without entries that another covers."""
    names = {*a, *b}
    return tuple(sorted(n for n in names if not any(covers(e, n) for e in names - {n})))


def require_entries(entries: Iterable[str]) -> None:
    """See that entries have one of the forms above.

    Raises:
        ValueError: one has not.
    """
    for entry in entries:
        connection, colon, table = entry.partition(":")
        if entry in (_EVERY_FILE, _EVERY_CONNECTION):
            continue
        if "*" in connection or ("*" in table and table != "*") or (colon and not (connection and table)):
            raise ValueError(f"{entry!r}: write a table, CONNECTION:TABLE, CONNECTION:*, * or *:*")
