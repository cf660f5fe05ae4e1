"""The regorus engine, and the only module that imports it. Also the program of the policy worker, for Wasm bundles as well.

Nothing here imports the runtime: as a worker this file is run by its path in an isolated interpreter, with
an empty environment, and sees only the engine and the bundle that it inherits as an open file.

The worker answers frames on its standard input and output. A request is ``length (4 bytes, big endian), op
(1 byte), payload``, an answer the same with a status in place of the op:

| op | payload | answer |
|---|---|---|
| ``A`` | | the syntax trees of the bundle's modules, one JSON list; of a Wasm module what it needs and answers |
| ``C`` | | a Wasm module as this machine runs it, so that no other worker compiles it again |
| ``L`` | ``{"modules": [[path, text], ...], "marks": ...}``, or nothing | nothing: the bundle is loaded, with those in place of its own |
| ``E`` | question | the entry rule's value |
| ``T`` | path of a rule | that rule's value, without input |
| ``M`` | ``{"rule": path, "question": text}`` | ``{"value": ..., "marks": [[clause, reached, values], ...], "error": ...}`` |

| status | meaning |
|---|---|
| ``+`` | the answer |
| ``-`` | an error, as text |
| ``!`` | an error after which the worker ends |

Limits that hold even when the parent has died: memory, no core file, and an alarm that ends an evaluation.
"""

from __future__ import annotations

import base64
import contextlib
import importlib.util
import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

FRAME = 4
MEMORY_BYTES = 1 << 30
MAX_ANSWER_BYTES = 64 << 20
MAX_MARKS = 200_000
MARK = "bench.mark"
CHUNK = 65_536
MAX_INTEGER = 2**63
_LENGTHS = {"max_col": 1 << 20, "max_file_bytes": 16 << 20, "max_lines": 1_000_000}
"""Columns of a line, bytes and lines of a file: what a bundle may hold, and what is written between its statements."""
MAX_TOOLS = 64
"""Engines for one tool each, of one bundle."""
STATE_OK, STATE_ERROR, STATE_FATAL = b"+", b"-", b"!"


class EngineError(Exception):
    """The engine's own message, without native stack."""


class EnginePanic(Exception):
    """The engine broke an invariant of its own and is not to be used again."""


class RegorusEvaluator:
    """One bundle in one engine. Bound to the thread that made it."""

    def __init__(self, bundle: dict[str, Any]) -> None:
        """Load ``{"modules": [[path, text], ...], "data": {...}, "entry": "data.x"}``.

        Where the bundle has ``marks``, ``[[[from, to, tool], ...], ...]`` for each module, a question is put to an engine without the
        rules that are for other tools alone.
        """
        self._bundle = bundle
        self._entry: str = bundle["entry"]
        self._marks: list[list[list[Any]]] = bundle.get("marks") or []
        self._tools = frozenset(tool for marks in self._marks for _, _, tool in marks)
        self._of_tool: OrderedDict[str | None, Any] = OrderedDict()
        self._engine: Any = None
        self._traced: list[tuple[int, int, Any]] = []
        self._loaded()

    def evaluate(self, question: bytes) -> bytes:
        """The entry rule's value for this input, as JSON."""
        if not self._marks:
            return self.value_for(self._entry, question)
        tool = _tool_of(question)
        tool = tool if tool in self._tools else None
        try:
            return _asked(self._loaded_for(tool), self._entry, question)
        except BaseException as error:  # noqa: BLE001  # as below
            self._of_tool.pop(tool, None)
            raise _translated(error) from None

    def value(self, rule: str) -> bytes:
        """Any rule's value, as JSON."""
        return self.value_for(rule, b"{}")

    def value_for(self, rule: str, question: bytes) -> bytes:
        """Any rule's value for an input, as JSON. An empty question is none: input is undefined."""
        engine = self._loaded()
        try:
            return _asked(engine, rule, question)
        except BaseException as error:  # noqa: BLE001  # a panic is one; what is no panic goes on as it is
            self._engine = None  # an error may leave half an evaluation behind
            raise _translated(error) from None

    def _loaded_for(self, tool: str | None) -> Any:
        """The engine without the rules that are for other tools alone; None is a tool that no rule names."""
        engine = self._of_tool.get(tool)
        if engine is None:
            marked = zip(self._bundle["modules"], self._marks, strict=True)
            modules = [[path, _without(text, marks, tool)] for (path, text), marks in marked]
            engine = self._of_tool[tool] = _engine(modules, self._bundle["data"])
            if len(self._of_tool) > MAX_TOOLS:
                self._of_tool.popitem(last=False)
        self._of_tool.move_to_end(tool)
        return engine

    def trace(self, rule: str, question: bytes) -> bytes:
        """Any rule's value for an input, with the marks that were evaluated on the way, as JSON."""
        self._traced.clear()
        value, error = b"", None
        try:
            value = self.value_for(rule, question)
        except EngineError as failed:
            error = str(failed)
        seen = {"value": value.decode() or None, "marks": self._traced[:MAX_MARKS], "error": error}
        return json.dumps(seen, default=sorted_list).encode()

    def _loaded(self) -> Any:
        if self._engine is None:
            self._engine = _engine(self._bundle["modules"], self._bundle["data"], self._mark)
        return self._engine

    def _mark(self, clause: int, reached: int, values: Any) -> bool:
        """A function that traced bundles call; no other can, since it is no built-in that a policy may name."""
        if len(self._traced) < MAX_MARKS:
            self._traced.append((clause, reached, values))
        return True


