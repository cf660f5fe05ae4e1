"""Modules that tests make on the spot: from text, from lists of host calls, and byte by byte where no assembler would."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

TEXTS = Path(__file__).resolve().parents[1] / "security" / "wasm"
MAGIC = b"\0asm\1\0\0\0"
CATHEDRAL = {
    "log": "iii>i",
    "read": "iiIii>i",
    "write": "iiii>i",
    "fetch": "iiii>i",
    "env": "iiii>i",
    "clock": ">I",
    "random": "ii>i",
}
WASI = {
    "args_get": "ii>i",
    "args_sizes_get": "ii>i",
    "clock_time_get": "iIi>i",
    "environ_sizes_get": "ii>i",
    "fd_close": "i>i",
    "fd_fdstat_get": "ii>i",
    "fd_prestat_get": "ii>i",
    "fd_read": "iiii>i",
    "fd_readdir": "iiiIi>i",
    "fd_renumber": "ii>i",
    "fd_write": "iiii>i",
    "path_create_directory": "iii>i",
    "path_filestat_get": "iiiii>i",
    "path_link": "iiiiiii>i",
    "path_open": "iiiiiIIii>i",
    "path_readlink": "iiiiii>i",
    "path_rename": "iiiiii>i",
    "path_symlink": "iiiii>i",
    "path_unlink_file": "iii>i",
    "poll_oneoff": "iiii>i",
    "random_get": "ii>i",
    "sock_accept": "iii>i",
}
TYPES = {"i": "i32", "I": "i64"}
BUFFER = 0x30000
"""Where a probe's host calls may write: 64 KiB of zeroes."""
PROBE_PAGES = 16
_DATA, _ARGUMENTS = 0x10000, 0x20000


class HostCall(NamedTuple):
    """One call of an imported function; bytes stand for a pointer to them and their length."""

    function: str
    arguments: tuple[int | bytes, ...]

    @property
    def signature(self) -> str:
        table = WASI if self.function.startswith("wasi.") else CATHEDRAL
        return table[self.function.partition(".")[2]]


def call(function: str, *arguments: int | bytes) -> HostCall:
    """A host call: ``call("cathedral.read", b"a.txt", 0, BUFFER, 16)``."""
    return HostCall(function, arguments)


def assembled(text: str) -> bytes:
    """The binary of a module or component in the text format."""
    from wasmtime import wat2wasm

    return bytes(wat2wasm(text))


def from_file(name: str) -> bytes:
    """The binary of one of the texts beside the red team."""
    return assembled((TEXTS / f"{name}.wat").read_text("utf-8"))


def reactor(body: str, *, imports: str = "", fields: str = "", pages: int = 1) -> str:
    """The text of a reactor whose ``run`` is this body; its arguments are put where nobody looks."""
    return f"""(module
  {imports}
  (memory (export "memory") {pages})
  {fields}
  (func (export "alloc") (param i32) (result i32) (i32.const 512))
  (func (export "run") (param i32 i32) (result i64) {body}))"""


def answering(text: str) -> str:
    """The text of a reactor that always gives this output."""
    data = text.encode()
    return reactor(f"(i64.const {(16 << 32) | len(data)})", fields=f'(data (i32.const 16) "{escaped(data)}")')


# Appends a number and a comma to the output, which begins at 1024 with a bracket.
NOTE = """
  (global $end (mut i32) (i32.const 1025))
  (data (i32.const 1024) "[")
  (func $put (param $c i32)
    (i32.store8 (global.get $end) (local.get $c))
    (global.set $end (i32.add (global.get $end) (i32.const 1))))
  (func $digits (param $n i64)
    (if (i64.ge_u (local.get $n) (i64.const 10)) (then (call $digits (i64.div_u (local.get $n) (i64.const 10)))))
    (call $put (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $n) (i64.const 10))))))
  (func $note (param $n i64)
    (if (i32.ne (global.get $end) (i32.const 1025)) (then (call $put (i32.const 44))))
    (if (i64.lt_s (local.get $n) (i64.const 0))
      (then (call $put (i32.const 45)) (local.set $n (i64.sub (i64.const 0) (local.get $n)))))
    (call $digits (local.get $n)))
"""
_PACK = f"(i64.or (i64.const {1024 << 32}) (i64.extend_i32_u (i32.sub (global.get $end) (i32.const 1024))))"
TELL = f"(call $put (i32.const 93)) {_PACK}"
"""Ends a ``run`` that has noted something."""


