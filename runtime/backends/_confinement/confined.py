"""One command: the first process of its namespaces, which stays, and the process that becomes the command.

The first process builds the tree, starts the command, watches over what everything in the namespace uses, and ends it all: when the
command has ended, when a bound is exceeded, when what governs the runtime was replaced meanwhile, and when the launcher's end of the
socket closes. Each protection that the kernel lacks is missing from what is said, for the launcher to judge.
"""

from __future__ import annotations

import errno
import os
import resource
import select
import signal

from runtime.backends._confinement import kernel, landlock, syscalls
from runtime.backends._confinement.bounds import Bounds
from runtime.backends._confinement.tree import DEVICES, SYSTEM, CommandTree, scratch_places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

_LONG_MAX = 2**63 - 1
_ENDING_S = 0.05
# sys/inotify.h: moved to, created, deleted, moved from.
_IN_NAMES = 0x80 | 0x100 | 0x200 | 0x40
_UNHANDLED = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT)


def run(spec: dict[str, Any], descriptors: list[int], held: set[str], *, namespaces: bool) -> NoReturn:
    """Confine and run a command to its end; never returns.

    Args:
        spec: What to run and within what.
        descriptors: The launcher's socket, both outputs, the input where there is one, and where its changes are reviewed the
            socket that these go to.
        held: What holds already.
        namespaces: Whether this is the first process of namespaces of its own.
    """
    status = descriptors[0]
    changes = descriptors.pop() if spec["review"] else -1
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    tree = CommandTree(spec)
    try:
        if namespaces:
            tree.build()
            held |= tree.held
        else:
            kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        kernel.join_own_keyring()
        bounded = "proc" in held
        if bounded:
            held |= {"cpu_s", "memory_bytes"}
        said, saying = os.pipe()
        command = os.fork()
        if not command:
            _become(spec, descriptors, held, saying)
        os.close(saying)
        # This process keeps its capabilities, which hold in these namespaces only: it unmounts what stands for places that
        # are not there, when nothing else runs any more. The command, without any, can neither look into it nor signal it.
        for descriptor in descriptors[1:]:
            os.close(descriptor)
        ended = _watch_over(spec, status, command, tree, bounded=bounded)
        # Said at once, when all is over: a launcher that is woken before the command runs takes its processor.
        _say(status, os.read(said, 4096) + ended)
    except OSError as error:
        _say(status, _line("failed", error.errno or errno.EIO))
    finally:
        _end_all(0)
        for held_place in tree.placeholders:
            held_place.release(f"{spec['root']}/{held_place.path}")
        if tree.overlay is not None:
            tree.overlay.hand_over(changes)
        os._exit(0)


def _watch_over(
    spec: dict[str, Any], status: int, command: int, tree: CommandTree, *, bounded: bool
) -> bytes:
    """How the command ended, in a line: of itself, or because a bound or the launcher ended it."""
    ended = os.pidfd_open(command)
    changed = _watch_names(tree.watched)
    waiting = select.poll()
    waiting.register(ended, select.POLLIN)
    waiting.register(status, select.POLLIN)
    if changed >= 0:
        waiting.register(changed, select.POLLIN)
    bounds = Bounds(spec)
    reason, rest_s = "", _ENDING_S
    code: int | None = None
    while code is None and not reason:
        ready = {descriptor for descriptor, _ in waiting.poll(rest_s * 1000)}
        if status in ready:
            reason = "unwanted"
            break
        code = _reap(command)
        if code is None and changed in ready and _named(os.read(changed, 65_536), tree.watched):
            reason = "governing"
        elif code is None and bounded:
            reason, rest_s = bounds.look()
    _end_all(command)
    return _line("ended", 137 if code is None else code, reason)


def _watch_names(watched: dict[str, set[str]]) -> int:
    """A mount on a file goes when somebody outside puts another file in its place: the command must not go on then."""
    if not watched:
        return -1
    changed = kernel.checked(kernel.libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK))
    for folder in watched:
        kernel.checked(kernel.libc.inotify_add_watch(changed, os.fsencode(folder), _IN_NAMES))
    return changed


def _named(events: bytes, watched: dict[str, set[str]]) -> bool:
    """Whether one of these names was replaced, or so many that nobody knows."""
    names = {os.fsencode(name) for each in watched.values() for name in each}
    at = 0
    while at < len(events):
        mask = int.from_bytes(events[at + 4 : at + 8], "little")
        length = int.from_bytes(events[at + 12 : at + 16], "little")
        if mask & 0x4000 or events[at + 16 : at + 16 + length].rstrip(b"\0") in names:
            return True
        at += 16 + length
    return False


