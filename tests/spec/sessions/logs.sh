# What agents do: logs.

### logs: requests by status
cat > /var/log/access.log <<'EOF'
10.0.0.1 - - [01/Jan/2024:00:00:01 +0000] "GET / HTTP/1.1" 200 512
10.0.0.2 - - [01/Jan/2024:00:00:02 +0000] "GET /a HTTP/1.1" 404 12
10.0.0.1 - - [01/Jan/2024:00:01:03 +0000] "POST /b HTTP/1.1" 500 0
10.0.0.3 - - [01/Jan/2024:00:01:04 +0000] "GET / HTTP/1.1" 200 512
EOF
awk '{print $9}' /var/log/access.log | sort | uniq -c | sort -rn; awk '{s+=$10} END {print s, NR, s/NR}' /var/log/access.log; cut -d' ' -f1 /var/log/access.log | sort | uniq -c | sort -k1,1nr -k2 | head -n 2; grep -oP '"\K[A-Z]+' /var/log/access.log | sort | uniq -c
#|       2 200
#|       1 500
#|       1 404
#| 1036 4 259
#|       2 10.0.0.1
#|       1 10.0.0.2
#|       3 GET
#|       1 POST

### logs: errors by the hour
mkdir -p /logs && printf '2024-01-01T10:05 ERROR a\n2024-01-01T10:15 INFO b\n2024-01-01T11:00 ERROR c\n2024-01-01T11:30 ERROR d\n' > /logs/app && grep ERROR /logs/app | cut -c12-13 | sort | uniq -c | awk '{print $2": "$1}'
#| 10: 1
#| 11: 2

### logs: the slowest calls
printf 'GET /a 120ms\nGET /b 3ms\nGET /c 950ms\n' | sed 's/ms$//' | sort -k3,3nr | head -n 2 | awk '{printf "%-6s %5d\n", $2, $3}'
#| /c       950
#| /a       120

### logs: counts in an associative array
declare -A n; while read -r level _; do (( n[$level]++ )); done < <(printf 'INFO a\nWARN b\nINFO c\n'); for k in "${!n[@]}"; do echo "$k ${n[$k]}"; done | sort
#| INFO 2
#| WARN 1

### logs: rotate logs
mkdir -p /var/log/app && cd /var/log/app && for i in 1 2 3; do echo "log $i" > app.log.$i; done && echo now > app.log && for i in 3 2 1; do mv app.log.$i app.log.$((i+1)); done && mv app.log app.log.1 && head -n 1 app.log.*
#| ==> app.log.1 <==
#| now
#|
#| ==> app.log.2 <==
#| log 1
#|
#| ==> app.log.3 <==
#| log 2
#|
#| ==> app.log.4 <==
#| log 3

### logs: unique addresses with a regex
printf 'from 1.2.3.4 to 5.6.7.8\nfrom 1.2.3.4\nbad 999.1\n' | grep -oE '\b([0-9]{1,3}\.){3}[0-9]{1,3}\b' | sort -u
#| 1.2.3.4
#| 5.6.7.8

### logs: key=value pairs
printf 'ts=1 level=info msg="a b"\nts=2 level=error msg="c"\n' > /l && grep 'level=error' /l | sed -E 's/.*msg="([^"]*)".*/\1/'; awk '{for(i=1;i<=NF;i++) if (split($i,p,"=")==2 && p[1]=="ts") s+=p[2]} END{print s}' /l
#| c
#| 3

### logs: percentiles
seq 1 100 | sort -n | awk '{a[NR]=$1} END{print "p50", a[int(NR*.5)], "p95", a[int(NR*.95)], "max", a[NR]}'
#| p50 50 p95 95 max 100

### logs: lines between two times
printf '09:59 a\n10:00 b\n10:30 c\n11:01 d\n' | awk '$1>="10:00" && $1<="11:00"'
#| 10:00 b
#| 10:30 c

### logs: multi-line records
printf 'id: 1\nname: x\n\nid: 2\nname: y\n' | awk 'BEGIN{RS=""}{print $2, $4}'
#| 1 x
#| 2 y

### logs: bracket sections with bash regex
while IFS= read -r l; do if [[ $l =~ ^\[([^\]]+)\]\ (.*)$ ]]; then echo "${BASH_REMATCH[1]}: ${BASH_REMATCH[2]}"; fi; done <<< $'[INFO] start\nnoise\n[ERROR] disk full'
#| INFO: start
#| ERROR: disk full

### logs: tail and head of a long log
seq -f 'line %g' 1 1000 > /big && tail -n 3 /big && head -n 2 /big && sed -n '500p' /big && wc -l < /big && tail -n +999 /big
#| line 998
#| line 999
#| line 1000
#| line 1
#| line 2
#| line 500
#| 1000
#| line 999
#| line 1000

### logs: merge two logs by time
printf '1 a\n3 c\n' > /x; printf '2 b\n4 d\n' > /y; sort -m -k1,1n /x /y; join <(sort /x) <(printf '1 z\n3 w\n')
#| 1 a
#| 2 b
#| 3 c
#| 4 d
#| 1 a z
#| 3 c w

### logs: histogram of bars
printf 'a\nb\na\nc\na\nb\n' | sort | uniq -c | while read -r c w; do printf '%s %s\n' "$w" "$(printf '#%.0s' $(seq "$c"))"; done
#| a ###
#| b ##
#| c #

### logs: rate per minute
printf '100 x\n130 y\n170 z\n190 w\n' | awk '{m=int($1/60); c[m]++} END{for(i=1;i<=3;i++) print i, c[i]+0}'
#| 1 1
#| 2 2
#| 3 1

### logs: errors only to another file
{ echo out; echo err >&2; } > /o 2> /e; cat /o; cat /e; { echo o2; echo e2 >&2; } &> /both; sort /both; ls /nosuch 2>/dev/null || echo "status $?"
#| out
#| err
#| e2
#| o2
#| status 2

### logs: strip colours
printf '\033[31mred\033[0m plain\n' | sed 's/\x1b\[[0-9;]*m//g'
#| red plain

### logs: compress an old log and read it
mkdir /lg && cd /lg && seq 100 > a.log && gzip a.log && ls && zcat a.log.gz | tail -n 1 && zgrep -c 9 a.log.gz && gunzip a.log.gz && wc -l a.log
#| a.log.gz
#| 100
#| 19
#| 100 a.log

### logs: watch for a pattern with a limit
n=0; while read -r l; do n=$((n+1)); [[ $l == *stop* ]] && { echo "found at $n"; break; }; done < <(printf 'a\nb\nstop\nc\n')
#| found at 3

### logs: top words
echo 'the cat and the dog and the bird' | tr ' ' '\n' | sort | uniq -c | sort -k1,1nr -k2 | head -n 3 | awk '{print $2, $1}'
#| the 3
#| and 2
#| bird 1
