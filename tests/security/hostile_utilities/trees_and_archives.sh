### find over a circle of links
mkdir -p a/b; ln -s .. a/b/up; ln -s b a/c; ln -s self self; find -L a; find a; find -L . -name x; find . -samefile self; find -H self; echo $?
### find through many links
mkdir -p d; for i in {1..12}; do ln -s ../d d/l$i; ln -s . d/m$i; done; find -L . | wc -l; find . | wc -l
### ls, tree, du, rg and grep over circles of links
mkdir -p d; for i in {1..12}; do ln -s ../d d/l$i; ln -s . d/m$i; done; echo x > d/f; ls -R . | wc -l; ls -LR . 2>&1 | wc -l; tree -l . | wc -l; du -L . | wc -l; du . | wc -l; rg -L x . | wc -l; grep -r x . | wc -l; grep -R x . 2>/dev/null | wc -l; ls -lLR . 2>&1 | wc -l
### cp, tar, chmod and zip over circles of links
mkdir -p d; for i in {1..8}; do ln -s ../d d/l$i; done; cp -rL d e; cp -r d g; tar chf - d | wc -c; zip -r z.zip d | tail -1; chmod -R 755 d; rm -rf e g; find -L d -exec cp -rL {} h \; ; ls | wc -l
### a link to itself
ln -s l l; cat l; cp l m; grep x l; sed p l; wc l; readlink -f l; realpath l; stat -L l; ls -l l; rm l; ln -s b a; ln -s a b; cat a; mv a c; mkdir a/b; touch b; echo x > b; ls; echo $?
### links forty deep
ln -s f0 f1; for ((i = 1; i < 200; i++)); do ln -s f$i f$((i + 1)); done; echo x > f0; cat f30 f200; readlink -f f200; realpath f199; find -L . -name f200 | wc -l; cp -L f200 g; echo $?
### find -exec of itself
echo 'find . -exec sh f \;' > f; sh f
### find -exec find
mkdir -p {a,b,c}/{a,b,c}/{a,b,c}/{a,b,c}; find . -exec find {} -exec find {} -exec find {} \; \; \;
### find -exec that makes what it finds
find . -exec sh -c 'mkdir -p "$1/x"' _ {} \;
### find -exec touch in what it walks
find . -exec sh -c 'for i in 1 2 3 4 5 6 7 8 9; do mkdir $1/$RANDOM; done' _ {} \;
### find -delete and -quit
mkdir -p a/b/c; touch a/b/c/f; find a -delete; find / -delete 2>/dev/null; ls /tmp /dev | head -3; echo $?
### find with deep expressions
find . $(rep 5000 '( ') -true $(rep 5000 ') '); set -f; find . $(rep 9000 '! ') -true; find . -true $(rep 5000 '-o -true '); find . -maxdepth 99999999999999999999; find . -size +99999999999999999999G; find . -mtime 1e999; find . -newermt "$(rep 90000 x)"; find $(rep 9000 './ ') -maxdepth 0 | wc -l
### xargs recursion
echo 'echo f | xargs sh' > f; sh f
### xargs of everything
yes | xargs -n 1 echo | tail -1
### xargs -P many
seq 1 5000 | xargs -P 999999999 -n 1 sleep 100
### xargs -I that multiplies
seq 1 99999 | xargs -I x echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | tail -1
### xargs with huge arguments
rep 900000 x | xargs echo | wc -c; rep 900000 x | xargs -I y echo yyyyyyyyyyyyyyyyyyyy | wc -c; rep 900000 'x ' | xargs echo | wc -c; xargs -n 99999999999999999999 <<< x; xargs -s 99999999999999999999 <<< x; xargs -L 99999999999999999999 <<< x; xargs -s 1 <<< x; xargs -I "$(rep 90000 z)" echo <<< x
### xargs -I into one long word
rep 90000 x > f; xargs -I y echo "$(rep 90000 y)" < f | wc -c
### a folder of many entries
for ((i = 0; i < 9000; i++)); do : > f$i; done; ls | wc -l; ls -l | wc -l; ls -C | wc -l; ls -lS | tail -1 | wc -l; find . -name '*1*' | wc -l; du -a . | wc -l; tree . | tail -1; grep -rl x . ; rg --files | wc -l; ls -v | wc -l; ls -m | wc -c; ls -R | wc -l; echo * | wc -w; rm -rf ./*; ls | wc -l
### a folder of many entries, printed in columns
for ((i = 0; i < 9000; i++)); do : > f$i; done; ls -C -w 9999999 | wc -l; ls -x -w 20 | wc -l; ls -l --sort=version --full-time | wc -l
### deep folders
mkdir -p $(rep 1000 d/); find . | tail -1 | wc -c; ls -R | wc -l; tree | wc -l; du | wc -l; rg x; grep -r x .; cp -r d e; tar cf t d; tar tf t | wc -l; zip -qr z.zip d; rm -rf d e; ls
### deep folders by little [limit]
for ((i = 0; ; i++)); do mkdir d; cd d; done
### cp -r into itself
mkdir -p a/b; touch a/f; cp -r a a/c; cp -r . a; cp -r a/. a/b; cp -R / /tmp/x 2>/dev/null; find . | wc -l
### cp and mv to themselves
echo x > f; cp f f; mv f f; cp f ./f; ln f g; cp f g; mv f g; cat f > f; cp f f/; mkdir d; mv d d; mv d d/d; mv . x; mv d/.. y; cp -r d d/d; cp --parents -r d d; install f f; ls; echo $?
### rm -rf in variants
mkdir a; rm -rf /; rm -rf --no-preserve-root /; rm -rf //; rm -rf /. /..; rm -rf . ..; rm -rf ../../..; cd /; rm -rf *; rm -rf ~ "$HOME"; rm -rf /* ; find / -delete; : > /dev/null; echo still here > /dev/stdout; ls /; echo $?
### mv over what is needed
mv /bin /x; mv /dev /y; mv /tmp /z; mv / /w; mv /proc /v; echo on; ls; mkdir /tmp; chmod 000 /; chmod -R 000 /; ls /; touch /tmp/x; ln -sf /dev/null /bin/ls; ls; cp /dev/null /bin/sh; sh -c 'echo x'; echo $?
### ln in circles
ln -s . a; ln -s a b; ln b c; ln -sf c a; ln -s ../../../../.. up; ls up/up/up/up/ > /dev/null; ln -s "$(rep 90000 x)" long; ln -s "$(rep 4000 a/)" deep; cat deep; cd a/b/c/a/b/c 2>/dev/null; pwd; for ((i = 0; i < 500; i++)); do ln -s . l$i; done; ls l1/l2/l3/l4/l5/l6/l7/l8/l9/l10 | wc -l; echo */*/* | wc -w
### globs through links
for i in {1..30}; do ln -s . l$i; done; echo */*/*/*/* | wc -c
### tar of its own output
echo x > a; tar cf t.tar .; tar rf t.tar t.tar; tar cf - . > t2.tar; ls | wc -l; tar cf - t2.tar | tar cf - -T - | head -c 9 | wc -c; zip -r z.zip . > /dev/null; zip z.zip z.zip; ls | wc -l
### a file that is read and written
echo x > f; cat f >> f; cat < f >> f; sort f -o f; cat f | tee f | tee -a f | wc -c; tail -f f >> f & sleep 0.1; cat f >> g; cat g >> f; sed -i 'r f' f; wc -c f | wc -l
### sort of its own output
seq 1 10000 > f; sort f > f; wc -l f; seq 1 1000 > f; sort -o f f f f; wc -l f; uniq f f; sort -m f f f -o f; wc -l f; shuf -o f f; tac f > f
### tee into its own input [limit]
mkfifo p; echo x > p & cat p | tee p
### tee in a circle of two pipes [limit]
mkfifo p q; (cat p | tee q > /dev/null) & (cat q | tee p > /dev/null) & echo x > p; wait
### cat of a growing file [limit]
echo xxxxxxxxxxxxxxxxxxxxxxxx > f; while :; do cat f f > g; cat g g > f; done
### diff of huge different files
seq 1 60000 > a; seq 60000 -1 1 > b; diff a b | wc -l
### diff of repetitive files
for i in {1..20000}; do echo $((i % 7)); done > a; for i in {1..20000}; do echo $((i % 5)); done > b; diff a b | wc -l; diff -y a b | wc -l; diff -u a b | wc -l; diff -d a b | wc -l
### diff of long lines
rep 900000 a > a; rep 900000 b > b; diff a b | wc -c; diff -w a b | wc -c; diff -i a b | wc -c; diff -y a b | wc -c; diff -W 999999999 -y a b | wc -c; diff -U 99999999999 a b | wc -c; diff -B a b | wc -c; diff -I "$(rep 5000 'a*')b" a b | wc -c
### diff of random bits
head -c 30000 /dev/urandom | od -v -An -tx1 -w1 > a; head -c 30000 /dev/urandom | od -v -An -tx1 -w1 > b; diff a b | wc -l
### diff of folders
for i in {1..2000}; do echo $i > f$i; done; mkdir x y; cp f* x; cp f* y; diff -r x y; diff -rq x . | wc -l; diff -r / /dev | wc -l
### cmp of many differences [limit]
cmp -l /dev/zero /dev/urandom | tail -1
### join of equal keys [limit]
yes | head -n 20000 > a; join a a | tail -1
### join of equal keys with a field [limit]
yes 'a b' | head -n 20000 > a; join a a | wc -l
### join of equal keys in long lines
yes "$(rep 9000 x) y" | head -n 2000 > a; join a a | wc -c; join -v 1 a a; join -a 1 -a 2 -e "$(rep 90000 e)" -o 1.9,2.9 a a | wc -c
### comm crossings
seq 1 100000 | sort > a; seq 50000 150000 | sort > b; comm a b | wc -l; comm -12 a b | wc -l; comm --output-delimiter="$(rep 900000 x)" <(echo a) <(echo a) | wc -c; comm b a > /dev/null; comm <(seq 1 9) <(seq 9 -1 1) 2>&1 | tail -1
### comm with a long separator [limit]
seq 1 100000 > a; comm --nocheck-order --output-delimiter="$(rep 90000 x)" a a | wc -c
### paste with long separators [limit]
seq 1 9999 > f; paste -d "$(rep 90000 x)" f f f | wc -c; l=$(rep 900 'f '); paste $l | wc -c; yes "$(rep 90000 x)" | paste - - - - | tail -c 1
### sort of a million lines
seq 1000000 -1 1 > f; sort -n f | tail -1
### sort of half a million short lines
yes | head -n 900000 | sort | uniq -c; seq 1 400000 | sort -R | wc -l; seq 1 400000 | sort -V | tail -1; seq 1 400000 | sort -h | tail -1; seq 1 400000 | sort -f -d -i | tail -1
### sort of equal long lines
yes "$(rep 20000 x)" | head -n 1000 > f; sort f | wc -l; sort -u f | wc -l; sort -R f | wc -l; sort -f f | wc -l; sort -g f | wc -l; sort -V f | wc -l; sort -k 1.5,1.9 f | wc -l
### sort -V of digits and dots
for i in {1..200}; do rep 9000 "$((i % 10))."; echo; done > f; sort -V f | wc -l; ls -v; sort -h f | wc -l; sort -n f | wc -l; sort -g f | wc -l; rep 900000 9 > g; sort -n g g | wc -c; sort -g g g | wc -c; sort -h g g | wc -c
### uniq and others of long lines
yes "$(rep 900000 x)" | head -n 9 > f; uniq -c f | wc -c; uniq -f 99999999999999999999 f | wc -l; uniq -s 99999999999999999999 f | wc -l; uniq -w 99999999999999999999 f | wc -l; rev f | wc -c; wc -L f; tac f | wc -c; nl f | wc -c; cut -c 5- f | wc -c; cut -c 1-899999 --complement f | wc -c; expand f | wc -c; tr x y < f | wc -c; strings f | wc -c; fold f | wc -c; head -n 1 f | wc -c; paste f f | wc -c; shuf f | wc -c; split -l 1 f; ls | wc -l
### tar with a huge size in its header
{ printf 'x%.0s'; printf '%0100d' 0 | tr 0 '\0'; } > h; printf 'big' > t; printf '%097d' 0 | tr 0 '\0' >> t; printf '0000644\0000000000\0000000000\00077777777777\00000000000000\0' >> t; printf '        0' >> t; printf '%0355d' 0 | tr 0 '\0' >> t; tar tf t; tar xf t; tar xOf t | wc -c; tar tvf t; echo $?
### tar, sparse and base-256 sizes
echo x > f; tar cf t f; printf '\200\377\377\377\377\377\377\377\377\377\377\377' | dd of=t bs=1 seek=124 conv=notrunc 2>/dev/null; tar tvf t; tar xf t; printf '\377\377\377\377\377\377\377\377\377\377\377\377' | dd of=t bs=1 seek=124 conv=notrunc 2>/dev/null; tar tvf t; tar xf t; printf S | dd of=t bs=1 seek=156 conv=notrunc 2>/dev/null; tar tvf t; tar xf t; for k in L K x g D V M N 1 2 3 4 5 6 7; do printf $k | dd of=t bs=1 seek=156 conv=notrunc 2>/dev/null; tar tvf t; tar xf t; done; ls -l
### tar, bombs inside compressors
head -c 30000000 /dev/zero > z; tar czf z.tgz z z z; tar cJf z.txz z; tar cjf z.tbz z; rm z; ls -l z.*; tar xzOf z.tgz | wc -c; tar xJOf z.txz | wc -c; tar xjOf z.tbz | wc -c; tar tzf z.tgz
### tar, names that lead out
mkdir a; echo x > a/f; tar cPf t ../../../../tmp/f2 /etc/passwd a/f 2>/dev/null; tar tf t; mkdir b; cd b; tar xf ../t; tar xPf ../t; tar xf ../t --strip-components=99; tar xf ../t -C ../../../../..; tar cf ../u --transform 's,^,../../../,' ../a; tar xf ../u; find / -newer ../t -name 'f*' 2>/dev/null | head; ls; echo $?
### tar, a link and then what lies beneath it
mkdir -p out s; ln -s "$PWD/out" s/l; tar cf t -C s l; rm s/l; mkdir s/l; echo x > s/l/f; tar rf t -C s l/f; mkdir in; cd in; tar xf ../t; ls -l . ../out; ln -s ../out m; tar xf ../t; ls ../out
### tar, device nodes and modes
mkfifo p; tar cf t p /dev/null /dev/zero 2>/dev/null; mkdir x; cd x; tar xf ../t; ls -l; echo x > f; chmod 7777 f; tar cpf t f; tar xpf t; ls -l f; echo $?
### tar of many members
for ((i = 0; i < 9000; i++)); do echo f; done > l; : > f; tar cf t -T l; tar tf t | wc -l; tar xf t; for i in 1 2 3 4 5; do cat t t > u; mv u t; done; tar tf t | wc -l; tar xif t
### tar, garbage
head -c 9000000 /dev/urandom > t; tar tf t; tar xf t; tar xzf t; tar xjf t; tar xJf t; head -c 9000000 /dev/zero > t; tar tf t; tar xif t; tar rf t t; tar tf /dev/zero; tar tif /dev/zero
### tar of endless members
echo x > f; tar cf t f; head -c 1024 t > u; while :; do cat u; done | tar xif -
### gzip bombs
head -c 30000000 /dev/zero | gzip > a.gz; cat a.gz a.gz a.gz a.gz a.gz a.gz a.gz a.gz > b.gz; ls -l; gunzip b.gz; zcat b.gz | wc -c; gzip -l b.gz; gzip -t b.gz; cat b.gz b.gz b.gz b.gz > c.gz; zcat c.gz | tail -c 1
### gzip in gzip
head -c 30000000 /dev/zero > z; for i in 1 2 3 4 5; do gzip -f z; mv z.gz z; done; for i in 1 2 3 4 5; do mv z z.gz; gunzip z.gz; done; ls -l z
### xz and bzip2 bombs
head -c 30000000 /dev/zero | xz > a.xz; cat a.xz a.xz a.xz a.xz > b.xz; xzcat b.xz | wc -c; unxz b.xz; head -c 30000000 /dev/zero | bzip2 > a.bz2; cat a.bz2 a.bz2 a.bz2 a.bz2 > b.bz2; bzcat b.bz2 | wc -c; bunzip2 b.bz2; ls -l
### compressors of endless members
echo x | gzip > a.gz; for i in {1..12}; do cat a.gz a.gz > b.gz; mv b.gz a.gz; done; zcat a.gz | wc -l; while :; do cat a.gz; done | zcat | tail -1
### decompressors of endless empty members [limit]
: | gzip > a.gz; for i in {1..9}; do cat a.gz a.gz > b; mv b a.gz; done; while :; do cat a.gz; done | zcat | wc -c
### xz and bzip2 of endless empty members
: | xz > a.xz; while :; do cat a.xz; done | xzcat | wc -c; : | bzip2 > a.bz2; while :; do cat a.bz2; done | bzcat | wc -c
### xz, a huge dictionary
echo x | xz -9e > a.xz; xz -dc a.xz; xz --lzma2=dict=4GiB -c <<< x | wc -c; xz -9 < /dev/zero | head -c 1 | wc -c; xz -T 99999 < /dev/zero | head -c 1 | wc -c; printf '\3757zXZ\0\0\4\346\326\264F\2\0!\1(\0\0\0' | xz -dc; printf '\135\377\377\377\377\377\377\377\377\377\377\377\377' | xz -dc --format=lzma
### garbage into decompressors
head -c 9000000 /dev/urandom > g; for t in gunzip bunzip2 unxz zcat bzcat xzcat; do $t < g | wc -c; done; { printf '\37\213\10\10'; rep 900000 x; } | gunzip | wc -c; { printf '\37\213\10\4\377\377'; rep 900000 x; } | gunzip | wc -c; { printf '\37\213\10\10\0\0\0\0\0\3'; tr '\0' x < /dev/zero; } | gunzip | wc -c
### zip bombs
head -c 30000000 /dev/zero > z; zip -q a.zip z; cp z y; zip -q b.zip z y; unzip -p b.zip | wc -c; unzip -o b.zip; unzip -t b.zip; for i in 1 2 3; do zip -q c$i.zip *.zip; done; unzip -l c3.zip; ls -l
### zip with overlapping members
head -c 20000000 /dev/zero > z; zip -q a.zip z; python3 -c 1 2>/dev/null; for i in {1..200}; do echo z; done | zip -q -@ b.zip; unzip -l b.zip | tail -1; unzip -p b.zip | wc -c; cat a.zip a.zip > c.zip; unzip -l c.zip; unzip -o c.zip
### zip with wrong sizes
head -c 9000000 /dev/zero > z; zip -q a.zip z; s=$(wc -c < a.zip); for o in 18 22 26 28; do cp a.zip b.zip; printf '\377\377\377\177' | dd of=b.zip bs=1 seek=$o conv=notrunc 2>/dev/null; unzip -o b.zip; unzip -p b.zip | wc -c; done; for o in 4 8 10 12 16 20; do cp a.zip b.zip; printf '\377\377\377\377' | dd of=b.zip bs=1 seek=$((s - 22 + o)) conv=notrunc 2>/dev/null; unzip -l b.zip; unzip -o b.zip; done; for o in 20 24 28 42; do cp a.zip b.zip; printf '\377\377\377\377' | dd of=b.zip bs=1 seek=$((s - 22 - 60 + o)) conv=notrunc 2>/dev/null; unzip -l b.zip; unzip -o b.zip; done
### zip, names that lead out
mkdir -p x/y; echo x > f; cd x/y; zip -q a.zip ../../f /etc/passwd 2>/dev/null; unzip -l a.zip; sed 's,etc/passwd,../../pass,' a.zip > b.zip; unzip -o b.zip; sed 's,etc/passwd,/tmp//pass1,' a.zip > c.zip; unzip -o c.zip; ls ../..; find / -name 'pass*' -newer f 2>/dev/null
### zip, a link and then what lies beneath it
mkdir out s; ln -s ../out s/l; cd s; zip -qy a.zip l; rm l; mkdir l; echo x > l/f; zip -q a.zip l/f; mkdir ../in; cd ../in; unzip -o ../s/a.zip; ls -l . ../out
### zip of many members
for ((i = 0; i < 5000; i++)); do : > f$i; done; zip -q a.zip f*; unzip -l a.zip | tail -1; rm f*; unzip -q a.zip; ls | wc -l; zip -q b.zip $(rep 9000 'f1 '); yes f1 | zip -@ c.zip
### zip, garbage
head -c 9000000 /dev/urandom > g.zip; unzip -l g.zip; unzip g.zip; zip g.zip g.zip; head -c 9000000 /dev/zero > h.zip; unzip h.zip; printf 'PK\5\6%018d' 0 > i.zip; unzip i.zip; rep 300000 'PK\005\006' > j; printf "$(cat j)" > j.zip; unzip -l j.zip; { rep 200000 PK; } > k.zip; unzip k.zip; unzip /dev/zero; unzip /dev/urandom
### nohup, env and timeout in one another
x=$(rep 3000 'nohup '); $x true; x=$(rep 3000 'env '); $x true; x=$(rep 3000 'timeout 9 '); $x true; x=$(rep 3000 'xargs '); $x true <<< x; x=$(rep 3000 'command '); $x true; x=$(rep 3000 'time '); $x true 2>/dev/null; echo $?
### env of many variables
env $(for i in {1..9000}; do echo v$i=x; done) env | wc -l; env "x=$(rep 900000 y)" env | wc -c; env -S "$(rep 90000 'x=y ')" env | wc -c; env - env; env -u "$(rep 900000 x)" true; echo $?
### sh of itself through pipes
echo 'cat f | sh' > f; sh f
### one command of many words
echo $(rep 200000 'x ') | wc -w; set -- $(rep 200000 'x '); echo $# ; printf '%s' $(rep 200000 'x ') | wc -c; true $(rep 200000 'x ')
### one word of many parts
y=x; rep 200000 '$y' > f; printf 'echo "' > g; cat f >> g; printf '" | wc -c\n' >> g; . ./g
### one command of many redirections and assignments
{ rep 30000 'x=y '; echo true; } > g; . ./g; { printf 'true '; rep 30000 '< /dev/null '; } > g; . ./g; { printf 'x=('; rep 200000 'y '; echo ')'; } > g; . ./g; echo ${#x[@]}
### names of files that speak to terminals
f=$'\e]0;owned\a\e[2J\x9b31m'; touch "$f" $'a\nb' $'c\rd' $'\xff\xfe'; touch -- -rf; ls -q; ls -b; ls --quoting-style=shell-escape; rm -i "$f" <<< n; rm nosuch"$f"; cat nosuch"$f"; grep x nosuch"$f"; find . -ok rm {} \; <<< n; mv -i "$f" $'c\rd' <<< n; stat nosuch"$f"; sed p nosuch"$f"; sort nosuch"$f"; head nosuch"$f"; wc nosuch"$f"; tar cf t nosuch"$f"; unzip nosuch"$f"; cp nosuch"$f" x; ln nosuch"$f" y; date -d "$f"; expr "$f" + 1; seq "$f"; printf %d "$f"; numfmt "$f"; factor "$f"; "$f"; jq . nosuch"$f"; awk 1 nosuch"$f"; split nosuch"$f"; timeout "$f" x; sleep "$f"; chmod "$f" x; kill "$f"; rm -rf ./*; true
