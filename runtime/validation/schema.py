"""JSON Schemas as tools bring them: refused where they could do harm, compiled once, checked in a microsecond.

A schema is hostile input. Refused at registration: references that leave it, circles, regular expressions that need
backtracking or a large automaton, too many or too deep schemas, fan-out. What passes is compiled with jsonschema-rs
(Draft 2020-12) without any retrieval, and its patterns run in time linear in the text.

``format``, ``contentEncoding`` and ``contentMediaType`` are annotations, as in the standard's default: nothing depends on them.
A rule that must hold needs a ``pattern``. Unknown keywords are ignored.

Source: JSON Schema 2020-12, Validation section 7.2.1 (format-annotation).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping
from typing import Any

from runtime.contracts import canonical
from runtime.contracts.errors import Error, InputInvalid, SchemaRefused
from runtime.validation import cost
from runtime.validation.defaults import Defaults
from runtime.validation.problems import MOST, SchemaProblem, problems
from runtime.validation.strict_json import MAX_DEPTH, NotPlain, plain, pointer_token, printable
from runtime.validation.structure import Subschema, survey

MAX_BYTES = 262_144
LARGEST = 1024 * 1024
# The compiled size of a regular expression. The largest takes 0.85 s on the longest argument (250,000 characters of two
# letters against [ab]*a[ab]{800}c); larger ones would take longer in proportion.
_PATTERN_BYTES = (4096, 8192, 16384, 32768, 65536)
# Evaluations per character for each 4,096 bytes of pattern, from the same measurement.
_PATTERN_COST = 10
# The validator collects all errors before it shows the first, some 1,600 bytes each, and each repeats the value it is about.
_MOST_ERRORS = 20_000
_MOST_REPEATED = 100_000_000
_LONGEST_POINTER = 200
_SHOWN = 120


class Schema:
    """A compiled schema."""

    __slots__ = (
        "_costs",
        "_defaults",
        "_document",
        "_error",
        "_has_alternatives",
        "_is_valid",
        "_validator",
        "_weighs",
    )

    def __init__(
        self, document: dict[str, Any], validator: Any, costs: cost.Profile, error: type[Error], largest: int
    ) -> None:
        """Use `compile_schema`."""
        self._document = document
        self._validator = validator
        self._is_valid = validator.is_valid
        self._costs = costs
        self._weighs = cost.needs_weighing(costs, largest)
        text = json.dumps(document)
        self._has_alternatives = '"anyOf"' in text or '"oneOf"' in text
        self._error = error
        self._defaults = Defaults(document)

    def complete(self, value: dict[str, Any], *, max_bytes: int) -> dict[str, Any]:
        """The value with the schema's defaults where it leaves them out; the same object where it leaves none out.

        Raises:
            InputInvalid: or OutputInvalid, as compiled: the defaults have more than ``max_bytes``.
        """
        if not self._defaults.any:
            return value
        filled_bytes = 0

        def spend(size: int) -> None:
            nonlocal filled_bytes
            filled_bytes += size
            if filled_bytes > max_bytes:
                raise self._error(f"the value and its defaults are larger than {max_bytes} bytes")

        completed: dict[str, Any] = self._defaults.fill(value, spend)
        return completed if filled_bytes else value

    def check(self, value: Any) -> None:
        """Return if the value fits.

        Raises:
            InputInvalid: or OutputInvalid, as compiled: ``{"field": "/path", "keyword": "type", "problems": [...]}``.
        """
        if self._weighs and cost.work(self._costs, value) > cost.ALLOWANCE:
            raise self._error(
                "the value is too large or too deep for its schema to be checked in time",
                suggestion="Send less in one call.",
            )
        try:
            if self._is_valid(value):
                return
            found = problems(self._errors(value), value, self._document)
        except ValueError as error:  # bytes, a set, a key that is no string: the schema speaks of JSON only
            raise self._error(f"not JSON: {printable(str(error), _SHOWN)}") from None
        raise self._explained(found)

    def _errors(self, value: Any) -> Iterable[Any]:
        """What the validator says, as far as memory allows."""
        evaluations = cost.work(self._costs, value, most=_MOST_ERRORS, texts=False)
        if evaluations <= _MOST_ERRORS:
            size = cost.work((1,), value, most=_MOST_REPEATED)
            if evaluations * size <= _MOST_REPEATED:
                return itertools.islice(self._validator.iter_errors(value), MOST)
        if self._has_alternatives:
            return ()  # even the first error could hold all others, as those of its branches
        try:
            self._validator.validate(value)
        except _validation_error() as error:
            return (error,)
        return ()

    def _explained(self, found: list[SchemaProblem]) -> Error:
        if not found:
            return self._error("the value does not fit its schema, and is too large to say where")
        first, more = found[0], len(found) - 1
        return self._error(
            f"{first}" + (f" (and {more} more)" if more else ""),
            suggestion=first.fix if self._error is InputInvalid else "",
            field=first.field,
            keyword=first.keyword,
            problems=[problem.to_data() for problem in found],
        )


def compile_schema(
    schema: dict[str, Any],
    *,
    where: str,
    error: type[Error] = InputInvalid,
    arguments: bool = False,
    largest: int = LARGEST,
) -> Schema:
    """A schema ready to check values with.

    Args:
        schema: JSON Schema, Draft 2020-12.
        where: What it belongs to, for messages: ``count_words: input_schema``.
        error: What a value that does not fit raises.
        arguments: It describes named arguments, so an object.
        largest: The size in bytes up to which values are checked without being weighed first, where the schema permits.

    Raises:
        SchemaRefused: the schema is invalid or could do harm; ``pointer`` says where.
    """
    try:
        document = _private_copy(schema, arguments=arguments)
        places = survey(document)
        costs = cost.profile(places, _patterns(places))
        validator = _compiled(document)
    except NotPlain as problem:
        pointer = printable(problem.where, _LONGEST_POINTER)
        raise SchemaRefused(
            f"{where}: {problem.reason}" + (f" (at {pointer})" if pointer else ""),
            where=where,
            pointer=pointer,
        ) from None
    return Schema(document, validator, costs, error, largest)


def _private_copy(schema: Any, *, arguments: bool) -> dict[str, Any]:
    """A copy: whoever brought the schema must not be able to change it after it was judged."""
    copied = plain(schema, max_size=MAX_BYTES, max_depth=MAX_DEPTH)
    if not isinstance(copied, dict):
        raise NotPlain("a schema is an object")
    if len(canonical.encode(copied)) > MAX_BYTES:
        raise NotPlain(f"larger than {MAX_BYTES} bytes")
    if arguments and copied.get("type") != "object":
        raise NotPlain('the arguments of a tool are an object: write "type": "object"', "/type")
    return copied


def _patterns(places: Mapping[str, Subschema]) -> dict[str, int]:
    """Every regular expression, and what it costs per character."""
    found: dict[str, int] = {}
    for pointer, place in places.items():
        named = place.schema.get("patternProperties")
        patterns = [*named] if isinstance(named, dict) else []
        for pattern in [*patterns, place.schema.get("pattern")]:
            if isinstance(pattern, str) and pattern not in found:
                found[pattern] = _pattern_cost(pattern, pointer)
    return found


def _pattern_cost(pattern: str, pointer: str) -> int:
    for size in _PATTERN_BYTES:
        if _fits(pattern, size):
            return _PATTERN_COST * size // _PATTERN_BYTES[0]
    raise NotPlain(
        f"the pattern {printable(pattern, _SHOWN)} is malformed, needs look-around or back-references, or is too large; "
        "use maxLength rather than {1,1000}",
        pointer,
    )


def _fits(pattern: str, size: int) -> bool:
    try:
        _compiled({"pattern": pattern}, pattern_bytes=size)
    except NotPlain:
        return False
    return True


def _compiled(document: dict[str, Any], *, pattern_bytes: int = _PATTERN_BYTES[-1]) -> Any:
    import jsonschema_rs  # loads 10 MB of machine code: not for those who only read contracts

    try:
        return jsonschema_rs.Draft202012Validator(
            document,
            validate_formats=False,
            offline=True,
            pattern_options=jsonschema_rs.RegexOptions(
                size_limit=pattern_bytes, dfa_size_limit=pattern_bytes
            ),
        )
    except (jsonschema_rs.ValidationError, ValueError) as error:
        path = "".join(f"/{pointer_token(key)}" for key in getattr(error, "instance_path", ()))
        raise NotPlain(
            f"not a valid schema: {printable(str(error).partition(chr(10))[0], _SHOWN)}", path
        ) from None


def _validation_error() -> type[Exception]:
    import jsonschema_rs

    return jsonschema_rs.ValidationError
