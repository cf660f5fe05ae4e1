# What agents do: report.

### report: invoice
total=0; while read -r item qty price; do sub=$(echo "$qty * $price" | bc); printf '%-10s %3d x %7.2f = %8.2f\n' "$item" "$qty" "$price" "$sub"; total=$(echo "$total + $sub" | bc); done <<< $'tea 2 3.50\ncake 1 12.25'; printf '%-25s %8.2f\n' TOTAL "$total"
#| tea          2 x    3.50 =     7.00
#| cake         1 x   12.25 =    12.25
#| TOTAL                        19.25

### report: disk by folder
mkdir -p /u/a /u/b && head -c 3000 /dev/zero > /u/a/x && head -c 100 /dev/zero > /u/b/y && find /u -type f -printf '%s %p\n' | sort -rn; find /u -type f -printf '%s\n' | awk '{s+=$1} END{print s}'
#| 3000 /u/a/x
#| 100 /u/b/y
#| 3100

### report: lines of code by language
mkdir -p /lc && cd /lc && printf 'a\nb\n' > x.py && printf 'c\n' > y.py && printf 'd\ne\nf\n' > z.sh && for e in py sh; do printf '%s %d\n' $e "$(cat *.$e | wc -l)"; done
#| py 3
#| sh 3

### report: markdown of test results
printf 'a pass\nb fail\nc pass\n' | awk 'BEGIN{print "| test | result |\n|---|---|"} {printf "| %s | %s |\n", $1, ($2=="pass"?"ok":"FAILED"); n[$2]++} END{printf "\n%d passed, %d failed\n", n["pass"], n["fail"]}'
#| | test | result |
#| |---|---|
#| | a | ok |
#| | b | FAILED |
#| | c | ok |
#|
#| 2 passed, 1 failed

### report: bar chart
while read -r k v; do printf '%-5s|%s %d\n' "$k" "$(head -c "$v" /dev/zero | tr '\0' '=')" "$v"; done <<< $'cpu 12\nmem 5\nio 8'
#| cpu  |============ 12
#| mem  |===== 5
#| io   |======== 8

### report: summary of a tree
mkdir -p /tr/a/b && touch /tr/1 /tr/a/2 /tr/a/b/3 && echo "files: $(find /tr -type f | wc -l), folders: $(find /tr -type d | wc -l)" && (cd /tr && find . | sort | sed 's|[^/]*/|  |g')
#| files: 3, folders: 3
#| .
#|   1
#|   a
#|     2
#|     b
#|       3

### report: letters from a template
cat > /tpl <<'EOF'
Dear {NAME},
you owe {SUM}.
EOF
printf 'Ann 5\nBob 7\n' | while read -r n s; do sed -e "s/{NAME}/$n/" -e "s/{SUM}/$s/" /tpl; done
#| Dear Ann,
#| you owe 5.
#| Dear Bob,
#| you owe 7.

### report: percentages
printf 'yes 30\nno 50\nmaybe 20\n' | awk '{v[$1]=$2; t+=$2; o[NR]=$1} END{for(i=1;i<=NR;i++) printf "%-6s %5.1f%%\n", o[i], 100*v[o[i]]/t}'
#| yes     30.0%
#| no      50.0%
#| maybe   20.0%

### report: status page
declare -A s=([web]=up [db]=down [api]=up); for k in $(printf '%s\n' "${!s[@]}" | sort); do printf '%-4s %s\n' "$k" "${s[$k]}"; done; [[ " ${s[*]} " == *" down "* ]] && echo degraded
#| api  up
#| db   down
#| web  up
#| degraded

### report: wrapped text
echo 'the quick brown fox jumps over the lazy dog again and again' | fold -s -w 20; echo 'a b c d e f' | fmt -w 5
#|= 'the quick brown fox \n'
#|= 'jumps over the lazy \n'
#| dog again and again
#| a b
#| c d
#| e f

### report: two columns side by side
paste <(printf 'a\nb\nc\n') <(printf '1\n2\n3\n'); printf '1\n2\n3\n4\n' | paste - -; seq 6 | pr -3 -t -l2 | head -n 2
#| a	1
#| b	2
#| c	3
#| 1	2
#| 3	4
#| 1			3			5
#| 2			4			6

### report: html of a list
{ echo '<ul>'; printf 'a\nb & c\n' | sed 's/&/\&amp;/g; s|.*|  <li>&</li>|'; echo '</ul>'; } > /i.html && cat /i.html
#| <ul>
#|   <li>a</li>
#|   <li>b &amp; c</li>
#| </ul>

### report: numbers with separators
printf '%d\n' 1234567 | sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'; printf '%.3e\n' 12345.678; printf '%x %o %c\n' 255 8 A
#| 1,234,567
#| 1.235e+04
#| ff 10 A

### report: inventory
printf 'apple 5\npear 0\nfig 12\n' | awk '$2==0{print $1" out of stock"; next} $2>10{print $1" plenty"; next} {print $1" "$2}'
#| apple 5
#| pear out of stock
#| fig plenty

### report: top and rest
seq 1 10 | shuf --random-source=<(yes) | sort -n | tail -n 3; seq 5 | tac | tr '\n' ' '; echo
#| 8
#| 9
#| 10
#|= '5 4 3 2 1 \n'

### report: statistics
printf '2\n4\n4\n5\n10\n' | awk '{s+=$1; q+=$1*$1; a[NR]=$1} END{m=s/NR; printf "n=%d mean=%.2f sd=%.3f median=%g\n", NR, m, sqrt(q/NR-m*m), a[int((NR+1)/2)]}'
#| n=5 mean=5.00 sd=2.683 median=4

### report: coloured words are plain in files
printf '%s\n' one two > /w; grep --color=never o /w; ls -1 /w | cat
#| one
#| two
#| /w

### report: pyramid
for i in 1 2 3 4; do printf "%*s" $((4-i)) ''; printf '*%.0s' $(seq $((2*i-1))); echo; done
#|    *
#|   ***
#|  *****
#| *******

### report: multiplication table
for i in 1 2 3; do for j in 1 2 3; do printf '%4d' $((i*j)); done; echo; done
#|    1   2   3
#|    2   4   6
#|    3   6   9

### report: roman numbers
roman() { local n=$1 r='' v=(10 9 5 4 1) s=(X IX V IV I) i; for i in "${!v[@]}"; do while (( n >= v[i] )); do r+=${s[i]}; (( n -= v[i] )); done; done; echo "$r"; }; for n in 4 9 14 27; do roman $n; done
#| IV
#| IX
#| XIV
#| XXVII
