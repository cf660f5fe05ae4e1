"""``.dump``: a database as the SQL that makes it."""

from __future__ import annotations

from runtime.bash.commands.sqlite3.modes import inserted
from runtime.bash.commands.sqlite3.text import identifier, literal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from runtime.bash.commands.sqlite3.engine import Database

__all__ = ["dumped"]

_BLOCK = 200


def dumped(database: Database, patterns: list[str]) -> Iterator[str]:
    """The text, piece by piece: of the objects whose names fit one of the patterns, or of all."""
    wanted = " OR ".join(f"name LIKE {literal(pattern)} ESCAPE '\\'" for pattern in patterns) or "1"
    yield "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
    tables = database.rows(
        f"SELECT name, sql FROM sqlite_schema WHERE ({wanted}) AND type='table' AND sql NOT NULL ORDER BY name='sqlite_sequence', rowid"
    )
    writing = any(sql.upper().startswith("CREATE VIRTUAL TABLE") for _, sql in tables)
    if writing:
        yield "PRAGMA writable_schema=ON;\n"
    for name, sql in tables:
        yield from _table(database, name, sql)
    for (sql,) in database.rows(
        f"SELECT sql FROM sqlite_schema WHERE ({wanted}) AND sql NOT NULL AND type IN ('index','trigger','view')"
    ):
        yield f"{sql};\n"
    if writing:
        yield "PRAGMA writable_schema=OFF;\n"
    yield "COMMIT;\n"


def _table(database: Database, name: str, sql: str) -> Iterator[str]:
    if name == "sqlite_sequence":
        yield "DELETE FROM sqlite_sequence;\n"
    elif name.startswith("sqlite_stat"):
        yield "ANALYZE sqlite_schema;\n"
    elif name.startswith("sqlite_"):
        return
    elif sql.upper().startswith("CREATE VIRTUAL TABLE"):
        yield (
            "INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)"
            f"VALUES('table',{literal(name)},{literal(name)},0,{literal(sql)});\n"
        )
        return
    else:
        quoted = sql[:13] == "CREATE TABLE " and sql[13:14] in {"'", '"'}
        yield f"CREATE TABLE IF NOT EXISTS {sql[13:]};\n" if quoted else f"{sql};\n"
    stored = database.rows(f"SELECT name FROM pragma_table_xinfo({literal(name)}) WHERE hidden=0")
    columns = ",".join('"' + row[0].replace('"', '""') + '"' for row in stored)
    held: list[str] = []
    for rows in database.run(f"SELECT {columns} FROM {identifier(name)}"):
        for row in rows:
            held.append(inserted(name, row) + "\n")
            if len(held) >= _BLOCK:
                yield "".join(held)
                held = []
    yield "".join(held)
