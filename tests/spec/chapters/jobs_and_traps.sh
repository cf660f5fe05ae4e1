# Background jobs, signals and traps.

### wait waits for all jobs
{ sleep 0.02; echo later; } &
echo first
wait
echo last
#| first
#| later
#| last

### wait gives the status of a job
(exit 3) & wait $!; echo $?
true & a=$!; (exit 4) & b=$!
wait $a; echo $?; wait $b; echo $?
#| 3
#| 0
#| 4

### wait for several gives the status of the last
(exit 3) & a=$!; (exit 4) & b=$!
wait $a $b; echo $?
(exit 3) & a=$!; (exit 4) & b=$!
wait $b $a; echo $?
#| 4
#| 3

### wait for a process that is no child
wait 999999; echo $?
#| 127
#! bash: line 1: wait: pid 999999 is not a child of this shell

### wait for something that is no process
wait abc; echo $?
wait %3; echo $?
#| 1
#| 127
#! bash: line 1: wait: `abc': not a pid or valid job spec
#! bash: line 2: wait: %3: no such job

### wait -n takes the first that ends
{ sleep 0.5; exit 1; } & { sleep 0.05; exit 7; } &
wait -n; echo $?
kill %1
#| 7

### wait -p names the one that ended
{ sleep 0.05; exit 9; } & a=$!
wait -n -p who; echo $?
test $who = $a && echo that one
#| 9
#| that one

### wait without jobs
wait; echo $?
wait -n; echo $?
#| 0
#| 127

### jobs lists what runs
sleep 1 & sleep 2 &
jobs
kill %1 %2
#| [1]-  Running                 sleep 1 &
#| [2]+  Running                 sleep 2 &

### jobs -p lists process numbers
sleep 1 & a=$!
test "$(jobs -p)" = $a && echo same
kill $a
#| same

### A job is named in several ways
sleep 1 & sleep 2 &
jobs %1; jobs %+; jobs %-; jobs %sleep; echo $?
jobs '%?2'
kill %1 %2
#| [1]-  Running                 sleep 1 &
#| [2]+  Running                 sleep 2 &
#| [1]-  Running                 sleep 1 &
#| 1
#| [2]+  Running                 sleep 2 &
#! bash: line 2: jobs: sleep: ambiguous job spec
#! bash: line 2: jobs: %sleep: no such job

### A job that is not there
jobs %5; echo $?
kill %5; echo $?
fg; echo $?
bg; echo $?
disown %5; echo $?
#| 1
#| 1
#| 1
#| 1
#| 1
#! bash: line 1: jobs: %5: no such job
#! bash: line 2: kill: %5: no such job
#! bash: line 3: fg: no job control
#! bash: line 4: bg: no job control
#! bash: line 5: disown: %5: no such job

### disown forgets a job
sleep 0.1 &
disown
jobs

### kill ends a job, whose status tells the signal
sleep 5 &
kill $!
wait $!; echo $?
sleep 5 &
kill -s HUP $! 2> /dev/null
{ wait $!; } 2> /dev/null; echo $?
#| 143
#| 129

### kill -0 asks whether a process is there
sleep 1 &
kill -0 $!; echo $?
kill $!; wait $! 2>/dev/null
kill -0 $! 2>/dev/null; echo $?
#| 0
#| 1

### kill -l knows names and numbers
kill -l 9 15 INT sigterm 130
kill -l 99; echo $?
#| KILL
#| TERM
#| 2
#| 15
#| INT
#| 1
#! bash: line 2: kill: 99: invalid signal specification

### kill without a process
kill; echo $?
kill -9; echo $?
kill abc; echo $?
kill -s NOSUCH 1; echo $?
#| 2
#| 2
#| 1
#| 1
#! kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]
#! kill: usage: kill [-s sigspec | -n signum | -sigspec] pid | jobspec ... or kill -l [sigspec]
#! bash: line 3: kill: abc: arguments must be process or job IDs
#! bash: line 4: kill: NOSUCH: invalid signal specification

### A background job has no input
cat & wait
echo $?
#| 0

### A background job is a subshell
x=1
{ x=2; } &
wait
echo $x
#| 1

### The output of a job can be piped
{ echo from job & wait; } | tr a-z A-Z
#| FROM JOB

