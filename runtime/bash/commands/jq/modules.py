"""``import`` and ``include``: modules and data in the virtual file system, found in the folders of ``-L``."""

from __future__ import annotations

from runtime.bash.commands.jq.lexer import SyntaxFault
from runtime.bash.commands.jq.parser import parse
from runtime.bash.commands.jq.reader import Malformed
from runtime.bash.commands.jq.scope import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from runtime.bash.commands.jq.tree import Import, Program
    from runtime.bash.utility_context import Context

__all__ = ["Modules"]

_DEEPEST = 64


class Modules:
    """Loads the modules of one run.

    Args:
        cx: whose files they are.
        folders: where to look, in order.
    """

    def __init__(self, cx: Context, folders: list[str]) -> None:
        self.cx = cx
        self.folders = folders or ["~/.jq", "/usr/lib/jq"]
        self.data: dict[str, Any] = {}
        self._loading: list[str] = []

    def scope(self, program: Program, origin: str = "") -> Scope:
        """The scope in which a program's own definitions begin: what it imports is there, under its alias."""
        scope = Scope()
        for item in program.imports:
            if item.alias.startswith("$"):
                path = self._find(item, origin, ".json")
                name = item.alias[1:]
                self.data[name] = self.data[f"{name}::{name}"] = self._values(path)
                continue
            path = self._find(item, origin, ".jq")
            prefix = f"{item.alias}::" if item.alias else ""
            for (name, arity), defined in self._load(path).functions.items():
                if "::" not in name:
                    scope.functions[(prefix + name, arity)] = defined
        return scope

    def _load(self, path: str) -> Scope:
        """What a module defines."""
        if path in self._loading or len(self._loading) > _DEEPEST:
            raise SyntaxFault(f"module {path} imports itself", 0)
        self._loading.append(path)
        try:
            program = parse(self._text(path))
            if program.body is not None:
                raise SyntaxFault("library should only have function definitions, not a main expression", 0)
            scope = self.scope(program, path.rpartition("/")[0])
        finally:
            self._loading.pop()
        own = Scope(scope.size, scope.variables, dict(scope.functions), scope.labels)
        names = set()
        for function in program.functions:
            own, _ = own.defining(function)
            names.add((function.name, len(function.parameters)))
        # Only what the module itself defines is visible outside.
        shown = {key: defined for key, defined in own.functions.items() if key in names or not _aliased(key)}
        return Scope(own.size, own.variables, shown, own.labels)

    def _text(self, path: str) -> str:
        return self.cx.fs.read_bytes(path).decode("utf-8", "replace")

    def _values(self, path: str) -> list[Any]:
        from runtime.bash.commands.jq.reader import Reader

        reader, made = Reader(self._text(path)), []
        try:
            while True:
                made.append(reader.next())
        except EOFError:
            return made
        except Malformed as bad:
            raise SyntaxFault(f"Bad JSON in {path}: {bad.message}", 0) from None

    def _find(self, item: Import, origin: str, suffix: str) -> str:
        folders = self.folders
        search = item.meta.get("search") if isinstance(item.meta, dict) else None
        if search is not None:
            wanted = search if isinstance(search, list) else [search]
            folders = [
                f"{origin or self.cx.cwd}/{folder}" if folder.startswith(".") else folder
                for folder in wanted
                if isinstance(folder, str)
            ] + folders
        last = item.path.rpartition("/")[2]
        for folder in folders:
            base = self.cx.path(self._at_home(folder))
            for path in (f"{base}/{item.path}{suffix}", f"{base}/{item.path}/{last}{suffix}"):
                if self.cx.fs.is_file(path):
                    return self.cx.fs.realpath(path)
        raise SyntaxFault(f"module not found: {item.path}", item.at)

    def _at_home(self, folder: str) -> str:
        return self.cx.env.get("HOME", "") + folder[1:] if folder.startswith("~") else folder

    def meta(self, name: str) -> dict[str, Any]:
        """``modulemeta``"""
        from runtime.bash.commands.jq.tree import Import as Wanted
        from runtime.bash.commands.jq.values import JqError

        try:
            program = parse(self._text(self._find(Wanted(name, "", {}), "", ".jq")))
        except SyntaxFault as fault:
            raise JqError(fault.message) from None
        deps = []
        for item in program.imports:
            is_data = item.alias.startswith("$")
            alias = {"as": item.alias.lstrip("$")} if item.alias else {}
            deps.append({**item.meta, **alias, "is_data": is_data, "relpath": item.path})
        defs = [f"{function.name}/{len(function.parameters)}" for function in program.functions]
        return {**(program.meta or {}), "deps": deps, "defs": defs}


def _aliased(key: tuple[str, int]) -> bool:
    return "::" in key[0]