def probe(calls: Sequence[HostCall], *, peek: Iterable[int] = (), times: int = 1) -> bytes:
    """A tool that makes these host calls and answers the list of their results, then the bytes at these addresses.

    With WASI calls it is a command, otherwise a reactor.
    """
    texts: dict[bytes, int] = {}
    top = _DATA
    for value in (value for made in calls for value in made.arguments if isinstance(value, bytes)):
        if value not in texts:
            texts[value] = top
            top += len(value) + 16
    made = "\n".join(_called(one, texts) for one in calls)
    if times > 1:
        made = f"(loop $again {made} (local.set $i (i32.add (local.get $i) (i32.const 1))) (br_if $again (i32.lt_u (local.get $i) (i32.const {times}))))"
    seen = "\n".join(f"(call $note (i64.load8_u (i32.const {address})))" for address in peek)
    is_command = any(one.function.startswith("wasi.") for one in calls)
    body = f"(local $i i32) {made} {seen} (call $put (i32.const 93))"
    assert top <= _ARGUMENTS, "the texts are too long"
    return assembled(
        f"""(module
  {_imports(calls, extra=("wasi.fd_write",) if is_command else ())}
  (memory (export "memory") {PROBE_PAGES})
  {"".join(_segment(address, text) for text, address in texts.items())}
  {NOTE}
  {_command(body) if is_command else _reactor(body)})"""
    )


def _reactor(body: str) -> str:
    return f"""(func (export "alloc") (param i32) (result i32) (i32.const {_ARGUMENTS}))
  (func (export "run") (param i32 i32) (result i64) {body} {_PACK})"""


def _command(body: str) -> str:
    return f"""(func (export "_start") {body}
    (i32.store (i32.const 16) (i32.const 1024))
    (i32.store (i32.const 20) (i32.sub (global.get $end) (i32.const 1024)))
    (drop (call $wasi.fd_write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 24))))"""


def _imports(calls: Sequence[HostCall], extra: Iterable[str]) -> str:
    wanted = {one.function: one.signature for one in calls} | dict.fromkeys(extra, WASI["fd_write"])
    lines = []
    for function, signature in wanted.items():
        module, _, name = function.partition(".")
        taken, _, given = signature.partition(">")
        module = "wasi_snapshot_preview1" if module == "wasi" else module
        parameters = " ".join(TYPES[one] for one in taken)
        lines.append(
            f'(import "{module}" "{name}" (func ${function} (param {parameters}) (result {TYPES[given]})))'
        )
    return "\n  ".join(lines)


def _called(made: HostCall, texts: dict[bytes, int]) -> str:
    values: list[int] = []
    for value in made.arguments:
        values += [texts[value], len(value)] if isinstance(value, bytes) else [value]
    taken, _, given = made.signature.partition(">")
    constants = " ".join(f"({TYPES[kind]}.const {value})" for kind, value in zip(taken, values, strict=True))
    widened = "" if given == "I" else "i64.extend_i32_s "
    result = f"(call ${made.function} {constants})"
    return f"(call $note ({widened}{result}))" if widened else f"(call $note {result})"


def _segment(address: int, text: bytes) -> str:
    return f'(data (i32.const {address}) "{escaped(text)}")\n  '


def escaped(text: bytes) -> str:
    """Bytes as a string of the text format."""
    return "".join(f"\\{byte:02x}" for byte in text)


# -- components ---------------------------------------------------------------------------------------------------

HOST_TYPES = {
    "log": '(param "level" u8) (param "message" string)',
    "read": '(param "path" string) (param "offset" u64) (param "size" u32) (result (result (list u8) (error s32)))',
    "write": '(param "path" string) (param "data" (list u8)) (result (result (error s32)))',
    "fetch": '(param "request" string) (result (result (list u8) (error s32)))',
    "env": '(param "name" string) (result (result string (error s32)))',
    "clock": "(result (result u64 (error s32)))",
    "random": '(param "size" u32) (result (result (list u8) (error s32)))',
}
HOST_CORE = {
    "log": "i i i",
    "read": "i i I i i",
    "write": "i i i i i",
    "fetch": "i i i",
    "env": "i i i",
    "clock": "i",
    "random": "i i",
}
# Room for what comes in: from 64 KiB upwards, and as much as it takes.
_REALLOC = """
    (global $top (mut i32) (i32.const 65536))
    (func (export "realloc") (param i32 i32 i32 i32) (result i32)
      (local $at i32)
      (local.set $at (global.get $top))
      (global.set $top (i32.add (local.get $at) (i32.and (i32.add (local.get 3) (i32.const 15)) (i32.const -8))))
      (loop $on (if (i32.gt_u (global.get $top) (i32.mul (memory.size) (i32.const 65536)))
        (then (br_if $on (i32.ne (memory.grow (i32.const 16)) (i32.const -1))) unreachable)))
      (local.get $at))"""


