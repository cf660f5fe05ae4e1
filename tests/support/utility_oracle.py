"""The real tools as the oracle: a command line drawn at random is run by them and by the virtual shell.

A case is a command, its files and its standard input. What is held against each other: standard output, standard error,
exit status and the files that the command made, changed or removed. The default run replays recorded answers
(``record_samples.py``); only recording and the soak need the tools themselves.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from time import monotonic
from types import ModuleType
from typing import NamedTuple

from gnu_bash import BASH, ENVIRONMENT, FOLDER

GRAMMARS = Path(__file__).with_name("utility_grammars")
# 2026-11-21, as `record_utilities.py` has it.
NOW = 1_795_262_400.0
# Nobody's numbers: a drawn command that goes astray finds nothing that it may change.
_NOBODY = 65534
_TIMEOUT_S = 10
_BATCH = 100
# Standard input is a pipe, as it is in the virtual shell: tools seek in files, and ask for their size.
# `eval` in a process of its own: a script that is no shell harms no other. Nothing may wait for a terminal or grow for ever.
_REAL_LOOP = """ulimit -f 20000
for ((number = 0; number < {count}; number++)); do
  (cd "$number/t"; ulimit -t 5; script=$(<../script); unset number; eval "$script") \
    < <(cat "$number/stdin") >"$number/stdout" 2>"$number/stderr"
  echo $? >"$number/status"
done 2>/dev/null
"""
_WORDS = re.compile("[A-Za-z]{3,}")
_QUOTED = re.compile("'[^']*'|\\u2018[^\\u2019]*\\u2019|\"[^\"]*\"|^\\w+:", re.MULTILINE)
# Of wall time for one difference: what is left then is small enough to read.
_REDUCTION_S = 6
# Of each kind of difference, by the command line of this file.
_SHOWN = 2
_LARGEST_ROW = 900


class Case(NamedTuple):
    """A command line and what it finds.

    Attributes:
        argv: the command and its arguments, as they reach it.
        files: by name relative to the working folder; parents are made; a name that ends in ``/`` is an empty folder.
        stdin: standard input.
        before: shell text run ahead of the command (``chmod``, ``touch -d``, ``ln -s``), its own output included.
        after: shell text that follows the command on its line (``| sort``, ``; stat -c %n *``).
    """

    argv: tuple[str, ...]
    files: dict[str, str] = {}  # noqa: RUF012 - never changed
    stdin: str = ""
    before: str = ""
    after: str = ""

    def script(self) -> str:
        """The case as a line of shell."""
        before = f"{self.before}; " if self.before else ""
        return before + " ".join(shlex.quote(word) for word in self.argv) + self.after


class Seen(NamedTuple):
    """What a command did. ``files``: what differs from before, as ``-644:text``, ``d755``, ``l777:target``; None is gone."""

    stdout: str
    stderr: str
    status: int
    files: dict[str, str | None]


class Grammar(NamedTuple):
    """A tool's grammar: a module of ``utility_grammars/``.

    ``draw(r)`` makes a case. Optional: ``KNOWN``, differences that stay as (predicate of case, real, ours; reason), and
    ``settle(case, seen)``, which takes out of both sides what no two runs agree about.
    """

    name: str
    draw: Callable[[random.Random], Case]
    known: tuple[tuple[Callable[[Case, Seen, Seen], bool], str], ...]
    settle: Callable[[Case, Seen], Seen]


class Difference(NamedTuple):
    """A case that the two sides see differently."""

    case: Case
    real: Seen
    ours: Seen

    def kind(self) -> tuple[object, ...]:
        """What two differences of one cause most often share."""
        fields = [name for name in Seen._fields if getattr(self.real, name) != getattr(self.ours, name)]
        said = (
            " ".join(_WORDS.findall(_QUOTED.sub("", text))) for text in (self.real.stderr, self.ours.stderr)
        )
        return (*fields, self.real.status, self.ours.status, *said)


def grammar(name: str) -> Grammar:
    """The grammar of that name."""
    module: ModuleType = importlib.import_module(f"utility_grammars.{name}")
    return Grammar(
        name,
        module.draw,
        getattr(module, "KNOWN", ()),
        getattr(module, "settle", lambda _case, seen: seen),
    )


def grammars() -> list[str]:
    """Every grammar's name."""
    return sorted(path.stem for path in GRAMMARS.glob("[a-z]*.py"))


# The two sides


def in_real(case: Case) -> Seen:
    """The case by the tools of this machine."""
    return all_in_real([case])[0]


