### fields of one long record
head -c 30000000 /dev/zero | awk -F '' '{ print NF }'
### fields by commas
rep 900000 'a,' > f; for i in 1 2 3 4 5; do cat f f > g; mv g f; done; awk -F , '{ print NF }' f | head -1
### fields by commas in cut
rep 900000 'a,' > f; for i in 1 2 3 4; do cat f f > g; mv g f; done; cut -d, -f 2-5 f | wc -c;  cut -d, -f 5- f | wc -c; cut -d , -f 1,5-9000000 f | wc -c
### tac of short lines
head -c 30000000 /dev/zero | tr '\0' '\n' > f; tac f | wc -l
### rev, nl, shuf of short lines
head -c 30000000 /dev/zero | tr '\0' '\n' > f; rev f | wc -l; nl -ba f | wc -c
### shuf of short lines
head -c 30000000 /dev/zero | tr '\0' '\n' > f; shuf f | wc -l
### column of short lines
head -c 30000000 /dev/zero | tr '\0' 'x' | sed 's/x/x\n/g' > f; column f | wc -l
### diff of short lines
head -c 30000000 /dev/zero | tr '\0' '\n' > f; head -c 30000000 /dev/urandom > g; diff f g | wc -l
### diff of random
head -c 30000000 /dev/urandom > f; head -c 30000000 /dev/urandom > g; diff f g | wc -l
### diff -a of random
head -c 20000000 /dev/urandom > f; head -c 20000000 /dev/urandom > g; diff -a f g | wc -l
### xargs of short words
head -c 30000000 /dev/zero | tr '\0' '\n' | sed 's/$/x/' | xargs echo | wc -c
### mapfile of short lines
head -c 30000000 /dev/zero | tr '\0' '\n' > f; mapfile -t a < f; echo ${#a[@]}
### jq of short values
head -c 30000000 /dev/zero | tr '\0' '1' | sed 's/1/1 /g' > f; jq . f | wc -l; jq -s length f
### jq of an array of short values
{ printf '[1'; head -c 15000000 /dev/zero | tr '\0' 1 | sed 's/1/,1/g'; printf ']'; } > f; jq length f
### jq of strings
{ printf '["a"'; head -c 4000000 /dev/zero | tr '\0' 1 | sed 's/1/,"1x"/g'; printf ']'; } > f; jq length f
### jq of objects
{ printf '[1'; head -c 2000000 /dev/zero | tr '\0' 1 | sed 's/1/,{"a":1}/g'; printf ']'; } > f; jq length f
### awk keeping short lines
head -c 30000000 /dev/zero | tr '\0' '\n' | awk '{ a[NR] }  END { print NR }'
### sed of a script of many commands
rep 900000 'p;' > s; sed -f s <<< x | wc -l
### an awk program of a megabyte
rep 900000 'x;' > s; { echo 'BEGIN {'; cat s; echo '}'; } > p; awk -f p
### bc of a long text
rep 900000 'x;' | bc | wc -l
### grep -f of short lines
seq 1 999999 > f; grep -c -f f f
### comm, join and uniq of very many lines
seq 1 3000000 | sort > f; uniq f | wc -l; comm f f | wc -l; join f f | wc -l
### find with a long format for many files
for ((i = 0; i < 9000; i++)); do : > f$i; done; find . -printf "$(rep 900 %p)" | wc -c; find . -ls | wc -l
### bytes to text and back
head -c 30000000 /dev/zero | base64 | base64 -d | wc -c; head -c 3000000 /dev/zero | xxd | xxd -r | wc -c
### od wide
head -c 30000000 /dev/zero | od -v -w100000 | wc -c
### one long string
head -c 30000000 /dev/zero | tr '\0' a | strings | wc -c
### tabs and blanks of one line
head -c 3000000 /dev/zero | tr '\0' '\t' | expand | wc -c; head -c 3000000 /dev/zero | tr '\0' ' ' | unexpand -a | wc -c
### sqlite3, a query without end [limit]
sqlite3 :memory: "with recursive t(x) as (select 1 union all select x + 1 from t) select count(*) from t"
### sqlite3, huge values
sqlite3 :memory: "select length(zeroblob(999999999)), length(hex(zeroblob(99999999))), length(printf('%999999999d', 1))"
### sqlite3, a table without end
sqlite3 :memory: "create table t as with recursive t(x) as (select 1 union all select x + 1 from t) select x, randomblob(1000) from t"
### sqlite3, values that multiply and what it may not reach
sqlite3 :memory: "select replace(hex(zeroblob(9999999)), '0', hex(zeroblob(9999)))"; sqlite3 :memory: "select group_concat(a.x || b.x || c.x) from (values(1)) a, (select 1 x) b, (select 2 x) c"; sqlite3 x.db ".read /etc/passwd" ".open /etc/passwd" "attach '/etc/passwd' as a" ".load x" ".shell env" ".system env"
### yq, aliases of aliases
{ rep 9000 '['; rep 9000 ']'; } > f; yq . f; printf 'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: &g [*f,*f,*f,*f,*f,*f,*f,*f,*f]\nh: [*g,*g,*g,*g,*g,*g,*g,*g,*g]\n' > g; yq . g | wc -c; yq -o json . g | wc -c; yq . /dev/zero; yes 'a: b' | yq .
### patches that lie
yes '--- a' | patch; seq 1 9999 > f; diff f /dev/null | patch f; printf -- '--- f\n+++ f\n@@ -1,999999999 +1,999999999 @@\n x\n' | patch f; printf -- '--- ../../../etc/passwd\n+++ ../../../etc/passwd\n@@ -1 +1 @@\n-x\n+y\n' | patch -p0
### csplit without end
yes | csplit - 5 '{*}'; seq 1 9 | csplit - '/x*\(a*\)*b/' '{9999999999}'; csplit -n 99999999 - 2 <<< x; csplit -b %99999999d - 1 <<< x
### lists of addresses without end
wget -O - http://x/; wget -i /dev/zero; curl -K /dev/zero x
### small ones: watch, cal, tsort, install, getopt, envsubst, look
watch -n 0.1 yes | head -c 99 | wc -c; cal -n 9999999 | wc -l; tsort <<< "$(rep 90000 'a b ')"; install -d $(rep 5000 x/); getopt -o "$(rep 90000 a)" -- x | wc -c; df; envsubst <<< "$(rep 90000 '$HOME')" | wc -c; look x /dev/zero; factor -h 2>&1 | wc -c
