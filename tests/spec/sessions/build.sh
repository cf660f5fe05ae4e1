# What agents do: build.

### build: compile steps with make variables
mkdir /m && cd /m && printf 'SRC := a.txt b.txt\nOUT := $(SRC:.txt=.out)\nall: $(OUT)\n%%.out: %%.txt\n\t@echo building $@\n\t@rev $< > $@\n' > Makefile && echo abc > a.txt && echo xyz > b.txt && make && cat a.out b.out && rm a.out && make
#| building a.out
#| building b.out
#| cba
#| zyx
#| building a.out

### build: options by getopts
parse() { local OPTIND v=0 o=; while getopts 'vo:' f; do case $f in v) v=1;; o) o=$OPTARG;; *) return 2;; esac; done; shift $((OPTIND-1)); echo "v=$v o=$o rest=$*"; }; parse -v -o out a b; parse x; parse -z 2>/dev/null; echo $?
#| v=1 o=out rest=a b
#| v=0 o= rest=x
#| 2

### build: long options
while [[ $# -gt 0 ]]; do :; done; set -- --name=x --flag pos; while (( $# )); do case $1 in --name=*) echo "name ${1#*=}";; --flag) echo flag;; *) echo "arg $1";; esac; shift; done
#| name x
#| flag
#| arg pos

### build: failing steps stop the build
bash -c 'set -e; echo one; false; echo never'; echo "status $?"; bash -c 'set -o pipefail; false | true; echo $?'; bash -c 'set -u; echo $nosuch' 2>/dev/null; echo "status $?"
#| one
#| status 1
#| 1
#| status 127

### build: retry with a limit
try=0; run() { (( ++try >= 3 )); }; until run; do (( try < 5 )) || break; done; echo "after $try"
#| after 3

### build: parallel jobs and their statuses
for i in 1 2 3; do (exit $i) & p[i]=$!; done; for i in 1 2 3; do wait ${p[i]}; echo "$i -> $?"; done
#| 1 -> 1
#| 2 -> 2
#| 3 -> 3

### build: version compare
vercmp() { [[ $1 == $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) ]] && echo "$1 <= $2" || echo "$1 > $2"; }; vercmp 1.9 1.10; vercmp 2.0 1.99
#| 1.9 <= 1.10
#| 2.0 > 1.99

### build: bump a version
v=1.4.9; IFS=. read -r a b c <<< "$v"; echo "$a.$b.$((c+1)) $a.$((b+1)).0 $((a+1)).0.0"
#| 1.4.10 1.5.0 2.0.0

### build: ci matrix
for os in linux mac; do for v in 3.11 3.12; do echo "job: $os-$v"; done; done | tee /jobs | wc -l; cat /jobs
#| 4
#| job: linux-3.11
#| job: linux-3.12
#| job: mac-3.11
#| job: mac-3.12

### build: functions with local state
counter() { local n=${1:-0}; n=$((n+1)); echo $n; }; n=10; counter; counter $n; echo $n; f() { echo "${FUNCNAME[0]} $# $1"; }; f a b
#| 1
#| 11
#| 10
#| f 2 a

### build: here-strings and reading arrays
read -r -a w <<< 'a b c'; echo "${#w[@]} ${w[2]} ${w[@]:1}"; mapfile -t l < <(printf 'x y\nz\n'); printf '<%s>' "${l[@]}"; echo
#| 3 c b c
#| <x y><z>

### build: dependency order
printf 'b a\nc b\nd a\n' | tsort
#| c
#| d
#| b
#| a

### build: a lock around a step
(flock -n 9 || exit 1; echo locked) 9> /lock; test -e /lock && echo there
#| locked
#| there

### build: timeouts
timeout 0.2 sleep 5; echo $?; timeout 5 true; echo $?
#| 124
#| 0

### build: cached step by checksum
mkdir /ca && cd /ca && echo src > in && step() { local h=$(sha256sum in | cut -c1-8); if [[ -f .h && $(<.h) == "$h" ]]; then echo cached; else echo built; echo "$h" > .h; fi; }; step; step; echo new > in; step
#| built
#| cached
#| built

### build: environment checks
for c in bash awk sed nosuchtool; do command -v "$c" > /dev/null && echo "$c ok" || echo "$c missing"; done; : "${NEED:=default}"; echo "$NEED"; (: "${MUST:?is not set}") 2>&1 | sed 's/^.*MUST/MUST/'
#| bash ok
#| awk ok
#| sed ok
#| nosuchtool missing
#| default
#| MUST: is not set

### build: generated code
for t in int str; do cat <<EOF
def parse_$t(x):
    return ${t}(x)
EOF
done
#| def parse_int(x):
#|     return int(x)
#| def parse_str(x):
#|     return str(x)

### build: exit traps and statuses
bash -c 'trap "echo bye \$?" EXIT; exit 3'; echo $?; bash -c 'trap "echo int" INT; kill -INT $$; echo on'; (trap 'echo t' ERR; false; true)
#| bye 3
#| 3
#| int
#| on
#| t

### build: process substitution
diff <(printf 'a\nb\n') <(printf 'a\nc\n'); cat <(echo 1) <(echo 2); tee >(tr a-z A-Z > /up) <<< hello; sleep 0.1; cat /up
#| 2c2
#| < b
#| ---
#| > c
#| 1
#| 2
#| hello
#| HELLO

### build: arithmetic and bases
echo $((16#ff + 2#101)) $((7/2)) $((-7%3)) $((2**10)) $((1<<4 | 1)); printf '%d\n' 0x1f; echo 'scale=3; 10/3; sqrt(2)' | bc; echo 'obase=2; 10' | bc
#| 260 3 -1 1024 17
#| 31
#| 3.333
#| 1.414
#| 1010
