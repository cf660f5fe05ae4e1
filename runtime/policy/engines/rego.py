"""``rego:FOLDER``: Rego evaluated by the regorus engine, behind the guard.

Loading a bundle takes these steps; the engine's code runs in the worker process from step 3 on, unless the
engine was opened ``in_process``:

1. Read the folder.
2. Bound the source text.
3. Parse each module.
4. Check the syntax trees.
5. Load the whole, and put one sample question to it: what the engine finds only when it evaluates.

Where a memo recalls what step 4 found, steps 2 to 4 are left out (`runtime.policy.facts.CheckMemo`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy.bundle import Bundle, RegoFile, bundle_of, deciding, load, read_settled
from runtime.policy.decide import NoAnswer
from runtime.policy.engines import ENTRY, EngineOptions, _evaluator
from runtime.policy.engines._in_process import ThreadEvaluator
from runtime.policy.engines._sources import engine_over
from runtime.policy.engines._trial import SAMPLE, judge
from runtime.policy.engines._worker import START_S, BundleFile, PolicyWorker, WorkerLost
from runtime.policy.facts import CheckMemo, Facts, Mark
from runtime.policy.guard import GuardedEngine, Live
from runtime.policy.problem import PolicyProblem, refuse
from runtime.policy.wide_negation import parsable

if TYPE_CHECKING:
    from runtime.policy.check import MarkerFactory

SCHEMES = ("rego",)

# "--> authz.rego:21:6", a picture of the line, "error: what is wrong"
_PLACE = re.compile(r"--> (?P<file>[^\n]+):(?P<line>\d+):(?P<column>\d+)\n")
_COMPLAINT = re.compile(r"^error: (?P<message>.+)", re.MULTILINE)
_TAB_WIDTH = 4  # of the engine's columns, which count bytes otherwise


def open_url(folder: str, options: EngineOptions) -> GuardedEngine:
    """An engine over the policies of a folder. Raises as `open_engine` says."""
    if not folder:
        raise ConfigurationError("rego: names no folder", suggestion="Write rego:policies/.")
    return engine_over("rego", FolderBundle(folder), options)


class FolderBundle:
    """The bundle that lies in a folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def read(self, settle_s: float) -> Mapping[str, bytes]:
        return read_settled(self._folder, settle_s)

    def identify(self, files: Mapping[str, bytes]) -> tuple[str, Mapping[str, bytes]]:
        return bundle_of(files).digest, deciding(files)

    def prepare(self, files: Mapping[str, bytes], options: EngineOptions) -> Live:
        bundle = bundle_of(files)
        return _in_worker(bundle, options) if options.isolation == "worker" else _in_process(bundle, options)


def try_out(
    bundle: Bundle,
    *,
    entry: str = ENTRY,
    allow_builtins: frozenset[str] = frozenset(),
    memo: CheckMemo | None = None,
) -> None:
    """See that a bundle can be put in force, in a worker of its own. Raises BundleInvalid."""
    options = EngineOptions(
        isolation="worker",
        deadline_s=1.0,
        cache_size=0,
        entry=entry,
        max_stale_s=0.0,
        allow_builtins=allow_builtins,
        memo=memo,
    )
    _, file, worker = _tried(bundle, options)
    worker.kill()
    file.close()


def inspect(folder: str, options: EngineOptions) -> Facts:
    """Check a folder, tests included, without putting it in force. Raises BundleInvalid."""
    bundle = load(folder)
    with WorkerSession(bundle, options, with_tests=True) as session:
        return session.check()


