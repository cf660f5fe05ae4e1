"""The red team: hostile modules, what each is given, and how it has to end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

import wasm_bombs as bombs
from wasm_modules import BUFFER, ECHO, NOTE, HostCall, call, component, escaped, from_file, gives, probe

from runtime.contracts.capability import Capability, ClockRead, EnvRead, FsRead, FsWrite, NetRead, RandomRead

Kind = Literal["reactor", "command", "component"]
SOURCE = (FsRead(["src"]), FsWrite(["src"]))
READ = (FsRead(["."]),)
OUT = (FsRead(["."]), FsWrite(["out"]))
DONE = "completed"


class Attack(NamedTuple):
    """A module, and how a call of it ends: a code, or `DONE` with an output that is no lie."""

    ends: str
    build: Callable[[], bytes] | None = None
    """The text of its own name by default."""
    declares: tuple[Capability, ...] = ()
    """What it declares and is granted."""
    bounds: Mapping[str, Any] = {}
    output: Any = None
    """What it gives back where it is `DONE`."""
    arguments: Mapping[str, Any] = {}

    def module(self, name: str) -> bytes:
        """Its bytes."""
        return self.build() if self.build else from_file(name)


FUEL, WALL, MEMORY, OUTPUT, FILES = "limit.fuel", "limit.wall", "limit.memory", "limit.output", "limit.files"
BROKE, BAD_OUTPUT, EXCEEDED = "tool.failed", "output.invalid", "capability.exceeded"
SHORT = {"wall_s": 0.4, "fuel": 1 << 42}
LITTLE = {"fuel": 2_000_000}
FLOOD = {"fuel": 50_000}

REACTORS: dict[str, Attack] = {
    "loop_in_run": Attack(FUEL, bounds=LITTLE),
    "loop_in_start": Attack(FUEL, bounds=LITTLE),
    "loop_in_alloc": Attack(FUEL, bounds=LITTLE),
    "loop_in_initialize": Attack(FUEL, bounds=LITTLE),
    "loop_of_tail_calls": Attack(FUEL, bounds=LITTLE),
    "fill_memory": Attack(WALL, bounds=SHORT),
    "copy_memory": Attack(WALL, bounds=SHORT),
    "fill_table": Attack(WALL, bounds=SHORT),
    "copy_table": Attack(WALL, bounds=SHORT),
    "grow_memory": Attack(FUEL, bounds=LITTLE),
    "grow_memory_and_trap": Attack(BROKE),
    "huge_memory": Attack(MEMORY),
    "grow_table": Attack(FUEL, bounds=LITTLE),
    "recursion": Attack(BROKE),
    "recursion_through_a_table": Attack(BROKE),
    "recursion_in_a_host_call": Attack(BROKE),
    "recursion_of_wide_functions": Attack(BROKE, bombs.wide_recursion),
    "unreachable": Attack(BROKE),
    "division_by_zero": Attack(BROKE),
    "null_in_a_table": Attack(BROKE),
    "wrong_type_in_a_table": Attack(BROKE),
    "out_of_memory_bounds": Attack(BROKE),
    "not_a_number": Attack(BROKE),
    "trap_in_start": Attack(BROKE),
    "trap_with_a_name_that_explodes": Attack(BROKE, bombs.exploding_name),
    "result_outside": Attack(BROKE),
    "result_wraps": Attack(BROKE),
    "result_of_2_gib": Attack(BROKE),
    "result_of_nothing": Attack(BAD_OUTPUT),
    "result_too_large": Attack(OUTPUT),
    "result_grows_deep": Attack("limit.output"),
    "result_without_json": Attack(BAD_OUTPUT),
    "result_not_a_number": Attack(BAD_OUTPUT),
    "result_beyond_numbers": Attack(BAD_OUTPUT),
    "result_without_utf8": Attack(BAD_OUTPUT),
    "result_with_half_a_pair": Attack(BAD_OUTPUT),
    "result_with_a_key_twice": Attack(DONE, output={"a": 2}),
    "result_against_its_schema": Attack(BAD_OUTPUT),
    "error_without_json": Attack(BROKE),
    "error_of_another_form": Attack(BROKE),
    "error_without_utf8": Attack(BROKE),
    "error_with_our_code": Attack(BROKE),
    "error_outside": Attack(BROKE),
    "error_of_2_gib": Attack(BROKE),
    "alloc_of_nothing": Attack(MEMORY),
    "alloc_outside": Attack(BROKE),
    "alloc_at_the_end": Attack(BROKE),
    "alloc_wraps": Attack(BROKE),
    "flood_of_log": Attack(FUEL, bounds=FLOOD),
    "flood_of_reads": Attack(FUEL, declares=READ, bounds=FLOOD),
    "flood_of_missing_files": Attack(FILES, declares=READ, bounds={"files": 50}),
    "flood_of_denied_files": Attack(FUEL, declares=(FsRead(["src"]),), bounds=FLOOD),
    "flood_of_writes": Attack(FILES, declares=OUT, bounds={"files": 50}),
    "flood_of_new_files": Attack(FILES, declares=OUT, bounds={"files": 50}),
    "flood_of_random": Attack(WALL, declares=(RandomRead(),), bounds=SHORT),
    "going_straight_on": Attack(
        FILES,
        partial(
            probe,
            [call("cathedral.read", b"README.md", 0, BUFFER, 4), call("cathedral.write", b"out/new", b"x")]
            * 60,
        ),
        declares=OUT,
        bounds={"files": 50},
    ),
    "stale_buffer": Attack(DONE, declares=READ, output="# Hello"),
    "keeps_state": Attack(DONE, output=1),
}

# -- where host calls may reach ------------------------------------------------------------------------------------

ENTRY = b"src/a.txt"
ESCAPES: dict[str, bytes] = {
    "a folder up": b"../outside.txt",
    "down and twice up": b"src/../../outside.txt",
    "beside what was granted": b"src/../secret.txt",
    "a dot and up": b"./../outside.txt",
    "doubled slashes": b"src//..//..//outside.txt",
    "up, a thousand times": b"src/" + b"../" * 1000 + b"etc/passwd",
    "absolute": b"/etc/passwd",
    "absolute with two slashes": b"//etc/passwd",
    "the process's own": b"/proc/self/environ",
    "a link to a file outside": b"src/link_out",
    "an absolute link": b"src/link_absolute",
    "through a link to a folder outside": b"src/folder_out/outside.txt",
    "through a link to what was not granted": b"src/folder_up/secret.txt",
    "a chain of links": b"src/chain_1",
    "a link to itself": b"src/circle",
    "a magic link": b"src/magic/etc/passwd",
    "another case": b"SRC/a.txt",
    "backslashes": b"src\\..\\..\\outside.txt",
    "a file as a folder": b"src/a.txt/",
    "a file, and up": b"src/a.txt/../../secret.txt",
    "a zero byte": b"src/a.txt\0../../outside.txt",
    "a zero byte alone": b"\0",
    "nothing": b"",
    "a long name": b"src/" + b"x" * 300,
    "a long path": b"src/" + b"a/" * 20_000,
    "no text": b"src/\xff\xfe",
    "half a pair of surrogates": b"src/\xed\xa0\x80",
    "an address": b"file:///etc/passwd",
    "a home": b"~/.profile",
    "encoded dots": b"src/%2e%2e/secret.txt",
    "a pipe": b"src/pipe",
    "the key of the log": b".runtime/keys/log.key",
    "the log": b".runtime/audit/records.jsonl",
    "the rules": b"policies/authz.rego",
    "a link to the key": b"src/link_key",
}
# Pointers and lengths that lie outside a memory of 16 pages, at its end, around the last address.
POINTERS: tuple[tuple[int, int], ...] = (
    (-1, 1), (-1, -1), (0, -1), (16, -16), (-16, 32), (0x7FFFFFFF, 0x7FFFFFFF), (-0x80000000, -0x80000000),
    (0xFFFFF, 2), (0x100000, 1), (0, 0x100001), (0x100001, 0),
)  # fmt: skip
POINTED = (*SOURCE, EnvRead(["RED_TEAM"]), NetRead(["example.invalid"]), RandomRead())
POINTERS_OF = {
    "cathedral.log": [(1, place) for place in POINTERS],
    "cathedral.read": [(*place, 0, BUFFER, 16) for place in POINTERS] + [(ENTRY, 0, *place) for place in POINTERS],
    "cathedral.write": [(*place, b"x") for place in POINTERS] + [(b"src/n", *place) for place in POINTERS],
    "cathedral.env": [(*place, BUFFER, 16) for place in POINTERS] + [(b"RED_TEAM", *place) for place in POINTERS],
    "cathedral.fetch": [(*place, BUFFER, 16) for place in POINTERS],
    "cathedral.random": list(POINTERS),
}  # fmt: skip


def pointing(function: str) -> bytes:
    """A module that gives a host function every bad pointer there is."""
    made = []
    for arguments in POINTERS_OF[function]:
        flat = [part for one in arguments for part in (one if isinstance(one, tuple) else (one,))]
        made.append(call(function, *flat))
    return probe(made)


def reading(path: bytes) -> tuple[int | bytes, ...]:
    """The arguments of a read of this path."""
    return (path, 0, BUFFER, 64)


ESCAPING = {
    "cathedral.read": partial(
        probe, [call("cathedral.read", *reading(path)) for path in (ENTRY, *ESCAPES.values())], peek=range(BUFFER, BUFFER + 5)
    ),
    "cathedral.write": partial(
        probe, [call("cathedral.write", path, b"loot") for path in (b"src/new.txt", *ESCAPES.values())]
    ),
}  # fmt: skip

# The same for WASI, whose paths begin at a folder that is open: `src` is the first one.
FIRST, FOLLOW, CREATE, READING, WRITING = 3, 1, 1, 2, 64
WASI_ESCAPES: dict[str, bytes] = {
    kind: path.removeprefix(b"src/") if path.startswith(b"src/") else b"../" + path if path[:1].isalpha() else path
    for kind, path in ESCAPES.items()
} | {"the folder above": b"..", "the folder above, by a link": b"folder_up", "a link, and up": b"folder_out/.."}  # fmt: skip


def opening(path: bytes, *, writing: bool = False) -> HostCall:
    """An opening of this path beneath the first folder, links followed."""
    rights = WRITING if writing else READING
    return call("wasi.path_open", FIRST, FOLLOW, path, CREATE if writing else 0, rights, 0, 0, BUFFER)


def changing(path: bytes) -> list[HostCall]:
    """Everything else that WASI does with a path, and does to one that leads out."""
    return [
        call("wasi.path_create_directory", FIRST, path),
        call("wasi.path_unlink_file", FIRST, path),
        call("wasi.path_rename", FIRST, b"a.txt", FIRST, path),
        call("wasi.path_rename", FIRST, path, FIRST, b"taken"),
        call("wasi.path_link", FIRST, FOLLOW, path, FIRST, b"linked"),
        call("wasi.path_symlink", path, FIRST, b"pointing"),
        opening(b"pointing"),
        opening(b"pointing", writing=True),
        call("wasi.path_unlink_file", FIRST, b"pointing"),
    ]


RESERVED = (
    b".runtime/keys/log.key",
    b".runtime/audit/records.jsonl",
    b"policies/authz.rego",
    b"runtime.toml",
)
WASI_PROBES: dict[str, Attack] = {
    "wasi_reads": Attack(
        DONE, partial(probe, [opening(path) for path in (b"a.txt", *WASI_ESCAPES.values())]), SOURCE
    ),
    "wasi_writes": Attack(
        DONE,
        partial(probe, [opening(path, writing=True) for path in (b"made.txt", *WASI_ESCAPES.values())]),
        SOURCE,
    ),
    "wasi_changes": Attack(
        DONE, partial(probe, [one for path in WASI_ESCAPES.values() for one in changing(path)]), SOURCE
    ),
    "wasi_changes_what_is_reserved": Attack(
        DONE,
        partial(
            probe,
            [one for path in RESERVED for one in (opening(path, writing=True), *changing(path))]
            + [one for path in (b".runtime", b"policies", b".runtime/keys") for one in changing(path)],
        ),
        (FsRead(["."]), FsWrite(["."])),
    ),
    "wasi_reads_what_is_reserved": Attack(
        DONE,
        partial(probe, [opening(path) for path in (b"README.md", *RESERVED[:2], b"src/link_key")]),
        READ,
    ),
    "wasi_other_descriptors": Attack(
        DONE,
        partial(
            probe,
            [call("wasi.path_open", fd, FOLLOW, b"README.md", 0, READING, 0, 0, BUFFER) for fd in (-1, 0, 1, 2, 4, 5, 99, 0x7FFFFFFF)],
        ),
        SOURCE,
    ),
    "wasi_points": Attack(
        DONE,
        partial(
            probe,
            [call("wasi.path_open", FIRST, 0, *place, 0, READING, 0, 0, BUFFER) for place in POINTERS]
            + [call("wasi.path_open", FIRST, 0, b"a.txt", 0, READING, 0, 0, place) for place in (-1, -2, 0xFFFFF, 0xFFFFE, 0x100000)]
            + [call("wasi.random_get", *place) for place in POINTERS]
            + [call("wasi.fd_write", 1, place, 1, 24) for place in (-1, 0xFFFFC, -8)]
            + [call("wasi.fd_write", 1, 16, count, 24) for count in (-1, 0x7FFFFFFF, 0x20001)]
            + [call("wasi.fd_read", 0, place, 1, 24) for place in (-1, 0xFFFFC, -8)]
            + [call("wasi.args_get", -1, BUFFER), call("wasi.args_get", BUFFER, -4), call("wasi.args_sizes_get", -4, 0xFFFFE)]
            + [call("wasi.poll_oneoff", -1, BUFFER, 1, 24), call("wasi.poll_oneoff", 64, -8, 1, 24), call("wasi.poll_oneoff", 64, 64, -1, 24)]
            + [call("wasi.clock_time_get", 0, 0, -4), call("wasi.clock_time_get", 77, 0, BUFFER)]
            + [call("wasi.path_readlink", FIRST, b"circle", -16, 64, BUFFER), call("wasi.fd_readdir", FIRST, -1, 4096, 0, BUFFER)]
            + [call("wasi.fd_prestat_get", 3, -4), call("wasi.fd_fdstat_get", 0, 0xFFFFE), call("wasi.path_filestat_get", FIRST, 0, b"a.txt", 0xFFFF0)],
        ),
        SOURCE,
    ),
}  # fmt: skip

# -- commands -----------------------------------------------------------------------------------------------------------

SLEEPS = {"wall_s": 0.4}
COMMANDS: dict[str, Attack] = {
    "command_loop": Attack(FUEL, bounds=LITTLE),
    "command_loop_in_start": Attack(FUEL, bounds=LITTLE),
    "command_loop_of_yields": Attack(FUEL, bounds=FLOOD),
    "command_sleep": Attack(WALL, declares=(ClockRead(),), bounds=SLEEPS),
    "command_sleep_until": Attack(WALL, declares=(ClockRead(),), bounds=SLEEPS),
    "command_sleep_for_a_negative_time": Attack(WALL, declares=(ClockRead(),), bounds=SLEEPS),
    "command_sleep_without_a_clock": Attack(BAD_OUTPUT, partial(from_file, "command_sleep"), bounds=SLEEPS),
    "command_wait_for_nothing": Attack(BAD_OUTPUT),
    "command_wait_for_too_much": Attack(BAD_OUTPUT),
    "command_open_a_pipe": Attack(BAD_OUTPUT, declares=READ),
    "command_open_a_pipe_to_write": Attack(BAD_OUTPUT, declares=(*READ, FsWrite(["."]))),
    "command_flood_of_stdout": Attack(OUTPUT),
    "command_flood_of_stderr": Attack(OUTPUT),
    "command_flood_of_empty_writes": Attack(FUEL, bounds=FLOOD),
    "command_write_of_many_parts": Attack(OUTPUT),
    "command_giant_random": Attack(MEMORY, bounds={"memory_bytes": 64 << 20}),
    "command_draw_for_ever": Attack(WALL, bounds=SHORT),
    "command_open_for_ever": Attack(FILES, declares=READ, bounds={"files": 50}),
    "command_new_files": Attack(FILES, declares=OUT, bounds={"files": 50}),
    "command_new_folders": Attack(FILES, declares=OUT, bounds={"files": 50}),
    "command_fill_the_disk": Attack(OUTPUT, declares=OUT),
    "command_size_without_bytes": Attack(OUTPUT, declares=OUT),
    "command_garbage": Attack(BAD_OUTPUT),
    "command_two_values": Attack(BAD_OUTPUT),
    "command_silence": Attack(BAD_OUTPUT),
    "command_exit_in_start": Attack(BAD_OUTPUT),
    "command_exit_255": Attack(BROKE),
    "command_exit_beyond": Attack(BROKE),
    "command_exit_with_a_lie": Attack(BROKE),
    "command_exit_with_bad_text": Attack(BROKE),
    "command_import_of_sockets": Attack(BAD_OUTPUT),
    "command_recursion": Attack(BROKE),
    "command_trap": Attack(BROKE),
    "command_grow_memory": Attack(FUEL, bounds=LITTLE),
}

# -- components ---------------------------------------------------------------------------------------------------------


def _handing_out(place: str) -> str:
    """A ``realloc`` that always answers this."""
    return f'(func (export "realloc") (param i32 i32 i32 i32) (result i32) {place})'


_POLLABLES = """
  (import "wasi:io/poll@0.2.0" (instance $poll (export "pollable" (type (sub resource)))))
  (alias export $poll "pollable" (type $pollable))
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $pollable (type $outer))
    (export "pollable" (type $own (eq $outer)))
    (export "subscribe-duration" (func (param "when" u64) (result (own $own))))))
  (core func $subscribe (canon lower (func $clock "subscribe-duration")))"""


def _leak(count: int) -> bytes:
    """Takes so many handles of the host, and drops none."""
    return component(
        "(loop $on (drop (call $subscribe (i64.const 1000000000)))"
        " (local.set $a (i32.add (local.get $a) (i32.const 1)))"
        f" (br_if $on (i32.lt_u (local.get $a) (i32.const {count})))) {ECHO}",
        foreign=_POLLABLES,
        lowered='(with "clock" (instance (export "subscribe" (func $subscribe))))',
        fields='(import "clock" "subscribe" (func $subscribe (param i64) (result i32)))',
    )


_SLEEPS = """
  (import "wasi:io/poll@0.2.0" (instance $poll (export "pollable" (type $ours (sub resource)))
    (export "[method]pollable.block" (func (param "self" (borrow $ours))))))
  (alias export $poll "pollable" (type $pollable))
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $pollable (type $outer))
    (export "pollable" (type $own (eq $outer)))
    (export "now" (func (result u64)))
    (export "subscribe-duration" (func (param "when" u64) (result (own $own))))))
  (core func $subscribe (canon lower (func $clock "subscribe-duration")))
  (core func $now (canon lower (func $clock "now")))
  (core func $block (canon lower (func $poll "[method]pollable.block")))"""
_HOURS = (3_600_000_000_000, 7_200_000_000_000)


def sleeping() -> bytes:
    """A component that sleeps for an hour, then for two, and answers what its clock showed before, between and after."""
    names = {"subscribe": "(param i64) (result i32)", "now": "(result i64)", "block": "(param i32)"}
    look = "(call $note (i64.div_u (call $now) (i64.const 3600000000000)))"
    slept = [f"(call $block (call $subscribe (i64.const {hours}))) {look}" for hours in _HOURS]
    return component(
        f"{look} {' '.join(slept)} (call $put (i32.const 93)) "
        + gives("(i32.const 1024)", "(i32.sub (global.get $end) (i32.const 1024))"),
        foreign=_SLEEPS,
        lowered=f'(with "world" (instance {" ".join(f"""(export "{n}" (func ${n}))""" for n in names)}))',
        fields="".join(f'(import "world" "{n}" (func ${n} {kind}))' for n, kind in names.items()) + NOTE,
    )


def drawing(size: int) -> bytes:
    """A component that draws so many random bytes at once."""
    return component(
        f"(call $draw (i64.const {size}) (i32.const 256)) " + ECHO,
        foreign='(import "wasi:random/random@0.2.0" (instance $random'
        ' (export "get-random-bytes" (func (param "len" u64) (result (list u8))))))',
        lowers='(core func $draw (canon lower (func $random "get-random-bytes") {options}))',
        lowered='(with "random" (instance (export "draw" (func $draw))))',
        fields='(import "random" "draw" (func $draw (param i64 i32)))',
    )


def _said(text: str, *, error: bool = False) -> bytes:
    """A component that gives back this text, spelled as the text format spells bytes."""
    raw = text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    data = f'(data (i32.const 4096) "{escaped(raw)}")'
    return component(gives("(i32.const 4096)", f"(i32.const {len(raw)})", error=error), fields=data)


_LOOP = "(loop $on (br $on)) "


def _inner(fields: str, count: int) -> str:
    """A core module in a component, and so many instances of it."""
    return f"(core module $inner {fields})" + "(core instance (instantiate $inner))" * count


_ASKS = "(call $read (i32.const 4096) (i32.const {}) (i64.const 0) (i32.const {}) (i32.const 256)) "
COMPONENTS: dict[str, Attack] = {
    "component_loop": Attack(FUEL, partial(component, _LOOP + ECHO), bounds=LITTLE),
    "component_loop_in_start": Attack(
        FUEL, partial(component, ECHO, fields=f"(func $start {_LOOP}) (start $start)"), bounds=LITTLE
    ),
    "component_loop_in_realloc": Attack(
        FUEL, partial(component, ECHO, realloc=_handing_out(f"{_LOOP} (i32.const 0)")), bounds=LITTLE
    ),
    "component_of_many_instances": Attack(BROKE, partial(component, ECHO, foreign=_inner("", 100))),
    "component_of_many_memories": Attack(BROKE, partial(component, ECHO, foreign=_inner("(memory 1)", 20))),
    "component_loop_in_an_inner_start": Attack(
        FUEL, partial(component, ECHO, foreign=_inner(f"(func $s {_LOOP}) (start $s)", 1)), bounds=LITTLE
    ),
    "component_exits": Attack(
        BROKE,
        partial(
            component,
            "(call $exit (i32.const 0)) " + ECHO,
            foreign='(import "wasi:cli/exit@0.2.0" (instance $cli (export "exit" (func (param "status" (result))))))'
            ' (core func $exit (canon lower (func $cli "exit")))',
            lowered='(with "cli" (instance (export "exit" (func $exit))))',
            fields='(import "cli" "exit" (func $exit (param i32)))',
        ),
    ),
    "component_trap": Attack(BROKE, partial(component, "unreachable")),
    "component_recursion": Attack(
        BROKE,
        partial(component, "(call $deeper) " + ECHO, fields="(func $deeper (call $deeper) (call $deeper))"),
    ),
    "component_grows": Attack(
        FUEL,
        partial(component, "(loop $on (drop (memory.grow (i32.const 16))) (br $on)) " + ECHO),
        bounds=LITTLE,
    ),
    "component_leaks_handles": Attack(BROKE, partial(_leak, 100_000), (ClockRead(),)),
    "component_leaks_handles_without_a_clock": Attack(FUEL, partial(_leak, 100_000), bounds=FLOOD),
    "component_sleeps": Attack(WALL, sleeping, (ClockRead(),), bounds=SLEEPS),
    "component_draws_a_terabyte": Attack(MEMORY, partial(drawing, 1 << 40)),
    "component_draws_a_terabyte_with_leave": Attack(BROKE, partial(drawing, 1 << 40), (RandomRead(),)),
    "component_draws_a_gigabyte_with_leave": Attack(BROKE, partial(drawing, 1 << 30), (RandomRead(),)),
    "component_result_outside": Attack(
        BROKE, partial(component, gives("(i32.const 0x7fff0000)", "(i32.const 100)"))
    ),
    "component_result_of_4_gib": Attack(BROKE, partial(component, gives("(i32.const 0)", "(i32.const -1)"))),
    "component_result_nowhere": Attack(BROKE, partial(component, "(i32.const -4)")),
    "component_result_of_no_kind": Attack(
        BROKE, partial(component, "(i32.store (i32.const 16) (i32.const 77)) (i32.const 16)")
    ),
    "component_result_without_utf8": Attack(BROKE, partial(_said, '"\\xff\\xfe"')),
    "component_result_without_json": Attack(BAD_OUTPUT, partial(_said, "once upon a time")),
    "component_result_too_large": Attack(
        OUTPUT,
        partial(
            component,
            "(drop (memory.grow (i32.const 600))) (memory.fill (i32.const 0x100000) (i32.const 49) (i32.const 0x2000000)) "
            + gives("(i32.const 0x100000)", "(i32.const 0x2000000)"),
        ),
    ),
    "component_error_without_json": Attack(BROKE, partial(_said, "sorry", error=True)),
    "component_realloc_outside": Attack(
        BROKE, partial(component, ECHO, realloc=_handing_out("(i32.const -64)"))
    ),
    "component_realloc_traps": Attack(BROKE, partial(component, ECHO, realloc=_handing_out("unreachable"))),
    "component_reads_outside_its_memory": Attack(
        BROKE, partial(component, _ASKS.format("0x7fffffff", 64) + ECHO, uses=["read"]), declares=READ
    ),
    "component_reads_past_the_bound": Attack(
        FUEL,
        partial(component, f"(loop $on {_ASKS.format(9, -1)} (br $on)) " + ECHO, uses=["read"]),
        declares=READ,
        bounds={"fuel": 10_000},
    ),
    # The host reads its most, more than the guest has room for.
    "component_reads_a_gigabyte": Attack(
        BROKE,
        partial(
            component,
            _ASKS.format(6, -1) + ECHO,
            uses=["read"],
            fields='(data (i32.const 4096) "sparse")',
        ),
        declares=READ,
        bounds={"memory_bytes": 1 << 20},
    ),
    "component_flood_of_log": Attack(
        FUEL,
        partial(
            component,
            "(loop $on (call $log (i32.const 1) (i32.const 64) (i32.const 6)) (br $on)) " + ECHO,
            uses=["log"],
        ),
        bounds={"fuel": 10_000},
    ),
}

_CLOCKS = """
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock (export "now" (func (result u64)))))
  (import "wasi:random/random@0.2.0" (instance $random (export "get-random-u64" (func (result u64)))))
  (import "wasi:random/insecure@0.2.0" (instance $insecure (export "get-insecure-random-u64" (func (result u64)))))
  (core func $now (canon lower (func $clock "now")))
  (core func $draw (canon lower (func $random "get-random-u64")))
  (core func $guess (canon lower (func $insecure "get-insecure-random-u64")))"""


def looking_around() -> bytes:
    """A component that answers what its clock and its dice show."""
    names = ("now", "draw", "guess")
    return component(
        "".join(f"(call $note (i64.and (call ${name}) (i64.const 0xffffffff)))" for name in names)
        + "(call $put (i32.const 93)) "
        + gives("(i32.const 1024)", "(i32.sub (global.get $end) (i32.const 1024))"),
        foreign=_CLOCKS,
        lowered=f'(with "world" (instance {" ".join(f"""(export "{n}" (func ${n}))""" for n in names)}))',
        fields="".join(f'(import "world" "{n}" (func ${n} (result i64)))' for n in names) + NOTE,
    )


# -- what is not admitted --------------------------------------------------------------------------------------------

REFUSED: dict[str, Attack] = {
    name: Attack("wasm.refused")
    for name in (
        "huge_table", "many_tables", "many_memories", "memory_of_64_bits", "shared_memory", "struct_of_gc",
        "array_of_gc", "import_of_system", "import_of_wasi", "import_of_an_unknown_name",
        "import_of_another_type", "import_that_was_not_declared", "import_of_a_memory", "import_of_a_look_alike",
        "export_missing", "export_of_another_type", "export_of_no_function", "export_of_no_memory",
        "command_import_of_system", "command_without_a_start",
    )
}  # fmt: skip
REFUSED |= {name: Attack("wasm.refused", build) for name, build in bombs.REFUSED.items()}
_FOREIGN = {
    "component_of_1500_instances": _inner("", 1_500),
    "component_of_many_levels": "(component " * 50 + ")" * 50,
    "component_import_of_sockets": '(import "wasi:sockets/network@0.2.0" (instance (export "network" (type (sub resource)))))',
    "component_import_of_http": '(import "wasi:http/types@0.2.0" (instance (export "fields" (type (sub resource)))))',
    "component_import_of_a_function": '(import "evil" (func))',
    "component_import_of_an_unknown_name": '(import "cathedral:tool/host@1.0.0" (instance (export "exec" (func (param "c" string)))))',
}
REFUSED |= {
    name: Attack("wasm.refused", partial(component, ECHO, foreign=foreign))
    for name, foreign in _FOREIGN.items()
}
REFUSED |= {
    f"component_that_did_not_declare_{name}": Attack("wasm.refused", partial(component, ECHO, uses=[name]))
    for name in ("read", "write", "fetch", "env", "clock", "random")
}
