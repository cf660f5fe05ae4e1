"""Where bundles come from, as far as they are accepted. What is compared with the pin are the bytes that are put in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runtime.policy.bundle import SETTLE_S
from runtime.policy.engines import EngineOptions
from runtime.policy.guard import GuardedEngine, Live, PinnedBundle


class BundleSource(Protocol):
    """One kind of bundle in one place. All of it raises BundleInvalid."""

    def read(self, settle_s: float) -> Mapping[str, bytes]:
        """The bundle's files, once nobody has changed them for so long."""

    def identify(self, files: Mapping[str, bytes]) -> tuple[str, Mapping[str, bytes]]:
        """The digest of a bundle, and those of its files that it covers."""

    def prepare(self, files: Mapping[str, bytes], options: EngineOptions) -> Live:
        """Check a bundle, load it, and try it out."""


def engine_over(name: str, source: BundleSource, options: EngineOptions) -> GuardedEngine:
    """An engine that keeps to a source, and to the pin where there is one."""
    accepted = AcceptedBundle(name, source, options)
    return GuardedEngine(
        name,
        accepted.load,
        cache_size=options.cache_size,
        max_stale_s=options.max_stale_s,
        pinned=None
        if options.pin is None
        else PinnedBundle(options.pin, accepted.load_and_publish, accepted.follow),
    )


class AcceptedBundle:
    """The bundle of a source, if it is the one that must decide."""

    def __init__(self, engine: str, source: BundleSource, options: EngineOptions) -> None:
        self._engine = engine
        self._source = source
        self._options = options
        self._is_open = False

    def load(self) -> Live:
        """The bundle as it is there."""
        live = self._prepared(self._read())
        self._is_open = True
        return live

    def load_and_publish(self) -> Live:
        """The same, which all other processes are to follow."""
        files = self._read()
        live = self._prepared(files)
        try:
            if self._options.pin is not None:
                self._options.pin.publish(live.bundle, self._source.identify(files)[1])
        except BaseException:
            live.evaluator.close()
            raise
        return live

    def follow(self, kept: Mapping[str, bytes]) -> Live:
        """A bundle from the copy that was made when it was accepted, whatever lies in its place by now."""
        return self._prepared(kept)

    def _read(self) -> Mapping[str, bytes]:
        """Who reloads may be in the midst of an edit; where a digest is demanded, no half of one has it."""
        demanded = None if self._options.pin is None else self._options.pin.demanded()
        return self._source.read(SETTLE_S if self._is_open and demanded is None else 0.0)

    def _prepared(self, files: Mapping[str, bytes]) -> Live:
        if self._options.pin is not None:
            self._options.pin.require(*self._source.identify(files))
        options = self._options
        if options.shared is None:
            return self._source.prepare(files, options)
        digest, _ = self._source.identify(files)
        deciding = (
            self._engine,
            digest,
            options.entry,
            options.isolation,
            options.deadline_s,
            options.allow_builtins,
        )
        return options.shared.lease(deciding, lambda: self._source.prepare(files, options))