def sorted_list(values: Any) -> list[Any]:
    """A set of the engine's as JSON can write it."""
    return sorted(values, key=repr)


def _asked(engine: Any, rule: str, question: bytes) -> bytes:
    # Text, never a dict: building values from Python objects crashes on lone surrogates and depth.
    if question:
        engine.set_input_json(question.decode())
    answer = engine.eval_rule_as_json(rule)
    return b"" if answer is None else str(answer).encode()


def _tool_of(question: bytes) -> Any:
    try:
        name = json.loads(question)["tool"]["name"]
    except (ValueError, LookupError, TypeError, RecursionError):
        return None  # no rule that is for one tool alone holds
    return name if isinstance(name, str) else None


def _without(text: str, marks: list[list[Any]], tool: str | None) -> str:
    """The text without the rules of other tools; each line stays in its place."""
    parts, at = [], 0
    for start, end, only in marks:
        if only != tool:
            parts += [text[at:start], "\n" * text.count("\n", start, end)]
            at = end
    return "".join([*parts, text[at:]])


class CompiledProgram:
    """A bundle that OPA compiled to Wasm, in the same terms. Bound to the thread that made it."""

    def __init__(self, bundle: dict[str, Any]) -> None:
        """Load ``{"module": base64, "data": text, "entry": "data.x", "expressions": {...}, "kinds": {...}}``."""
        self._wasm = _beside("_wasm_evaluator")
        self._values = _beside("_rego_values")
        hosts = _beside("_host_builtins")
        self._hosts = hosts.HostBuiltins(
            bundle["expressions"],
            bundle["kinds"],
            _extension,
            self._values,
            lambda text: _engine([["host.rego", text]], {}),
        )
        natives = _beside("_native_builtins")
        self._faults = (self._wasm.WasmFault, hosts.HostRefusal)
        self._found: dict[str, list[str]] = {}
        try:
            if compiled := bundle.get("compiled"):
                machine_code, carried = base64.b64decode(compiled["code"]), compiled["carried"]
                module = self._wasm.loaded(machine_code)
            else:
                read = natives.Carrier(base64.b64decode(bundle["module"]))
                self._found = {"objections": read.objections(), "numbers": read.unequal_numbers()}
                text, carried = read.exchanged()
                module = self._wasm.compiled(text)
            self._carried: list[list[Any]] = carried
            self._evaluator = self._wasm.WasmEvaluator(module, bundle, self._hosts.supply, carried)
        except (*self._faults, natives.NotOpas) as error:
            raise EngineError(str(error)) from None

    def facts(self) -> bytes:
        """What the module needs and answers, as JSON."""
        try:
            return json.dumps({**self._evaluator.facts(), **self._found}).encode()
        except self._faults as error:
            raise EngineError(str(error)) from None

    def compiled(self) -> bytes:
        """What a bundle may hold as ``compiled``, as JSON: what this machine runs, and what the module calls of the host besides."""
        code = base64.b64encode(self._evaluator.machine_code()).decode()
        return json.dumps({"code": code, "carried": self._carried}).encode()

    def evaluate(self, question: bytes) -> bytes:
        """The entry rule's value for this input, as JSON."""
        self._hosts.begin()
        try:
            answer = self._evaluator.evaluate(question).decode()
            return str(self._values.to_json(answer)).encode() if answer else b""
        except (*self._faults, UnicodeDecodeError, self._values.Unreadable) as error:
            raise EngineError(str(error)) from None

    def value(self, rule: str) -> bytes:
        """Of one rule alone can a module be asked."""
        raise EngineError(f"a Wasm module does not tell {rule}")


Program = RegorusEvaluator | CompiledProgram


def load_program(bundle: dict[str, Any]) -> Program:
    """The evaluator of a bundle, of whichever kind it is."""
    return CompiledProgram(bundle) if "module" in bundle else RegorusEvaluator(bundle)