### EXIT runs at the end
trap 'echo bye' EXIT
echo hello
#| hello
#| bye

### EXIT sees the status and exit may change it
trap 'echo status $?; exit 9' EXIT
exit 4
#| status 4
#? 9

### exit without number in the EXIT trap keeps the status
trap 'false; exit' EXIT
exit 4
#? 4

### EXIT of a subshell
(trap 'echo sub' EXIT; echo in)
echo after
#| in
#| sub
#| after

### A subshell does not run its parent's EXIT trap
trap 'echo parent' EXIT
(echo child)
echo $(echo substitution)
#| child
#| substitution
#| parent

### A trap for a signal
trap 'echo got USR1' USR1
kill -USR1 $$
echo after
#| got USR1
#| after

### A trap runs between commands and keeps the status
trap 'false' USR1
kill -USR1 $$
echo $?
#| 0

### An ignored signal
trap '' TERM
kill $$
echo alive
#| alive

### A signal without a trap ends the shell
(kill -TERM $BASHPID; echo no)
echo $?
#| 143
#! Terminated

### A trap is reset with a dash
trap 'echo x' USR1
trap - USR1
trap
trap 'echo y' EXIT
trap EXIT
echo end
#| end

### trap lists what is set
trap 'echo "a b"' INT EXIT
trap '' HUP
trap -p
trap -p INT
trap - EXIT
#| trap -- 'echo "a b"' EXIT
#| trap -- '' SIGHUP
#| trap -- 'echo "a b"' SIGINT
#| trap -- 'echo "a b"' SIGINT

### trap knows signals by number and with SIG
trap 'echo hi' 2 SIGTERM sigusr1
trap
#| trap -- 'echo hi' SIGINT
#| trap -- 'echo hi' SIGUSR1
#| trap -- 'echo hi' SIGTERM

### An unknown signal
trap 'x' NOSUCH; echo $?
trap 'x' 99; echo $?
#| 1
#| 1
#! bash: line 1: trap: NOSUCH: invalid signal specification
#! bash: line 2: trap: 99: invalid signal specification

### trap with only an action
trap 'echo x'; echo $?
#| 2
#! trap: usage: trap [-lp] [[arg] signal_spec ...]

### ERR runs after a failure
trap 'echo failed $?' ERR
false
(exit 3)
true
if false; then :; fi
false || true
echo end
#| failed 1
#| failed 3
#| end

### ERR is not inherited by functions unless errtrace is on
trap 'echo ERR in ${FUNCNAME:-main}' ERR
f() { false; true; }
f
set -E
f
#| ERR in f

### ERR and set -e
set -e
trap 'echo trapped' ERR
false
echo no
#| trapped
#? 1

### DEBUG runs before each command
trap 'echo "about to: $BASH_COMMAND"' DEBUG
x=1
echo $x
trap - DEBUG
echo quiet
#| about to: x=1
#| about to: echo $x
#| 1
#| about to: trap - DEBUG
#| quiet

### DEBUG in functions needs functrace
trap 'echo dbg' DEBUG
f() { echo f; }
f
set -T
f
#| dbg
#| f
#| dbg
#| dbg
#| dbg
#| dbg
#| f

### RETURN runs when a function or file ends
f() { trap 'echo returning' RETURN; echo in f; }
f
g() { echo in g; }
g
#| in f
#| returning
#| in g

### A trap sees the line of the failure
trap 'echo line $LINENO' ERR
true

false
#| line 4
#? 1

### A trap may set another trap
trap 'echo one; trap "echo two" EXIT' EXIT
echo start
#| start
#| one

### exec drops the EXIT trap
trap 'echo trapped' EXIT
exec echo replaced
#| replaced

### A failed exec ends the shell after the EXIT trap
trap 'echo trapped' EXIT
exec nosuchcommand
#| trapped
#! bash: line 2: exec: nosuchcommand: not found
#? 127

### A signal during wait interrupts it
trap 'echo caught' USR1
{ sleep 0.05; kill -USR1 $$; sleep 0.05; } &
wait; echo $((  $? > 128 ))
wait; echo $?
#| caught
#| 1
#| 0

### A child process has ignored signals ignored and trapped ones reset
trap '' INT
trap 'echo x' TERM
bash -c 'trap'
#| trap -- '' SIGINT

