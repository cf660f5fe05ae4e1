"""dd: copy and convert in blocks."""

from __future__ import annotations

from runtime.bash.commands._shared.quoting import always, quote, reason
from runtime.bash.commands._shared.sizes import human, size_of
from runtime.bash.option_table import Done, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from runtime.bash.streams import Stream
    from runtime.bash.utility_context import Context

OPTIONS = Options(
    "[OPERAND]...\nOPTION",
    "Copy a file in blocks, converting it by the operands:",
    sections=(
        ("Operands", lambda: _rows(_OPERANDS, "=")),
        ("CONVS, parted by commas", lambda: _rows(_CONVERSIONS)),
        ("FLAGS, parted by commas", lambda: _rows(_FLAGS)),
    ),
    examples=(
        ("dd if=/dev/zero of=block bs=1K count=4 status=none", "four blocks of zeros"),
        ("dd if=block bs=1 skip=10 count=5 status=none", "five bytes from the eleventh on"),
    ),
    after="N and BYTES may be followed by c=1, w=2, b=512, kB=1000, K=1024, MB, M and so on; xM multiplies by M, B counts bytes.",
)
_OPERANDS: dict[str, tuple[str, str]] = {
    "if": ("FILE", "read FILE, not standard input"),
    "of": ("FILE", "write FILE, not standard output"),
    "bs": ("BYTES", "read and write so many bytes at a time; overrides ibs and obs"),
    "ibs": ("BYTES", "read so many bytes at a time (512)"),
    "obs": ("BYTES", "write so many bytes at a time (512)"),
    "cbs": ("BYTES", "convert so many bytes at a time"),
    "count": ("N", "copy only N blocks of the input"),
    "skip": ("N", "leave out N blocks of the input"),
    "iseek": ("N", "like skip"),
    "seek": ("N", "leave out N blocks of the output"),
    "oseek": ("N", "like seek"),
    "conv": ("CONVS", "convert the file by the list below"),
    "iflag": ("FLAGS", "read by the list below"),
    "oflag": ("FLAGS", "write by the list below"),
    "status": ("LEVEL", "what to say: none, noxfer (no last line) or progress"),
}
_CONVERSIONS: dict[str, str] = {
    "ascii": "from EBCDIC to ASCII",
    "ebcdic": "from ASCII to EBCDIC",
    "ibm": "from ASCII to another EBCDIC",
    "block": "pad lines with spaces to cbs",
    "unblock": "replace trailing spaces of records by a newline",
    "lcase": "upper case to lower case",
    "ucase": "lower case to upper case",
    "sparse": "ignored: there are no holes",
    "swab": "swap every pair of bytes",
    "sync": "pad every block of input with NULs (spaces with block or unblock)",
    "excl": "fail if the output is there",
    "nocreat": "do not create the output",
    "notrunc": "do not truncate the output",
    "noerror": "go on after errors of reading",
    "fdatasync": "ignored: files are in memory",
    "fsync": "ignored: files are in memory",
}
_FLAGS: dict[str, str] = {
    "append": "append (output only)",
    "count_bytes": "count=N counts bytes",
    "skip_bytes": "skip=N counts bytes",
    "seek_bytes": "seek=N counts bytes",
    "fullblock": "wait for whole blocks of input",
    "directory": "fail unless it is a folder, which cannot be read either",
    "direct": "ignored",
    "dsync": "ignored",
    "sync": "ignored",
    "nonblock": "ignored",
    "noatime": "ignored",
    "nocache": "ignored",
    "noctty": "ignored",
    "nofollow": "do not follow a link",
}


def _rows(table: Mapping[str, str | tuple[str, str]], equals: str = "") -> list[tuple[str, str]]:
    pairs = [(name, row if isinstance(row, tuple) else ("", row)) for name, row in table.items()]
    return [(f"{name}{equals}{argument}", text) for name, (argument, text) in pairs]


_LARGEST = 1 << 62
_WRITE, _CREATE, _EXCLUSIVE, _TRUNCATE, _APPEND = 0o1, 0o100, 0o200, 0o1000, 0o2000


