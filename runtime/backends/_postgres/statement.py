"""Runs one statement of a tool, with these walls around it, none of which the statement can undo:

1. Words: functions that reach outside the transaction are not sent: those that act (signals, locks, notifications, files, other servers, statements as texts), and those
   that tell what no table's lock would show (other sessions' statements and locks, settings, definitions, sizes).
2. Protocol: the extended one takes one statement, and values apart from it.
3. Grammar: what reads is sent as the query of a cursor, what changes is first prepared. Neither takes SET, COMMIT, COPY, DO, CALL, LISTEN or any other command.
4. Transaction: read-only for what reads; a snapshot is taken first, after which PostgreSQL lets nobody turn that off. It is never committed.
5. Role: one that is a superuser, may reach files or programs of the server, or may call what acts outside (dblink, untrusted languages) is refused.
6. Tables: the locks that the transaction holds name every table that the statement touched, through views, functions, triggers and keys. They are looked at
   before it runs, and again before anything is given out or committed.
7. Bounds: the server's own timeouts, the call's clock here with a cancellation, a count of rows and of bytes.

An error may quote a value of a table that is not granted: a cast to ``regclass`` fails with the code and the words of a misspelled table. So a statement is
parsed before it is planned, since a planner evaluates functions, too. Words are told of what the parser refused, and of the few kinds that quote names alone; of others the kind alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import psycopg

from runtime.backends._postgres.session import Lost, ServerSession, StatementRefused, TooLarge
from runtime.backends._postgres.values import columns_of, parameters_of, rows_of
from runtime.contracts.database import (
    ROW_TOO_LARGE,
    QueryFailed,
    QueryRows,
    SqlStatement,
    StatementResult,
    Value,
)
from runtime.contracts.errors import BackendUnavailable

__all__ = ["run_on"]

Admit = Callable[[str, Sequence[str]], None]
_SLACK_MS = 500
"""The server's clock ends a statement that the call's own should have ended before."""
_MOST_LOCK_MS = 10_000
_OUTSIDE = re.compile(
    r'u&"|\b(?:pg_(?:notify|sleep\w*|terminate_backend|cancel_backend|logical_\w+|replication_\w+|create_\w+|drop_\w+|copy_\w+|stat_reset\w*'
    r"|stat_clear\w*|advisory_\w+|try_advisory_\w+|read_\w+|ls_\w+|file_\w+|stat_file|reload_conf|rotate_logfile\w*|promote|switch_wal|wal_\w+|export_snapshot"
    r"|backup_\w+|start_backup|stop_backup|log_\w+|import_\w+|extension_config_dump|nextoid|prewarm|hba_file_\w+|ident_file_\w+|show_all_\w+"
    r"|stat_get_\w+|stat_statements\w*|get_(?!keywords|userbyid)\w+|lock_status|blocking_pids|safe_snapshot_blocking_pids|prepared_xact|show_replication_\w+"
    r"|(?:total_relation|relation|table|indexes|database|tablespace)_size|buffercache_\w+|sequence_last_value|sequence_parameters)"
    r"|lo_\w+|lowrite|loread|set_config|current_setting|nextval|setval|dblink\w*"
    r"|(?:query|table|schema|database|cursor)_to_(?:xml\w*|xmlschema)|ts_stat|ts_rewrite|brin_\w+|gin_clean_\w+)\b",
    re.IGNORECASE,
)
"""Identifiers of a text in which none can be spelled otherwise: escapes in names are refused with the rest."""
_SESSION = """
SELECT pg_catalog.set_config(s.name, s.value, false) FROM (VALUES
  ('statement_timeout', '{statement_ms}'), ('lock_timeout', '{lock_ms}'), ('idle_in_transaction_session_timeout', '{statement_ms}'),
  ('default_transaction_read_only', '{read_only}'), ('max_parallel_workers_per_gather', '0'), ('standard_conforming_strings', 'on'),
  ('bytea_output', 'hex'), ('DateStyle', 'ISO'), ('client_connection_check_interval', '1s')) AS s (name, value)
  WHERE pg_catalog.current_setting(s.name, true) IS NOT NULL;
