"""ProgramBackend that describe themselves: any program, in any language, that answers ``--describe`` with JSON.

Each is asked in the confinement of commands, with nothing granted; what it answers is kept by its digest. What is asked, and what runs later, is a private copy of
the bytes that were accepted.
"""

from __future__ import annotations

from collections.abc import Iterator

from runtime.backends._executables.program import ProgramOrigin, ProgramTool, Undescribed, executed_file
from runtime.backends._executables.store import ProgramStore
from runtime.backends.executables import DESCRIBING, Asked, ProgramBackend, describe_all
from runtime.capability.context import CallContext
from runtime.capability.match import CapabilitySet
from runtime.contracts.digest import digest
from runtime.contracts.ports import Backend, ScopedContext
from runtime.contracts.program import Program
from runtime.host.tool_sources import FolderFile, Loaded, Skipped, SourceSetup, ToolFolder, ToolSource
from runtime.host.tool_sources._declaration import manifest_of, read_declaration, stub_of
from runtime.host.tool_sources.python import is_program

_OTHER_KINDS = (".py", ".wasm", ".toml")


def wants(file: FolderFile) -> bool:
    """What its owner may execute, at the top of a tools folder."""
    return file.at_top and file.executable and not file.name.endswith(_OTHER_KINDS[1:])


def is_executable(path: str, folder: ToolFolder) -> bool:
    """Whether a file of a folder is a program: a Python file is one where its first line names an interpreter."""
    if "/" in path or path not in folder.executable:
        return False
    return is_program(path, folder) if path.endswith(".py") else not path.endswith(_OTHER_KINDS)


class ExecutablesSource(ToolSource):
    """Asks executables what they are."""

    lenient = True

    def __init__(self, setup: SourceSetup) -> None:
        """Start nothing yet."""
        super().__init__(setup)
        self._store = ProgramStore(setup.cache / "executables", setup.secret)

    def load(self, folder: ToolFolder) -> Iterator[Loaded | Skipped]:
        """The executables of a folder, in the order of their names."""
        paths = sorted(path for path in folder.files if is_executable(path, folder))
        for path, told in self._describe(folder, paths).items():
            try:
                tool = self._tool(folder, path, told)
            except Undescribed as why:
                yield Skipped(path, why.code, why.reason)
            except OSError as error:
                yield Skipped(path, "describe.not_run", f"no copy of it can be made: {error.strerror}")
            else:
                yield Loaded(path, tool)

    def backend_for(self, source: str) -> Backend | None:
        """The backend of programs, whether they describe themselves or are wrapped."""
        return ProgramBackend() if source == ProgramBackend.source else None

    def _describe(self, folder: ToolFolder, paths: list[str]) -> dict[str, bytes | Undescribed]:
        """What each answers, or why it is no tool; those that answered before are not asked."""
        answers: dict[str, bytes | Undescribed] = {}
        asked: list[Asked] = []
        for path in paths:
            data = folder.files[path]
            kept = self._store.description(digest(data))
            if kept is not None:
                answers[path] = kept
                continue
            try:
                asked.append(Asked(path, self._store.copy_of(path, data, digest(data))))
            except OSError as error:
                answers[path] = Undescribed("describe.not_run", f"it cannot be copied: {error.strerror}")
        told = self._ask(asked) if asked else []
        answers |= {one.name: answer for one, answer in zip(asked, told, strict=True)}
        return dict(sorted(answers.items()))

    def _tool(self, folder: ToolFolder, path: str, told: bytes | Undescribed) -> ProgramTool:
        """The tool of an executable.

        Raises:
            Undescribed: it is none.
            OSError: no copy of it can be made.
        """
        if isinstance(told, Undescribed):
            raise told
        data = folder.files[path]
        found = digest(data)
        declared, ignored = read_declaration(told)
        manifest = manifest_of(declared, Program(file=path, digest=found, serves=declared.serves))
        if self.setup.stub:
            if not declared.stub:
                raise Undescribed("stub.absent", "it declares no stub")
            manifest = stub_of(manifest)
        self._store.keep_description(found, told)
        return ProgramTool(
            manifest,
            ProgramOrigin(folder.place / path, found, must_execute=True),
            executed_file(
                self._store.copy_of(path, data, found), stub=self.setup.stub, serves=bool(declared.serves)
            ),
            ignored=ignored,
        )

    def _ask(self, asked: list[Asked]) -> list[bytes | Undescribed]:
        """What they answer where nothing is granted."""
        from runtime.backends.launcher import ConfinedLauncher

        process = self.setup.settings.process
        launcher = ConfinedLauncher(protection=process.protection, system=process.system)

        def make_context() -> ScopedContext:
            return CallContext(
                "describe",
                CapabilitySet(),
                DESCRIBING,
                workspace=self.setup.workspace,
                reserved=self.setup.reserved,
                launcher=launcher,
            )

        try:
            return describe_all(asked, make_context)
        finally:
            launcher.close()


SOURCE = ExecutablesSource
