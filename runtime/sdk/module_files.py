"""Python modules whose source is bytes in memory: what runs is what was read and accepted, whatever the disk holds by now.

Neither the folder nor bytecode beside it is looked at. Each content of a folder is a package of its own, so a folder that changed is
loaded anew in the same process, and one that did not is loaded once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import ExecutionLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import decode_source, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from runtime.contracts.digest import PREFIX, digest

_PREFIX = "_runtime_tools_"


def package_of(folder: Path, files: Mapping[str, bytes]) -> str:
    """The package under which these files can be imported: a name of its own, as two folders may hold files of one name."""
    sources = {path: data for path, data in files.items() if path.endswith(".py")}
    parts = [os.fsencode(folder), *(f"{path}:{digest(sources[path])}".encode() for path in sorted(sources))]
    identity = digest(b"\0".join(parts)).removeprefix(PREFIX)
    name = f"{_PREFIX}{identity[:32]}"
    if name not in sys.modules:
        _finder.packages[name] = _Package(folder, sources)
        if _finder not in sys.meta_path:
            sys.meta_path.insert(0, _finder)
        package = ModuleType(name, "Tools of one folder.")
        package.__path__ = []  # a package, none of whose modules is looked for on disk
        sys.modules[name] = package
    return name


def files_of(package: str) -> tuple[Path, Mapping[str, bytes]] | None:
    """The folder and the files of such a package; None for any other."""
    found = _finder.packages.get(package)
    return None if found is None else (found.folder, found.files)


class _Package:
    """The files of one folder, as the modules that they are."""

    def __init__(self, folder: Path, files: Mapping[str, bytes]) -> None:
        self.folder = folder
        self.files = files

    def spec(self, fullname: str, inside: str) -> ModuleSpec | None:
        """How a module is loaded: a package with ``__init__.py``, a file, or a folder that only holds others."""
        for path, locations in ((f"{inside}/__init__.py", []), (f"{inside}.py", None)):
            if path in self.files:
                place = self.folder / path
                return spec_from_file_location(
                    fullname,
                    place,
                    loader=_Loader(place, self.files[path], is_package=locations is not None),
                    submodule_search_locations=locations,
                )
        if any(path.startswith(f"{inside}/") for path in self.files):
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = []
            return spec
        return None


class _Finder(MetaPathFinder):
    """Finds the modules of every such package, and nothing else."""

    def __init__(self) -> None:
        self.packages: dict[str, _Package] = {}

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002  # the import system gives it
        target: ModuleType | None = None,  # noqa: ARG002  # as above
    ) -> ModuleSpec | None:
        if not fullname.startswith(_PREFIX):
            return None
        name, _, rest = fullname.partition(".")
        package = self.packages.get(name)
        return package.spec(fullname, rest.replace(".", "/")) if package is not None and rest else None


class _Loader(ExecutionLoader):
    """Runs one source."""

    def __init__(self, place: Path, source: bytes, *, is_package: bool) -> None:
        self._place = place
        self._source = source
        self._is_package = is_package

    def get_filename(self, fullname: str) -> str:  # noqa: ARG002  # a loader has one module
        return str(self._place)

    def get_source(self, fullname: str) -> str:  # noqa: ARG002  # a loader has one module
        return decode_source(self._source)

    def is_package(self, fullname: str) -> bool:  # noqa: ARG002  # a loader has one module
        return self._is_package

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002  # a loader has one module
        code: CodeType = compile(self._source, str(self._place), "exec", dont_inherit=True)
        return code


_finder = _Finder()
