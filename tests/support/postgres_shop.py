"""A PostgreSQL database of its own with the shop of the database tests, and a role that may do what a tool's role should."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from postgres_cluster import server_url
from psycopg.conninfo import conninfo_to_dict, make_conninfo

PASSWORD = "correct-horse-battery"
SCHEMA = """
    CREATE TABLE pets (id int PRIMARY KEY, name text UNIQUE);
    INSERT INTO pets VALUES (1, 'Rex'), (2, 'Ada');
    CREATE TABLE salaries (who text, amount int);
    INSERT INTO salaries VALUES ('Eve', 100);
    CREATE TABLE toys (pet int REFERENCES pets(id) ON DELETE CASCADE, name text);
    INSERT INTO toys VALUES (2, 'ball');
    CREATE VIEW open_view AS SELECT amount FROM salaries;
    CREATE TABLE visits (day int, note text) PARTITION BY RANGE (day);
    CREATE TABLE visits_early PARTITION OF visits FOR VALUES FROM (0) TO (100);
    INSERT INTO visits VALUES (1, 'first');
    CREATE TABLE orders (id serial PRIMARY KEY, pet int);
    CREATE FUNCTION all_names() RETURNS text LANGUAGE sql AS 'SELECT string_agg(name, '','') FROM pets';
    CREATE FUNCTION top_salary() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT max(amount) FROM salaries';
    CREATE FUNCTION leak() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO salaries VALUES (new.name, 1); RETURN new; END';
    CREATE TRIGGER leak AFTER UPDATE ON pets FOR EACH ROW EXECUTE FUNCTION leak();
    CREATE SCHEMA hidden;
    CREATE TABLE hidden.pets (secret text);
    INSERT INTO hidden.pets VALUES ('treasure');
    CREATE PROCEDURE wipe() LANGUAGE sql AS 'DELETE FROM pets';
"""


class Shop:
    """Where it is: ``url`` for the tool's role, ``admin`` for whoever looks at it from outside."""

    def __init__(self, name: str) -> None:
        self.role = f"app_{name}"
        self.admin = make_conninfo(server_url(), dbname=name)
        self.url = make_conninfo(self.admin, user=self.role, password=PASSWORD)
        parts = conninfo_to_dict(self.admin)
        self.folder = str(parts["host"])
        self.name = name
        self.session = psycopg.connect(self.admin, autocommit=True)

    def sql(self, statement: str) -> list[tuple[object, ...]]:
        cursor = self.session.execute(statement.encode())
        return cursor.fetchall() if cursor.description is not None else []

    def settle(self) -> None:
        """Wait until the server has seen the end of every connection of the role."""
        waiting = threading.Event()
        for _ in range(1000):
            if self.sessions() == 0:
                return
            waiting.wait(0.01)
        raise AssertionError("a connection of the role is left")

    def sessions(self) -> int:
        """How many connections the role has."""
        return int(
            str(self.sql(f"SELECT count(*) FROM pg_stat_activity WHERE usename = '{self.role}'")[0][0])
        )


@contextmanager
def a_shop() -> Iterator[Shop]:
    """A fresh one, gone afterwards."""
    name = f"shop_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server_url(), autocommit=True) as console:
        console.execute(f"CREATE DATABASE {name}".encode())
        console.execute(f"CREATE ROLE app_{name} LOGIN PASSWORD '{PASSWORD}'".encode())
        try:
            shop = Shop(name)
            shop.sql(SCHEMA)
            shop.sql(
                f"GRANT USAGE ON SCHEMA hidden TO {shop.role}; GRANT ALL ON ALL TABLES IN SCHEMA public, hidden TO {shop.role};"
                f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {shop.role}"
            )
            yield shop
            shop.session.close()
        finally:
            console.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
            console.execute(f"DROP ROLE app_{name}".encode())