class _Job:
    """The operands."""

    def __init__(self, cx: Context, operands: list[str]) -> None:
        self.cx = cx
        self.values: dict[str, str] = {}
        for operand in operands:
            name, equals, value = operand.partition("=")
            if not equals or name not in _OPERANDS:
                raise OPTIONS.refuse(cx, f"unrecognized operand {quote(operand)}")
            self.values[name] = value
        self.conversions = self._set("conv", _CONVERSIONS, "conversion")
        self.reading = self._set("iflag", _FLAGS, "input flag")
        self.writing = self._set("oflag", _FLAGS, "output flag")
        self.read_size = self._size("bs") or self._size("ibs") or 512
        self.write_size = self._size("bs") or self._size("obs") or 512
        # What is gathered and padded is held; a read gives what there is.
        cx.meter.text(max(self.read_size if "sync" in self.conversions else 0, self._size("obs")))
        self.skip = self._count(
            "skip" if "skip" in self.values else "iseek", "skip_bytes" in self.reading, self.read_size
        )
        self.seek = self._count(
            "seek" if "seek" in self.values else "oseek", "seek_bytes" in self.writing, self.write_size
        )
        self.count = self._number("count") if "count" in self.values else -1
        self.count_bytes = "count_bytes" in self.reading or self.values.get("count", "").endswith("B")
        self.status = self.values.get("status", "")
        if self.status not in ("", "none", "noxfer", "progress"):
            raise OPTIONS.refuse(cx, f"invalid status level: {quote(self.status)}")

    def _set(self, name: str, known: Mapping[str, str], what: str) -> set[str]:
        words = {word for word in self.values.get(name, "").split(",") if word}
        for word in sorted(words - known.keys()):
            raise OPTIONS.refuse(self.cx, f"invalid {what}: {quote(word)}")
        return words

    def _number(self, name: str) -> int:
        text = self.values[name]
        product = 1
        for factor in text.removesuffix("B").split("x") if not text.startswith("0x") else ["0"]:
            size = size_of(factor, extra="cw")
            if size is None:
                self.cx.complain(f"invalid number: {quote(text)}")
                raise Done(1)
            product *= size
        if product >= 1 << 63:
            self.cx.complain(f"invalid number: {quote(text)}: Value too large for defined data type")
            raise Done(1)
        return product

    def _size(self, name: str) -> int:
        if name not in self.values:
            return 0
        size = self._number(name)
        if not 0 < size <= _LARGEST:
            self.cx.complain(f"invalid number: {quote(self.values[name])}")
            raise Done(1)
        return size

    def _count(self, name: str, as_bytes: bool, unit: int) -> int:
        if name not in self.values:
            return 0
        return self._number(name) * (1 if as_bytes or self.values[name].endswith("B") else unit)


def main(cx: Context) -> int:
    job = _Job(cx, OPTIONS.parse(cx).operands)
    start = cx.clock.now()
    source = _input(cx, job)
    try:
        target = _output(cx, job)
        try:
            return _Copy(cx, job, source, target).run(start)
        finally:
            target.release()
    finally:
        source.release()


def _checked(cx: Context, name: str, flags: set[str]) -> None:
    """What the flags nofollow and directory refuse."""
    path = cx.path(name)
    if "directory" in flags and cx.fs.exists(path) and not cx.fs.is_dir(path):
        raise OSError(20, "Not a directory")
    if "nofollow" in flags and cx.fs.passes_link(path):
        raise OSError(40, "Too many levels of symbolic links")


def _input(cx: Context, job: _Job) -> Stream:
    name = job.values.get("if")
    if name is None:
        stream = cx.stdin.retain()
    else:
        try:
            _checked(cx, name, job.reading)
            stream = cx.open(name)
        except OSError as error:
            cx.complain(f"failed to open {always(name)}: {reason(error)}")
            raise Done(1) from None
    left = job.skip
    if left:
        try:
            stream.seek(left, 1)
        except OSError:
            while left > 0 and (data := stream.read(min(left, 65_536))):
                left -= len(data)
                cx.meter.check()
    return stream