def _reap(command: int) -> int | None:
    """Bury who ended; the status of the command where it is among them."""
    while True:
        try:
            ended, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None
        if not ended:
            return None
        if ended == command:
            return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def _end_all(command: int) -> None:
    """Kill every process but this, and wait until none is left."""
    while True:
        try:
            if os.getpid() == 1:
                os.kill(-1, signal.SIGKILL)
            else:
                _kill_children(command)
            if os.waitpid(-1, 0)[0] == 0:
                return
        except (ChildProcessError, ProcessLookupError):
            if not _children_left():
                return


def _children_left() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _kill_children(command: int) -> None:
    """Without a namespace: the command's session, and whoever left it and fell to this process."""
    if command:
        try:
            os.killpg(command, signal.SIGKILL)
        except OSError:
            pass
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = [int(word) for word in file.read().split()]
    except (OSError, ValueError):
        return
    for child in children:
        try:
            os.kill(child, signal.SIGKILL)
        except OSError:
            continue


def _become(spec: dict[str, Any], descriptors: list[int], held: set[str], saying: int) -> NoReturn:
    try:
        if os.getpid() != 1:
            kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        for number in _UNHANDLED:
            signal.signal(number, signal.SIG_DFL)
        folder = f"{spec['root']}/{spec['folder']}"
        try:
            os.chdir(folder)
        except OSError as error:
            _say(saying, _line("folder", error.errno or errno.EIO))
            os._exit(126)
        _limit(spec)
        held.add("files")
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        own_tree = "filesystem" in held
        held |= landlock.restrict(_rules(spec, own_tree=own_tree), network=spec["network"])
        kernel.drop_capabilities()
        _take_standard(descriptors[1:], kept=saying)
        if syscalls.restrict():
            held.add("syscalls")
        if spec["execute"] is not None and (own_tree or "landlock" in held):
            held.add("execute")
        if missing := (set(spec["required"]) | set(spec["declared"])) - held:
            _say(saying, _line("missing", *sorted(missing)))
            os._exit(126)
        _say(saying, _line("held", *sorted(held)))
        _execute(spec["argv"], spec["environment"])
    except OSError as error:
        _say(saying, _line("errno", error.errno or errno.EIO))
    finally:
        os._exit(126)


def _take_standard(descriptors: list[int], *, kept: int) -> None:
    out, err, *given = descriptors
    source = given[0] if given else os.open("/dev/null", os.O_RDONLY)
    for number, descriptor in enumerate((source, out, err)):
        os.dup2(descriptor, number)
    os.closerange(3, kept)
    os.closerange(kept + 1, 1 << 20)


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


def _limit(spec: dict[str, Any]) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _lower(resource.RLIMIT_NOFILE, 1024)
    _lower(resource.RLIMIT_FSIZE, spec["file_bytes"])
    _lower(resource.RLIMIT_NPROC, spec["processes"])
    _lower(resource.RLIMIT_MEMLOCK, 1 << 20)
    _lower(resource.RLIMIT_CPU, max(1, int(-(-spec["cpu_s"] // 1))))
    # Programs that reserve far more than they use, as Java does, live with a bound of what they may write to.
    bounded = resource.RLIMIT_AS if "memory_bytes" in spec["declared"] else resource.RLIMIT_DATA
    _lower(bounded, spec["memory_bytes"])


def _lower(what: int, bound: int) -> None:
    hard = resource.getrlimit(what)[1]
    bound = min(bound, _LONG_MAX) if hard == resource.RLIM_INFINITY else min(bound, hard)
    resource.setrlimit(what, (bound, bound))


def _rules(spec: dict[str, Any], *, own_tree: bool) -> list[tuple[str, int]]:
    """What the second wall allows: the same again, by places."""
    execute = spec["execute"]
    may_execute = landlock.EXECUTE if execute is None else 0
    system = [*SYSTEM, "/etc", *spec["system"]]
    rules = [(place, landlock.READ | may_execute) for place in system]
    rules += [(f"/dev/{name}", landlock.DEVICE) for name in DEVICES]
    if own_tree:
        rules += [("/proc", landlock.READ), ("/dev", landlock.READ)]
        rights = landlock.READ | landlock.WRITE | may_execute
        rules += [(place, rights) for place in scratch_places(spec)]
    root = spec["root"]
    rules += [(_placed(root, path), landlock.READ | may_execute) for path in spec["read"]]
    rules += [(_placed(root, path), landlock.WRITE) for path in spec["write"]]
    if execute is not None:
        programs = [*execute["programs"], *(_placed(root, path) for path in execute["own"])]
        rules += [(place, landlock.READ | landlock.EXECUTE) for place in programs]
    return rules


def _placed(root: str, path: str) -> str:
    return root if path == "." else f"{root}/{path}"


def _line(what: str, *words: object) -> bytes:
    return " ".join([what, *map(str, words)]).encode() + b"\n"


def _say(descriptor: int, said: bytes) -> None:
    try:
        os.write(descriptor, said)
    except OSError:
        pass  # nobody is there any more
