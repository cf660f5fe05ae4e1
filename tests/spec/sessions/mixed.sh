# What agents do: mixed.

### mixed: look around first
pwd; whoami; id -u; echo $HOME $USER; ls -A ~ | wc -l; uname -s; test -w /etc && echo writable; echo $0 | sed 's/.*\///'
#| /home/user
#| user
#| 1000
#| /home/user user
#| 0
#| Linux
#| writable
#| bash

### mixed: data, script and output in their own folders
mkdir -p /data /scripts /output && printf '3\n1\n2\n' > /data/in && echo 'sort -n /data/in > /output/out; wc -l < /output/out' > /scripts/run.sh && bash /scripts/run.sh && cat /output/out
#| 3
#| 1
#| 2
#| 3

### mixed: a small key value store
db=/srv/db; set_key() { sed -i "/^$1=/d" "$db" 2> /dev/null; echo "$1=$2" >> "$db"; }; get() { sed -n "s/^$1=//p" "$db"; }; touch $db; set_key a 1; set_key b 2; set_key a 3; get a; get b; wc -l < $db
#| 3
#| 2
#| 2

### mixed: configuration from defaults, file and environment
mkdir -p /etc/app && echo 'port=1' > /etc/app/conf && port=0 && . /etc/app/conf && PORT=9 && port=${PORT:-$port} && echo $port
#| 9

### mixed: a menu without a terminal
select x in one two; do echo "got $x"; break; done <<< 2 2> /dev/null; echo "status $?"
#| got two
#| status 0

### mixed: a queue through a named pipe
mkfifo /q; (for i in 1 2 3; do echo "job $i"; done > /q) & while read -r j; do echo "did $j"; done < /q; wait
#| did job 1
#| did job 2
#| did job 3

### mixed: a coprocess answers
coproc c { while read -r e; do echo "= $((e))"; done; }; echo '6*7' >&"${c[1]}"; read -r a <&"${c[0]}"; echo "$a"
#| = 42

### mixed: nothing is left of a failed step
bash -c 'set -e; d=$(mktemp -d /tmp/w.XXXX); trap "rm -rf $d" EXIT; cd $d; echo x > f; false; echo never'; echo "status $?"; ls /tmp | grep -c '^w\.'
#| status 1
#| 0
#? 1

### mixed: standard input is shared by the commands of a group
printf 'head\n1\n2\n' > /in; { read -r h; echo "[$h]"; sort -rn; } < /in; { sed 1q; cat; } < /in; echo x | { cat & wait; }
#| [head]
#| 2
#| 1
#| head
#| 1
#| 2
#| x

### mixed: environment variables for one command
A=1 bash -c 'echo $A'; echo "${A-unset}"; env B=2 sh -c 'echo $B'; env -i sh -c 'echo ${HOME-none}'; (export C=3; sh -c 'echo $C'); echo "${C-unset}"
#| 1
#| unset
#| 2
#| none
#| 3
#| unset
