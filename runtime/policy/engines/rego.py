"""``rego:FOLDER``: Rego evaluated by the regorus engine, behind the guard.

Loading a bundle takes these steps; the engine's code runs in the worker process from step 3 on, unless the
engine was opened ``in_process``:

1. Read the folder.
2. Bound the source text.
3. Parse each module.
4. Check the syntax trees.
5. Load the whole, and put one sample question to it: what the engine finds only when it evaluates.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from runtime.contracts.decision import PolicyInput
from runtime.contracts.errors import BundleInvalid, ConfigurationError
from runtime.policy import check
from runtime.policy.bundle import SETTLE_S, Bundle, RegoFile, bundle_of, deciding, load, read_settled
from runtime.policy.check import Facts
from runtime.policy.decide import NoAnswer, decide
from runtime.policy.engines import ENTRY, EngineOptions, _evaluator
from runtime.policy.engines._pool import WorkerEvaluator
from runtime.policy.engines._worker import START_S, BundleFile, PolicyWorker, WorkerLost
from runtime.policy.guard import GuardedEngine, Live, PinnedBundle
from runtime.policy.problem import PolicyProblem, refuse
from runtime.policy.question import question
from runtime.policy.wide_negation import parsable

SCHEMES = ("rego",)

# "--> authz.rego:21:6", a picture of the line, "error: what is wrong"
_PLACE = re.compile(r"--> (?P<file>[^\n]+):(?P<line>\d+):(?P<column>\d+)\n")
_COMPLAINT = re.compile(r"^error: (?P<message>.+)", re.MULTILINE)
_TAB_WIDTH = 4  # of the engine's columns, which count bytes otherwise

# A call like many: it makes the engine analyse every rule that the entry needs.
_SAMPLE = question(
    PolicyInput(
        principal={"id": "agent:sample", "kind": "agent", "roles": [], "attributes": {}},
        tool={
            "name": "sample",
            "version": "1.0.0",
            "risk": "read_only",
            "side_effects": ["none"],
            "determinism": "pure",
            "source": "builtin",
            "digest": "blake3:" + "0" * 64,
        },
        canonical_arguments=b"{}",
        capabilities={"declared": [], "granted": []},
    )
)


def open_url(folder: str, options: EngineOptions) -> GuardedEngine:
    """An engine over the policies of a folder. Raises as `open_engine` says."""
    if not folder:
        raise ConfigurationError("rego: names no folder", suggestion="Write rego:policies/.")
    source = BundleSource(folder, options)
    return GuardedEngine(
        "rego",
        source.load,
        cache_size=options.cache_size,
        max_stale_s=options.max_stale_s,
        pinned=None
        if options.pin is None
        else PinnedBundle(options.pin, source.load_and_publish, source.follow),
    )


class BundleSource:
    """The bundle of a folder, as far as it is accepted. What is compared with the pin are the bytes that are put in force."""

    def __init__(self, folder: str, options: EngineOptions) -> None:
        self._folder = folder
        self._options = options
        self._prepare = _in_worker if options.isolation == "worker" else _in_process
        self._is_open = False

    def load(self) -> Live:
        """The folder's bundle."""
        live = self._accepted(self._read())
        self._is_open = True
        return live

    def load_and_publish(self) -> Live:
        """The folder's bundle, which all other processes are to follow."""
        files = self._read()
        live = self._accepted(files)
        try:
            if self._options.pin is not None:
                self._options.pin.publish(live.bundle, deciding(files))
        except BaseException:
            live.evaluator.close()
            raise
        return live

    def follow(self, kept: Mapping[str, bytes]) -> Live:
        """A bundle from the copy that was made when it was accepted, whatever the folder holds by now."""
        return self._accepted(kept)

    def _read(self) -> dict[str, bytes]:
        """The folder's files. Who reloads may be in the midst of an edit; where a digest is demanded, no half of one has it."""
        demanded = None if self._options.pin is None else self._options.pin.demanded()
        return read_settled(self._folder, SETTLE_S if self._is_open and demanded is None else 0.0)

    def _accepted(self, files: Mapping[str, bytes]) -> Live:
        bundle = bundle_of(files)
        if self._options.pin is not None:
            self._options.pin.require(bundle.digest, deciding(files))
        return self._prepare(bundle, self._options)


def try_out(bundle: Bundle, *, entry: str = ENTRY, allow_builtins: frozenset[str] = frozenset()) -> None:
    """See that a bundle can be put in force, in a worker of its own. Raises BundleInvalid."""
    options = EngineOptions(
        isolation="worker",
        deadline_s=1.0,
        cache_size=0,
        entry=entry,
        max_stale_s=0.0,
        allow_builtins=allow_builtins,
    )
    _in_worker(bundle, options).evaluator.close()


