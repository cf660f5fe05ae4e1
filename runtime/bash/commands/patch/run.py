"""One run of patch: every part of its input, what is said, and what becomes of the files."""

from __future__ import annotations

from runtime.bash.commands._shared.input import encoded, held, split_lines, text_of
from runtime.bash.commands._shared.quoting import maybe
from runtime.bash.commands.patch.apply import Patching
from runtime.bash.commands.patch.files import Files
from runtime.bash.commands.patch.hunks import Malformed, Source, next_hunk
from runtime.bash.commands.patch.names import best, climbs, fewest_folders, safe
from runtime.bash.commands.patch.read import INDEX, NEW, OLD, find_part
from runtime.bash.commands.patch.reject import rejected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from runtime.bash.commands.patch.hunks import Hunk
    from runtime.bash.commands.patch.read import Part
    from runtime.bash.option_table import Given
    from runtime.bash.utility_context import Context
    from runtime.bash.vfs.api import Stat

__all__ = ["PatchRun"]

_REGULAR, _KIND = 0o100000, 0o170000
_RULE = "--------------------------\n"


class PatchRun:
    """Applies all that a patch file holds."""

    def __init__(self, cx: Context, given: Given, operand: str, lines: list[bytes]) -> None:
        held(cx, len(lines))
        self.cx = cx
        self.given = given
        self.operand = operand
        self.source = Source(lines, self.say)
        self.files = Files(cx, given)
        self.strip = int(given.get("p", "-1"))
        self.quiet = "s" in given
        self.verbose = "verbose" in given
        self.force, self.batch, self.forward = "f" in given, "t" in given, "N" in given
        self.dry = "dry-run" in given
        self.kind = {"c": "context", "n": "normal", "u": "unified"}.get(given.last("cnu"), "")
        self.failed = False
        self.reverse = "R" in given
        self.skipping = False
        self.mismatch = False
        self.warned: set[str] = set()

    def say(self, text: str) -> None:
        """A message: on standard output, unless that is where the patched file goes."""
        stream = self.cx.stderr if self.given.get("o") == "-" else self.cx.stdout
        stream.write(encoded(text))

    def tell(self, text: str) -> None:
        """A message that -s leaves out."""
        if not self.quiet:
            self.say(text)

    def ask(self, question: str) -> None:
        """A question that nobody answers: there is no terminal."""
        self.say(question + "\n")

    def run(self) -> int:
        """Every part; the exit status. Raises Malformed."""
        source = self.source
        first = True
        while first or source.at < len(source.lines):
            self._note("Hmm...")
            base = source.at
            part = find_part(source, self.strip, self.kind, bool(self.operand))
            if part is None:
                if first and source.lines:
                    self._note("  I can't seem to find a patch in there anywhere.\n")
                    raise Malformed("Only garbage was found in the patch input.")
                self._note("  Ignoring the trailing garbage.\n")
                break
            kind = "new-style context" if part.kind == "context" else part.kind
            self._note(f"  Looks like a {kind} diff to me...\n")
            source.indent, source.at = part.indent, part.start
            source.strip_cr = part.strip_cr and "binary" not in self.given
            self._part(part, base)
            source.indent, source.strip_cr = 0, False
            first = False
        self._note("done\n")
        return int(self.failed)

    def _note(self, text: str) -> None:
        if self.verbose:
            self.say(text)

    # Which file

    def _part(self, part: Part, base: int) -> None:
        self.reverse = "R" in self.given
        self.skipping = False
        name = self._name(part)
        if self.source.indent:
            self.tell(f"(Patch is indented {part.indent} space{'s' * (part.indent != 1)}.)\n")
        if self.source.strip_cr:
            self.tell("(Stripping trailing CRs from patch; use --binary to disable.)\n")
        if name is None:
            self._lost(part)
        if self.verbose or (name is None and not self.quiet):
            self._lead(base, part)
        if name is None:
            self._ask_name()
            self._hunks(part, None)
        else:
            self._hunks(part, name)

    def _lost(self, part: Part) -> None:
        hint = ""
        if part.kind != "normal":
            wrong = "should have used" if self.strip < 0 else "used the wrong"
            hint = f"Perhaps you {wrong} the -p or --strip option?\n".replace("wrong the", "wrong")
        self.tell(f"can't find file to patch at input line {part.line}\n{hint}")

    def _lead(self, base: int, part: Part) -> None:
        lines = self.source.lines[base : part.start]
        if lines:
            shown = "".join(f"|{text_of(line)}" for line in lines)
            self.say(f"The text leading up to this was:\n{_RULE}{shown}{_RULE}")

    def _ask_name(self) -> None:
        self.skipping = True
        if self.force or self.batch:
            self.say("No file to patch.  Skipping patch.\n")
            return
        self.ask("File to patch: ")
        self.ask("Skip this patch? [y] ")
        self.tell("Skipping patch.\n")

    def _name(self, part: Part) -> str | None:
        files = self.files
        if self.operand:
            stat = files.stat(self.operand)
            if stat is None or stat.mode & _KIND == _REGULAR:
                self._maybe_reverse(part, self.operand, stat is None, stat is None or not stat.size)
            return self.operand
        names = part.names[:]
        if names[OLD] or names[NEW]:
            names[INDEX] = None
        stats = [self._stat(name) for name in names]
        chosen = best(names, [stat is None for stat in stats])
        known = [side for side in (OLD, NEW, INDEX) if names[side] and names[side] not in names[:side]]
        if known:
            at = known[-1] if chosen is None else chosen
            stat = None if chosen is None else stats[chosen]
            if (stat is None or stat.mode & _KIND == _REGULAR) and self._maybe_reverse(
                part, names[at] or "", chosen is None, stat is None or not stat.size
            ):
                chosen = at
        if chosen is None and part.missing[self.reverse]:
            inside = [name if name and safe(name) else None for name in names]
            chosen = fewest_folders(inside, files.stat)
        return None if chosen is None else names[chosen]

    def _stat(self, name: str | None) -> Stat | None:
        """What a name from the patch leads to; nothing outside the working folder."""
        stat = self.files.stat(name) if name and not climbs(name) else None
        if stat is not None and name is not None and not safe(name):
            if name not in self.warned:
                self.warned.add(name)
                self.tell(f"Ignoring potentially dangerous file name {maybe(name, False)}\n")
            return None
        return stat

    def _maybe_reverse(self, part: Part, name: str, absent: bool, empty: bool) -> bool:
        """Whether the patch wants a file to be there that is not, or the other way round: it may be applied already."""
        missing = part.missing
        looks = (not empty) < missing[self.reverse ^ empty]
        if empty and missing[self.reverse ^ absent] == 1 and missing[(not self.reverse) ^ absent] == 2:
            return False
        if looks:
            when = ", when reversed," if self.reverse else ""
            what = "delete" if absent else "empty out" if empty else "create"
            state = "does not exist" if absent else "is already empty" if empty else "already exists"
            text = f"The next patch{when} would {what} the file {maybe(name, False)},\nwhich {state}!"
            self.reverse ^= self._may_reverse(text)
        return looks

    def _may_reverse(self, text: str) -> bool:
        if self.forward or not (self.force and self.quiet):
            self.say(text)
        if self.forward:
            self.say("  Skipping patch.\n")
            self.skipping = True
        elif self.force:
            self.tell("  Applying it anyway.\n")
        elif self.batch:
            self.say("  Ignoring -R.\n" if self.reverse else "  Assuming -R.\n")
            return True
        else:
            self.ask("  Ignore -R? [n] " if self.reverse else "  Assume -R? [n] ")
            self.ask("Apply anyway? [n] ")
            self.tell("Skipping patch.\n")
            self.skipping = True
        return False

    # Hunks

    def _hunks(self, part: Part, name: str | None) -> None:
        target = None if self.skipping else self._target(part, name)
        lines: list[bytes] = []
        if name is not None and target is not None and not self.skipping:
            lines = self._opened(part, name, target)
        patching = Patching(self.cx.meter, lines, "l" in self.given, part.missing[self.reverse] == 2)
        rejects: list[bytes] = []
        count = 0
        self.mismatch = False
        while (hunk := next_hunk(self.source, part.kind)) is not None:
            count += 1
            if self.reverse:
                hunk.swap()
            place, fuzz = self._place(patching, hunk, count)
            shown = (place or hunk.first) + patching.grown
            if place and patching.apply(hunk, place):
                self._found(count, shown, fuzz, patching.offset)
                continue
            rejects.append(rejected(hunk, patching.grown, self._unified(part), part.kind != "normal"))
            if self.verbose or not (self.skipping or self.quiet):
                self.say(f"Hunk #{count} {'ignored' if self.skipping else 'FAILED'} at {shown}.\n")
        if target is not None and not self.skipping:
            self._settle(part, name or target, target, patching.finish(), bool(rejects))
        elif target is not None and "o" in self.given:
            self.files.put_out(target, b"")  # it was made before anything was decided
        if rejects:
            self._reject(part, target, rejects, count)

    def _target(self, part: Part, name: str | None) -> str | None:
        """The name of what is written."""
        if name is None or self.given.get("o"):
            return None if name is None else self.given["o"]
        if part.git and not self.operand:
            for key in ("rename_to", "copy_to"):
                if key in part.git:
                    return part.names[not self.reverse] or name
        return name

    def _opened(self, part: Part, name: str, target: str) -> list[bytes]:
        """The lines of the file to patch, with what is said of it."""
        stat = self.files.stat(name, follow="follow-symlinks" in self.given)
        if stat is not None and stat.mode & _KIND != _REGULAR:
            self.say(f"File {maybe(name, False)} is not a regular file -- refusing to patch\n")
            self.skipping = self.failed = True
            return []
        binary = part.git is not None and "binary" in part.git
        if binary:
            self.say(f"File {maybe(target, False)}: git binary diffs are not supported.\n")
            self.skipping = self.failed = True
            return []
        if stat is not None and "o" not in self.given and not self.cx.fs.access(self.cx.path(name), 2):
            self._read_only(name)
        word = "checking" if self.dry else "patching"
        how = ""
        if name != target:
            git = part.git or {}
            verb = "copied" if "copy_to" in git else "renamed" if "rename_to" in git else "read"
            how = f" ({verb} from {maybe(name, False)})"
        if not self.skipping:
            self.tell(f"{word} file {maybe(target, False)}{how}\n")
            self._note("Using Plan A...\n")
        lines = split_lines(self.files.content(name)) if stat is not None else []
        held(self.cx, len(lines))
        return lines

    def _read_only(self, name: str) -> None:
        behaviour = self.given.get("read-only", "warn")
        if behaviour == "fail":
            self.say(f"File {maybe(name, False)} is read-only; refusing to patch\n")
            self.skipping = self.failed = True
        elif behaviour == "warn":
            self.tell(f"File {maybe(name, False)} is read-only; trying to patch anyway\n")

    def _place(self, patching: Patching, hunk: Hunk, count: int) -> tuple[int, int]:
        """Where a hunk fits, 0 for nowhere, and with how much fuzz; the first one may show that all is reversed."""
        most = min(int(self.given.get("F", "2")), max(hunk.context()))
        fuzz = 0
        anyway = self.force
        while not self.skipping and fuzz <= most:
            place = patching.locate(hunk, fuzz)
            self.mismatch = self.mismatch or not place or fuzz > 0 or patching.offset != 0
            if place:
                return place, fuzz
            if count == 1 and not anyway and self.reverse == ("R" in self.given):
                hunk.swap()
                place = patching.locate(hunk, fuzz)
                if place and self._may_reverse(
                    f"{'Unreversed' if self.reverse else 'Reversed (or previously applied)'} patch detected!"
                ):
                    self.reverse = not self.reverse
                    return place, fuzz
                hunk.swap()
                anyway = anyway or bool(place)
            fuzz += 1
        return 0, fuzz

    def _found(self, count: int, shown: int, fuzz: int, offset: int) -> None:
        if self.quiet or not (self.verbose or fuzz or offset):
            return
        with_fuzz = f" with fuzz {fuzz}" if fuzz else ""
        moved = f" (offset {offset} line{'s' * (offset != 1)})" if offset else ""
        self.say(f"Hunk #{count} succeeded at {shown}{with_fuzz}{moved}.\n")

    # What becomes of it

    def _settle(self, part: Part, name: str, target: str, data: bytes, failed: bool) -> None:
        files = self.files
        if "o" in self.given:
            files.put_out(target, data)
            return
        gone = part.missing[not self.reverse] == 2
        backup = "b" in self.given or (files.backup_mismatch and (self.mismatch or failed))
        if not data and ("E" in self.given or gone):
            if not self.dry:
                files.remove(target, backup)
            return
        if gone and data:
            self.failed = True
            self.tell(f"Not deleting file {maybe(target, False)} as content differs from patch\n")
        if self.dry:
            return
        files.put(name, target, data, backup, self._mode(part))
        if part.git and "rename_to" in part.git and name != target:
            files.remove(name, backup)

    def _mode(self, part: Part) -> int | None:
        """The mode that git's header sets."""
        git = part.git or {}
        keys = ("deleted", "old") if self.reverse else ("created", "new")
        text = next((git[key] for key in keys if key in git), None)
        return int(text, 8) & 0o777 if text else None

    def _unified(self, part: Part) -> bool:
        return (
            self.given.get("reject-format", "unified" if part.kind == "unified" else "context") == "unified"
        )

    def _reject(self, part: Part, target: str | None, rejects: list[bytes], count: int) -> None:
        self.failed = True
        what = "ignored" if self.skipping else "FAILED"
        self.say(f"{len(rejects)} out of {count} hunk{'s' * (count != 1)} {what}")
        place = self.given.get("r") or (f"{target}.rej" if target else "")
        if not target or self.dry or place == "-":
            self.say("\n")
            return
        self.say(f" -- saving rejects to file {maybe(place, False)}\n")
        self.files.put_rejects(place, self._reject_header(part) + b"".join(rejects))

    def _reject_header(self, part: Part) -> bytes:
        tags = (b"---", b"+++") if self._unified(part) else (b"***", b"---")
        out = (
            [f"Index: {part.names[INDEX]}\n".encode("utf-8", "surrogateescape")] if part.names[INDEX] else []
        )
        for tag, side in zip(tags, (self.reverse, not self.reverse), strict=True):
            out += [tag, b" ", encoded(part.names[side] or "/dev/null"), part.times[side], b"\n"]
        return b"".join(out)
