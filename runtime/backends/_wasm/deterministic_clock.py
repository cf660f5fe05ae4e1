"""The clocks and the randomness of a component that was granted neither.

WASI always has both, and wasmtime's are real. Here time stands at 0 and goes on with sleeps alone, which are over at once; random bytes
are one stream, the same in every run: as for programs of preview 1. So what a component answers is a function of its input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from runtime.backends._wasm.wasi.process import STREAM

if TYPE_CHECKING:
    import wasmtime
    from wasmtime import component

CLOCKS, RANDOM = "wasi:clocks/", "wasi:random/"
_MOST = (1 << 64) - 1
# What a component waits on is a resource of wasmtime's, which only wasmtime's own clock makes: this one asks it for what is over already.
_PROXY = """(component
  (import "wasi:io/poll@0.2.0" (instance $poll (export "pollable" (type (sub resource)))))
  (alias export $poll "pollable" (type $pollable))
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $pollable (type $outer))
    (export "pollable" (type $own (eq $outer)))
    (export "subscribe-duration" (func (param "when" u64) (result (own $own))))))
  (core func $wait (canon lower (func $clock "subscribe-duration")))
  (core module $code
    (import "clock" "wait" (func $wait (param i64) (result i32)))
    (func (export "over") (result i32) (call $wait (i64.const 0))))
  (core instance $it (instantiate $code (with "clock" (instance (export "wait" (func $wait))))))
  (func (export "over") (result (own $pollable)) (canon lift (core func $it "over"))))"""

Functions = dict[str, Callable[..., Any]]


class DeterministicClock:
    """What takes the place of WASI's clocks and randomness. One for an engine; each run takes a `Dial` of it."""

    def __init__(self, engine: wasmtime.Engine) -> None:
        from wasmtime import component

        self._proxy = component.Component(engine, _PROXY)
        self._linker = component.Linker(engine)
        self._linker.add_wasip2()

    def over(self, store: wasmtime.Store) -> Callable[..., Any]:
        """A function of this store that makes something to wait for which has come."""
        found = self._linker.instantiate(store, self._proxy).get_func(store, "over")
        if found is None:
            raise LookupError
        return found


class Dial:
    """The time and the dice of one run."""

    def __init__(self, over: Callable[..., Any], too_much: Callable[[int], None], most_bytes: int) -> None:
        """Begin at 0.

        Args:
            over: See `DeterministicClock.over`.
            too_much: Ends the run that wants more random bytes than it has memory.
            most_bytes: So much memory it has.
        """
        self._over = over
        self._too_much = too_much
        self._most_bytes = most_bytes
        self._now_ns = 0
        self._drawn = 0

    def interfaces(self) -> dict[str, Functions]:
        """The functions of each interface, by its name without a version."""
        return {
            CLOCKS + "wall-clock": {"now": self._datetime, "resolution": self._datetime_of_a_tick},
            CLOCKS + "monotonic-clock": {
                "now": lambda _store: self._now_ns,
                "resolution": lambda _store: 1,
                "subscribe-duration": self._sleep,
                "subscribe-instant": lambda store, when: self._sleep(store, max(0, when - self._now_ns)),
            },
            RANDOM + "random": {"get-random-bytes": self._bytes, "get-random-u64": self._number},
            RANDOM + "insecure": {
                "get-insecure-random-bytes": self._bytes,
                "get-insecure-random-u64": self._number,
            },
            RANDOM + "insecure-seed": {
                "insecure-seed": lambda store: (self._number(store), self._number(store))
            },
        }

    def _sleep(self, store: object, duration_ns: int) -> Any:
        self._now_ns = min(_MOST, self._now_ns + duration_ns)
        return self._over(store)

    def _datetime(self, _store: object) -> component.Record:
        return _record(self._now_ns)

    def _datetime_of_a_tick(self, _store: object) -> component.Record:
        return _record(1)

    def _number(self, _store: object) -> int:
        return int.from_bytes(self._draw(8), "little")

    def _bytes(self, _store: object, size: int) -> bytes:
        if size > self._most_bytes:
            self._too_much(size)
            return b""
        return self._draw(size)

    def _draw(self, size: int) -> bytes:
        drawn = STREAM.digest(length=size, seek=self._drawn)
        self._drawn += size
        return drawn


def shadow(linker: component.Linker, imports: Iterable[str], kinds: tuple[str, ...], dial: Dial) -> None:
    """Put a dial in the place of what a component imports of these kinds, under the versions that it asks for."""
    interfaces = dial.interfaces()
    with linker.root() as root:
        for name in imports:
            functions = interfaces.get(name.partition("@")[0], {}) if name.startswith(kinds) else {}
            if functions:
                with root.add_instance(name) as instance:
                    for function, body in functions.items():
                        instance.add_func(function, _trapping(body))


def _trapping(body: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose faults are traps of its guest: anything but an Exception would end the process."""

    def host(store: object, *arguments: Any) -> Any:
        try:
            return body(store, *arguments)
        except BaseException as error:  # noqa: BLE001
            raise RuntimeError(type(error).__name__) from None

    return host


def _record(time_ns: int) -> component.Record:
    from wasmtime.component import Record

    made = Record()
    made.seconds, made.nanoseconds = divmod(time_ns, 1_000_000_000)  # type: ignore[attr-defined]
    return made
