"""Evaluation in this process, without a deadline: for the command line and tests."""

from __future__ import annotations

import threading
from typing import Any

from runtime.policy.decide import NoAnswer
from runtime.policy.engines import _evaluator


class _OfThread(threading.local):
    """The engines that this thread made; they end with it."""

    def __init__(self) -> None:
        self.engines: dict[ThreadEvaluator, _evaluator.Program] = {}


_mine = _OfThread()


class ThreadEvaluator:
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

    def _engine(self) -> _evaluator.Program:
        engine = _mine.engines.get(self)
        if engine is None:
            for former in [other for other in _mine.engines if other.closed]:
                del _mine.engines[former]
            engine = _mine.engines[self] = _evaluator.load_program(self._loadable)
        return engine