def all_in_real(cases: list[Case]) -> list[Seen]:
    """Cases by the tools of this machine, each in a throw-away folder, by nobody when the caller is root.

    One bash runs them all: a process of Python's to a case would take longer than the case.
    """
    root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp())
    try:
        for number, case in enumerate(cases):
            _lay_out(folder / str(number), case)
        if root:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, _NOBODY, _NOBODY, follow_symlinks=False)
        subprocess.run(
            ["bash", "-c", _REAL_LOOP.format(count=len(cases))],
            executable=str(BASH),
            cwd=folder,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            timeout=_TIMEOUT_S * len(cases),
            check=True,
            umask=0o022,
            **({"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if root else {}),
        )
        return [_result(folder / str(number), case) for number, case in enumerate(cases)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _lay_out(place: Path, case: Case) -> None:
    home = place / "t"
    home.mkdir(parents=True)
    (place / "script").write_bytes(_bytes(case.script()))
    (place / "stdin").write_bytes(_bytes(case.stdin))
    for name, content in case.files.items():
        path = home / name
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_bytes(content))


def _result(place: Path, case: Case) -> Seen:
    home = place / "t"
    out, err = (
        _text((place / name).read_bytes()).replace(str(home), FOLDER) for name in ("stdout", "stderr")
    )
    status = int((place / "status").read_text())
    return Seen(out, err, status, _changed(case.files, dict(_real_tree(home))))


def in_virtual(case: Case) -> Seen:
    """The case in a fresh virtual shell, whose user is called nobody."""
    from runtime.bash import Bash

    files = {
        f"{FOLDER}/{name}": _bytes(content) for name, content in case.files.items() if not name.endswith("/")
    }
    shell = Bash(files=files, env=ENVIRONMENT, cwd=FOLDER, username="nobody", clock=NOW)
    for name in case.files:
        if name.endswith("/"):
            shell.exec_sync(f"mkdir -p {shlex.quote(name)}")
    done = shell.exec_sync(case.script(), stdin=case.stdin)
    tree = dict(_virtual_tree(shell.parts()[2], FOLDER))
    return Seen(
        _text(done.stdout_bytes), _text(done.stderr_bytes), done.exit_code, _changed(case.files, tree)
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _real_tree(home: Path) -> Iterator[tuple[str, str]]:
    for path in home.rglob("*"):
        found = path.lstat()
        name, mode = str(path.relative_to(home)), f"{found.st_mode & 0o7777:o}"
        if path.is_symlink():
            yield name, f"l{mode}:{os.readlink(path)}"  # noqa: PTH115 - pathlib would tidy what the link says
        elif path.is_dir():
            yield name, f"d{mode}"
        elif path.is_file():
            yield name, f"-{mode}:{_text(path.read_bytes())}"
        else:
            yield name, f"p{mode}"


def _virtual_tree(fs, folder: str, below: str = "") -> Iterator[tuple[str, str]]:
    # As the machine's root would: what the user made unreadable is compared as well.
    from stat import S_ISDIR, S_ISLNK, S_ISREG

    for entry in fs.listdir(folder):
        path, name = f"{folder}/{entry}", below + entry
        found = fs.stat(path, follow=False).mode
        mode = f"{found & 0o7777:o}"
        if S_ISLNK(found):
            yield name, f"l{mode}:{fs.readlink(path)}"
        elif S_ISDIR(found):
            yield name, f"d{mode}"
            if found & 0o500 != 0o500:
                fs.chmod(path, 0o755)
            yield from _virtual_tree(fs, path, f"{name}/")
        elif S_ISREG(found):
            if not found & 0o400:
                fs.chmod(path, 0o644)
            yield name, f"-{mode}:{_text(fs.read_bytes(path))}"
        else:
            yield name, f"p{mode}"


def _changed(files: dict[str, str], tree: dict[str, str]) -> dict[str, str | None]:
    given: dict[str, str] = {}
    for name, content in files.items():
        given[name.rstrip("/")] = "d755" if name.endswith("/") else f"-644:{content}"
        for parent in list(Path(name).parents)[:-1]:
            given[str(parent)] = "d755"
    return {name: tree.get(name) for name in sorted(given.keys() | tree) if given.get(name) != tree.get(name)}


# Samples and searches


def explained(tool: Grammar, case: Case, real: Seen, ours: Seen) -> str | None:
    """The reason for which this difference stays, or None."""
    return next((reason for known, reason in tool.known if known(case, real, ours)), None)


def difference(tool: Grammar, case: Case, real: Seen) -> Difference | None:
    """What the virtual shell does otherwise than ``real``, unless that is known to stay."""
    ours, real = tool.settle(case, in_virtual(case)), tool.settle(case, real)
    if ours == real or explained(tool, case, real, ours):
        return None
    return Difference(case, real, ours)


def drawn(tool: Grammar, count: int, seed: int | str) -> Iterator[Case]:
    """Cases at random, the same ones for a seed."""
    for number in range(count):
        yield tool.draw(random.Random(f"{tool.name} {seed} {number}"))


def differences(
    tool: Grammar,
    count: int,
    seed: int | str,
    wanted: Callable[[tuple[object, ...]], bool] = lambda _kind: True,
) -> Iterator[Difference]:
    """Of so many fresh cases those that differ from the real tool, reduced; of ``wanted`` kinds only."""
    cases = drawn(tool, count, seed)
    while batch := list(islice(cases, _BATCH)):
        for case, real in zip(batch, all_in_real(batch), strict=True):
            found = difference(tool, case, real)
            if found and wanted(found.kind()):
                yield reduced(tool, found)


def reduced(tool: Grammar, found: Difference) -> Difference:
    """The like of a difference with fewer arguments, files, lines and characters."""
    kind, until = found.kind(), monotonic() + _REDUCTION_S
    while monotonic() < until:
        for smaller in _less(tool, found.case):
            if smaller and smaller.kind() == kind:
                found = smaller
                break
            if monotonic() > until:
                return found
        else:
            break
    return found


def _less(tool: Grammar, case: Case) -> Iterator[Difference | None]:
    smaller = chain(_fewer_words(case), _fewer_files(case), _fewer_lines(case), _fewer_characters(case))
    while batch := list(islice(smaller, _BATCH // 4)):
        yield from map(partial(difference, tool), batch, all_in_real(batch))


def _fewer_words(case: Case) -> Iterator[Case]:
    for at in range(1, len(case.argv)):
        yield case._replace(argv=case.argv[:at] + case.argv[at + 1 :])
    if case.after:
        yield case._replace(after="")
    if case.before:
        yield case._replace(before="")


def _fewer_files(case: Case) -> Iterator[Case]:
    for name in case.files:
        yield case._replace(files={other: text for other, text in case.files.items() if other != name})


def _fewer_lines(case: Case) -> Iterator[Case]:
    for name, content in case.files.items():
        for shorter in _shorter(content):
            yield case._replace(files={**case.files, name: shorter})
    for shorter in _shorter(case.stdin):
        yield case._replace(stdin=shorter)


def _shorter(text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    for at in range(len(lines)):
        yield "".join(lines[:at] + lines[at + 1 :])


def _fewer_characters(case: Case) -> Iterator[Case]:
    for at, word in enumerate(case.argv[1:], 1):
        for size in (8, 3, 1):
            for start in range(len(word) - size + 1):
                less = word[:start] + word[start + size :]
                yield case._replace(argv=(*case.argv[:at], less, *case.argv[at + 1 :]))


# Rows of a recorded sample


def row(case: Case, seen: Seen) -> str:
    """A case and its answer as a line of JSON; what is empty is left out."""
    said = {f"got_{key}" if key == "files" else key: value for key, value in seen._asdict().items()}
    return json.dumps({key: value for key, value in {**case._asdict(), **said}.items() if value})


def unrowed(line: str) -> tuple[Case, Seen]:
    """The case and the answer of a line."""
    kept = json.loads(line)
    case = Case(
        tuple(kept["argv"]),
        *(kept.get(key, {} if key == "files" else "") for key in Case._fields[1:]),
    )
    return case, Seen(
        kept.get("stdout", ""), kept.get("stderr", ""), kept.get("status", 0), kept.get("got_files", {})
    )


def sample(tool: Grammar, wanted: int = 150, size_bytes: int = 60_000) -> Iterator[str]:
    """Rows of the fixed sample: different cases, small ones, that say the same twice."""
    cases = iter({case.script(): case for case in drawn(tool, 20 * wanted, "sample")}.values())
    while batch := list(islice(cases, _BATCH)):
        for case, seen, again in zip(batch, all_in_real(batch), all_in_real(batch), strict=True):
            line = row(case, seen)
            if len(line) > _LARGEST_ROW or seen != again:
                continue
            size_bytes -= len(line) + 1
            wanted -= 1
            if size_bytes < 0 or wanted < 0:
                return
            yield line


def main(arguments: list[str]) -> None:
    """``utility_oracle.py TOOL [COUNT [SEED]]``: print the differences of a fresh search."""
    name, count, seed = (*arguments, "500", "0")[:3] if len(arguments) == 1 else (*arguments, "0")[:3]
    met: Counter[tuple[object, ...]] = Counter()
    for found in differences(grammar(name), int(count), seed, lambda kind: met[kind] < _SHOWN):
        met[found.kind()] += 1
        print(found.case.script())
        print("   ", {key: value for key, value in found.case._asdict().items() if value and key != "argv"})
        for field in Seen._fields:
            real, ours = getattr(found.real, field), getattr(found.ours, field)
            if real != ours:
                print(f"    {field}: real {real!r}\n    {' ' * len(field)}  ours {ours!r}")
    print(f"{met.total()} differences or more")


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
