"""Files that break readers and compilers of WebAssembly, made byte by byte: committed they would be megabytes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from wasm_modules import (
    ECHO,
    I32,
    MAGIC,
    body,
    component,
    from_file,
    leb,
    name,
    packed,
    section,
    sections,
    vector,
)

BLOCK, END, DROP, CALL = b"\x02\x40", b"\x0b", b"\x1a", b"\x10"
FUNCTION = b"\x00\x00"


def exploding_name() -> bytes:
    """A trap in a function whose mangled name of 280 bytes is read as 150 megabytes: each argument is the last one, twice."""
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    mangled = "_Z1f1aIiiE" + "".join(f"S_IS{digits[i]}_S{digits[i]}_E" for i in range(22))
    names = section(0, name("name") + section(1, vector([leb(1) + name(mangled)])))
    return packed(run=body(b"\x00"), last=names)


def wide_recursion() -> bytes:
    """A recursion whose every level keeps 2,000 values for when it comes back."""
    taken = b"".join(b"\x41\x00\x28\x02" + leb(4 * n) + b"\x21" + leb(n) for n in range(2_000))
    kept = b"".join(b"\x41\x00\x20" + leb(n) + b"\x36\x02" + leb(4 * n) for n in range(2_000))
    deeper = body(taken + CALL + leb(2) + kept, [(2_000, I32)])
    return packed([deeper], run=body(CALL + leb(2) + b"\x42\x00"))


# -- what costs a compiler dearly ------------------------------------------------------------------------------------


def many_imports(count: int) -> bytes:
    """So many imports, each of them allowed."""
    types = vector([b"\x60\x03\x7f\x7f\x7f\x01\x7f", b"\x60\x01\x7f\x01\x7f", b"\x60\x02\x7f\x7f\x01\x7e"])
    wanted = [name("cathedral") + name("log") + FUNCTION] * count
    return packed(imports=wanted, functions_imported=count, types=types)


def many_locals(functions: int, locals_: int) -> bytes:
    """Functions of so many locals, all of them alive at once."""
    used = b"".join(b"\x20" + leb(n) for n in range(1_000)) + b"\x6a" * 999 + DROP
    return packed([body(used, [(locals_, I32)])] * functions)


def branch_table(targets: int) -> bytes:
    """One branch to so many places, out of 500 blocks."""
    places = b"".join(leb(n % 500) for n in range(targets))
    return packed([body(BLOCK * 500 + b"\x41\x00\x0e" + leb(targets) + places + leb(0) + END * 500)])


def deep_blocks(levels: int) -> bytes:
    """Blocks in blocks."""
    return packed([body(BLOCK * levels + END * levels)])


def looping_locals(loops: int, locals_: int) -> bytes:
    """Loops in loops around locals that all change: at 300 of each, 5 kB of code, 16 s of compiling."""
    changed = b"".join(b"\x20" + leb(n) + b"\x41\x01\x6a\x21" + leb(n) for n in range(locals_))
    again = b"\x20\x00\x0d\x00" + END
    return packed([body(b"\x03\x40" * loops + changed + again * loops, [(locals_, I32)])])


def wide_stack(values: int) -> bytes:
    """One function with so many values on its stack at once."""
    return packed([body(b"\x41\x07" * values + DROP * values)])


def long_body(size: int) -> bytes:
    """One function that does nothing, at length."""
    return packed([body(b"\x01" * size)])


def many_functions(count: int) -> bytes:
    """So many functions that do nothing."""
    return packed([body(b"")] * count)


def many_exports(count: int) -> bytes:
    """So many names for one function: to list them takes thirty microseconds each."""
    return packed(exports=[name(f"e{n}") + FUNCTION for n in range(count)])


def many_data_segments(count: int) -> bytes:
    """So many pieces of data, each of one byte."""
    return packed(data=[b"\x00\x41\x00\x0b\x01x"] * count)


def long_names() -> bytes:
    """An export with a name of a megabyte."""
    return packed(exports=[name("x" * 1_000_000) + FUNCTION])


def custom_sections(count: int, size: int) -> bytes:
    """So many sections that mean nothing."""
    return packed(last=section(0, name("x") + bytes(size)) * count)


def claimed(number: int, count: int) -> bytes:
    """A section that claims more entries than its bytes could hold."""
    return MAGIC + section(number, leb(count))


# -- what is no module -------------------------------------------------------------------------------------------------


def compiled() -> bytes:
    """What the engine made of a module: native code, which it would run unseen."""
    from wasmtime import Engine, Module

    return bytes(Module(Engine(), packed()).serialize())


def cut(at: int) -> bytes:
    """A module that ends in the middle of one of its sections."""
    whole = packed(data=[b"\x00\x41\x00\x0b\x01x"])
    _, begin, end = sections(whole)[at]
    return whole[: (begin + end + 1) // 2]


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f\x15\xc4\x89"
NOT_MODULES: dict[str, Callable[[], bytes]] = {
    "an_empty_file": lambda: b"",
    "a_magic_number_alone": lambda: MAGIC[:4],
    "a_header_alone": lambda: MAGIC,
    "a_text_module": lambda: b"(module)",
    "a_picture": lambda: PNG,
    "a_native_program": lambda: b"\x7fELF\x02\x01\x01" + bytes(57),
    "native_code_of_the_engine": compiled,
    "another_version": lambda: b"\0asm\2\0\0\0" + packed()[8:],
    "another_magic_number": lambda: b"\0ASM" + packed()[4:],
    "a_component_as_a_reactor": lambda: component(ECHO),
    "a_command_as_a_reactor": partial(from_file, "command_silence"),
    "a_module_and_more": lambda: packed() + b"\0",
    "a_section_of_an_unknown_kind": lambda: packed() + section(77, b"x"),
    "a_section_twice": lambda: packed() + section(1, vector([])),
    "a_number_without_end": lambda: MAGIC + b"\x01" + b"\x80" * 100,
    "a_number_too_long": lambda: packed().replace(section(5, vector([b"\x00\x01"])), b"\x05\x86\x80\x80\x80\x80\x00" + vector([b"\x00\x81\x80\x80\x80\x80\x00"])),
    "a_section_longer_than_the_file": lambda: MAGIC + b"\x01\xff\xff\xff\xff\x0f\x00",
    "a_name_without_utf8": lambda: packed(exports=[name(b"\xff\xfe") + FUNCTION]),
    **{f"a_module_cut_in_section_{n}": partial(cut, n) for n in range(6)},
    **{f"a_claim_of_4_billion_in_section_{n}": partial(claimed, n, 0xFFFFFFFF) for n in (1, 2, 3, 7, 10, 11)},
}  # fmt: skip

TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "imports_90000": partial(many_imports, 90_000),
    "locals_50000": partial(many_locals, 1, 50_001),
    "locals_in_1000_functions": partial(many_locals, 1_000, 5_000),
    "a_body_of_5_megabytes": partial(long_body, 5 << 20),
    "functions_300000": partial(many_functions, 300_000),
    "exports_100000": partial(many_exports, 100_000),
    "data_segments_100000": partial(many_data_segments, 100_000),
    "a_name_of_a_megabyte": long_names,
    "custom_sections_10000": partial(custom_sections, 10_000, 10),
    "seventy_megabytes": partial(custom_sections, 7, 10 << 20),
}
"""Refused for their counts, before any compiler sees them."""

COSTLY: dict[str, Callable[[], bytes]] = {
    "locals_in_190_functions": partial(many_locals, 190, 5_000),
    "a_branch_to_60000_places": partial(branch_table, 60_000),
    "blocks_100000_deep": partial(deep_blocks, 100_000),
    "values_100000_on_the_stack": partial(wide_stack, 100_000),
    "functions_9000": partial(many_functions, 9_000),
    "data_segments_49000": partial(many_data_segments, 49_000),
    "exports_9000": partial(many_exports, 9_000),
}
"""Within every count: the compiler gets them, and is done in time."""

INVALID: dict[str, Callable[[], bytes]] = {
    "catching_the_end": partial(from_file, "catching_the_end"),
    "a_body_without_sense": lambda: packed([body(b"\xff\xff\xff")]),
    "a_body_of_another_type": lambda: packed([body(b"\x41\x00")]),
    "a_branch_to_nowhere": lambda: packed([body(b"\x0c\x07")]),
    "a_body_that_ends_twice": lambda: packed([body(END)]),
    "a_call_of_nobody": lambda: packed([body(CALL + leb(7_000))]),
    "an_instruction_of_threads": lambda: packed([body(b"\x41\x00\xfe\x10\x02\x00" + DROP)]),
    "an_instruction_of_gc": lambda: packed([body(b"\xfb\x1c" + DROP)]),
}
"""Refused by the compiler."""

ENDLESS = partial(looping_locals, 3_000, 3_000)
"""Within every count, and more than a compiler can do: it is killed."""

REFUSED = {**NOT_MODULES, **TOO_LARGE}