def inspect(folder: str, options: EngineOptions) -> check.Facts:
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
        check.check_source(self.modules)
        try:
            self._file = BundleFile(_loadable(_parsable(self.modules), bundle, options.entry))
            self._worker = PolicyWorker(self._file, options.deadline_s)
        except OSError as error:
            raise ConfigurationError(
                f"the policy worker cannot be started: {error}",
                suggestion="Free memory, processes or room for temporary files, and try again.",
            ) from None

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

    def check(self, marker: check.MarkerFactory | None = None) -> Facts:
        """What `runtime.policy.check` says of the bundle. Raises BundleInvalid."""
        trees = json.loads(self.ask(b"A"))
        return check.check(
            self._bundle,
            trees,
            entry=self._options.entry,
            allowed=self._options.allow_builtins,
            with_tests=self._with_tests,
            marker=marker,
        )

    def load(self, facts: Facts) -> None:
        """Put what was checked in force, here and in any worker that replaces this one."""
        loadable = _loadable(facts.sources, self._bundle, self._options.entry)
        parsed, self._file = self._file, BundleFile(loadable)
        parsed.close()
        self.ask(b"L", json.dumps(loadable["modules"]).encode())

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

    def hand_over(self) -> WorkerEvaluator:
        """The worker as the evaluator of the bundle that it has loaded."""
        return WorkerEvaluator(self._file, self._worker, self._options.deadline_s)


def _in_worker(bundle: Bundle, options: EngineOptions) -> Live:
    session = WorkerSession(bundle, options)  # 2
    try:
        facts = session.check()  # 3, 4
        session.load(facts)  # 5
        _judge(session.ask(b"E", _SAMPLE))
    except BaseException:
        session.__exit__()
        raise
    return Live(bundle.digest, facts.is_cacheable, session.hand_over(), facts.reads)


def _in_process(bundle: Bundle, options: EngineOptions) -> Live:
    modules = _modules(bundle)
    check.check_source(modules)  # 2
    try:
        trees = json.loads(_evaluator.trees([[m.path, m.text] for m in _parsable(modules)]))  # 3
        facts = check.check(bundle, trees, entry=options.entry, allowed=options.allow_builtins)  # 4
        loadable = _loadable(facts.sources, bundle, options.entry)
        answer = _evaluator.RegorusEvaluator(loadable).evaluate(_SAMPLE)  # 5
    except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
        complaint = str(error)
    else:
        _judge(answer)
        return Live(bundle.digest, facts.is_cacheable, _ThreadEvaluator(loadable), facts.reads)
    # Out here: as the context of another exception its trace would keep the engine, for any thread to drop.
    raise _refused(complaint, modules)


def _judge(answer: bytes) -> None:
    """Refuse a bundle whose answer to the sample question no caller could use."""
    decision = decide(answer)
    if decision.outcome == "invalid":
        raise refuse([PolicyProblem("bundle", 0, 0, f"answers a sample question wrongly: {decision.detail}")])


class _OfThread(threading.local):
    """The engines that this thread made; they end with it."""

    def __init__(self) -> None:
        self.engines: dict[_ThreadEvaluator, _evaluator.RegorusEvaluator] = {}


_mine = _OfThread()


class _ThreadEvaluator:
    """One engine for each thread, made at its first question: engines are bound to the thread that made them.

    They must be dropped by it, too. So a thread keeps its own, and lets go of those whose bundle was closed (perhaps
    by another thread) when it next makes one.
    """

    def __init__(self, loadable: dict[str, Any]) -> None:
        self._loadable = loadable
        self.closed = False

    def evaluate(self, asked: bytes) -> bytes:
        try:
            return self._engine().evaluate(asked)
        except (_evaluator.EngineError, _evaluator.EnginePanic) as error:
            complaint = str(error)
        raise NoAnswer("error", complaint)  # not in the handler, whose trace would keep the engine

    async def answer(self, asked: bytes) -> bytes:
        return self.evaluate(asked)

    def close(self) -> None:
        self.closed = True
        _mine.engines.pop(self, None)

    def _engine(self) -> _evaluator.RegorusEvaluator:
        engine = _mine.engines.get(self)
        if engine is None:
            for former in [other for other in _mine.engines if other.closed]:
                del _mine.engines[former]
            engine = _mine.engines[self] = _evaluator.RegorusEvaluator(self._loadable)
        return engine


def _modules(bundle: Bundle, *, with_tests: bool = False) -> list[RegoFile]:
    return [*bundle.policies, *(bundle.tests if with_tests else ())]


def _parsable(modules: list[RegoFile]) -> list[RegoFile]:
    return [RegoFile(m.path, parsable(m.text)) for m in modules]


def _loadable(modules: Sequence[RegoFile], bundle: Bundle, entry: str) -> dict[str, Any]:
    return {"modules": [[m.path, m.text] for m in modules], "data": bundle.data, "entry": entry}


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