SELECT
  (SELECT r.rolname FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER') AND (r.rolsuper OR r.rolreplication OR r.rolname IN
    ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_signal_backend')) LIMIT 1),
  (SELECT p.oid::pg_catalog.regprocedure::text FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
    LEFT JOIN pg_catalog.pg_depend d ON d.classid = 1255 AND d.objid = p.oid AND d.deptype = 'e'
    LEFT JOIN pg_catalog.pg_extension e ON d.refclassid = 3079 AND e.oid = d.refobjid
    WHERE p.oid >= 16384 AND pg_catalog.has_function_privilege(session_user, p.oid, 'EXECUTE')
    AND (NOT (l.lanpltrusted OR l.lanname IN ('internal', 'c')) OR e.extname IN
      ('dblink', 'http', 'pg_net', 'plsh', 'adminpack', 'aws_lambda', 'aws_s3', 'aws_commons', 'pg_cron', 'pageinspect', 'pg_background', 'pg_curl')) LIMIT 1)
"""
_BEGIN = "BEGIN ISOLATION LEVEL REPEATABLE READ {access}; SELECT 1"
"""The query takes the snapshot: before it, a transaction could still be made one that writes."""
_TOUCHED = """
SELECT DISTINCT l.mode, (l.one).type, (l.one).schema, (l.one).name, pg_catalog.pg_table_is_visible(l.relation)::pg_catalog.int4, (l.root).schema, (l.root).name,
  pg_catalog.pg_table_is_visible(pg_catalog.pg_partition_root(l.relation))::pg_catalog.int4
FROM (SELECT mode, relation, pg_catalog.pg_identify_object(1259, relation, 0) AS one,
    pg_catalog.pg_identify_object(1259, pg_catalog.pg_partition_root(relation), 0) AS root
  FROM pg_catalog.pg_lock_status() WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation') AS l
"""
_READ_MODES = frozenset({"AccessShareLock", "RowShareLock"})
_OF_TABLES = frozenset({"index", "toast table", "composite type"})
"""They go with their tables, and nobody reads them by themselves."""
_PLAIN_INSERT = re.compile(r"\s*insert\s(?!.*\bconflict\b)", re.IGNORECASE | re.DOTALL)
_NAMES_ALONE = ("23", "25", "42501")
"""Kinds of errors whose words hold names of constraints, columns and commands, and no value of a row: a broken constraint, a change where one reads, a missing privilege."""
_CHANGED = re.compile(rb"(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)")
_FIRST_ROWS, _MORE_ROWS, _MOST_ROWS = 16, 4, 4096
_OVERHEAD = 1 << 20


def run_on(
    session: ServerSession, name: str, statement: SqlStatement, *, remaining_s: float, admit: Admit
) -> StatementResult:
    """What came of a statement.

    Raises:
        QueryFailed: it was refused.
        BackendUnavailable: the connection may not be used for this, or was lost.
    """
    if found := _OUTSIDE.search(statement.sql):
        raise QueryFailed(f"{found[0]} reaches outside the statement, and is not run")
    if "\0" in statement.sql or not statement.sql.strip():
        raise QueryFailed("write one statement")
    try:
        _guard(session, name, statement, remaining_s)
        return (_change if statement.writes else _read)(session, statement, admit)
    except StatementRefused as refused:
        raise _told(name, refused, statement) from None
    except TooLarge:
        raise QueryFailed(ROW_TOO_LARGE) from None
    except Lost:
        raise _lost(name) from None


def _guard(session: ServerSession, name: str, statement: SqlStatement, remaining_s: float) -> None:
    within_ms = int(remaining_s * 1000) + _SLACK_MS
    text = _SESSION.format(
        statement_ms=within_ms,
        lock_ms=min(within_ms, _MOST_LOCK_MS),
        read_only="off" if statement.writes else "on",
    )
    ((role, function),) = (map(_plain, row) for row in rows_of(session.run(text)))
    if role:
        raise _too_mighty(
            name, f"is, or may become, {role}", "Connect as a role that is no more than it needs."
        )
    if function:
        raise _too_mighty(
            name,
            f"may call {function}, which acts outside the database",
            "REVOKE EXECUTE on it from this role and PUBLIC.",
        )
    session.run(_BEGIN.format(access="READ WRITE" if statement.writes else "READ ONLY"))


def _read(session: ServerSession, statement: SqlStatement, admit: Admit) -> StatementResult:
    values, most_bytes = parameters_of(statement.parameters), _most_bytes(statement)
    cursor = "DECLARE runtime_rows NO SCROLL CURSOR WITHOUT HOLD FOR\n" + statement.sql
    session.parse(cursor, values)
    session.ask(cursor, values, most_bytes=most_bytes)
    _admit_all(session, statement, admit)
    columns: tuple[str, ...] = ()
    rows: list[tuple[Value, ...]] = []
    size, wanted, truncated = 0, 1, False
    while not truncated:
        answer = session.ask(f"FETCH {wanted} FROM runtime_rows", (), most_bytes=most_bytes)
        columns = columns_of(answer)
        found = rows_of(answer)
        for row in found:
            size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
            if len(rows) >= statement.max_rows or size > statement.max_bytes:
                if statement.max_rows and not rows:
                    raise TooLarge
                truncated = True
                break
            rows.append(row)
        if len(found) < wanted:
            break
        wanted = _next_rows(wanted, len(rows), size, statement)
    _admit_all(session, statement, admit)
    return StatementResult(
        rows=QueryRows(columns=columns, rows=tuple(rows), truncated=truncated), changed=0, data=None
    )


def _next_rows(last: int, count: int, size: int, statement: SqlStatement) -> int:
    """How many rows to ask for next: more each time, and no more than fit, going by those that came."""
    fitting = (statement.max_bytes - size) // max(1, size // max(1, count)) + 1
    ahead = statement.max_rows - count + 1
    return max(1, min(_FIRST_ROWS if last == 1 else last * _MORE_ROWS, fitting, ahead, _MOST_ROWS))


def _change(session: ServerSession, statement: SqlStatement, admit: Admit) -> StatementResult:
    values, most_bytes = parameters_of(statement.parameters), _most_bytes(statement)
    types = f" ({', '.join(['unknown'] * len(values))})" if values else ""
    prepared = f"PREPARE runtime_statement{types} AS\n{statement.sql}"
    session.parse(prepared, ())
    session.parse(statement.sql, values)
    session.ask(prepared, (), most_bytes=most_bytes)
    _admit_all(session, statement, admit)
    answer = session.ask(statement.sql, values, most_bytes=most_bytes)
    changed = _CHANGED.fullmatch(answer.command_status or b"")
    if changed is None:
        raise QueryFailed("the statement changes nothing: write INSERT, UPDATE, DELETE or MERGE")
    session.run(
        "SET CONSTRAINTS ALL IMMEDIATE"
    )  # what is put off until the commit would touch tables after the last look
    _admit_all(session, statement, admit)
    try:
        if session.run("COMMIT").command_status != b"COMMIT":
            raise QueryFailed("the server did not commit; nothing was changed")
    except Lost:
        raise BackendUnavailable(
            "the connection was lost during the commit: nobody here knows whether the change was made",
            suggestion="Look at the rows before changing them again.",
            committed="unknown",
        ) from None
    return StatementResult(
        rows=QueryRows(columns=(), rows=(), truncated=False), changed=int(changed[1]), data=None
    )


def _admit_all(session: ServerSession, statement: SqlStatement, admit: Admit) -> None:
    """Ask about each table that the transaction has locked."""
    asked: dict[tuple[str, tuple[str, ...]], None] = {}
    for row in rows_of(session.run(_TOUCHED)):
        mode, kind, schema, table, visible, root_schema, root, root_visible = map(_plain, row)
        if kind in _OF_TABLES or (kind == "sequence" and mode not in _READ_MODES):
            continue
        names = [f"{schema}.{table}", *([table] if visible else [])]
        if root:  # a partition is part of its table
            names += [f"{root_schema}.{root}", *([root] if root_visible else [])]
        writes = mode not in _READ_MODES
        if writes:
            asked["db_write", tuple(names)] = None
        if not writes or not _PLAIN_INSERT.match(statement.sql):  # what is changed is found by what it holds
            asked["db_read", tuple(names)] = None
    for needed, named in asked:
        admit(needed, named)


def _plain(value: Value) -> str:
    """A value of the runtime's own question: all of them are texts, or a number that says yes or no."""
    return str(value) if value else ""


def _most_bytes(statement: SqlStatement) -> int:
    return 3 * statement.max_bytes + _OVERHEAD


def _told(name: str, refused: StatementRefused, statement: SqlStatement) -> Exception:
    state, text = refused.state, refused.text
    if state == "42601" and refused.in_parsing:  # a syntax error
        words = "INSERT, UPDATE, DELETE or MERGE" if statement.writes else "SELECT, WITH, VALUES or TABLE"
        return QueryFailed(f"{text}; what is run here begins with {words}")
    if state == "08P01":
        return QueryFailed("the statement has another number of values than were given")
    if state.startswith(("08", "57P", "58", "XX")) or state == "53300":
        return _lost(name)
    if state in ("57014", "25P04"):
        return QueryFailed("the statement was cancelled, as it took too long")
    if state == "55P03":
        return QueryFailed("rows or tables are locked by somebody else; try again later")
    if refused.in_parsing or state.startswith(_NAMES_ALONE):
        return QueryFailed(text or state)
    return QueryFailed(f"{_words(state)} ({state})")


def _words(state: str) -> str:
    """The name of an error's kind, in words."""
    try:
        kind = psycopg.errors.lookup(state).__name__
    except KeyError:
        return "the server refused it"
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind).lower()


def _too_mighty(name: str, what: str, fix: str) -> BackendUnavailable:
    return BackendUnavailable(
        f"the role of the database {name} {what}: statements of tools are not run as it", suggestion=fix
    )


def _lost(name: str) -> BackendUnavailable:
    return BackendUnavailable(
        f"the connection to the database {name} was lost", suggestion="Try again; nothing was changed."
    )