class WorkerSession:
    """A worker with a bundle: checked, then tried, then handed over or ended."""

    def __init__(self, bundle: Bundle, options: EngineOptions, *, with_tests: bool = False) -> None:
        self._bundle = bundle
        self._options = options
        self._with_tests = with_tests
        self.modules = _modules(bundle, with_tests=with_tests)
        self._file, self._worker = _started(
            _loadable(_parsable(self.modules), bundle, options.entry), options
        )
        try:
            from runtime.policy.check import (
                check_source,  # while the worker starts: to import it takes as long
            )

            check_source(self.modules)  # the worker parses what it is told to, and not before
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> WorkerSession:
        return self

    def __exit__(self, *exception: object) -> None:
        self._worker.kill()
        self._file.close()

    def ask(self, op: bytes, payload: bytes = b"", timeout_s: float = START_S) -> bytes:
        """One request. What goes wrong before a bundle is in force is wrong with the bundle."""
        try:
            return self._worker.call(op, payload, timeout_s)
        except NoAnswer as none:
            raise _refused(none.detail, self.modules) from None
        except WorkerLost as lost:
            what = "takes too long to load" if lost.late else f"breaks the engine: {lost}"
            raise refuse([PolicyProblem("bundle", 0, 0, what)]) from None

    def check(self, marker: MarkerFactory | None = None) -> Facts:
        """What `runtime.policy.check` says of the bundle. Raises BundleInvalid."""
        from runtime.policy.check import check

        return check(
            self._bundle,
            msgspec.json.decode(self.ask(b"A")),
            entry=self._options.entry,
            allowed=self._options.allow_builtins,
            with_tests=self._with_tests,
            marker=marker,
        )

    def load(self, facts: Facts) -> None:
        """Put what was checked in force, here and in any worker that replaces this one."""
        loadable = _loadable(facts.sources, self._bundle, self._options.entry, facts.marks)
        parsed, self._file = self._file, BundleFile(loadable)
        parsed.close()
        self.ask(b"L", json.dumps({n: loadable[n] for n in ("modules", "marks")}).encode())

    def value(self, rule: str) -> bytes:
        """A rule's value without input. Raises NoAnswer; a worker that breaks over it is replaced."""
        try:
            return self._worker.call(b"T", rule.encode(), self._options.deadline_s)
        except WorkerLost as lost:
            self._worker = PolicyWorker(self._file, self._options.deadline_s)
            raise NoAnswer("timeout" if lost.late else "error", str(lost)) from None

    def trace(self, rule: str, question: bytes) -> bytes:
        """A rule's value for a question, and the marks on the way: see `_evaluator`. Raises as `value`."""
        asked = json.dumps({"rule": rule, "question": question.decode()}).encode()
        try:
            return self._worker.call(b"M", asked, START_S)
        except WorkerLost as lost:
            self._worker = PolicyWorker(self._file, self._options.deadline_s)
            raise NoAnswer("timeout" if lost.late else "error", str(lost)) from None

    def hand_over(self) -> tuple[BundleFile, PolicyWorker]:
        """The bundle as it was loaded, and the worker that has it."""
        return self._file, self._worker


def _started(loadable: dict[str, Any], options: EngineOptions) -> tuple[BundleFile, PolicyWorker]:
    try:
        file = BundleFile(loadable)
        return file, PolicyWorker(file, options.deadline_s)
    except OSError as error:
        raise ConfigurationError(
            f"the policy worker cannot be started: {error}",
            suggestion="Free memory, processes or room for temporary files, and try again.",
        ) from None


def _recalled(bundle: Bundle, options: EngineOptions) -> Facts | None:
    if options.memo is None:
        return None
    return options.memo.recall(bundle.digest, options.entry, options.allow_builtins)


def _keep(bundle: Bundle, options: EngineOptions, facts: Facts) -> None:
    if options.memo is not None:
        options.memo.keep(bundle.digest, options.entry, options.allow_builtins, facts)


def _in_worker(bundle: Bundle, options: EngineOptions) -> Live:
    facts, file, worker = _tried(bundle, options)
    from runtime.policy.engines._pool import (
        WorkerEvaluator,  # for event loops, which a mere check does without
    )

    evaluator = WorkerEvaluator(file, worker, options.deadline_s)
    return Live(bundle.digest, facts.is_cacheable, evaluator, facts.reads, facts.members)