def trees(modules: list[list[str]]) -> bytes:
    """The syntax trees of modules, ``[{...}, ...]``, each parsed on its own."""
    found = []
    for path, text in modules:
        engine = _engine([[path, text]], {})
        try:
            found.append(json.loads(engine.get_ast_as_json())[0]["ast"])
        except RecursionError:
            raise EngineError(f"--> {path}:1:1\nerror: an expression is nested too deeply") from None
        except BaseException as error:  # noqa: BLE001  # as above
            raise _translated(error) from None
    return json.dumps(found).encode()


def _engine(modules: list[list[str]], data: dict[str, Any], mark: Any = None) -> Any:
    regorus = _regorus()
    try:
        engine = regorus.Engine()
        engine.set_gather_prints(True)  # the engine's own signature
        engine.set_policy_length_config(**_LENGTHS)
        for name in _ALWAYS:
            _beside(name).install(engine)
        for name in _named_families(modules):
            for function, (arity, implementation) in _beside(name).EXTENSIONS.items():
                engine.add_extension(function, arity, _held(implementation))
        if mark is not None:
            engine.add_extension(MARK, 3, mark)
        for path, text in modules:
            engine.add_policy(path, text)
        engine.add_data_json(json.dumps(data))
    except BaseException as error:  # noqa: BLE001  # as above
        raise _translated(error) from None
    return engine


_ALWAYS = ("_exact_numbers", "_added_builtins", "_encodings", "_mended_builtins")
_FAMILIES = {
    "crypto.x509.parse_rsa_private_key": "_tokens",
    "glob.quote_meta": "_texts",
    "graph.reachable_paths": "_documents",
    "graphql.": "_graphql",
    "io.jwt.": "_tokens",
    "json.marshal_with_options": "_texts",
    "json.match_schema": "_documents",
    "json.verify_schema": "_documents",
    "net.cidr_": "_networks",
    "providers.aws.": "_requests",
    "regex.globs_match": "_documents",
    "strings.render_template": "_texts",
    "time.add_date": "_texts",
    "units.": "_quantities",
    "uri.": "_networks",
    "uuid.parse": "_texts",
}
"""What the names of functions begin with, and the module that has them. It is loaded where a bundle names one."""


_USING = {
    "_graphql": ("_graphql_schemas",),
    "_mended_builtins": ("_go_patterns",),
    "_networks": ("_mended_builtins",),
}
"""What a module is given of its neighbours: loaded by path, it cannot import them."""


def _named_families(modules: list[list[str]]) -> list[str]:
    return sorted({name for start, name in _FAMILIES.items() if any(start in text for _, text in modules)})


def _extension(name: str) -> Callable[..., Any] | None:
    """The function of that name where it is written in Python."""
    families = {family for start, family in _FAMILIES.items() if name.startswith(start)}
    for module in (*_ALWAYS, *families):
        found = _beside(module).EXTENSIONS.get(name)
        if found is not None:
            return found[1]  # type: ignore[no-any-return]
    return None