### A coprocess has two pipes
coproc { read -r x; echo "got $x"; read -r x; }
echo hello >&"${COPROC[1]}"
read -r y <&"${COPROC[0]}"
echo "$y"
#| got hello

### A named coprocess
coproc CAT { cat; }
echo line >&"${CAT[1]}"
exec {CAT[1]}>&-
read -r x <&"${CAT[0]}"
echo $x
#| line

### Jobs interleave
{ for i in 1 2; do echo a$i; sleep 0.05; done; } &
sleep 0.025
{ for i in 1 2; do echo b$i; sleep 0.05; done; } &
wait
#| a1
#| b1
#| a2
#| b2

### The process number of a job is its BASHPID
echo $BASHPID > f & wait
test "$(cat f)" = $! && echo same
#| same

### suspend and fg need job control
suspend; echo $?
fg %1; echo $?
#| 1
#| 1
#! bash: line 1: suspend: cannot suspend: no job control
#! bash: line 2: fg: no job control

### timeout ends a command
timeout 0.05 sleep 5; echo $?
#| 124

### The EXIT trap runs when set -u ends the shell
set -u
trap 'echo cleanup' EXIT
echo $nothing
#| cleanup
#! bash: line 3: nothing: unbound variable
#? 127
#~ a script is run as from a file, where a fatal error leaves 1; under `bash -c` it leaves 127 in both
#~| cleanup
#~! bash: line 3: nothing: unbound variable
#~? 1

### The EXIT trap runs after a signal's end
bash -c 'trap "echo cleanup" EXIT; kill -TERM $$; echo no'; echo $?
#| cleanup
#| 143
#! Terminated

### To the ERR trap eval is what failed
trap 'echo "$BASH_COMMAND"' ERR; eval false; eval 'eval false'; f() { false; }; f
#| false
#| eval false
#| false
#| eval false
#| eval 'eval false'
#| false
#? 1

### A sourced file notices no DEBUG trap but its own
echo 'echo in' > file; echo "trap 'echo own' DEBUG; echo in" > other
trap 'echo trap' DEBUG
. ./file; . ./other; echo out
#| trap
#| in
#| trap
#| own
#| in
#| own
#| out

### With functrace a sourced file notices the DEBUG trap
set -T; echo 'echo in' > file; trap 'echo trap' DEBUG; . ./file
#| trap
#| trap
#| in

### A stopped job gets no turn until it is continued
( while :; do echo x >> f; sleep 0.01; done ) & p=$!
sleep 0.05; kill -STOP $p; sleep 0.02
a=$(wc -l < f); sleep 0.05; b=$(wc -l < f)
[ "$a" = "$b" ] && echo still
kill -CONT $p; sleep 0.05
[ "$(wc -l < f)" -gt "$b" ] && echo moving
kill $p; wait $p; echo $?
#| still
#| moving
#| 143

### A job that stops itself is told of with job control
set -m; exec 2> /dev/null
(echo a; kill -STOP $BASHPID; echo b) & sleep 0.1
jobs; kill -CONT %1; wait; echo c
#| a
#| [1]+  Stopped                 ( echo a; kill -STOP $BASHPID; echo b )
#| b
#| c

### wait takes a stopped job for its signal
set -m; exec 2> /dev/null
( sleep 0.05; kill -STOP $BASHPID; exit 3 ) & p=$!
wait $p; echo $?; kill -CONT $p; sleep 0.05; wait $p; echo $?
#| 147
#| 3

### wait -n does not wait for a stopped job
set -m; exec 2> /dev/null
(kill -STOP $BASHPID; echo b) & wait -n; echo $?
kill -CONT %1; wait -n; echo $?
#| 127
#| b
#| 0

### fg continues a stopped job and waits for it
set -m
sleep 0.1 & kill -STOP %1; sleep 0.02
jobs -r; jobs -s; fg; echo $?; jobs
#| [1]+  Stopped                 sleep 0.1
#| sleep 0.1
#| 0
#!
#! [1]+  Stopped                 sleep 0.1