def component(
    run: str,
    *,
    uses: Sequence[str] = (),
    foreign: str = "",
    lowers: str = "",
    lowered: str = "",
    fields: str = "",
    realloc: str = _REALLOC,
    describe: str = "",
) -> bytes:
    """A component whose ``run`` is this body; it leaves a pointer to its result, with memory from 4096 to 60,000 its own.

    Args:
        run: Instructions; the locals 0 and 1 are the arguments, ``$a`` and ``$b`` are free.
        uses: Functions of ``cathedral:tool/host`` that it imports, each of which it calls as ``$name``.
        foreign: Other imports of the component.
        lowers: Their core functions, where those need ``{options}``: a memory and its realloc.
        lowered: The core instances of those, as the module's ``with``.
        fields: More fields of its module.
        realloc: How its memory is handed out.
        describe: Instructions of ``describe``; the declaration by default.
    """
    said = b'{"name":"attack","description":"An attack","parameters":{"type":"object"}}'
    names = [f'(export "{one}" (func {HOST_TYPES[one]}))' for one in uses]
    host = f'(import "cathedral:tool/host@1.0.0" (instance $host {" ".join(names)}))' if uses else ""
    options = '(memory (core memory $room "memory")) (realloc (core func $room "realloc"))'
    ours = "\n  ".join(f'(core func ${one} (canon lower (func $host "{one}") {options}))' for one in uses)
    given = " ".join(f'(export "{one}" (func ${one}))' for one in uses)
    taken = "\n    ".join(
        f'(import "host" "{one}" (func ${one} (param {" ".join(TYPES[t] for t in HOST_CORE[one].split())})))'
        for one in uses
    )
    return assembled(f"""(component
  {host} {foreign}
  (core module $memory (memory (export "memory") 16) {realloc})
  (core instance $room (instantiate $memory))
  {ours} {lowers.format(options=options)}
  (core module $code
    {taken}
    (import "room" "memory" (memory 1))
    {fields}
    (data (i32.const 64) "{escaped(said)}")
    (func (export "describe") (result i32) {describe}
      (i32.store (i32.const 32) (i32.const 64)) (i32.store (i32.const 36) (i32.const {len(said)}))
      (i32.const 32))
    (func (export "run") (param i32 i32) (result i32) (local $a i32) (local $b i32) {run}))
  (core instance $it (instantiate $code (with "room" (instance $room)) (with "host" (instance {given})) {lowered}))
  (func (export "describe") (result string) (canon lift (core func $it "describe") {options}))
  (func (export "run") (param "arguments" string) (result (result string (error string)))
    (canon lift (core func $it "run") {options})))""")


def gives(pointer: str, length: str, *, error: bool = False) -> str:
    """Instructions by which a component answers the text that lies there."""
    return (
        f"(i32.store (i32.const 16) (i32.const {int(error)})) (i32.store (i32.const 20) {pointer})"
        f" (i32.store (i32.const 24) {length}) (i32.const 16)"
    )


ECHO = gives("(local.get 0)", "(local.get 1)")


# -- byte by byte -------------------------------------------------------------------------------------------------


def leb(number: int) -> bytes:
    """An unsigned number as WebAssembly writes it."""
    out = bytearray()
    while True:
        number, low = number >> 7, number & 0x7F
        out.append(low | (0x80 if number else 0))
        if not number:
            return bytes(out)


def name(text: str | bytes) -> bytes:
    """A name: its length and its bytes."""
    raw = text.encode() if isinstance(text, str) else text
    return leb(len(raw)) + raw


def section(number: int, content: bytes) -> bytes:
    """One section."""
    return bytes([number]) + leb(len(content)) + content


def vector(items: Sequence[bytes]) -> bytes:
    """How many, and each of them."""
    return leb(len(items)) + b"".join(items)


def sections(module: bytes) -> list[tuple[int, int, int]]:
    """Number, begin and end of each section of a module that is whole."""
    found, at = [], len(MAGIC)
    while at < len(module):
        number, size, shift, place = module[at], 0, 0, at + 1
        while True:
            byte = module[place]
            size |= (byte & 0x7F) << shift
            shift, place = shift + 7, place + 1
            if byte < 0x80:
                break
        found.append((number, at, place + size))
        at = place + size
    return found


I32, I64 = b"\x7f", b"\x7e"
# () -> (), (i32) -> i32, (i32, i32) -> i64
_TYPES = vector(
    [
        b"\x60" + taken + given
        for taken, given in (
            (vector([]), vector([])),
            (vector([I32]), vector([I32])),
            (vector([I32, I32]), vector([I64])),
        )
    ]
)
ALLOC, NOTHING = b"\x41\x80\x08", b"\x42\x00"


def body(instructions: bytes, locals_: Sequence[tuple[int, bytes]] = ()) -> bytes:
    """The code of one function."""
    content = vector([leb(count) + kind for count, kind in locals_]) + instructions + b"\x0b"
    return leb(len(content)) + content


def packed(
    bodies: Sequence[bytes] = (),
    *,
    run: bytes = body(NOTHING),
    imports: Sequence[bytes] = (),
    functions_imported: int = 0,
    exports: Sequence[bytes] = (),
    data: Sequence[bytes] = (),
    types: bytes = _TYPES,
    last: bytes = b"",
) -> bytes:
    """A whole reactor, with these functions of the type ``() -> ()`` beside its own two."""
    first = functions_imported
    named = [
        name("memory") + b"\x02\x00",
        name("alloc") + b"\x00" + leb(first),
        name("run") + b"\x00" + leb(first + 1),
        *exports,
    ]
    parts = {
        1: types,
        2: vector(imports) if imports else b"",
        3: vector([b"\x01", b"\x02", *[b"\x00"] * len(bodies)]),
        5: vector([b"\x00\x01"]),
        7: vector(named),
        10: vector([body(ALLOC), run, *bodies]),
        11: vector(data) if data else b"",
    }
    return MAGIC + b"".join(section(number, part) for number, part in parts.items() if part) + last
