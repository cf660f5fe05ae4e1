"""``constraints.txt`` pins everything that an installation with the extra ``dev`` brings in, and only that."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = "cathedral-runtime"
PIN = re.compile(r"[a-z0-9][a-z0-9-]*==[0-9][0-9a-z.+]*")


def _closure(extras: tuple[str, ...]) -> dict[str, str]:
    """The installed versions of everything that the project requires on this interpreter, by canonical name."""
    found: dict[str, str] = {}
    waiting = [Requirement(f"{PROJECT}[{','.join(extras)}]")]
    seen: set[tuple[str, str]] = set()
    while waiting:
        requirement = waiting.pop()
        installed = distribution(requirement.name)
        found[canonicalize_name(requirement.name)] = installed.version
        for extra in ("", *requirement.extras):
            if (installed.name, extra) not in seen:
                seen.add((installed.name, extra))
                declared = map(Requirement, installed.requires or ())
                waiting += [r for r in declared if _wanted(r, extra)]
    del found[PROJECT]
    return found


def _wanted(requirement: Requirement, extra: str) -> bool:
    """Whether this extra, and nothing else, brings the requirement in."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def test_constraints_pin_every_library_that_gets_installed(root: Path, pytestconfig) -> None:
    """Versions are compared by whoever installs with the file; here every name must have one."""
    path = root / "constraints.txt"
    closure = _closure(("dev",))
    if pytestconfig.getoption("--write-golden"):
        path.write_text("".join(sorted(f"{name}=={version}\n" for name, version in closure.items())), "utf-8")
    lines = path.read_text("utf-8").splitlines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []
    assert set(closure) - {line.partition("==")[0] for line in lines} == set()
    assert lines == sorted(set(lines))
