"""The process that becomes a command: what it may still do is taken away step by step, and then the command is executed.

What no command changes is done before there is a command: capabilities, system calls, limits, descriptors. What follows depends on it:
the folder, the memory and time, the rules of Landlock, the standard descriptors.
"""

from __future__ import annotations

import errno
import marshal
import os
import resource
import signal

from runtime.backends._confinement import kernel, landlock, syscalls
from runtime.backends._confinement.messages import read_specification, receive
from runtime.backends._confinement.system_tree import DEVICES, SYSTEM
from runtime.backends._confinement.tree import scratch_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket
    from typing import Any, NoReturn

_LONG_MAX = 2**63 - 1
_SECOND = 2
"""The process number in a namespace of its own, whose first process takes everything along when it ends."""
_UNHANDLED = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT)


def become(parent: _socket.socket, *, own_tree: bool) -> NoReturn:
    """Wait for a command, and be it; never returns.

    Args:
        parent: Where the command comes from, and where is said what holds, or why it cannot be run.
        own_tree: Whether there is a tree for the command alone.
    """
    channel = parent.fileno()
    try:
        alone = _ruleset(network=False)
        held = _prepare(kept=channel, also_kept=alone.descriptor)
        message, descriptors = receive(parent)
        if not message:
            os._exit(126)
        spec = read_specification(descriptors[0])
        before, *root = marshal.loads(message)  # noqa: S302  # this very program's
        held |= before
        info = os.stat("/")
        if [info.st_dev, info.st_ino] != root:
            raise kernel.failure(errno.EXDEV)  # this process did not come along into the tree
        folder = f"{spec['root']}/{spec['folder']}"
        try:
            os.chdir(folder)
        except OSError as error:
            _say(channel, "folder", error.errno or errno.EIO)
            os._exit(126)
        _limit(spec, own_tree=own_tree)
        ruleset = _ruleset(network=True) if spec["network"] else alone
        ruleset.allow(_rules(spec, own_tree=own_tree))
        held |= ruleset.restrict()
        if spec["execute"] is not None and (own_tree or "landlock" in held):
            held.add("execute")
        _take_standard(descriptors[1:], kept=channel)
        if missing := (set(spec["required"]) | set(spec["declared"])) - held:
            _say(channel, "missing", *sorted(missing))
            os._exit(126)
        _say(channel, "held", *sorted(held))
        _execute(spec["argv"], spec["environment"])
    except OSError as error:
        _say(channel, "errno", error.errno or errno.EIO)
    finally:
        os._exit(126)


def _prepare(*, kept: int, also_kept: int) -> set[str]:
    """What holds for any command."""
    if os.getpid() != _SECOND:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()
    os.chdir("/")
    for number in _UNHANDLED:
        signal.signal(number, signal.SIG_DFL)
    _close_all_but({0, 1, 2, kept, also_kept})
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_NOFILE, 1024)
    _lower(resource.RLIMIT_MEMLOCK, 1 << 20)
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    kernel.drop_capabilities()
    return {"files"} | ({"syscalls"} if syscalls.restrict() else set())


def _take_standard(descriptors: list[int], *, kept: int) -> None:
    out, err, *given = descriptors
    source = given[0] if given else os.open("/dev/null", os.O_RDONLY)
    for number, descriptor in enumerate((source, out, err)):
        os.dup2(descriptor, number)
    _close_all_but({0, 1, 2, kept})


def _close_all_but(kept: set[int]) -> None:
    begin = 0
    for descriptor in sorted(kept):
        if begin < descriptor:  # a range of none from 0 on would be everything
            os.closerange(begin, descriptor)
        begin = descriptor + 1
    os.closerange(begin, 1 << 20)


def _execute(argv: list[str], environment: dict[str, str]) -> None:
    """Become the first command of that name on the path. By hand: `os.execvpe` imports, which no file may be read for now."""
    if "/" in argv[0]:
        os.execve(argv[0], argv, environment)  # noqa: S606  # no shell is wanted
    fault: OSError = FileNotFoundError(errno.ENOENT, "no such command")
    for folder in environment.get("PATH", "").split(":"):
        try:
            os.execve(f"{folder}/{argv[0]}", argv, environment)  # noqa: S606
        except (FileNotFoundError, NotADirectoryError):
            continue
        except PermissionError as error:
            fault = error
    raise fault


def _limit(spec: dict[str, Any], *, own_tree: bool) -> None:
    _lower(resource.RLIMIT_FSIZE, spec["file_bytes"])
    _lower(resource.RLIMIT_NPROC, spec["processes"])
    # A limit of the kernel's counts all calls of a kept process together; the first process of its namespace counts each.
    if not (spec["kept_s"] and own_tree):
        _lower(resource.RLIMIT_CPU, max(1, int(-(-spec["cpu_s"] // 1))))
    # Programs that reserve far more than they use, as Java does, live with a bound of what they may write to.
    bounded = resource.RLIMIT_AS if "memory_bytes" in spec["declared"] else resource.RLIMIT_DATA
    _lower(bounded, spec["memory_bytes"])


def _lower(what: int, bound: int) -> None:
    hard = resource.getrlimit(what)[1]
    bound = min(bound, _LONG_MAX) if hard == resource.RLIM_INFINITY else min(bound, hard)
    resource.setrlimit(what, (bound, bound))


def _ruleset(*, network: bool) -> landlock.Ruleset:
    """What the second wall allows every command to read of the system, in the machine's own tree or in the command's: the files are the same."""
    ruleset = landlock.Ruleset(network=network)
    rules = [(place, landlock.READ) for place in SYSTEM]
    rules += [(f"/dev/{name}", landlock.DEVICE) for name in DEVICES]
    ruleset.allow(rules)
    return ruleset


def _rules(spec: dict[str, Any], *, own_tree: bool) -> list[tuple[str, int]]:
    """What it allows this command."""
    execute = spec["execute"]
    may_execute = landlock.EXECUTE if execute is None else 0
    rules = [(place, landlock.READ | may_execute) for place in ("/etc", *spec["system"])]
    if execute is None:
        rules += [(place, landlock.EXECUTE) for place in SYSTEM]
    if own_tree:
        rights = landlock.READ | landlock.WRITE | may_execute
        rules += [
            ("/proc", landlock.READ),
            ("/dev", landlock.READ),
            *((place, rights) for place in scratch_places(spec)),
        ]
    root = spec["root"]
    rules += [(_placed(root, path), landlock.READ | may_execute) for path in spec["read"]]
    rules += [(_placed(root, path), landlock.WRITE) for path in spec["write"]]
    if spec["program"] is not None:
        rules.append((spec["program"][1], landlock.READ | landlock.EXECUTE))
    if execute is not None:
        programs = [*execute["programs"], *(_placed(root, path) for path in execute["own"])]
        rules += [(place, landlock.READ | landlock.EXECUTE) for place in programs]
    return rules


def _placed(root: str, path: str) -> str:
    return root if path == "." else f"{root}/{path}"


def _say(channel: int, what: str, *words: object) -> None:
    try:
        os.write(channel, " ".join([what, *map(str, words)]).encode() + b"\n")
    except OSError:
        pass  # nobody is there any more
