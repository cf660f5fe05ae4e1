"""The virtual shell beside GNU bash and bashkit, script by script.

Each script runs in a fresh shell, as a tool call would: construction counts. GNU bash is a process per script, which is
what running it costs; bashkit (Rust, the fastest virtual shell known to us) is named as absent where it is not installed.
The rows of one script take turns, and what counts is the ratio within a row. A script whose output differs from GNU
bash's is marked ✗ and left out of the means. The utilities have a table of their own: `benchmarks/utilities.py`.

Run: ``python benchmarks/bash.py [NAME...]`` (``pip install -e '.[bench]'`` brings the peer)
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

ROUNDS = 7
# One row takes no longer than this a round; short scripts run several times in it.
ROUND_S = 0.05
Run = Callable[[str], str]

SCRIPTS = {
    "start": "echo hi",
    "echo 50 times": "\n".join(f"echo line {n}" for n in range(50)),
    "assign and expand": 'a=1; b=two; c="$a $b"; d=${c#* }; e=${#c}; f=${x:-none}; echo "$a $b $c $d $e $f"',
    "while, 5,000 rounds": "i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; echo $i",
    "for (( )), 5,000 rounds": "s=0; for ((i=0; i<5000; i++)); do ((s += i * 2)); done; echo $s",
    "for in, 5,000 words": 'n=0; for w in {1..5000}; do n=$((n + w)); done; echo "$n"',
    "function, 2,000 calls": "f() { local y=$(( $1 * 2 )); r=$((y + 1)); }; for ((i=0; i<2000; i++)); do f $i; done; echo $r",
    "recursion": "g() { if (( $1 < 2 )); then r=1; else local n=$1; g $((n-1)); local p=$r; g $((n-2)); r=$((r + p)); fi; }; g 14; echo $r",
    "substitution, 300 times": 'for ((i=0; i<300; i++)); do x=$(echo "$i"); done; echo $x',
    "string appended": 's=; for ((i=0; i<5000; i++)); do s+=ab; done; echo "${#s}"',
    "string replaced": 's=$(printf "%05000d" 7); s=${s//0/xy}; echo "${#s} ${s: -3}"',
    "array appended": 'a=(); for ((i=0; i<5000; i++)); do a+=("v$i"); done; echo "${#a[@]} ${a[4999]}"',
    "array walked": 'a=({1..2000}); t=0; for v in "${a[@]}"; do t=$((t + v)); done; echo $t',
    "map counted": "declare -A m; for ((i=0; i<3000; i++)); do k=key$((i % 23)); m[$k]=$(( ${m[$k]:-0} + 1 )); done; echo ${#m[@]} ${m[key3]}",
    "case and [[ ]]": "n=0; for ((i=0; i<2000; i++)); do case $i in *7) n=$((n+1));; *5|*6) [[ $i == 1* ]] && n=$((n+2));; esac; done; echo $n",
    "read lines": 'n=0; while IFS=: read -r a b; do n=$((n + ${#b})); done < <(for ((i=0; i<1000; i++)); do echo "$i:word$i"; done); echo $n',
    "printf -v and slices": 'for ((i=0; i<1500; i++)); do printf -v s "%04d-%s" $i abc; t=${s:2:4}${s^^}; done; echo $t',
    "pipeline": "for ((i=0; i<300; i++)); do echo $i; done | while read -r x; do ((t += x)); echo $t; done | { while read -r y; do z=$y; done; echo $z; }",
    "here-documents": 'for ((i=0; i<200; i++)); do read -r x <<< "$i b"; done; echo $x',
    "infinite producer": "while true; do echo y; done | { read -r x; echo $x; }",
}


def ours() -> Run:
    """A fresh `runtime.bash.Bash` each time."""
    from runtime.bash import Bash, Limits

    limits = Limits(max_commands=10**9, max_loop_iterations=10**9, timeout_s=60)
    return lambda script: Bash(limits=limits).exec_sync(script).stdout


def gnu_bash() -> Run:
    """A process of GNU bash each time."""

    def run(script: str) -> str:
        command = ["bash", "-c", script]
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        ).stdout

    return run


def bashkit() -> Run | None:
    """A fresh bashkit shell each time, or None where it is not installed."""
    try:
        import bashkit as peer
    except ImportError:
        return None

    def run(script: str) -> str:
        shell = peer.Bash(max_commands=10**9, max_loop_iterations=10**9, timeout_seconds=60.0)
        return str(shell.execute_sync(script).stdout)

    return run


def measured(runs: dict[str, Run], script: str) -> dict[str, float]:
    """Median µs by runner, the runners taking turns."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, run in runs.items():
            begun = time.perf_counter()
            count = 0
            while not count or time.perf_counter() - begun < ROUND_S:
                run(script)
                count += 1
            if number:
                taken[name].append((time.perf_counter() - begun) / count * 1e6)
    return {name: statistics.median(values) for name, values in taken.items()}


def import_cost() -> float:
    """How often an empty interpreter starts in the time that one takes to start, import the shell, make one and run it."""
    programs = ("pass", "from runtime.bash import Bash; Bash().exec_sync('echo hi')")
    taken: dict[str, list[float]] = {program: [] for program in programs}
    for _ in range(11):
        for program in programs:
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            taken[program].append(time.perf_counter() - begun)
    empty, shell = (statistics.median(taken[program]) for program in programs)
    return shell / empty


def main() -> None:
    """Print one row a script, and the geometric means."""
    chosen = sys.argv[1:] or list(SCRIPTS)
    runs = {"ours": ours(), "GNU bash": gnu_bash()}
    if (peer := bashkit()) is not None:
        runs["bashkit"] = peer
    else:
        print("bashkit: absent")
    others = [name for name in runs if name != "ours"]
    print(
        f"{'script':24}"
        + "".join(f"{name + ' µs':>14}" for name in runs)
        + "".join(f"{'/ ' + name:>12}" for name in others)
    )
    ratios: dict[str, list[float]] = {name: [] for name in others}
    for name in chosen:
        script = SCRIPTS[name]
        expected = runs["GNU bash"](script)
        right = {runner: run(script) == expected for runner, run in runs.items()}
        found = measured(runs, script)
        cells = "".join(f"{value:>13,.0f}{' ' if right[runner] else '✗'}" for runner, value in found.items())
        for other in others:
            if right["ours"] and right[other]:
                ratios[other].append(found["ours"] / found[other])
        print(f"{name:24}{cells}" + "".join(f"{found['ours'] / found[other]:>12.2f}" for other in others))
    for other, values in ratios.items():
        if values:
            print(
                f"geometric mean of ours / {other}: {statistics.geometric_mean(values):.2f} over {len(values)} scripts"
            )
    print(f"interpreter + import + shell + echo: {import_cost():.2f} x an empty interpreter")


if __name__ == "__main__":
    main()
