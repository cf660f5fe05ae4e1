"""Recipes: their automatic variables, their environment, and their lines one after another."""

from __future__ import annotations

import os
import re

from runtime.bash.commands.make.rules import Dep
from runtime.bash.commands.make.shell import ran
from runtime.bash.commands.make.variables import Scope
from runtime.bash.commands.make.words import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.make.expand import Expander
    from runtime.bash.commands.make.rules import Book, Entry, File
    from runtime.bash.commands.make.settings import Settings

__all__ = ["QUESTION", "Recipes"]

# What -q finds.
QUESTION = 1
_FAILED = 2
_MAKES = ("$(MAKE)", "${MAKE}")
_MODES = re.compile(r"[@+\- \t]*")
_NEWEST = float("inf")


class Recipes:
    """Runs recipes; ``started`` counts the commands."""

    def __init__(self, ex: Expander, book: Book, settings: Settings) -> None:
        self.ex = ex
        self.cx = ex.cx
        self.book = book
        self.settings = settings
        self.started = 0

    def run(self, file: File, entry: Entry, newer: list[str]) -> int:
        """Run an entry's recipe; 0, 1 (-q) or 2."""
        recipe = entry.recipe
        if recipe is None:
            return 0
        scope = _automatic(file, entry, newer)
        if self.settings.touch and not file.phony and any(text.strip() for text, _ in recipe.lines):
            return self._touch(file)
        commands: list[tuple[str, int, bool]] = []
        outer = self.ex.where
        first = recipe.lines[0][1] if recipe.lines else 0
        for at, (text, _) in enumerate(self._lines(recipe.lines)):
            # GNU's counts the lines of the recipe, not those of the file.
            number = first and first + at
            self.ex.where = f"{recipe.source}:{number}" if number else recipe.source
            makes = any(name in text for name in _MAKES)
            commands.append((self.ex.expand(text, scope), number, makes))
        self.ex.where = outer
        env: dict[str, str] | None = None
        for text, number, makes in commands:
            if not text.strip():
                continue
            env = env if env is not None else self._environment(scope)
            where = f"{recipe.source}:{number}" if number else recipe.source
            status = self._line(file, scope, env, text, where, makes)
            if status:
                return status
        return 0

    def _lines(self, lines: list[tuple[str, int]]) -> list[tuple[str, int]]:
        if not self._for_all(".ONESHELL") or not lines:
            return lines
        rest = [_MODES.sub("", text, count=1) if text[:1] in "@+-" else text for text, _ in lines[1:]]
        return [("\n".join([lines[0][0], *rest]), lines[0][1])]

    def _line(self, file: File, scope: Scope, env: dict[str, str], text: str, where: str, makes: bool) -> int:
        """One line of a recipe, which may have become several commands."""
        one = self._for_all(".ONESHELL")
        first = _MODES.match(text)
        modes = first[0] if first else ""
        for command in [text] if one else _commands(text):
            own = _MODES.match(command)
            given = modes + (own[0] if own else "")
            line = command[own.end() :] if own else command
            if not line.strip():
                continue
            status = self._command(file, scope, env, line, where, given, makes)
            if status:
                return status
        return 0

    def _command(
        self, file: File, scope: Scope, env: dict[str, str], line: str, where: str, modes: str, makes: bool
    ) -> int:
        settings = self.settings
        always = "+" in modes or makes
        if settings.question and not always:
            return QUESTION
        if settings.touch and not always:
            return 0
        self.book.bounds.meter.check()
        self.cx.meter.loop()
        silent = "@" in modes or settings.silent or self._applies(".SILENT", file)
        if settings.dry or settings.trace or not silent:
            self.cx.write(f"{line}\n")
        self.started += 1
        if settings.dry and not always:
            file.fixed = _NEWEST
            return 0
        status = ran(self.ex, scope, line, env)
        if not status:
            return 0
        ignored = "-" in modes or settings.ignore or self._applies(".IGNORE", file)
        stars, end = ("", " (ignored)") if ignored else ("*** ", "")
        if not (ignored and settings.silent):
            self._say(f"{stars}[{where}: {file.name}] Error {status}{end}")
        if ignored:
            return 0
        self._spoiled(file)
        return _FAILED

    def _spoiled(self, file: File) -> None:
        """.DELETE_ON_ERROR: what a failed recipe left half made."""
        path = self.cx.path(file.name)
        if file.phony or not self._for_all(".DELETE_ON_ERROR") or not self.cx.fs.is_file(path):
            return
        precious = self.book.known(".PRECIOUS")
        if precious and any(dep.name == file.name for dep in precious.entries[0].deps):
            return
        if self.cx.fs.stat(path).mtime_ns != file.mtime:
            self._say(f"*** Deleting file '{file.name}'")
            self.cx.fs.unlink(path)

    def _touch(self, file: File) -> int:
        if not self.settings.silent:
            self.cx.write(f"touch {file.name}\n")
        self.started += 1
        if not self.settings.dry:
            self.cx.open(file.name, os.O_WRONLY | os.O_CREAT, 0o666).release()
            now = int(self.cx.clock.now() * 1e9)
            self.cx.fs.utime(self.cx.path(file.name), now, now)
        file.fixed = _NEWEST
        return 0

    def _say(self, message: str) -> None:
        self.cx.stderr.write(f"{self.settings.name}: {message}\n".encode("utf-8", "surrogateescape"))

    def _for_all(self, name: str) -> bool:
        held = self.book.files.get(name)
        return held is not None and held.is_target

    def _applies(self, name: str, file: File) -> bool:
        """Whether a special target names the file, or nothing, which is every file."""
        held = self.book.files.get(name)
        if held is None or not held.is_target:
            return False
        deps = [dep.name for entry in held.entries for dep in entry.deps]
        return not deps or file.name in deps

    def _environment(self, scope: Scope) -> dict[str, str]:
        variables = self.ex.variables
        variables.export_all = variables.export_all or self._for_all(".EXPORT_ALL_VARIABLES")
        env = dict(self.cx.env)
        for name, held in list(variables.top.names.items()):
            if held.export is False:
                env.pop(name, None)
        size = 0
        for name, held in variables.exported(scope).items():
            if name not in ("SHELL", "MAKELEVEL", "MAKEFLAGS", "MFLAGS") or held.export:
                env[name] = self.ex.of(name, held, scope)
                size += len(env[name])
                self.ex.bounds.text(size)
        env["MAKELEVEL"] = str(self.settings.level + 1)
        env["MAKEFLAGS"] = self.ex.value("MAKEFLAGS", scope)
        env["MFLAGS"] = self.ex.value("MFLAGS", scope)
        return env


def _commands(text: str) -> list[str]:
    """The commands of an expanded line: a newline ends one, unless a backslash stands before it."""
    commands: list[str] = []
    for line in text.split("\n"):
        if commands and (len(commands[-1]) - len(commands[-1].rstrip("\\"))) % 2:
            commands[-1] += f"\n{line}"
        else:
            commands.append(line)
    return commands


def _automatic(file: File, entry: Entry, newer: list[str]) -> Scope:
    deps: list[Dep] = entry.deps
    plain = [dep.name for dep in deps if not dep.ordered]
    every = dict.fromkeys(plain)
    scope = Scope(file.scope)
    scope.set("@", file.name)
    scope.set("<", plain[0] if plain else entry.first)
    scope.set("^", joined(every))
    scope.set("+", joined(plain))
    scope.set("?", joined(dict.fromkeys(newer)))
    scope.set("|", joined(dict.fromkeys(dep.name for dep in deps if dep.ordered and dep.name not in every)))
    scope.set("*", entry.stem)
    scope.set("%", "")
    return scope