### fg gives up on a job that stops again
set -m
( sleep 0.02; kill -STOP $BASHPID; echo b; exit 3 ) & fg; echo $?
jobs; fg; echo $?
#| ( sleep 0.02; kill -STOP $BASHPID; echo b; exit 3 )
#| 147
#| [1]+  Stopped                 ( sleep 0.02; kill -STOP $BASHPID; echo b; exit 3 )
#| ( sleep 0.02; kill -STOP $BASHPID; echo b; exit 3 )
#| b
#| 3
#!
#! [1]+  Stopped                 ( sleep 0.02; kill -STOP $BASHPID; echo b; exit 3 )

### bg continues a stopped job once
set -m
sleep 0.1 & kill -STOP %1; sleep 0.02
bg; echo $?; bg %1; echo $?; wait %1; echo $?
#| [1]+ sleep 0.1 &
#| 0
#| 0
#| 0
#!
#! [1]+  Stopped                 sleep 0.1
#! bash: line 3: bg: job 1 already in background
#! [1]+  Done                    sleep 0.1

### What stopped last is the current job
set -m
sleep 1 & sleep 2 & sleep 3 & kill -STOP %1; sleep 0.02; jobs
kill -STOP %2; sleep 0.02; jobs
kill -CONT %1; sleep 0.02; jobs
kill -9 %1 %2 %3 2>/dev/null
#| [1]+  Stopped                 sleep 1
#| [2]   Running                 sleep 2 &
#| [3]-  Running                 sleep 3 &
#| [1]-  Stopped                 sleep 1
#| [2]+  Stopped                 sleep 2
#| [3]   Running                 sleep 3 &
#| [1]-  Running                 sleep 1 &
#| [2]+  Stopped                 sleep 2
#| [3]   Running                 sleep 3 &
#!
#! [1]+  Stopped                 sleep 1
#!
#! [2]+  Stopped                 sleep 2

### Without job control a stopped job counts as running
sleep 0.1 & kill -STOP $!; sleep 0.02; jobs; kill -CONT $!; wait; echo $?
#| [1]+  Running                 sleep 0.1 &
#| 0

### A trap of CONT runs when its process goes on
set -m; exec 2> /dev/null
(trap 'echo cont' CONT; kill -STOP $BASHPID; echo b) & sleep 0.1
kill -CONT %1; wait; echo c
#| cont
#| b
#| c

### A signal to a stopped process waits until it goes on, a kill does not
sleep 5 & p=$!
sleep 0.02; kill -STOP $p; sleep 0.02; kill -TERM $p; sleep 0.02
kill -CONT $p; wait $p; echo $?
( while :; do sleep 1; done ) & p=$!
kill -STOP $p; sleep 0.02; kill -KILL $p; wait $p 2>/dev/null; echo $?
#| 143
#| 137

### timeout ends a shell and all that runs in it
timeout 0.1 bash -c '(sleep 5); echo after'; echo $?
timeout 0.1 bash -c 'x=$(sleep 5); echo "$x" after'; echo $?
timeout 0.1 bash -c 'sleep 5 | cat; echo after'; echo $?
#| 124
#| 124
#| 124

### A trap has the last word before timeout does
timeout 0.1 bash -c 'trap "echo t; exit 3" TERM; sleep 1 & wait; echo no'; echo $?
timeout --preserve-status 0.1 bash -c 'trap "echo t; exit 3" TERM; sleep 1 & wait; echo no'; echo $?
#| t
#| 124
#| t
#| 3

### timeout kills who ignores its signal, when it is told to
{ timeout -k 0.1 0.1 bash -c 'trap "" TERM; sleep 0.6; echo end'; } 2> /dev/null; echo $?
timeout 0.05 bash -c 'trap "" TERM; sleep 0.15; echo end'; echo $?
#| 137
#| end
#| 124

### A status of 124 may be the command's own
timeout -v 1 bash -c 'exit 124'; echo $?; timeout --preserve-status 1 bash -c 'exit 124'; echo $?
timeout -v 0.05 sleep 1; echo $?
#| 124
#| 124
#| 124
#! timeout: sending signal TERM to command ‘sleep’

### under functrace DEBUG runs once for each stage of a pipeline
set -T; trap 'echo "T $BASH_COMMAND" >&2' DEBUG
f() { false | true | cat; echo in; }; f; echo out
{ echo a; echo b; } | cat
#| in
#| out
#| a
#| b
#! T f
#! T f
#! T false
#! T true
#! T cat
#! T echo in
#! T echo out
#! T cat
#! T echo a
#! T echo b