def _held(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose answer the engine can hold: it would round larger numbers without a word."""

    def call(*arguments: Any) -> Any:
        answer = function(*arguments)
        stack = [answer]
        while stack:
            last = stack.pop()
            if (isinstance(last, int) and abs(last) >= MAX_INTEGER) or (
                isinstance(last, float)
                and (last.is_integer() or getattr(last, "written", repr(last)) != repr(last))
            ):
                raise EngineError("a number that the engine would write otherwise")
            stack += last.values() if isinstance(last, dict) else last if isinstance(last, list | set) else ()
        return answer

    return call


def _beside(name: str) -> Any:
    """A module of this folder, by its path: in the worker the folder is no package."""
    known = f"runtime.policy.engines.{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, Path(__file__).with_name(f"{name}.py"))
        if spec is None or spec.loader is None:
            raise EngineError(f"{name} is missing")
        module = importlib.util.module_from_spec(spec)
        sys.modules[known] = module  # before it runs: its own classes look for it here
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[known]
            raise
        if name in _USING:
            module.use(*map(_beside, _USING[name]))
    return sys.modules[known]


def _regorus() -> Any:
    """The engine's library, told once that nobody wants native stacks in its messages.

    It looks at the environment when it first makes an error and remembers the answer, so the variable is set
    for just that moment.
    """
    if "regorus" in sys.modules:
        return sys.modules["regorus"]
    former = os.environ.get("RUST_LIB_BACKTRACE")
    os.environ["RUST_LIB_BACKTRACE"] = "0"
    try:
        import regorus

        with contextlib.suppress(RuntimeError):
            regorus.Engine().add_policy("", "")
        return regorus
    finally:
        if former is None:
            del os.environ["RUST_LIB_BACKTRACE"]
        else:
            os.environ["RUST_LIB_BACKTRACE"] = former


def _translated(error: BaseException) -> BaseException:
    """The engine's error as one of ours; what is not the engine's (an interrupt) as it is."""
    text = str(error).partition("\nStack backtrace:")[0].strip()
    if isinstance(error, Exception):
        return EngineError(text)
    # A panic is a BaseException, made to slip through `except Exception`.
    return EnginePanic(text) if type(error).__name__ == "PanicException" else error


class _Worker:
    """The loop of the child process."""

    def __init__(self, bundle: dict[str, Any], deadline_s: float, start_s: float) -> None:
        self._bundle = bundle
        self._evaluator: Program | None = None
        self._seconds = dict.fromkeys((b"A", b"C", b"L", b"T", b"M"), start_s) | {b"E": deadline_s}

    def serve(self, source: int, sink: int) -> None:
        import signal

        requests = _Requests(source)
        while (request := requests.next()) is not None:
            op, payload = request
            # The alarm's default action ends the process, wherever in native code it is.
            signal.setitimer(signal.ITIMER_REAL, self._seconds[op])
            status, answer = self._answer(op, payload)
            signal.setitimer(signal.ITIMER_REAL, 0)
            if len(answer) > MAX_ANSWER_BYTES:
                status, answer = STATE_ERROR, b"the answer is too large"
            _write(sink, len(answer).to_bytes(FRAME, "big") + status + answer)
            if status == STATE_FATAL:
                return

    def _answer(self, op: bytes, payload: bytes) -> tuple[bytes, bytes]:
        try:
            return STATE_OK, self._do(op, payload)
        except EngineError as error:
            return STATE_ERROR, str(error).encode(errors="replace")
        except (EnginePanic, MemoryError, RecursionError) as error:
            return STATE_FATAL, f"{type(error).__name__}: {error}".encode(errors="replace")

    def _do(self, op: bytes, payload: bytes) -> bytes:
        if op == b"A":
            return (
                CompiledProgram(self._bundle).facts()
                if "module" in self._bundle
                else trees(self._bundle["modules"])
            )
        if op == b"C":
            return CompiledProgram(self._bundle).compiled()
        if op == b"L":
            if payload:
                self._bundle = {**self._bundle, **json.loads(payload)}
            self._evaluator = load_program(self._bundle)
            return b""
        if self._evaluator is None:
            self._evaluator = load_program(self._bundle)
        if op == b"M":
            if isinstance(self._evaluator, CompiledProgram):
                raise EngineError("a compiled bundle cannot be traced: explain it from its sources")
            asked = json.loads(payload)
            return self._evaluator.trace(asked["rule"], asked["question"].encode())
        return self._evaluator.evaluate(payload) if op == b"E" else self._evaluator.value(payload.decode())


class _Requests:
    """The parent's requests, read by the chunk: several may have arrived together."""

    def __init__(self, source: int) -> None:
        self._source = source
        self._read = bytearray()

    def next(self) -> tuple[bytes, bytes] | None:
        """Op and payload, or None at the end of the stream: the parent is gone."""
        if not self._fill(FRAME + 1):
            return None
        end = FRAME + 1 + int.from_bytes(self._read[:FRAME], "big")
        if not self._fill(end):
            return None
        op, payload = bytes(self._read[FRAME : FRAME + 1]), bytes(self._read[FRAME + 1 : end])
        del self._read[:end]
        return op, payload

    def _fill(self, count: int) -> bool:
        while len(self._read) < count:
            part = os.read(self._source, CHUNK)
            if not part:
                return False
            self._read += part
        return True


def _write(sink: int, frame: bytes) -> None:
    view = memoryview(frame)
    while view:
        view = view[os.write(sink, view) :]


def main(arguments: list[str]) -> None:
    """Serve until the parent closes the pipe: ``library_folders bundle_fd deadline_s start_s``."""
    import resource

    libraries, descriptor, deadline_s, start_s = arguments
    # Frames go through a copy of standard output; whatever the engine prints goes nowhere.
    sink = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    sys.path += libraries.split(os.pathsep)
    _regorus()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    bundle = json.loads(os.pread(int(descriptor), os.fstat(int(descriptor)).st_size, 0))
    # wasmtime sets gigabytes of addresses aside, which it does not use, and spares the module's every access a comparison.
    limited = resource.RLIMIT_DATA if "module" in bundle else resource.RLIMIT_AS
    resource.setrlimit(limited, (MEMORY_BYTES, MEMORY_BYTES))
    _Worker(bundle, float(deadline_s), float(start_s)).serve(0, sink)


if __name__ == "__main__":
    main(sys.argv[1:])
