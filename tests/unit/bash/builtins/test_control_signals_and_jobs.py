"""trap, kill, wait, jobs, fg, bg, disown, suspend. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        (
            'trap; trap -x; echo $?; trap "echo hi" FOO; echo $?; trap "echo hi" INT TERM EXIT; trap; trap -p INT; trap - INT; trap; trap "" HUP; trap -p HUP; trap INT; echo $?; trap 2; trap - EXIT',
            "bash: line 1: trap: -x: invalid option\ntrap: usage: trap [-lp] [[arg] signal_spec ...]\n2\nbash: line 1: trap: FOO: invalid signal specification\n1\ntrap -- 'echo hi' EXIT\ntrap -- 'echo hi' SIGINT\ntrap -- 'echo hi' SIGTERM\ntrap -- 'echo hi' SIGINT\ntrap -- 'echo hi' EXIT\ntrap -- 'echo hi' SIGTERM\ntrap -- '' SIGHUP\n0\n",
        ),
        (
            'trap "a \'b" USR1; trap; trap -p FOO; echo $?; trap x 99; echo $?; trap x; echo $?; trap --; trap -- - USR1; trap; trap -; echo $?; trap ""; echo $?; trap - -; echo $?',
            "trap -- 'a '\\''b' SIGUSR1\nbash: line 1: trap: FOO: invalid signal specification\n1\nbash: line 1: trap: 99: invalid signal specification\n1\ntrap: usage: trap [-lp] [[arg] signal_spec ...]\n2\ntrap -- 'a '\\''b' SIGUSR1\ntrap: usage: trap [-lp] [[arg] signal_spec ...]\n2\ntrap: usage: trap [-lp] [[arg] signal_spec ...]\n2\nbash: line 1: trap: -: invalid signal specification\n1\n",
        ),
        (
            "trap ': x' sigint SigTerm 0 int; trap; trap : KILL STOP; trap; trap : CHLD; trap -p CHLD; trap - 0; trap 1 2 15; trap",
            "trap -- ': x' EXIT\ntrap -- ': x' SIGINT\ntrap -- ': x' SIGTERM\ntrap -- ': x' EXIT\ntrap -- ': x' SIGINT\ntrap -- ':' SIGKILL\ntrap -- ': x' SIGTERM\ntrap -- ':' SIGSTOP\ntrap -- ':' SIGCHLD\ntrap -- ':' SIGKILL\ntrap -- ':' SIGCHLD\ntrap -- ':' SIGSTOP\n",
        ),
        (
            'trap : RTMIN RTMIN+3 34 RTMAX-2 64 32; trap; trap : SIGEXIT; echo $?; trap : sigerr; echo $?; trap : ""; echo $?',
            "trap -- ':' 32\ntrap -- ':' SIGRTMIN\ntrap -- ':' SIGRTMIN+3\ntrap -- ':' SIGRTMAX-2\ntrap -- ':' SIGRTMAX\nbash: line 1: trap: SIGEXIT: invalid signal specification\n1\nbash: line 1: trap: sigerr: invalid signal specification\n1\nbash: line 1: trap: : invalid signal specification\n1\n",
        ),
        (
            "trap -l; trap -lp | wc -l",
            " 1) SIGHUP\t 2) SIGINT\t 3) SIGQUIT\t 4) SIGILL\t 5) SIGTRAP\n 6) SIGABRT\t 7) SIGBUS\t 8) SIGFPE\t 9) SIGKILL\t10) SIGUSR1\n11) SIGSEGV\t12) SIGUSR2\t13) SIGPIPE\t14) SIGALRM\t15) SIGTERM\n16) SIGSTKFLT\t17) SIGCHLD\t18) SIGCONT\t19) SIGSTOP\t20) SIGTSTP\n21) SIGTTIN\t22) SIGTTOU\t23) SIGURG\t24) SIGXCPU\t25) SIGXFSZ\n26) SIGVTALRM\t27) SIGPROF\t28) SIGWINCH\t29) SIGIO\t30) SIGPWR\n31) SIGSYS\t34) SIGRTMIN\t35) SIGRTMIN+1\t36) SIGRTMIN+2\t37) SIGRTMIN+3\n38) SIGRTMIN+4\t39) SIGRTMIN+5\t40) SIGRTMIN+6\t41) SIGRTMIN+7\t42) SIGRTMIN+8\n43) SIGRTMIN+9\t44) SIGRTMIN+10\t45) SIGRTMIN+11\t46) SIGRTMIN+12\t47) SIGRTMIN+13\n48) SIGRTMIN+14\t49) SIGRTMIN+15\t50) SIGRTMAX-14\t51) SIGRTMAX-13\t52) SIGRTMAX-12\n53) SIGRTMAX-11\t54) SIGRTMAX-10\t55) SIGRTMAX-9\t56) SIGRTMAX-8\t57) SIGRTMAX-7\n58) SIGRTMAX-6\t59) SIGRTMAX-5\t60) SIGRTMAX-4\t61) SIGRTMAX-3\t62) SIGRTMAX-2\n63) SIGRTMAX-1\t64) SIGRTMAX\t\n13\n",
        ),
        (
            'trap "echo t" TERM; (trap); echo $(trap); x=$(trap - TERM; trap); echo "[$x]"; trap "" INT; (trap; trap "echo z" QUIT; trap)',
            "trap -- 'echo t' SIGTERM\ntrap -- 'echo t' SIGTERM\n[]\ntrap -- '' SIGINT\ntrap -- 'echo t' SIGTERM\ntrap -- '' SIGINT\ntrap -- 'echo z' SIGQUIT\n",
        ),
        (
            'set -o posix; trap "echo x" INT; trap; trap -p INT',
            "trap -- 'echo x' INT\ntrap -- 'echo x' INT\n",
        ),
        (
            'kill -l 9 15 KILL sigterm 137; kill -l 99 FOO; echo $?; kill -l 0 EXIT; kill -l 32; echo $?; kill -l 65 128 129 192 193; kill -l DEBUG ERR RTMIN 34 RTMIN+2; kill -l -- 9; kill -l ""; echo $?; kill -l exit rtmax-3 RTMAX-40 RTMIN+15 RTMIN+16 RTMIN+30 SIGEXIT; kill -l TERM -s; kill -l -s; echo $?',
            "KILL\nTERM\n9\n15\nKILL\nbash: line 1: kill: 99: invalid signal specification\nbash: line 1: kill: FOO: invalid signal specification\n1\nEXIT\n0\n0\nbash: line 1: kill: 65: invalid signal specification\nbash: line 1: kill: 128: invalid signal specification\nHUP\nRTMAX\nbash: line 1: kill: 193: invalid signal specification\n65\n66\n34\nRTMIN\n36\nKILL\nbash: line 1: kill: : invalid signal specification\n1\n0\n61\nbash: line 1: kill: RTMAX-40: invalid signal specification\n49\n50\n64\nbash: line 1: kill: SIGEXIT: invalid signal specification\n15\nbash: line 1: kill: -s: invalid signal specification\nbash: line 1: kill: -s: option requires an argument\n1\n",
        ),
        (
            'kill; echo $?; kill -l | tail -n 1; kill -L | head -n 1; kill -x 1; echo $?; kill -s; echo $?; kill -s FOO 1; echo $?; kill -n; echo $?; kill abc; echo $?; kill %1; echo $?; kill -9; echo $?; kill ""; echo $?; kill -TERM -- abc; kill -? 1; echo $?',
            "kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n2\n63) SIGRTMAX-1\t64) SIGRTMAX\t\n 1) SIGHUP\t 2) SIGINT\t 3) SIGQUIT\t 4) SIGILL\t 5) SIGTRAP\nbash: line 1: kill: x: invalid signal specification\n1\nbash: line 1: kill: -s: option requires an argument\n1\nbash: line 1: kill: FOO: invalid signal specification\n1\nbash: line 1: kill: -n: option requires an argument\n1\nbash: line 1: kill: abc: arguments must be process or job IDs\n1\nbash: line 1: kill: %1: no such job\n1\nkill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n2\nbash: line 1: kill: `': not a pid or valid job spec\n1\nbash: line 1: kill: abc: arguments must be process or job IDs\nkill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n2\n",
        ),
        (
            "kill 99999999; echo $?; kill -n 99 1; kill -99 1; kill -SIGTERM 99999999; kill -sTERM 99999999; kill -n9 99999999; kill -- 99999999; kill -0; echo $?; kill - 1; kill 99999999 99999998; kill -9 %1 %2; kill -INT -- -99999999",
            "bash: line 1: kill: (99999999) - No such process\n1\nbash: line 1: kill: 99: invalid signal specification\nbash: line 1: kill: 99: invalid signal specification\nbash: line 1: kill: (99999999) - No such process\nbash: line 1: kill: (99999999) - No such process\nbash: line 1: kill: (99999999) - No such process\nbash: line 1: kill: (99999999) - No such process\nkill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]\n2\nbash: line 1: kill: : invalid signal specification\nbash: line 1: kill: (99999999) - No such process\nbash: line 1: kill: (99999998) - No such process\nbash: line 1: kill: %1: no such job\nbash: line 1: kill: %2: no such job\nbash: line 1: kill: (-99999999) - No such process\n",
            1,
        ),
        (
            "kill -0 $$; echo $?; trap 'echo usr1' USR1; kill -USR1 $$; echo $?; kill -s USR1 $$ 99999999; echo $?",
            "0\nusr1\n0\nbash: line 1: kill: (99999999) - No such process\nusr1\n0\n",
        ),
        (
            "jobs; echo $?; jobs -x; echo $?; jobs -z; echo $?; jobs %1; echo $?; fg; echo $?; bg; echo $?; fg %1; disown; echo $?; disown %1; echo $?; disown -x; echo $?; disown -a; echo $?; disown 12; echo $?; suspend; echo $?; suspend -x; echo $?",
            "0\n0\nbash: line 1: jobs: -z: invalid option\njobs: usage: jobs [-lnprs] [jobspec ...] or jobs -x command [args]\n2\nbash: line 1: jobs: %1: no such job\n1\nbash: line 1: fg: no job control\n1\nbash: line 1: bg: no job control\n1\nbash: line 1: fg: no job control\nbash: line 1: disown: current: no such job\n1\nbash: line 1: disown: %1: no such job\n1\nbash: line 1: disown: -x: invalid option\ndisown: usage: disown [-h] [-ar] [jobspec ... | pid ...]\n2\n0\nbash: line 1: disown: 12: no such job\n1\nbash: line 1: suspend: cannot suspend: no job control\n1\nbash: line 1: suspend: -x: invalid option\nsuspend: usage: suspend [-f]\n2\n",
        ),
        (
            'wait %1; echo $?; wait abc; echo $?; wait 1; echo $?; wait -n; echo $?; wait -x; echo $?; wait -p; echo $?; wait -p 1x -n; echo $?; wait -f; echo $?; wait; echo $?; wait 12 13; echo $?; wait ""; echo $?; wait -- -1; echo $?; wait -n 1 2; echo $?; wait -n abc; echo $?',
            "bash: line 1: wait: %1: no such job\n127\nbash: line 1: wait: `abc': not a pid or valid job spec\n1\nbash: line 1: wait: pid 1 is not a child of this shell\n127\n127\nbash: line 1: wait: -x: invalid option\nwait: usage: wait [-fn] [-p var] [id ...]\n2\nbash: line 1: wait: -p: option requires an argument\nwait: usage: wait [-fn] [-p var] [id ...]\n2\nbash: line 1: wait: `1x': not a valid identifier\n1\n0\n0\nbash: line 1: wait: pid 12 is not a child of this shell\nbash: line 1: wait: pid 13 is not a child of this shell\n127\nbash: line 1: wait: `': not a pid or valid job spec\n1\nbash: line 1: wait: `-1': not a pid or valid job spec\n1\nbash: line 1: wait: 1: no such job\nbash: line 1: wait: 2: no such job\n127\nbash: line 1: wait: abc: no such job\n127\n",
        ),
        (
            "(exit 3) & wait $!; echo $?; wait $!; echo $?; sleep 1 & kill $!; wait $!; echo $?; sleep 0.05 & wait -n; echo $?; { sleep 0.05; exit 6; } & wait -n $!; echo $?",
            "3\n3\n143\n0\n6\n",
        ),
        (
            "sleep 1 & sleep 2 & jobs; jobs %1 %2; jobs -r; jobs -s; jobs %3; echo $?; disown %1; jobs; kill %2; wait %2; echo $?; jobs",
            "[1]-  Running                 sleep 1 &\n[2]+  Running                 sleep 2 &\n[1]-  Running                 sleep 1 &\n[2]+  Running                 sleep 2 &\n[1]-  Running                 sleep 1 &\n[2]+  Running                 sleep 2 &\nbash: line 1: jobs: %3: no such job\n1\n[2]+  Running                 sleep 2 &\n143\n",
        ),
        (
            "sleep 1 & jobs %sl; jobs %?lee; jobs %+; jobs %-; jobs %%; jobs 1; jobs %x; echo $?; jobs -n; disown -h; jobs; disown -r; jobs",
            "[1]+  Running                 sleep 1 &\n[1]+  Running                 sleep 1 &\n[1]+  Running                 sleep 1 &\n[1]+  Running                 sleep 1 &\n[1]+  Running                 sleep 1 &\n[1]+  Running                 sleep 1 &\nbash: line 1: jobs: %x: no such job\n1\n[1]+  Running                 sleep 1 &\n",
        ),
        (
            "sleep 1 & sleep 2 & disown $!; jobs; disown -a; jobs; disown abc; echo $?; disown %9 12; echo $?",
            "[1]+  Running                 sleep 1 &\nbash: line 1: disown: abc: no such job\n1\nbash: line 1: disown: %9: no such job\nbash: line 1: disown: 12: no such job\n1\n",
        ),
        (
            "{ sleep 0.2; } & if true; then sleep 0.2; fi & for i in 1; do sleep 0.2; done & jobs; wait",
            "[1]   Running                 { sleep 0.2; } &\n[2]-  Running                 if true; then\n    sleep 0.2;\nfi &\n[3]+  Running                 for i in 1;\ndo\n    sleep 0.2;\ndone &\n",
        ),
        (
            "set -m; sleep 0.05 & fg; echo $?; (exit 3) & fg %1; echo $?; fg; echo $?; sleep 0.05 & bg %1; echo $?; bg %9; echo $?; fg -x; echo $?",
            "sleep 0.05\n0\n( exit 3 )\n3\nbash: line 1: fg: current: no such job\n1\nbash: line 1: bg: job 1 already in background\n0\nbash: line 1: bg: %9: no such job\n1\nbash: line 1: fg: -x: invalid option\nfg: usage: fg [job_spec]\n2\n",
        ),
        (
            "sleep 1 & jobs -x echo a %1 b | sed 's/[0-9][0-9]*/N/'; kill %1; wait -p v %1; echo $? ${v:+set}; wait -p v; echo \"[$v]\"; wait -p 'a[1]' -n; echo $?",
            "a N b\n143 set\n[]\n127\n",
        ),
        (
            "trap 'echo caught' USR1; { sleep 0.05; kill -USR1 $$; } & wait; echo $?; wait; echo $?",
            "caught\n138\n0\n",
        ),
        (
            "set -m; sleep 0.01 & wait $!; echo $?; kill -s CONT $$; kill -WINCH $$; echo still",
            "[1]+  Done                    sleep 0.01\n0\nstill\n",
        ),
        (
            "kill -n 0 $$; echo $?; kill -EXIT $$; echo $?; kill -DEBUG $$; echo $?; kill -s err $$; echo $?",
            "0\n0\nbash: line 1: kill: DEBUG: invalid signal specification\n1\nbash: line 1: kill: err: invalid signal specification\n1\n",
        ),
        (
            "kill --help > /dev/null; echo $?; wait -n %7; echo $?",
            "2\nbash: line 1: wait: %7: no such job\n127\n",
        ),
        (
            'sleep 0.05 & p=$!; disown $p; jobs; wait $p; echo $?; wait -p v -n; echo "[$v]"; declare -A m; sleep 0.01 & wait -p \'m[k]\' -n; test -n "${m[k]}"; echo $?',
            "0\n[]\n0\n",
        ),
        (
            "set -m; sleep 0.05 & fg %7; echo $?; jobs -x false %1; echo $?; fg %1 > /dev/null; echo $?",
            "bash: line 1: fg: %7: no such job\n1\n1\n0\n",
        ),
        (
            "trap 'echo caught' USR1; { sleep 0.03; kill -USR1 $$; sleep 0.3; } & wait $!; echo $?; sleep 0.2 & wait -n; echo $?",
            "caught\n138\n0\n",
        ),
    ],
)
def test_signals_and_jobs_say_what_gnu_bash_says(says, case):
    says(*case)