def _tried(bundle: Bundle, options: EngineOptions) -> tuple[Facts, BundleFile, PolicyWorker]:
    """A worker that has loaded the bundle and answered the sample question."""
    facts = _recalled(bundle, options)
    if facts is not None:
        return _tried_unchecked(bundle, options, facts)
    session = WorkerSession(bundle, options)  # 2
    try:
        facts = session.check()  # 3, 4
        session.load(facts)  # 5
        judge(session.ask(b"E", SAMPLE))
    except BaseException:
        session.__exit__()
        raise
    _keep(bundle, options, facts)
    return facts, *session.hand_over()


def _tried_unchecked(
    bundle: Bundle, options: EngineOptions, facts: Facts
) -> tuple[Facts, BundleFile, PolicyWorker]:
    """Step 5 for a bundle that was checked before."""
    file, worker = _started(_loadable(facts.sources, bundle, options.entry, facts.marks), options)
    try:
        _first_answer(worker)
    except BaseException:
        worker.kill()
        file.close()
        raise
    return facts, file, worker


def _first_answer(worker: PolicyWorker) -> None:
    try:
        worker.call(b"L", b"", START_S)
        judge(worker.call(b"E", SAMPLE, START_S))
    except NoAnswer as none:
        raise refuse([PolicyProblem("bundle", 0, 0, none.detail)]) from None
    except WorkerLost as lost:
        what = "takes too long to load" if lost.late else f"breaks the engine: {lost}"
        raise refuse([PolicyProblem("bundle", 0, 0, what)]) from None


def _in_process(bundle: Bundle, options: EngineOptions) -> Live:
    modules = _modules(bundle)
    recalled = _recalled(bundle, options)
    try:
        facts = recalled or _checked_here(bundle, modules, options)
        loadable = _loadable(facts.sources, bundle, options.entry, facts.marks)
        answer = _evaluator.RegorusEvaluator(loadable).evaluate(SAMPLE)  # 5
    except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
        complaint = str(error)
    else:
        judge(answer)
        if recalled is None:
            _keep(bundle, options, facts)
        return Live(bundle.digest, facts.is_cacheable, ThreadEvaluator(loadable), facts.reads, facts.members)
    # Out here: as the context of another exception its trace would keep the engine, for any thread to drop.
    raise _refused(complaint, modules)


def _checked_here(bundle: Bundle, modules: list[RegoFile], options: EngineOptions) -> Facts:
    from runtime.policy.check import check, check_source

    check_source(modules)  # 2
    trees = msgspec.json.decode(_evaluator.trees([[m.path, m.text] for m in _parsable(modules)]))  # 3
    return check(bundle, trees, entry=options.entry, allowed=options.allow_builtins)  # 4


def _modules(bundle: Bundle, *, with_tests: bool = False) -> list[RegoFile]:
    return [*bundle.policies, *(bundle.tests if with_tests else ())]


def _parsable(modules: list[RegoFile]) -> list[RegoFile]:
    return [RegoFile(m.path, parsable(m.text)) for m in modules]


def _loadable(
    modules: Sequence[RegoFile], bundle: Bundle, entry: str, marks: Sequence[list[Mark]] = ()
) -> dict[str, Any]:
    texts = [[m.path, m.text] for m in modules]
    return {"modules": texts, "marks": list(marks), "data": bundle.data, "entry": entry}


def _refused(message: str, modules: list[RegoFile]) -> BundleInvalid:
    """The engine's complaint as a problem with its place."""
    said = _COMPLAINT.search(message)
    what = said["message"] if said else message
    place = _PLACE.search(message)
    texts = {m.path: m.text for m in modules}
    if place is None or place["file"] not in texts:
        return refuse([PolicyProblem("bundle", 0, 0, what)])
    number = int(place["line"])
    lines = texts[place["file"]].split("\n")
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    return refuse([PolicyProblem(place["file"], number, _column(line, int(place["column"])), what, line)])


def _column(line: str, engine_column: int) -> int:
    """The column in characters of the engine's, which counts bytes, and four for a tab."""
    width = 0
    for index, character in enumerate(line):
        if width >= engine_column - 1:
            return index + 1
        width += _TAB_WIDTH if character == "\t" else len(character.encode())
    return len(line) + 1
