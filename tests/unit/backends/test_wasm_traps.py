"""The numbers of traps are those of the library, which is not asked for them."""

from __future__ import annotations

import subprocess
import sys

import wasmtime

from runtime.backends._wasm.traps import INTERRUPT, OUT_OF_FUEL, TRAPS, GuestFault


def test_every_trap_that_we_name_has_the_number_that_the_library_gives_it():
    theirs = {int(code.value): code.name.lower().replace("_", " ") for code in wasmtime.TrapCode}
    assert TRAPS.items() <= theirs.items()
    assert (theirs[INTERRUPT], theirs[OUT_OF_FUEL]) == ("interrupt", "out of fuel")


def test_a_trap_without_a_name_is_an_error_and_nothing_more():
    assert [str(GuestFault(number)) for number in (None, 49, 9)] == ["error", "error", "unreachable"]


def test_the_library_is_not_loaded_before_a_module_runs():
    code = "import sys, runtime.host.executor; print('wasmtime' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