def _output(cx: Context, job: _Job) -> Stream:
    name = job.values.get("of")
    if name is None:
        return cx.stdout.retain()
    flags = _WRITE
    if "nocreat" not in job.conversions:
        flags |= _CREATE
    if "excl" in job.conversions:
        flags |= _EXCLUSIVE
    if "append" in job.writing:
        flags |= _APPEND
    if "notrunc" not in job.conversions and not job.seek:
        flags |= _TRUNCATE
    try:
        _checked(cx, name, job.writing)
        stream = cx.open(name, flags)
        if job.seek:
            if "notrunc" not in job.conversions:
                cx.fs.truncate(cx.path(name), job.seek)
            stream.seek(job.seek)
        return stream
    except OSError as error:
        cx.complain(f"failed to open {always(name)}: {reason(error)}")
        raise Done(1) from None


class _Copy:
    def __init__(self, cx: Context, job: _Job, source: Stream, target: Stream) -> None:
        self.cx = cx
        self.job = job
        self.source = source
        self.target = target
        self.read = [0, 0]  # whole and partial blocks
        self.written = [0, 0]
        self.size = 0
        self.held = b""

    def run(self, start: float) -> int:
        """Copy all; the exit status."""
        job, status = self.job, 0
        left = job.count
        try:
            while left:
                wanted = min(job.read_size, left) if job.count_bytes and left > 0 else job.read_size
                data = self._block(wanted)
                if not data:
                    break
                self.read[len(data) < job.read_size] += 1
                left -= (len(data) if job.count_bytes else 1) if left > 0 else 0
                self._write(self._converted(data))
                self.cx.meter.check()
            if self.held:
                self._put(self.held)
        except OSError as error:
            name = self.job.values.get("if", "standard input")
            if error.errno == 32:
                raise
            self.cx.complain(f"error reading {always(name)}: {reason(error)}")
            status = 1
        self._report(self.cx.clock.now() - start)
        return status

    def _block(self, wanted: int) -> bytes:
        data = self.source.read(wanted)
        while data and len(data) < wanted and "fullblock" in self.job.reading:
            more = self.source.read(wanted - len(data))
            if not more:
                break
            data += more
        return data

    def _converted(self, data: bytes) -> bytes:
        conversions = self.job.conversions
        if "swab" in conversions:
            even = len(data) // 2 * 2
            swapped = bytearray(data)
            swapped[0:even:2], swapped[1:even:2] = data[1:even:2], data[0:even:2]
            data = bytes(swapped)
        if "sync" in conversions:
            data = data.ljust(self.job.read_size, b"\0")
        if "lcase" in conversions:
            return data.lower()
        return data.upper() if "ucase" in conversions else data

    def _write(self, data: bytes) -> None:
        """Blocks of bs= go out as they came in; else output is gathered into blocks of its own."""
        job = self.job
        if "bs" in job.values and not job.conversions & {"block", "unblock"}:
            self._put(data)
            return
        data = self.held + data
        whole = len(data) // job.write_size * job.write_size
        for at in range(0, whole, job.write_size):
            self._put(data[at : at + job.write_size])
        self.held = data[whole:]

    def _put(self, data: bytes) -> None:
        try:
            self.target.write(data)
        except OSError as error:
            if error.errno == 32:
                raise
            name = self.job.values.get("of", "standard output")
            self.cx.complain(f"error writing {always(name)}: {reason(error)}")
            self._report(0)
            raise Done(1) from None
        self.written[len(data) < self.job.write_size] += 1
        self.size += len(data)

    def _report(self, seconds: float) -> None:
        if self.job.status == "none":
            return
        lines = [
            f"{self.read[0]}+{self.read[1]} records in",
            f"{self.written[0]}+{self.written[1]} records out",
        ]
        if self.job.status != "noxfer":
            lines.append(_total(self.size, seconds))
        self.cx.stderr.write(("\n".join(lines) + "\n").encode())


def _total(size: int, seconds: float) -> str:
    unit = "byte" if size == 1 else "bytes"
    shown = []
    if size >= 1000:
        shown.append(_decimal(size, 1000) + "B")
    if size >= 1024:
        shown.append(_decimal(size, 1024) + "iB")
    names = f" ({', '.join(shown)})" if shown else ""
    rate = f"{_decimal(int(size / seconds), 1000)}B/s" if seconds > 0 else "Infinity B/s"
    return f"{size} {unit}{names} copied, {seconds:.6g} s, {rate}"


def _decimal(size: int, base: int) -> str:
    """``1.5 k``: the number and, after a space, its unit."""
    text = human(size, base)
    return f"{text[:-1]} {text[-1]}" if text[-1].isalpha() else f"{text} "
