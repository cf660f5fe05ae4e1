### printf of the shell [limit]
printf '%0999999999d' 1
### printf in awk
awk 'BEGIN { printf "%999999999d", 1 }'
### printf in awk by argument
awk 'BEGIN { printf "%*d", 999999999, 1 }'
### sprintf in awk, precision
awk 'BEGIN { x = sprintf("%.999999999f", 1); print length(x) }'
### sprintf in awk, strings
awk 'BEGIN { x = sprintf("%999999999s", "") sprintf("%-999999999s", ""); print length(x) }'
### awk, widths that add up
awk 'BEGIN { while (1) x = x sprintf("%9999s", "") }'
### awk, CONVFMT and OFMT
awk 'BEGIN { CONVFMT = "%.999999999g"; OFMT = "%999999999.9f"; x = 3.1 ""; print 3.1, length(x) }'
### awk strftime
awk 'BEGIN { f = sprintf("%9999s", ""); gsub(/ /, "%c%c%c", f); x = strftime(f); x = strftime(f x); print length(x); print strftime("%999999999d") }'
### printf of find
> f; find . -printf '%999999999p'; find . -printf '%.999999999s%99999999999999999999p'
### find -printf, many widths
> f; find . -printf "$(rep 99999 %9999p)"
### date width
date +%999999999d; date +%0999999999Y%_999999999N%-999999999999999999999d
### date, long format
date "+$(rep 90000 %9999c)"
### date, a text of a megabyte
date -d "$(rep 900000 '1 day ')"; date -d "$(rep 900000 '(')"; date -d "$(rep 900000 9)"; date -d "now $(rep 90000 '+1 day ')"; date -d "TZ=\"$(rep 900000 x)\" now"; date -d "@$(rep 900000 9)"; date -d "$(rep 900000 '-')1 day"
### date, huge shifts
date -u -d '2020-01-01 +99999999999999999999 days'; date -d '9999999999-01-01'; date -d '@99999999999999999'; date -d '2020-01-01 + 9999999 years'; date -d 'last 999999999 monday'; echo $?
### date -f
yes 'now + 1 day' | date -f -
### seq 1e18 [limit]
seq 1e18 | tail -1
### seq inf [limit]
seq inf | tail -1
### seq -w
seq -w 1 1e18 | head -1; seq -w 1e4000 | head -c 10; seq -f %999999999g 1 2 | head -c 5; seq -f '%.999999999f' 1 2 | head -c 5; seq 1 1e-4000 2 | head -1; seq -s "$(rep 900000 x)" 1 3 | wc -c; echo
### seq -w, a long number
seq -w 1 1$(rep 900000 0) | head -c 5; seq $(rep 900000 9) $(rep 900000 9)1 | head -c 5; seq 0.$(rep 900000 1) 1 | head -c 5; seq -f "%$(rep 900000 0)g" 1 | head -c 5
### seq with a separator that floods [limit]
seq -s "$(rep 100000 x)" 1 999999 | wc -c
### nl -w
yes | nl -w 999999999 | head -c 10; nl -w 99999999999999999999 <<< x; nl -s "$(rep 900000 x)" <<< x | wc -c
### nl -v and -i
nl -v 9223372036854775807 <<< $'a\nb'; nl -i 9223372036854775807 <<< $'a\nb\nc'; nl -v 99999999999999999999 <<< a; nl -l 999999999999 <<< a; nl -d "$(rep 900000 x)" <<< x
### fold and fmt and friends
fold -w 999999999999 <<< x; fold -w 99999999999999999999 <<< x; fmt -w 999999999 <<< x; expand -t 999999999 <<< x; unexpand -t 999999999 <<< x; echo $?
### expand -t [limit]
expand -t 999999999 <<< $'a\tb' | wc -c
### expand, many tabs [limit]
rep 900000 '\t' > f; tr t '\t' < f | expand -t 9999999 | wc -c
### expand, a long list of stops
l=$(seq 1 100000 | paste -sd,); expand -t "$l" <<< $'\tx' | wc -c; unexpand -t "$l" <<< '   x' | wc -c; expand -t "$(rep 900000 '1,')" <<< x; expand -t $(rep 900000 9) <<< x; echo $?
### fmt of one paragraph
rep 900000 'ab ' | fmt -w 2500 | wc -c; rep 900000 'ab ' | fmt -w 3 | wc -c; rep 900000 a | fmt | wc -c; rep 900000 ' ' | fmt | wc -c
### fold of one line
rep 9000000 a | fold -w 1 | wc -c; rep 9000000 'a ' | fold -s -w 9 | wc -c
### column
column -c 999999999 <<< x; rep 900000 'x ' | column -t | wc -c; seq 1 100000 | column | wc -c; column -s "$(rep 900000 x)" -t <<< axb; column -t -o "$(rep 900000 x)" <<< 'a b c' | wc -c
### column, one wide cell and many lines [limit]
{ rep 100000 x; echo ' y'; seq 1 100000 | sed 's/$/ z/'; } | column -t | wc -c
### column, many columns
{ rep 100000 'x '; echo; rep 100000 'x '; echo; rep 3000 'x\n'; } | column -t | wc -c
### pr
pr -w 999999999 <<< x | wc -c; pr -l 999999999 <<< x | wc -c; pr -999999999 <<< x; pr -o 999999999 <<< x | head -c 9; pr -n:999999999 <<< x | head -c 9; pr -e999999999 <<< $'\tx' | head -c 9; pr +999999999999 <<< x; echo $?
### numfmt
numfmt --padding=999999999 1; numfmt --padding=-999999999 1; numfmt --format=%999999999f 1; numfmt --format=%.999999999f 1; numfmt --to=si $(rep 900000 9); numfmt --from=iec $(rep 900000 9)Y; numfmt --round=up --to-unit=$(rep 900000 9) 1; numfmt 1e999999999
### numfmt of many
yes 999999999 | numfmt --to=iec | tail -1; rep 900000 '1 ' | numfmt --field=- | wc -c; numfmt --field=1-99999999999999 <<< 1; numfmt --header=99999999999999999999 <<< x
### head -c 10G [limit]
head -c 10G /dev/zero | tail -c 1; head -c 10G /dev/zero > f
### head of more than there is
head -c 99999999999999999999E <<< x; head -n 99999999999999999999 <<< x; head -c -99999999999999999999 <<< x; head -n -99999999999999999999 <<< x; tail -c 99999999999999999999 <<< x; tail -n +99999999999999999999 <<< x; tail -c +99999999999999999999 <<< x
### head of all but a few [limit]
head -c -1 /dev/zero | wc -c
### head of all but the last lines [limit]
yes | head -n -10 | wc -l
### tail of many bytes [limit]
tail -c 10G /dev/zero | wc -c
### dd bs=10G
dd if=/dev/zero of=f bs=10G count=1
### dd, a huge count [limit]
dd if=/dev/zero bs=1M count=99999999999 | tail -c 1
### dd, a count of small blocks [limit]
dd if=/dev/zero of=/dev/null bs=1 count=99999999999
### dd seek and skip
dd if=/dev/zero of=f bs=1 count=1 seek=999999999999; dd if=/dev/zero of=f bs=9E count=9E; dd if=/dev/zero bs=1G skip=99999999999 count=1 | wc -c; dd of=f bs=1 seek=9223372036854775807 <<< x; dd if=/dev/zero ibs=1 obs=9G | tail -c 1
### dd conversions
dd if=/dev/zero cbs=999999999 conv=block count=9 | wc -c; dd cbs=999999999 conv=unblock <<< x | wc -c; dd conv=block cbs=99999 if=/dev/zero ibs=10 count=99999 | wc -c; dd conv=swab,ebcdic,ucase if=/dev/zero bs=1M | wc -c
### split -b 1
rep 1000000 x > f; split -b 1 f
### split -b 1 with long suffixes
rep 1000000 x > f; split -a 9 -b 1 f; ls | wc -l
### split, chunks
rep 1000000 x > f; split -n 999999999 f; split -n l/999999999 f; split -n 5/99999999999999 f; split -n r/99999 f; split -a 999999999 f; split -l 1 --additional-suffix="$(rep 300 y)" f; ls | wc -l
### split of endless input
yes | split -l 1
### split --filter
seq 1 9999 | split -l 1 --filter='cat > /dev/null'
### csplit
seq 1 100000 | csplit - '/1/' '{99999999999}'; seq 1 1000 > f; csplit f '%(a*)*b%' '{*}'; csplit -n 999999999 f 5; csplit f 99999999999999999999; csplit -f "$(rep 90000 x)" f 5; csplit -b '%0999999999d' f 5; yes | csplit - '/z/'
### truncate
truncate -s 1T f; truncate -s +9E f; truncate -s %9E f; truncate -s /99999999999999999999 f; truncate -s '>1P' f; ls -l f
### fallocating files
for i in {1..100}; do truncate -s 30M f$i; done; cat f*  | wc -c
### xxd
xxd -c 999999999 /dev/zero | head -c 9; xxd -c 256 -g 99999999 <<< x; xxd -l 99999999999999 /dev/zero | wc -c; xxd -s 99999999999999 <<< x; xxd -r <<< 'ffffffffffffffff: 41'; xxd -r <<< '7fffffff: 41' | wc -c; xxd -r -s 99999999999 <<< '0: 41' | wc -c; xxd -o 99999999999999999999 <<< x; xxd -i /dev/zero | wc -c
### xxd -r that seeks in a file
xxd -r - f <<< '1fffffff: 41'; ls -l f; xxd -r -seek 9999999999 - f <<< '0: 41'; rep 900000 41 | xxd -r -p | wc -c; yes 41 | xxd -r -p | wc -c
### od
od -w999999999 /dev/zero | head -c 9; od -w99999999999999999999 <<< x; od -j 99999999999999 /dev/zero | wc -c; od -N 99999999999999 -v /dev/zero | wc -c; od -S 999999999 /dev/zero; od -t d99999999 <<< x; od -A n -t "$(rep 90000 x1)" <<< abc | wc -c
### od of many formats
head -c 900000 /dev/urandom | od -v -t "$(rep 2000 x1z)" | wc -c
### hexdump
hexdump -e '999999999/1 "%x"' /dev/zero | head -c 9; hexdump -e '1/1 "%999999999d"' <<< x | head -c 9; hexdump -n 99999999999999 -v /dev/zero | wc -c; hexdump -s 99999999999 <<< x; hexdump -e "$(rep 90000 '1/1 "%x"')" <<< x | wc -c; hexdump -e '9999999/9999999 "%x"' <<< x
### sort -k
sort -k 999999999,999999999 <<< x; sort -k 99999999999999999999 <<< x; sort -k 1.999999999 <<< x; sort -t "$(rep 90000 x)" <<< x; sort -S 99999E <<< x; sort --parallel=999999999 <<< x; sort --batch-size=999999999 <<< x; for i in {1..200}; do k+=" -k $i,$i"; done; seq 1 50000 | sort $k | tail -1
### sort, keys of long lines
rep 900000 'x ' > f; cat f f f > g; yes "$(head -c 20000 f)" | head -n 400 > h; sort -k 9999 h | wc -c; sort -k 99999n h | wc -c; sort -t x -k 9000,9001 -k 2,99999 h | wc -c; sort -V h | wc -c
### cut
cut -f 1-999999999999 <<< x; cut -c 999999999999- <<< x; cut -b 1-99999999999999999999 <<< x; cut -c "$(seq 1 2 200000 | paste -sd,)" <<< abc; cut -f 1,3 --output-delimiter="$(rep 900000 x)" <<< $'a\tb\tc' | wc -c; cut -d, -f "$(seq 1 2 20000 | paste -sd,)" --complement <<< "$(rep 90000 'a,')" | wc -c
### cut with a long separator [limit]
rep 900000 'a:' > f; cut -d: -f 1- --output-delimiter="$(rep 90000 x)" f | wc -c
### tr ranges
tr '[a*999999999]' x <<< a; tr abc '[x*999999999999]' <<< a; tr 'abc' '[x*99999999999999999999]' <<< a; tr "$(rep 90000 a-z)" b <<< a; tr '\000-\377' '[:upper:]' <<< a; tr "$(rep 900000 a)" "$(rep 900000 b)" <<< abc; tr -d "$(rep 90000 '[:alpha:]')" <<< abc
### paste and join with many
paste -d "$(rep 900000 x)" <(seq 1 3) <(seq 1 3); l=$(for i in {1..200}; do echo /dev/null; done); paste $l; paste -s -d "$(rep 900000 ,)" <(seq 1 10) | wc -c; join -o "$(rep 90000 1.1,)1.1" <(echo a) <(echo a) | wc -c; join -1 99999999999999999999 <(echo a) <(echo a); echo $?
### join -o of many fields [limit]
seq 1 10000 | sed 's/.*/a &/' > f; join -o "$(rep 9000 1.2,)1.2" f f | wc -c
### bc scale
bc <<< 'scale=1000000000; 1/3'
### bc, a tower of powers
bc <<< '2^2^30'
### bc, powers in loops
bc <<< 'x=3; while (1) x=x*x'
### bc, many digits
bc <<< 'scale=99999; a(1)*4'; bc -l <<< 'scale=9999; e(9999)'; bc -l <<< 'l(2^99999)'; bc <<< 'obase=999999999; 2^99999'; bc <<< 'ibase=16; FFFFFFFFF^FFFFF'; bc <<< 'scale=9999; sqrt(2)'; bc -l <<< 'j(99999999, 99999)'; bc <<< 'length(9^999999)'
### bc, roots and remainders
bc <<< 'scale=100000; sqrt(3)/7'; bc <<< 'x=9^99999; x%(x-1); x/(x-1); x^x'
### bc, recursion
bc <<< 'define f(n) { return f(n+1); } f(1)'
### bc, nesting
bc <<< "$(rep 50000 '(')1$(rep 50000 ')')"; bc <<< "$(rep 50000 '-')1"; bc <<< "$(rep 20000 'if(1)')1"; bc <<< "$(rep 50000 '{')"; bc <<< "1$(rep 90000 '+1')"; bc <<< "1$(rep 90000 '^1')"; bc <<< "x$(rep 90000 '=x')"
### bc, arrays
bc <<< 'for (i=0;;i++) a[i]=i'; bc <<< 'a[999999999999]=1'
### bc, output [limit]
bc <<< 'while (1) 1'
### bc, strings and input
bc <<< "\"$(rep 900000 x)\""; bc <<< 'while (1) x = read()' ; rep 900000 9 | bc | wc -c; yes 1 | bc | tail -1
### dc absent
dc <<< '[d1+r1x]dx'; dc -e '99999 99999^p' 2>&1 | head -c 50
### factor
factor 1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000267
### factor of two primes
factor 340282366920938463463374607431768211507115792089237316195423570985008687907853269984665640564039457584007913129639747
### factor of many
seq 1e18 | factor | tail -1; factor $(rep 900000 7); rep 900000 7 | factor
### expr
expr 9 \* 9999999999999999999999999999999999999999999; expr $(rep 900000 9) + $(rep 900000 9) | wc -c; expr $(rep 90000 9) \* $(rep 90000 9) | wc -c; expr $(rep 90000 9) / $(rep 40000 9) | wc -c; expr $(rep 90000 9) % $(rep 40000 9) | wc -c; expr substr abc 1 99999999999999999999; expr length "$(rep 900000 x)"
### expr, nesting
x=$(rep 5000 '( '); y=$(rep 5000 ' )'); expr $x 1 $y; set -f; expr 1 $(rep 9000 '* 1 '); expr 1 $(rep 9000 '| 1 '); expr 0 $(rep 9000 '+ 1 '); expr $(rep 9000 'length ')
### test with many operands
test $(rep 5000 'x -a ') x; test $(rep 10000 '! ') x; [ $(rep 5000 '( ') x $(rep 5000 ') ') ]; [ $(rep 5000 'x -o ') x ]; echo $?
### jq repetition [limit]
jq -n '"a" * 1e9 | length'
### jq repetition of repetitions
jq -n '("a" * 1e6) * 1e6 | length'; jq -n '"a" * 1e300'; jq -n '"a" * infinite'; jq -n '"a" * nan'
### base64 -w
base64 -w 99999999999999 <<< x; base64 -w 99999999999999999999 <<< x; base32 -w 1 <<< "$(rep 9000 x)" | wc -c; base64 -w 0 /dev/null
### shuf [limit]
shuf -i 1-999999999999 | tail -1
### shuf -r [limit]
shuf -r -i 1-9 | tail -1
### shuf -n
shuf -n 99999999999 -r -e a | tail -1; shuf -n 99999999999999999999 -e a; shuf -i 1-9223372036854775807 -n 3 | wc -l; shuf -i 0-18446744073709551615 -n 2 | wc -l
### sleep and timeout
sleep 0; timeout 0.01 sleep inf; timeout 999999999999999999999 true; timeout -k 1e300 0.01 sleep inf; timeout nan true; sleep nan; sleep -1; echo $?
### sleep infinite [limit]
sleep infinity
### sleep many [limit]
sleep 1e300 $(rep 5000 '1d ')
### timeout of infinite [limit]
timeout inf yes > /dev/null
### timeout with a handler [limit]
trap 'while :; do :; done' TERM; timeout 0.01 bash -c 'trap "" TERM; while :; do :; done'; while :; do :; done
### watch
watch -n 0 echo x
### nohup yes [limit]
nohup yes > /dev/null
### time of nothing
time -f "$(rep 90000 %C)" sleep 1000
### yes of long words [limit]
yes "$(rep 900000 x)" | tail -1
### cal
cal 9999999999; cal -n 999999999; cal -3 1 9999; cal 1 1; ncal -A 99999999999 2>&1 | head -c 99
### strings
strings -n 999999999999 /dev/zero; strings -n 1 /dev/urandom | tail -c 9
### mktemp
mktemp $(rep 90000 X); mktemp -u "$(rep 900000 X)"; for i in {1..99}; do mktemp XXX; done | wc -l
### ls and tree and du widths
touch a b c; ls -w 999999999 -C; ls -T 999999999 -C; ls --time-style="+$(rep 90000 %9999c)" -l; ls -w 0 -x; ls --block-size=$(rep 900 9) -l; ls --block-size=1$(rep 9000 0) -l; tree -L 999999999999; du -d 99999999999999999999; stat -c '%999999999n' a; stat -c "$(rep 90000 %9999n)" a; stat --printf='%.999999999n' a; df -h
### chmod, mkdir and others with numbers
chmod 7777777777777777777 .; mkdir -m 99999999999 x; mkdir -p "$(rep 9000 x/)"; mkdir -p $(rep 900000 x/); touch -d "$(rep 900000 x)" f; touch -t 99999999999999 f; umask 99999999999; basename "$(rep 900000 /)"; dirname "$(rep 900000 a/)" | wc -c; realpath -m "$(rep 400000 ../)x"; realpath -m "$(rep 400000 x/)" | wc -c; readlink -m "$(rep 400000 x/../)"
