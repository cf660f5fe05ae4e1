"""Makes the tables of logs in PostgreSQL, and the triggers that keep them append-only.

A role that runs the runtime needs INSERT and SELECT, UPDATE on the cache besides, and may delete what the vault holds of no record
(`docs/audit-postgres.md`). The triggers are a second wall, for roles that own the tables: they hold off mistakes, not an owner.
"""

from __future__ import annotations

from runtime.audit.stores._pg_session import Connection
from runtime.contracts.errors import AuditWriteFailed

PIECE_BYTES = 65_536
"""A row holds no more; a record and its line feed just fit."""
VAULT_ROW_BYTES = 2 << 20
"""More than a row of the vault has."""
_MAKING = 0x43_52_01_00
"""The advisory lock of whoever makes the tables."""
_TABLES = (
    "CREATE SCHEMA IF NOT EXISTS cathedral",
    """CREATE TABLE IF NOT EXISTS cathedral.logs (
        log_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL UNIQUE)""",
    f"""CREATE TABLE IF NOT EXISTS cathedral.records (
        log_id integer NOT NULL REFERENCES cathedral.logs,
        seq bigint NOT NULL CHECK (seq >= 0),
        stop bigint NOT NULL CHECK (stop > 0),
        prev bytea,
        data bytea NOT NULL CHECK (octet_length(data) BETWEEN 1 AND {PIECE_BYTES}),
        PRIMARY KEY (log_id, seq), UNIQUE (log_id, stop), UNIQUE (log_id, prev))""",
    f"""CREATE TABLE IF NOT EXISTS cathedral.checkpoints (
        log_id integer NOT NULL REFERENCES cathedral.logs,
        seq bigint NOT NULL CHECK (seq >= 0),
        stop bigint NOT NULL CHECK (stop > 0),
        data bytea NOT NULL CHECK (octet_length(data) BETWEEN 1 AND {PIECE_BYTES}),
        PRIMARY KEY (log_id, seq), UNIQUE (log_id, stop))""",
    """CREATE TABLE IF NOT EXISTS cathedral.seals (
        log_id integer NOT NULL REFERENCES cathedral.logs,
        seq bigint NOT NULL CHECK (seq >= 0),
        size bigint NOT NULL CHECK (size > seq),
        stop bigint NOT NULL CHECK (stop > 0),
        data bytea NOT NULL CHECK (octet_length(data) > 0),
        PRIMARY KEY (log_id, seq), UNIQUE (log_id, size))""",
    """CREATE TABLE IF NOT EXISTS cathedral.frontiers (
        log_id integer PRIMARY KEY REFERENCES cathedral.logs,
        note bytea NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS cathedral.quarantine (
        log_id integer NOT NULL REFERENCES cathedral.logs,
        name text NOT NULL,
        part bigint NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY (log_id, name, part))""",
    f"""CREATE TABLE IF NOT EXISTS cathedral.vault (
        log_id integer NOT NULL REFERENCES cathedral.logs,
        seq bigint NOT NULL CHECK (seq >= 0),
        commitment bytea NOT NULL CHECK (octet_length(commitment) = 32),
        data bytea NOT NULL CHECK (octet_length(data) BETWEEN 1 AND {VAULT_ROW_BYTES}),
        PRIMARY KEY (log_id, seq, commitment))""",
    """CREATE TABLE IF NOT EXISTS cathedral.erasures (
        log_id integer PRIMARY KEY REFERENCES cathedral.logs,
        note bytea NOT NULL)""",
    """CREATE OR REPLACE FUNCTION cathedral.refuse() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog AS $$
        BEGIN
            IF TG_OP = 'DELETE' AND current_setting('cathedral.repair', true) = 'on' THEN
                RETURN OLD;
            END IF;
            RAISE EXCEPTION 'an audit log only grows: % of %', TG_OP, TG_TABLE_NAME
                USING ERRCODE = 'insufficient_privilege';
        END $$""",
    """CREATE OR REPLACE FUNCTION cathedral.keep_value() RETURNS trigger LANGUAGE plpgsql
        SET search_path = pg_catalog AS $$
        BEGIN
            IF TG_OP = 'DELETE' THEN
                IF NOT EXISTS (SELECT FROM cathedral.records WHERE log_id = OLD.log_id AND seq = OLD.seq) THEN
                    RETURN OLD;
                END IF;
            ELSIF (NEW.log_id, NEW.seq, NEW.commitment) = (OLD.log_id, OLD.seq, OLD.commitment)
                AND NEW.data = convert_to(OLD.seq || ' e ' || encode(OLD.commitment, 'hex') || ' ', 'UTF8') THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'a value of the vault can only be erased'
                USING ERRCODE = 'insufficient_privilege';
        END $$""",
)
_GUARDED = ("records", "checkpoints", "seals", "quarantine")
_DURABLE = """
SELECT current_setting('fsync') = 'on', current_setting('synchronous_commit') <> 'off',
    NOT EXISTS (SELECT FROM pg_class WHERE oid = ANY(ARRAY['cathedral.records', 'cathedral.checkpoints', 'cathedral.seals', 'cathedral.vault']::regclass[])
                AND relpersistence <> 'p')"""
_LOSES = (
    "the server does not sync its disk (fsync is off)",
    "commits return before they are durable (synchronous_commit is off)",
    "its tables are unlogged, and empty after a crash",
)


def make_tables(session: Connection) -> None:
    """Make the tables where they are not: what there is stays as it is, and then takes no rights to make any."""
    if has_tables(session):
        return
    with session.whole():
        session.run("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
        for statement in _TABLES:
            session.run(statement)
        for table in _GUARDED:
            for moment, each in (("UPDATE OR DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
                name = f"only_grows_{each.lower()}"
                session.run(f"CREATE OR REPLACE TRIGGER {name} BEFORE {moment} ON cathedral.{table} "
                            f"FOR EACH {each} EXECUTE FUNCTION cathedral.refuse()")  # fmt: skip
        session.run(
            "CREATE OR REPLACE TRIGGER only_erased BEFORE UPDATE OR DELETE ON cathedral.vault "
            "FOR EACH ROW EXECUTE FUNCTION cathedral.keep_value()"
        )
        session.run(
            "CREATE OR REPLACE TRIGGER only_grows_statement BEFORE TRUNCATE ON cathedral.vault "
            "FOR EACH STATEMENT EXECUTE FUNCTION cathedral.refuse()"
        )


def has_tables(session: Connection) -> bool:
    """Whether the tables are there."""
    return session.run("SELECT to_regclass('cathedral.erasures') IS NOT NULL") == [(True,)]


def require_durable(session: Connection) -> None:
    """Raises AuditWriteFailed where a record that was committed may be lost with the power."""
    ((*holding,),) = session.run(_DURABLE, (), (bool, bool, bool)) or [(False, False, False)]
    for holds, loss in zip(holding, _LOSES, strict=True):
        if not holds:
            raise AuditWriteFailed(
                f"The database would lose records: {loss}", suggestion="Correct the server's settings."
            )
