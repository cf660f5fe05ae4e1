"""HTTP tools: TOML files with a table ``[http]``. Nothing of them runs here: each is one request, which the host sends."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from runtime.contracts.errors import Error
from runtime.contracts.ports import Backend
from runtime.contracts.secrets import SecretBroker
from runtime.host.tool_sources import FolderFile, Loaded, Skipped, SourceSetup, ToolFolder, ToolSource


def wants(file: FolderFile) -> bool:
    """A declaration at the top of a tools folder."""
    return file.at_top and file.name.endswith(".toml")


class HttpSource(ToolSource):
    """Reads declarations."""

    lenient = True

    def __init__(self, setup: SourceSetup) -> None:
        """See that the secrets of the settings are of a form that can be used.

        Raises:
            ConfigurationError: one is not.
        """
        super().__init__(setup)
        self._secrets: SecretBroker | None = None
        if setup.settings.secrets:
            from runtime.host.secrets import open_secrets

            self._secrets = open_secrets(setup.workspace, setup.settings.secrets)

    def load(self, folder: ToolFolder) -> Iterator[Loaded | Skipped]:
        """The tools; a file with another table is another source's."""
        from runtime.host.tool_sources._declaration import stub_of
        from runtime.sdk.http_declaration import HttpStub
        from runtime.sdk.http_files import read_http_file, stub_answer, tables_of

        for path, data in sorted(folder.files.items()):
            if "/" in path or not path.endswith(".toml"):
                continue
            tables = tables_of(data)
            if not tables or "http" not in tables:
                continue  # another source's, which also names what is of none
            try:
                tool = read_http_file(path, data)
            except Error as error:
                yield Skipped(path, error.code, error.message)
                continue
            if not self.setup.stub:
                yield Loaded(path, tool)
            elif (answer := stub_answer(data)) is msgspec.UNSET:
                yield Skipped(path, "stub.absent", "it declares no stub")
            else:
                yield Loaded(path, HttpStub(stub_of(tool.manifest), answer))

    def backend_for(self, source: str) -> Backend | None:
        """The backend of requests."""
        if source != "http":
            return None
        from runtime.backends.http_tools import HttpTools

        return HttpTools(self._secrets)


SOURCE = HttpSource
