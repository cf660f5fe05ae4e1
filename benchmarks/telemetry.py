"""What watching a call costs: the same call with each observer, and without any, in turns.

    python benchmarks/telemetry.py [--rounds 7] [--calls 320] [--json]

The tool does nothing and its arguments differ in every call, as in benchmarks/governed_call.py. Spans go to the SDK's batch processor and an exporter that throws them
away: what an exporter sends is the network's cost. The columns of processor time count every thread of this process, so work that an observer does apart is in them.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from opentelemetry.sdk.trace import TracerProvider

from benchmarks._measure import Round, Turn, take_turns
from runtime import Executor, Observer, tool
from runtime.telemetry.json_log import JsonLog
from runtime.telemetry.metrics import Metrics
from runtime.telemetry.otel import OpenTelemetry

CALLERS = 64
SPANS = 7
"""Of one call: its own, and six children."""
FLOOR = f"the SDK alone: {SPANS} bare spans"
OFF, AGAIN = "nobody watches", "nobody watches, a second executor"


@tool(description="Nothing", side_effects=["none"], determinism="pure")
async def echo(path: str) -> str:
    """Give the argument back."""
    return path


class _Nowhere(io.StringIO):
    def write(self, text: str) -> int:
        return len(text)


def observers() -> dict[str, list[Observer]]:
    """By the name of their row."""
    return {
        OFF: [],
        AGAIN: [],
        "metrics as text": [Metrics()],
        "lines of JSON": [JsonLog(_Nowhere())],
        "OpenTelemetry, sampled": [_otel(1.0)],
        "OpenTelemetry, one trace in 100": [_otel(0.01)],
    }


def _otel(share: float) -> OpenTelemetry:
    from opentelemetry.sdk.metrics import MeterProvider

    return OpenTelemetry(tracer_provider=_provider(share), meter_provider=MeterProvider())


def _provider(share: float) -> TracerProvider:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
    from opentelemetry.sdk.trace.sampling import TraceIdRatioBased

    class Thrown(SpanExporter):
        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:  # noqa: ARG002
            return SpanExportResult.SUCCESS

    provider = TracerProvider(sampler=TraceIdRatioBased(share))
    provider.add_span_processor(BatchSpanProcessor(Thrown()))
    return provider


def measure(executor: Executor, loop: asyncio.Runner, calls: int, cpu: list[float]) -> Turn:
    """Calls of 64 callers; what each cost by the clock, and the processor time of all into a list."""

    async def one(mark: str) -> None:
        outcome = await executor.call("echo", {"path": mark}, grants=())
        if not outcome.ok:
            raise SystemExit(f"the call did not complete: {outcome.error}")

    async def caller(turn: int, number: int) -> None:
        for index in range(calls // CALLERS):
            await one(f"{id(executor):x}_{turn}_{number}_{index}")

    async def all_of_them(turn: int) -> Round:
        busy_s, start_s = time.process_time(), time.perf_counter()
        await asyncio.gather(*(caller(turn, number) for number in range(CALLERS)))
        spent_us = (time.perf_counter() - start_s) * 1e6 / calls
        cpu.append((time.process_time() - busy_s) * 1e6 / calls)
        return Round(spent_us, [spent_us])

    return lambda turn: loop.run(all_of_them(turn))


def bare_spans(calls: int, cpu: list[float]) -> Turn:
    """As many spans as a call has, by the SDK, without attributes and without a call."""
    tracer = _provider(1.0).get_tracer("floor")

    def make(_: int) -> Round:
        busy_s, start_s = time.process_time(), time.perf_counter()
        for _ in range(calls * SPANS):
            tracer.start_span("bare").end()
        spent_us = (time.perf_counter() - start_s) * 1e6 / calls
        cpu.append((time.process_time() - busy_s) * 1e6 / calls)
        return Round(spent_us, [spent_us])

    return make


def run(rounds: int, calls: int) -> list[dict[str, Any]]:
    """Every row, with its ratio to the first."""
    busy: dict[str, list[float]] = {}
    with ExitStack() as stack, asyncio.Runner() as loop:
        rows: dict[str, Turn] = {}
        for name, watching in observers().items():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            Executor.init(folder)
            executor = stack.enter_context(Executor.open(folder, tools=[echo], observers=watching))
            busy[name] = []
            rows[name] = measure(executor, loop, calls, busy[name])
        busy[FLOOR] = []
        rows[FLOOR] = bare_spans(calls, busy[FLOOR])
        found = take_turns(rows, rounds)
    cpu = {name: sorted(values[1:])[len(values[1:]) // 2] for name, values in busy.items()}
    return [
        {
            "row": name,
            "us": round(figures.cost_us, 1),
            "ratio": round(figures.cost_us / found[OFF].cost_us, 2),
            "cpu_us": round(cpu[name], 1),
            "cpu_ratio": round(cpu[name] / cpu[OFF], 2),
        }
        for name, figures in found.items()
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=320)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    rows = run(chosen.rounds, chosen.calls - chosen.calls % CALLERS or CALLERS)
    if chosen.json:
        print(json.dumps({"rows": rows, "cores": os.cpu_count()}))
        return
    print(f"{'64 at once':36} {'us a call':>10} {'ratio':>6} {'cpu us':>8} {'ratio':>6}")
    for row in rows:
        print(f"{row['row']:36} {row['us']:>10} {row['ratio']:>6} {row['cpu_us']:>8} {row['cpu_ratio']:>6}")


if __name__ == "__main__":
    main()
