# More command lines, of all utilities.
mkdir -p d/s/t e; printf 'foo\nbar foo\n' > a; printf 'x\ty z\n' > b; echo foo > d/x.c; echo foo > d/s/y.h; ln -s ../d d/s/up; ln -s nx dl; printf '\33[31mred\n' > c; touch 'q"q' 'n
l' 'b\c'; chmod 644 a

### env -S "echo \"a b\" c\\_d"
env -S "echo \"a b\" c\\_d"
#| a b c d

### env -S "A=1 printenv A"
env -S "A=1 printenv A"
#| 1

### env "-iS A=b printenv A"
env "-iS A=b printenv A"
#| b

### env -S "echo a\\tb # c"
env -S "echo a\\tb # c"
#| a	b

### env -S "printf %s\\n \${HOME}"
env -S "printf %s\\n \${HOME}"
#| /nowhere

### env -S "echo \$HOME"
env -S "echo \$HOME"
#! env: only ${VARNAME} expansion is supported, error at: $HOME
#? 125

### env -S "echo '"
env -S "echo '"
#! env: no terminating quote in -S string
#? 125

### env -S "echo \\z"
env -S "echo \\z"
#! env: invalid sequence '\z' in -S
#? 125

### env -S "echo a\\cb c"
env -S "echo a\\cb c"
#| a

### env -C d ls
env -C d ls
#| s
#| x.c

### env -C nx ls
env -C nx ls
#! env: cannot change directory to 'nx': No such file or directory
#? 125

### env -C a ls
env -C a ls
#! env: cannot change directory to 'a': Not a directory
#? 125

### env -u HOME printenv HOME
env -u HOME printenv HOME
#? 1

### env --unset=HOME -i A=1 B=2 C=3 env
env --unset=HOME -i A=1 B=2 C=3 env
#| A=1
#| B=2
#| C=3

### env A=1 -- printenv A
env A=1 -- printenv A
#! env: ‘--’: No such file or directory
#? 127

### env -i FOO=bar sh -c "echo $FOO"
env -i FOO=bar sh -c "echo $FOO"
#|

### env - X=1 printenv
env - X=1 printenv
#| X=1

### env --split-string="echo hi there"
env --split-string="echo hi there"
#| hi there

### env 1=2 printenv 1
env 1=2 printenv 1
#| 2

### env -u A=b printenv
env -u A=b printenv
#! env: cannot unset ‘A=b’: Invalid argument
#? 125

### env -iu X Y=1 env
env -iu X Y=1 env
#| Y=1

### timeout 0.05 sleep 5
timeout 0.05 sleep 5
#? 124

### timeout -v 0.05 sleep 5
timeout -v 0.05 sleep 5
#! timeout: sending signal TERM to command ‘sleep’
#? 124

### timeout --preserve-status 0.05 sleep 5
timeout --preserve-status 0.05 sleep 5
#? 143

### timeout -s KILL 0.05 sleep 5
timeout -s KILL 0.05 sleep 5
#? 137

### timeout -s 9 0.05 sleep 5
timeout -s 9 0.05 sleep 5
#? 137

### timeout -s HUP --preserve-status 0.05 sleep 5
timeout -s HUP --preserve-status 0.05 sleep 5
#? 129

### timeout -k 1 0.05 sleep 5
timeout -k 1 0.05 sleep 5
#? 124

### timeout 0 echo x
timeout 0 echo x
#| x

### timeout 5 sh -c "exit 3"
timeout 5 sh -c "exit 3"
#? 3

### timeout -s 99 1 echo
timeout -s 99 1 echo
#! timeout: ‘99’: invalid signal
#! Try 'timeout --help' for more information.
#? 125

### timeout 0.05 tail -f a
timeout 0.05 tail -f a
#| foo
#| bar foo
#? 124

### timeout 0.05 cat
timeout 0.05 cat

### timeout 1 ./a
timeout 1 ./a
#! timeout: failed to run command ‘./a’: Permission denied
#? 126

### timeout 1d true
timeout 1d true

### timeout -sINT 0.05 sleep 3
timeout -sINT 0.05 sleep 3
#? 124

### whoami
whoami
#| root

### tee /dev/full < a
tee /dev/full < a
#| foo
#| bar foo
#! tee: /dev/full: No space left on device
#? 1

### tee nx/x d < a
tee nx/x d < a
#| foo
#| bar foo
#! tee: nx/x: No such file or directory
#! tee: d: Is a directory
#? 1

### tee -a a < b; cat a
tee -a a < b; cat a
#| x	y z
#| foo
#| bar foo
#| x	y z

### tee -p out < a
tee -p out < a
#| foo
#| bar foo

### tee --output-error=warn out < a
tee --output-error=warn out < a
#| foo
#| bar foo

### tee -i out < a; cat out
tee -i out < a; cat out
#| foo
#| bar foo
#| foo
#| bar foo

### rm -I a b c dl < /dev/null; ls a
rm -I a b c dl < /dev/null; ls a
#| a
#!= 'rm: remove 4 arguments? '

### yes n | rm -ri d; ls d
yes n | rm -ri d; ls d
#| s
#| x.c
#!= "rm: descend into directory 'd'? "

### rm --interactive a </dev/null; ls a
rm --interactive a </dev/null; ls a
#| a
#!= "rm: remove regular file 'a'? "

### rm --interactive=once a b
rm --interactive=once a b

### rm --one-file-system a
rm --one-file-system a

### rm -d d
rm -d d
#! rm: cannot remove 'd': Directory not empty
#? 1

### rm -d e
rm -d e

### rm -dv e
rm -dv e
#| removed directory 'e'

### rm -r --preserve-root d
rm -r --preserve-root d

### rm -fr nx d
rm -fr nx d

### rm "q\"q"
rm "q\"q"

### rm -rf d e nx
rm -rf d e nx

### rm -v a dl
rm -v a dl
#| removed 'a'
#| removed 'dl'

### rm d/
rm d/
#! rm: cannot remove 'd/': Is a directory
#? 1

### rm a/
rm a/
#! rm: cannot remove 'a/': Not a directory
#? 1

### rm -f a/
rm -f a/

### stat -f -c "%l %T" . | wc -w
stat -f -c "%l %T" . | wc -w
#| 2

### stat -t a | wc -w
stat -t a | wc -w
#| 16

### stat -L dl
stat -L dl
#! stat: cannot statx 'dl': No such file or directory
#? 1

### stat -f nx
stat -f nx
#! stat: cannot read file system information for 'nx': No such file or directory
#? 1

### stat --printf "%s\n" a b
stat --printf "%s\n" a b
#| 12
#| 6

### stat -c "%F" /dev/null
stat -c "%F" /dev/null
#| character special file

### stat /dev/null | wc -l
stat /dev/null | wc -l
#| 8

### stat -c "%s%%" a
stat -c "%s%%" a
#| 12%

### stat -Lc %F d/s/up
stat -Lc %F d/s/up
#! stat: cannot statx 'd/s/up': No such file or directory
#? 1

### stat d | head -2 | wc -l
stat d | head -2 | wc -l
#| 2

### stat -f . | wc -l
stat -f . | wc -l
#| 5

### stat -ft . | wc -w
stat -ft . | wc -w
#| 11

### stat -c "%r %R %Hr %Lr %t %T" /dev/null
stat -c "%r %R %Hr %Lr %t %T" /dev/null
#| 259 103 1 3 1 3

### stat -c %m a | wc -l
stat -c %m a | wc -l
#| 1

### stat dl | head -1
stat dl | head -1
#|   File: dl -> nx

### stat --printf "a\x" a
stat --printf "a\x" a
#|= 'ax'
#! stat: warning: unrecognized escape '\x'

### stat -c "%5n|%-5n|" a
stat -c "%5n|%-5n|" a
#|     a|a    |

### id -Z
id -Z
#! id: --context (-Z) works only on an SELinux-enabled kernel
#? 1

### id -G -n
id -G -n
#| root

### id -rgn
id -rgn
#| root

### mktemp XXX | wc -c
mktemp XXX | wc -c
#| 4

### mktemp -d tXXXX | cut -c1
mktemp -d tXXXX | cut -c1
#| t

### mktemp -u aXXX.b | cut -c1
mktemp -u aXXX.b | cut -c1
#| a

### TMPDIR=e mktemp -t abXXX | cut -c1-4
TMPDIR=e mktemp -t abXXX | cut -c1-4
#| e/ab

### mktemp --tmpdir=d abXXX | cut -c1-4
mktemp --tmpdir=d abXXX | cut -c1-4
#| d/ab

### mktemp -p e | cut -c1-6
mktemp -p e | cut -c1-6
#| e/tmp.

### mktemp --suffix=.c fXXX | tail -c 3
mktemp --suffix=.c fXXX | tail -c 3
#| .c

### mktemp --tmpdir /aXXX
mktemp --tmpdir /aXXX
#! mktemp: invalid template, ‘/aXXX’; with --tmpdir, it may not be absolute
#? 1

### mktemp -d nx/XXXX
mktemp -d nx/XXXX
#! mktemp: failed to create directory via template ‘nx/XXXX’: No such file or directory
#? 1

### mktemp -q nx/XXXX
mktemp -q nx/XXXX
#? 1

### mkfifo -m 644 f2; ls f2
mkfifo -m 644 f2; ls f2
#| f2

### mkfifo -m +s f3
mkfifo -m +s f3
#! mkfifo: mode must specify only file permission bits
#? 1

### seq 0 -1
seq 0 -1

### seq 1e400 1
seq 1e400 1

### seq inf 1
seq inf 1

### seq -w 1 inf 0
seq -w 1 inf 0

### seq 1 1e1
seq 1 1e1
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10

### seq -f "%.3e" 1
seq -f "%.3e" 1
#| 1.000e+00

### seq -f "%10.2f|" 1
seq -f "%10.2f|" 1
#|       1.00|

### seq -f %% 1
seq -f %% 1
#! seq: format ‘%%’ has no % directive
#? 1

### seq -f a% 1
seq -f a% 1
#! seq: format ‘a%’ ends in %
#? 1

### seq 9999999999999999999998 10000000000000000000000
seq 9999999999999999999998 10000000000000000000000
#| 9999999999999999999998
#| 9999999999999999999999
#| 10000000000000000000000

### seq 1 0.5 2.6
seq 1 0.5 2.6
#| 1.0
#| 1.5
#| 2.0
#| 2.5

### seq -s "," 0 .5 1
seq -s "," 0 .5 1
#| 0.0,0.5,1.0

### seq 3 -1 0.5
seq 3 -1 0.5
#| 3
#| 2
#| 1

### sort -R a | wc -l
sort -R a | wc -l
#| 2

### sort --sort=version a
sort --sort=version a
#| bar foo
#| foo

### sort -t "" a
sort -t "" a
#! sort: empty tab
#? 2

### sort -c a b
sort -c a b
#! sort: extra operand 'b' not allowed with -c
#? 2

### sort --check=foo a
sort --check=foo a
#! sort: invalid argument ‘foo’ for ‘--check’
#! Valid arguments are:
#!   - ‘quiet’, ‘silent’
#!   - ‘diagnose-first’
#! Try 'sort --help' for more information.
#? 1

### sort -h -n a
sort -h -n a
#! sort: options '-hn' are incompatible
#? 2

### sort -o d a
sort -o d a
#! sort: open failed: d: Is a directory
#? 2

### sort -k1.2b,1.3 a
sort -k1.2b,1.3 a
#| bar foo
#| foo

### sort -gf a
sort -gf a
#| bar foo
#| foo

### sort --files0-from=b x
sort --files0-from=b x
#! sort: extra operand 'x'
#! file operands cannot be combined with --files0-from
#! Try 'sort --help' for more information.
#? 2

### uniq --group=foo a
uniq --group=foo a
#! uniq: invalid argument ‘foo’ for ‘--group’
#! Valid arguments are:
#!   - ‘prepend’
#!   - ‘append’
#!   - ‘separate’
#!   - ‘both’
#! Try 'uniq --help' for more information.
#? 1

### uniq -D --all-repeated=prepend a
uniq -D --all-repeated=prepend a

### uniq a d/nx/o
uniq a d/nx/o
#! uniq: d/nx/o: No such file or directory
#? 1

### uniq -c a b; cat b
uniq -c a b; cat b
#|       1 foo
#|       1 bar foo

### uniq d
uniq d
#! uniq: error reading 'd'
#? 1

### wc -L b
wc -L b
#| 11 b

### wc --files0-from=- < /dev/null
wc --files0-from=- < /dev/null

### wc -l nx a
wc -l nx a
#|  2 a
#|  2 total
#! wc: nx: No such file or directory
#? 1

### date -d "@1" -I foo
date -d "@1" -I foo
#! date: the argument ‘foo’ lacks a leading '+';
#! when using an option to specify date(s), any non-option
#! argument must be a format string beginning with '+'
#! Try 'date --help' for more information.
#? 1

### date -d @1 +%s --debug 2>/dev/null
date -d @1 +%s --debug 2>/dev/null
#| 1

### date -ud @86399 +"%r %T %D %c"
date -ud @86399 +"%r %T %D %c"
#| 11:59:59 PM 23:59:59 01/01/70 Thu Jan  1 23:59:59 1970

### TZ=America/New_York date -d @0
TZ=America/New_York date -d @0
#| Wed Dec 31 19:00:00 EST 1969

### TZ=Europe/Berlin date -d @1720000000
TZ=Europe/Berlin date -d @1720000000
#| Wed Jul  3 11:46:40 CEST 2024

### TZ=EST5EDT date -d "2024-07-04 12:00"
TZ=EST5EDT date -d "2024-07-04 12:00"
#| Thu Jul  4 12:00:00 EDT 2024

### TZ=XYZ-3:30 date -d @0 +%z%Z
TZ=XYZ-3:30 date -d @0 +%z%Z
#| +0330XYZ

### TZ="<-03>3" date -d @0
TZ="<-03>3" date -d @0
#| Wed Dec 31 21:00:00 -03 1969

### TZ=UTC0 date -d "Jan 1 2024 + 1 day"
TZ=UTC0 date -d "Jan 1 2024 + 1 day"
#| Tue Jan  2 00:00:00 UTC 2024

### cmp -n 2 a b
cmp -n 2 a b
#| a b differ: byte 1, line 1
#? 1

### cmp a /dev/null
cmp a /dev/null
#! cmp: EOF on /dev/null which is empty
#? 1

### cmp - a < a
cmp - a < a

### cmp -v | head -1 | cut -c1-3
cmp -v | head -1 | cut -c1-3
#| cmp

### cp --sparse=always a n; cat n
cp --sparse=always a n; cat n
#| foo
#| bar foo

### cp --reflink=auto a n; cat n
cp --reflink=auto a n; cat n
#| foo
#| bar foo

### cp -bS .o a b; ls
cp -bS .o a b; ls
#| a
#| b
#| b.o
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### cp --preserve=all a n
cp --preserve=all a n

### cp -Z a n
cp -Z a n

### cp --parents d/s/y.h e; find e
cp --parents d/s/y.h e; find e
#| e
#| e/d
#| e/d/s
#| e/d/s/y.h

### cp -n a b; cat b
cp -n a b; cat b
#| x	y z

### cp a b c; ls
cp a b c; ls
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q
#! cp: target 'c': Not a directory

### cp -r d/. e; ls e
cp -r d/. e; ls e
#| s
#| x.c

### cp dl e
cp dl e
#! cp: cannot stat 'dl': No such file or directory
#? 1

### cp -P dl e; ls e
cp -P dl e; ls e
#| dl

### mv -n a b; cat a
mv -n a b; cat a
#| foo
#| bar foo

### mv a b c
mv a b c
#! mv: target 'c': Not a directory
#? 1

### mv -f a d; ls d
mv -f a d; ls d
#| a
#| s
#| x.c

### mv d/s .; ls s
mv d/s .; ls s
#| t
#| up
#| y.h

### mv --strip-trailing-slashes d/ dd; ls dd
mv --strip-trailing-slashes d/ dd; ls dd
#| s
#| x.c

### mv -S .x a b; ls
mv -S .x a b; ls
#| b
#| b.x
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### mv --backup=foo a b
mv --backup=foo a b
#! mv: invalid argument ‘foo’ for ‘backup type’
#! Valid arguments are:
#!   - ‘none’, ‘off’
#!   - ‘simple’, ‘never’
#!   - ‘existing’, ‘nil’
#!   - ‘numbered’, ‘t’
#! Try 'mv --help' for more information.
#? 1

### mv nx/ b
mv nx/ b
#! mv: cannot stat 'nx/': No such file or directory
#? 1

### timeout 0.05 tail -f a b
timeout 0.05 tail -f a b
#| ==> a <==
#| foo
#| bar foo
#|
#| ==> b <==
#| x	y z
#? 124

### tail -qn1 a b
tail -qn1 a b
#| bar foo
#| x	y z

### paste -d "" a b
paste -d "" a b
#| foox	y z
#| bar foo

### paste -s
paste -s
#|

### paste d
paste d
#! paste: d: Is a directory
#? 1

### comm a nx
comm a nx
#! comm: nx: No such file or directory
#? 1

### nl -b x a
nl -b x a
#! nl: invalid body numbering style: ‘x’
#! Try 'nl --help' for more information.
#? 1

### nl -n foo a
nl -n foo a
#! nl: invalid line numbering format: ‘foo’
#! Try 'nl --help' for more information.
#? 1

### dd if=a of=d
dd if=a of=d
#! dd: failed to open 'd': Is a directory
#? 1

### dd if=a ibs=3 obs=2 status=none conv=block
dd if=a ibs=3 obs=2 status=none conv=block
#| foo
#| bar foo

### dd bs=x if=a
dd bs=x if=a
#! dd: invalid number: ‘x’
#? 1

### dd count=99999999999999999999 if=a
dd count=99999999999999999999 if=a
#! dd: invalid number: ‘99999999999999999999’: Value too large for defined data type
#? 1

### dd if=a seek=1 of=n bs=1 conv=notrunc status=none; cat n
dd if=a seek=1 of=n bs=1 conv=notrunc status=none; cat n
#|= '\x00foo\n'
#| bar foo

### dd if=/dev/zero bs=10 count=2 status=none | wc -c
dd if=/dev/zero bs=10 count=2 status=none | wc -c
#| 20

### tr -d
tr -d
#! tr: missing operand
#! Try 'tr --help' for more information.
#? 1

### tr a
tr a
#! tr: missing operand after ‘a’
#! Two strings must be given when translating.
#! Try 'tr --help' for more information.
#? 1

### tr -cs a-z
tr -cs a-z

### diff -r d e
diff -r d e
#| Only in d: s
#| Only in d: x.c
#? 1

### diff a d
diff a d
#! diff: d/a: No such file or directory
#? 2

### diff -y a b
diff -y a b
#| foo							      |	x	y z
#| bar foo							      <
#? 1

### diff -u a nx
diff -u a nx
#! diff: nx: No such file or directory
#? 2

### diff -X b -r d e
diff -X b -r d e
#| Only in d: s
#| Only in d: x.c
#? 1

### diff -I [ a b
diff -I [ a b
#! diff: [: Invalid regular expression
#? 2

### diff nx nx2
diff nx nx2
#! diff: nx: No such file or directory
#! diff: nx2: No such file or directory
#? 2

### diff -q a b
diff -q a b
#| Files a and b differ
#? 1

### diff - a < a
diff - a < a

### diff d a
diff d a
#! diff: d/a: No such file or directory
#? 2

### xxd -r nx
xxd -r nx
#! xxd: nx: No such file or directory
#? 2

### xxd -r -p
xxd -r -p

### echo 6162 | xxd -r -p
echo 6162 | xxd -r -p
#|= 'ab'

### xxd -s 100 a
xxd -s 100 a

### xxd -s -100 a
xxd -s -100 a
#! xxd: Sorry, cannot seek.
#? 4

### xxd -s +2 a
xxd -s +2 a
#| 00000002: 6f0a 6261 7220 666f 6f0a                 o.bar foo.

### xxd -n foo -i a
xxd -n foo -i a
#| unsigned char foo[] = {
#|   0x66, 0x6f, 0x6f, 0x0a, 0x62, 0x61, 0x72, 0x20, 0x66, 0x6f, 0x6f, 0x0a
#| };
#| unsigned int foo_len = 12;

### xxd a nx/o
xxd a nx/o
#! xxd: nx/o: No such file or directory
#? 3

### xxd -i < a
xxd -i < a
#|   0x66, 0x6f, 0x6f, 0x0a, 0x62, 0x61, 0x72, 0x20, 0x66, 0x6f, 0x6f, 0x0a

### xxd -a -c 4 /dev/null
xxd -a -c 4 /dev/null

### xxd -o x a
xxd -o x a
#| 00000000: 666f 6f0a 6261 7220 666f 6f0a            foo.bar foo.

### xxd -b -g 2 a
xxd -b -g 2 a
#| 00000000: 0110011001101111 0110111100001010 0110001001100001  foo.ba
#| 00000006: 0111001000100000 0110011001101111 0110111100001010  r foo.

### xxd -e -u a
xxd -e -u a
#| 00000000: 0A6F6F66 20726162 0A6F6F66           foo.bar foo.

### xxd -p -c 3 a
xxd -p -c 3 a
#| 666f6f
#| 0a6261
#| 722066
#| 6f6f0a

### xxd -l 0x3 a
xxd -l 0x3 a
#| 00000000: 666f 6f                                  foo

### hexdump -C nx
hexdump -C nx
#! hexdump: nx: No such file or directory
#! hexdump: all input file arguments failed
#? 1

### hexdump -f nx a
hexdump -f nx a
#! hexdump: can't read nx: No such file or directory
#? 1

### hexdump -n x a
hexdump -n x a
#! hexdump: failed to parse length: 'x': Invalid argument
#? 1

### od -w a
od -w a
#| 0000000 067546 005157 060542 020162 067546 005157
#| 0000014

### od -S2 a
od -S2 a

### od +2 < a
od +2 < a
#| 0000002 005157 060542 020162 067546 005157
#| 0000014

### od a +2
od a +2
#| 0000002 005157 060542 020162 067546 005157
#| 0000014

### od a 2b
od a 2b
#! od: cannot skip past end of combined input
#? 1

### od -j 0x2 -c a
od -j 0x2 -c a
#| 0000002   o  \n   b   a   r       f   o   o  \n
#| 0000014

### od -N 010 -c a
od -N 010 -c a
#|= '0000000   f   o   o  \\n   b   a   r    \n'
#| 0000010

### od -t x16 a
od -t x16 a
#! od: invalid type string ‘x16’;
#! this system doesn't provide a 16-byte integral type
#? 1

### od -t d a
od -t d a
#| 0000000   175075174   544366946   175075174
#| 0000014

### od --traditional a
od --traditional a
#| 0000000 067546 005157 060542 020162 067546 005157
#| 0000014

### od --width=8 -c a
od --width=8 -c a
#|= '0000000   f   o   o  \\n   b   a   r    \n'
#| 0000010   f   o   o  \n
#| 0000014

### od -tx1 -w3 a
od -tx1 -w3 a
#| 0000000 66 6f 6f
#| 0000003 0a 62 61
#| 0000006 72 20 66
#| 0000011 6f 6f 0a
#| 0000014

### od -A d -t c a d
od -A d -t c a d
#| 0000000   f   o   o  \n   b   a   r       f   o   o  \n
#| 0000012
#! od: d: Is a directory
#? 1

### rev -V | wc -l
rev -V | wc -l
#| 1

### tac d
tac d
#! tac: d: read error: Invalid argument
#? 1

### tac -s foo a
tac -s foo a
#|
#|
#|= 'bar foofoo'

### tac -b a
tac -b a
#|
#|
#|= 'bar foofoo'

### chmod -R +x nx
chmod -R +x nx
#! chmod: cannot access 'nx': No such file or directory
#? 1

### chmod +x dl
chmod +x dl
#! chmod: cannot operate on dangling symlink 'dl'
#? 1

### chmod -f +x nx
chmod -f +x nx
#? 1

### chmod a=r,u+w a; stat -c %a a
chmod a=r,u+w a; stat -c %a a
#| 644

### chmod g=o,o=g a; stat -c %a a
chmod g=o,o=g a; stat -c %a a
#| 644

### xargs -a a echo
xargs -a a echo
#| foo bar foo

### xargs -I X echo X < a
xargs -I X echo X < a
#| foo
#| bar foo

### xargs -L 1 < a
xargs -L 1 < a
#| foo
#| bar foo

### xargs --process-slot-var=V sh -c "echo $V" < a
xargs --process-slot-var=V sh -c "echo $V" < a
#|

### xargs -n1 sh -c "exit 255" < a
xargs -n1 sh -c "exit 255" < a
#! xargs: sh: exited with status 255; aborting
#? 124

### xargs ./a < a
xargs ./a < a
#! xargs: ./a: Permission denied
#? 126

### xargs -E bar < a
xargs -E bar < a
#| foo

### echo "a\"b" | xargs
echo "a\"b" | xargs
#! xargs: unmatched double quote; by default quotes are special to xargs unless you use the -0 option
#? 1

### xargs -d "\0" < a
xargs -d "\0" < a
#| foo
#| bar foo
#|

### readlink -e nx
readlink -e nx
#? 1

### realpath -m nx/../a | tail -c 3
realpath -m nx/../a | tail -c 3
#| /a

### expr 1 + 2 \* 3
expr 1 + 2 \* 3
#| 7

### expr \( 1 + 2 \) \* 3
expr \( 1 + 2 \) \* 3
#| 9

### ln -s a
ln -s a
#! ln: failed to create symbolic link './a': File exists
#? 1

### ln -f a a
ln -f a a
#! ln: 'a' and 'a' are the same file
#? 1

### ln -sr d/x.c e/y; readlink e/y
ln -sr d/x.c e/y; readlink e/y
#| ../d/x.c

### ln -L dl hard
ln -L dl hard
#! ln: failed to access 'dl': No such file or directory
#? 1

### touch -a a b
touch -a a b

### touch -d "last friday" a
touch -d "last friday" a

### touch -t 13010101 a
touch -t 13010101 a
#! touch: invalid date format ‘13010101’
#? 1

### touch -t 2401011200.5 a
touch -t 2401011200.5 a
#! touch: invalid date format ‘2401011200.5’
#? 1

### touch -r nx a
touch -r nx a
#! touch: failed to get attributes of 'nx': No such file or directory
#? 1

### touch -c nx
touch -c nx

### touch d/
touch d/

### touch nx/y
touch nx/y
#! touch: cannot touch 'nx/y': No such file or directory
#? 1

### grep -r foo d | sort
grep -r foo d | sort
#| d/s/y.h:foo
#| d/x.c:foo

### grep -rl foo d | sort
grep -rl foo d | sort
#| d/s/y.h
#| d/x.c

### grep -R foo d | sort
grep -R foo d | sort
#| d/s/y.h:foo
#| d/x.c:foo
#! grep: d/s/up: No such file or directory

### grep -rc foo d | sort
grep -rc foo d | sort
#| d/s/y.h:1
#| d/x.c:1

### grep -rL zzz d | sort
grep -rL zzz d | sort
#| d/s/y.h
#| d/x.c

### grep -rn foo | sort
grep -rn foo | sort
#| a:1:foo
#| a:2:bar foo
#| d/s/y.h:1:foo
#| d/x.c:1:foo

### grep -rh foo d | sort
grep -rh foo d | sort
#| foo
#| foo

### grep -r foo d/x.c
grep -r foo d/x.c
#| foo

### grep -r --exclude-dir=s foo d
grep -r --exclude-dir=s foo d
#| d/x.c:foo

### grep -r --include="*.h" foo d
grep -r --include="*.h" foo d
#| d/s/y.h:foo

### grep -r --include="*.h" --exclude="y*" foo d
grep -r --include="*.h" --exclude="y*" foo d
#? 1

### grep --exclude-from=b foo a
grep --exclude-from=b foo a
#| foo
#| bar foo

### grep --exclude-from=nx foo a
grep --exclude-from=nx foo a
#! grep: nx: No such file or directory
#? 2

### grep -d skip foo d
grep -d skip foo d
#? 1

### grep -d recurse foo d | sort
grep -d recurse foo d | sort
#| d/s/y.h:foo
#| d/x.c:foo

### grep -f nx a
grep -f nx a
#! grep: nx: No such file or directory
#? 2

### grep -rs foo nx d/s | sort
grep -rs foo nx d/s | sort
#| d/s/y.h:foo

### grep -C x foo a
grep -C x foo a
#! grep: x: invalid context length argument
#? 2

### grep --colour=always foo a
grep --colour=always foo a
#|= '\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= 'bar \x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K\n'

### GREP_COLORS="mt=01;34" grep --color=always foo a
GREP_COLORS="mt=01;34" grep --color=always foo a
#|= '\x1b[01;34m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= 'bar \x1b[01;34m\x1b[Kfoo\x1b[m\x1b[K\n'

### GREP_COLORS="ms=1:fn=2:ln=3:se=4" grep --color=always -Hn foo a
GREP_COLORS="ms=1:fn=2:ln=3:se=4" grep --color=always -Hn foo a
#|= '\x1b[2m\x1b[Ka\x1b[m\x1b[K\x1b[4m\x1b[K:\x1b[m\x1b[K\x1b[3m\x1b[K1\x1b[m\x1b[K\x1b[4m\x1b[K:\x1b[m\x1b[K\x1b[1m\x1b[Kfoo\x1b[m\x1b[K\n'
#|= '\x1b[2m\x1b[Ka\x1b[m\x1b[K\x1b[4m\x1b[K:\x1b[m\x1b[K\x1b[3m\x1b[K2\x1b[m\x1b[K\x1b[4m\x1b[K:\x1b[m\x1b[Kbar \x1b[1m\x1b[Kfoo\x1b[m\x1b[K\n'

### grep -I foo c
grep -I foo c
#? 1

### grep -c "" a b
grep -c "" a b
#| a:2
#| b:1

### grep -z foo a
grep -z foo a
#| foo
#| bar foo
#|= '\x00'

### grep -V | head -1 | grep -c grep
grep -V | head -1 | grep -c grep
#| 1

### grep -oP "(?<=r )f" a
grep -oP "(?<=r )f" a
#| f

### grep -P "\bfoo\b" a
grep -P "\bfoo\b" a
#| foo
#| bar foo

### grep -P "(?i)FOO" a
grep -P "(?i)FOO" a
#| foo
#| bar foo

### grep -oE "[[:alpha:]]+" a b
grep -oE "[[:alpha:]]+" a b
#| a:foo
#| a:bar
#| a:foo
#| b:x
#| b:y
#| b:z

### grep -e foo -e bar -c a
grep -e foo -e bar -c a
#| 2

### grep --no-ignore-case -i FOO a
grep --no-ignore-case -i FOO a
#| foo
#| bar foo

### grep -i --no-ignore-case FOO a
grep -i --no-ignore-case FOO a
#? 1

### grep -U foo a
grep -U foo a
#| foo
#| bar foo

### grep --context=1 bar a
grep --context=1 bar a
#| foo
#| bar foo

### grep -w "" a
grep -w "" a
#? 1

### grep -x -F foo a
grep -x -F foo a
#| foo

### grep -Fxv foo a
grep -Fxv foo a
#| bar foo

### grep -F -e foo -e bar -o a
grep -F -e foo -e bar -o a
#| foo
#| bar
#| foo

### grep -iF FOO a
grep -iF FOO a
#| foo
#| bar foo

### grep -E "a{1,2}{2}" a
grep -E "a{1,2}{2}" a
#? 1

### grep "[[:alpha:][:digit:]]" b
grep "[[:alpha:][:digit:]]" b
#| x	y z

### grep -v "[^a-z ]" a
grep -v "[^a-z ]" a
#| foo
#| bar foo

### grep "\(f\)\(o\)\2" a
grep "\(f\)\(o\)\2" a
#| foo
#| bar foo

### grep "a\|o" -o a
grep "a\|o" -o a
#| o
#| o
#| a
#| o
#| o

### grep -nb foo a b
grep -nb foo a b
#| a:1:0:foo
#| a:2:4:bar foo

### grep -L foo a b
grep -L foo a b
#| b

### grep --label=x -c foo - < a
grep --label=x -c foo - < a
#| 2

### grep -H foo < a
grep -H foo < a
#| (standard input):foo
#| (standard input):bar foo

### grep -m 1 -c foo a
grep -m 1 -c foo a
#| 1

### grep -A 1 -m 1 foo a
grep -A 1 -m 1 foo a
#| foo
#| bar foo

### ls -R | head -30
ls -R | head -30
#| .:
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q
#|
#| ./d:
#| s
#| x.c
#|
#| ./d/s:
#| t
#| up
#| y.h
#|
#| ./d/s/t:
#|
#| ./e:

### ls -LR d 2>&1
ls -LR d 2>&1
#| d:
#| s
#| x.c
#|
#| d/s:
#| ls: cannot access 'd/s/up': No such file or directory
#| t
#| up
#| y.h
#|
#| d/s/t:
#? 1

### ls -Q
ls -Q
#| "a"
#| "b"
#| "b\\c"
#| "c"
#| "d"
#| "dl"
#| "e"
#| "n\nl"
#| "q\"q"

### ls -b
ls -b
#| a
#| b
#| b\\c
#| c
#| d
#| dl
#| e
#| n\nl
#| q"q

### ls -q
ls -q
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n?l
#| q"q

### ls --quoting-style=c
ls --quoting-style=c
#| "a"
#| "b"
#| "b\\c"
#| "c"
#| "d"
#| "dl"
#| "e"
#| "n\nl"
#| "q\"q"

### ls --quoting-style=escape
ls --quoting-style=escape
#| a
#| b
#| b\\c
#| c
#| d
#| dl
#| e
#| n\nl
#| q"q

### ls --quoting-style=locale
ls --quoting-style=locale
#| ‘a’
#| ‘b’
#| ‘b\\c’
#| ‘c’
#| ‘d’
#| ‘dl’
#| ‘e’
#| ‘n\nl’
#| ‘q"q’

### ls --quoting-style=shell-always
ls --quoting-style=shell-always
#| 'a'
#| 'b'
#| 'b\c'
#| 'c'
#| 'd'
#| 'dl'
#| 'e'
#| 'n
#| l'
#| 'q"q'

### ls --quoting-style=shell-escape-always
ls --quoting-style=shell-escape-always
#| 'a'
#| 'b'
#| 'b\c'
#| 'c'
#| 'd'
#| 'dl'
#| 'e'
#| 'n'$'\n''l'
#| 'q"q'

### ls --quoting-style=foo
ls --quoting-style=foo
#! ls: invalid argument ‘foo’ for ‘--quoting-style’
#! Valid arguments are:
#!   - ‘literal’
#!   - ‘shell’
#!   - ‘shell-always’
#!   - ‘shell-escape’
#!   - ‘shell-escape-always’
#!   - ‘c’
#!   - ‘c-maybe’
#!   - ‘escape’
#!   - ‘locale’
#!   - ‘clocale’
#! Try 'ls --help' for more information.
#? 1

### ls --indicator-style=slash
ls --indicator-style=slash
#| a
#| b
#| b\c
#| c
#| d/
#| dl
#| e/
#| n
#| l
#| q"q

### ls --indicator-style=none -F
ls --indicator-style=none -F
#| a
#| b
#| b\c
#| c
#| d/
#| dl@
#| e/
#| n
#| l
#| q"q

### ls -F --file-type
ls -F --file-type
#| a
#| b
#| b\c
#| c
#| d/
#| dl@
#| e/
#| n
#| l
#| q"q

### TERM=xterm ls --color=always
TERM=xterm ls --color=always
#| a
#| b
#| b\c
#| c
#|= '\x1b[0m\x1b[01;34md\x1b[0m\n'
#|= '\x1b[01;36mdl\x1b[0m\n'
#|= '\x1b[01;34me\x1b[0m\n'
#| n
#| l
#| q"q

### TERM=xterm ls --color=always d
TERM=xterm ls --color=always d
#|= '\x1b[0m\x1b[01;34ms\x1b[0m\n'
#| x.c

### TERM=xterm ls --color=auto
TERM=xterm ls --color=auto
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### TERM=dumb ls --color=always
TERM=dumb ls --color=always
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls --hyperlink=never a
ls --hyperlink=never a
#| a

### ls -w 0 -m
ls -w 0 -m
#| a, b, b\c, c, d, dl, e, n
#| l, q"q

### COLUMNS=30 ls -C
COLUMNS=30 ls -C
#| a  b\c	d   e	q"q
#| b  c	dl  n
#| l

### ls -w 30 -x
ls -w 30 -x
#| a    b	b\c  c	d  dl  e  n
#| l
#| q"q

### ls --full-time -d d | cut -c1-20
ls --full-time -d d | cut -c1-20
#| drwxr-xr-x 3 root ro

### ls -lL dl
ls -lL dl
#! ls: cannot access 'dl': No such file or directory
#? 2

### ls --sort=extension
ls --sort=extension
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls --sort=version
ls --sort=version
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls -D a
ls -D a
#| a

### ls --block-size=foo
ls --block-size=foo
#! ls: invalid --block-size argument 'foo'
#? 2

### ls --block-size=1 -s a
ls --block-size=1 -s a
#| 4096 a

### ls --block-size=human-readable -s a
ls --block-size=human-readable -s a
#| 4.0K a

### ls --block-size=KB -s a
ls --block-size=KB -s a
#| 5kB a

### ls -si a | wc -w
ls -si a | wc -w
#| 3

### ls -1 --zero
ls -1 --zero
#|= 'a\x00b\x00b\\c\x00c\x00d\x00dl\x00e\x00n\n'
#|= 'l\x00q"q\x00'

### ls -I "*"
ls -I "*"

### ls --hide=a
ls --hide=a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls -B
ls -B
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls -d */
ls -d */
#| d/
#| e/

### ls d/s d
ls d/s d
#| d:
#| s
#| x.c
#|
#| d/s:
#| t
#| up
#| y.h

### ls -a d/s
ls -a d/s
#| .
#| ..
#| t
#| up
#| y.h

### ls -A -1 d
ls -A -1 d
#| s
#| x.c

### ls nx d nx2
ls nx d nx2
#| d:
#| s
#| x.c
#! ls: cannot access 'nx': No such file or directory
#! ls: cannot access 'nx2': No such file or directory
#? 2

### ls -Rr d
ls -Rr d
#| d:
#| x.c
#| s
#|
#| d/s:
#| y.h
#| up
#| t
#|
#| d/s/t:

### ls -m -w 10
ls -m -w 10
#| a, b, b\c,
#| c, d, dl,
#| e, n
#| l,
#| q"q

### ls -T 0 -C
ls -T 0 -C
#| a  b  b\c  c  d  dl  e  n
#| l  q"q

### ls -S d
ls -S d
#| s
#| x.c

### ls -Z a
ls -Z a
#| ? a

### ls -g a | cut -c1-12
ls -g a | cut -c1-12
#| -rw-r--r-- 1

### ls --dereference-command-line-symlink-to-dir d/s/up
ls --dereference-command-line-symlink-to-dir d/s/up
#| d/s/up

### ls -H d/s/up
ls -H d/s/up
#! ls: cannot access 'd/s/up': No such file or directory
#? 2

### ls --format=across
ls --format=across
#| a  b  b\c  c  d  dl  e	n
#| l  q"q

### ls --format=vertical
ls --format=vertical
#| a  b  b\c  c  d  dl  e	n
#| l  q"q

### ls --format=single-column
ls --format=single-column
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| n
#| l
#| q"q

### ls --format=foo
ls --format=foo
#! ls: invalid argument ‘foo’ for ‘--format’
#! Valid arguments are:
#!   - ‘verbose’, ‘long’
#!   - ‘commas’
#!   - ‘horizontal’, ‘across’
#!   - ‘vertical’
#!   - ‘single-column’
#! Try 'ls --help' for more information.
#? 1

### ls --author a
ls --author a
#| a

### ls --time=ctime a
ls --time=ctime a
#| a

### ls --time=birth a
ls --time=birth a
#| a

### ls -uc a
ls -uc a
#| a

### find . -name "*.c" -ls | wc -l
find . -name "*.c" -ls | wc -l
#| 1

### find -L d -name x.c 2>&1 | sort
find -L d -name x.c 2>&1 | sort
#| d/x.c

### find . -type f -size +0c -printf "%f %s\n" | sort
find . -type f -size +0c -printf "%f %s\n" | sort
#| a 12
#| b 6
#| c 9
#| x.c 4
#| y.h 4

### find d -printf "%p %y %Y %d %l\n" | sort
find d -printf "%p %y %Y %d %l\n" | sort
#|= 'd d d 0 \n'
#|= 'd/s d d 1 \n'
#|= 'd/s/t d d 2 \n'
#| d/s/up l N 2 ../d
#|= 'd/s/y.h f f 2 \n'
#|= 'd/x.c f f 1 \n'

### find . -fprint out -name a; cat out | sort
find . -fprint out -name a; cat out | sort
#| .
#| ./a
#| ./b
#| ./b\c
#| ./c
#| ./d
#| ./d/s
#| ./d/s/t
#| ./d/s/up
#| ./d/s/y.h
#| ./d/x.c
#| ./dl
#| ./e
#| ./n
#| ./out
#| ./q"q
#| l

### find . -fprintf out "%f\n" -name a; sort out
find . -fprintf out "%f\n" -name a; sort out
#| .
#| a
#| b
#| b\c
#| c
#| d
#| dl
#| e
#| l
#| n
#| out
#| q"q
#| s
#| t
#| up
#| x.c
#| y.h

### find . -fprint0 out -name a; tr "\0" "\n" < out | sort
find . -fprint0 out -name a; tr "\0" "\n" < out | sort
#| .
#| ./a
#| ./b
#| ./b\c
#| ./c
#| ./d
#| ./d/s
#| ./d/s/t
#| ./d/s/up
#| ./d/s/y.h
#| ./d/x.c
#| ./dl
#| ./e
#| ./n
#| ./out
#| ./q"q
#| l

### find a -fls out; wc -l < out
find a -fls out; wc -l < out
#| 1

### find . -name a -fprint /dev/stderr
find . -name a -fprint /dev/stderr
#! ./a

### find a -execdir echo {} +
find a -execdir echo {} +
#| ./a

### find d -name x.c -execdir pwd \; | sed s,.*/,,
find d -name x.c -execdir pwd \; | sed s,.*/,,
#| d

### find d -name x.c -okdir echo {} \; < /dev/null
find d -name x.c -okdir echo {} \; < /dev/null
#!= '< echo ... d/x.c > ? '

### find . -iregex ".*X\.C"
find . -iregex ".*X\.C"
#| ./d/x.c

### find . -regextype sed -regex ".*\(x\|y\)\.[ch]" | sort
find . -regextype sed -regex ".*\(x\|y\)\.[ch]" | sort
#| ./d/s/y.h
#| ./d/x.c

### find . -regex "\./\(a\|b\)" | sort
find . -regex "\./\(a\|b\)" | sort
#| ./a
#| ./b

### find . -regex "["
find . -regex "["
#! find: failed to compile regular expression '[': Invalid regular expression
#? 1

### find . -perm -u+w,g+r -name a
find . -perm -u+w,g+r -name a
#| ./a

### find . -mindepth 1 -maxdepth 1 -type d | sort
find . -mindepth 1 -maxdepth 1 -type d | sort
#| ./d
#| ./e

### find . -newermt "2000-01-01" -name a
find . -newermt "2000-01-01" -name a
#| ./a

### find . -newermt foo
find . -newermt foo
#! find: I cannot figure out how to interpret ‘foo’ as a date or time
#? 1

### find . -anewer a -name b
find . -anewer a -name b

### find a -mmin -60
find a -mmin -60
#| a

### find a -mtime -1 -amin -60 -cmin -60
find a -mtime -1 -amin -60 -cmin -60
#| a

### find a -links 1 -inum +1
find a -links 1 -inum +1
#| a

### find . -wholename "./d/*" -prune -o -name a -print
find . -wholename "./d/*" -prune -o -name a -print
#| ./a

### find . -size -1 -type f | sort
find . -size -1 -type f | sort
#| ./b\c
#| ./n
#| ./q"q
#| l

### find . -empty -type f | sort
find . -empty -type f | sort
#| ./b\c
#| ./n
#| ./q"q
#| l

### find . -type d,l | sort
find . -type d,l | sort
#| .
#| ./d
#| ./d/s
#| ./d/s/t
#| ./d/s/up
#| ./dl
#| ./e

### find . -type dl
find . -type dl
#! find: Must separate multiple arguments to -type using: ','
#? 1

### find a -exec sh -c "exit 1" \; -o -print
find a -exec sh -c "exit 1" \; -o -print
#| a

### find a -exec nx +
find a -exec nx +
#! find: missing argument to `-exec'
#? 1

### find a -exec echo \;
find a -exec echo \;
#|

### find a -exec nx {} +
find a -exec nx {} +
#! find: ‘nx’: No such file or directory
#? 1

### find a -exec echo {} + -exec false {} +
find a -exec echo {} + -exec false {} +
#| a
#? 1

### find -H d/s/up -maxdepth 0 -type d
find -H d/s/up -maxdepth 0 -type d

### find d -depth -name s -prune
find d -depth -name s -prune
#| d/s

### find a -not -not -name a
find a -not -not -name a
#| a

### find a -name a -a -not -name b
find a -name a -a -not -name b
#| a

### find a ! -name a -o -print
find a ! -name a -o -print
#| a

### find a \( -name a -o -false \) -print
find a \( -name a -o -false \) -print
#| a

### find a -a
find a -a
#! find: invalid expression; you have used a binary operator '-a' with nothing before it.
#? 1

### find a , -print
find a , -print
#| a
#! find: ‘,’: No such file or directory
#? 1

### find . -maxdepth
find . -maxdepth
#! find: missing argument to `-maxdepth'
#? 1

### find . -maxdepth -1
find . -maxdepth -1
#! find: Expected a positive decimal integer argument to -maxdepth, but got ‘-1’
#? 1

### find -P a
find -P a
#| a

### find -- a
find -- a
#| a

### find a -printf "%A@" | grep -c "\."
find a -printf "%A@" | grep -c "\."
#| 1

### find a -printf "%a|%c|%t\n" | wc -l
find a -printf "%a|%c|%t\n" | wc -l
#| 1

### find a -printf "%T+" | wc -c
find a -printf "%T+" | wc -c
#| 30

### find a -printf "%TA %TB\n" | wc -w
find a -printf "%TA %TB\n" | wc -w
#| 2

### find a -printf "\0\a\b\f\v\r\x"
find a -printf "\0\a\b\f\v\r\x"
#|= '\x00\x07\x08\x0c\x0b\r\\x'
#! find: warning: unrecognized escape `\x'

### find a -printf "%5d|%-5d|%05d|%.1p|%#m\n"
find a -printf "%5d|%-5d|%05d|%.1p|%#m\n"
#|     0|0    |00000|a|0644

### find a -printf "%k %b\n"
find a -printf "%k %b\n"
#| 4 8

### find a -delete; ls a
find a -delete; ls a
#! ls: cannot access 'a': No such file or directory
#? 2

### find . -delete 2>&1; ls
find . -delete 2>&1; ls

### find nx a
find nx a
#| a
#! find: ‘nx’: No such file or directory
#? 1

### find d -name s -delete
find d -name s -delete
#! find: cannot delete ‘d/s’: Directory not empty
#? 1

### find a -samefile nx
find a -samefile nx
#! find: ‘nx’: No such file or directory
#? 1

### find a -user nx
find a -user nx
#! find: ‘nx’ is not the name of a known user
#? 1

### find a -group nx
find a -group nx
#! find: ‘nx’ is not the name of an existing group
#? 1

### find a -perm 8
find a -perm 8
#! find: invalid mode ‘8’
#? 1

### find a -size x
find a -size x
#! find: invalid -size type `x'
#? 1

### find a -readable -writable
find a -readable -writable
#| a

### find b -executable
find b -executable

### find a -fstype nx
find a -fstype nx

### find a -mtime x
find a -mtime x
#! find: invalid argument `x' to `-mtime'
#? 1

### find d -xdev -mount -noleaf -name x.c
find d -xdev -mount -noleaf -name x.c
#| d/x.c

### find d -follow -name x.c 2>/dev/null | head -1
find d -follow -name x.c 2>/dev/null | head -1
#| d/x.c

### find d/ -maxdepth 1 -name "x*"
find d/ -maxdepth 1 -name "x*"
#| d/x.c

### find ./d -path "./d/s*" | sort
find ./d -path "./d/s*" | sort
#| ./d/s
#| ./d/s/t
#| ./d/s/up
#| ./d/s/y.h

### find d -print0 | tr "\0" " " | wc -w
find d -print0 | tr "\0" " " | wc -w
#| 6

### find d -ls | wc -l
find d -ls | wc -l
#| 6

### find . -daystart -mtime 0 -name a
find . -daystart -mtime 0 -name a
#| ./a

### find d -d -name s
find d -d -name s
#| d/s

### find dl -xtype l
find dl -xtype l
#| dl

### find dl -lname "n*" -ilname "N*"
find dl -lname "n*" -ilname "N*"
#| dl

### find a -iname A -ipath A
find a -iname A -ipath A
#| a

### find a -anewer nx
find a -anewer nx
#! find: ‘nx’: No such file or directory
#? 1

### find a -cnewer b -false
find a -cnewer b -false

### find a -amin x
find a -amin x
#! find: invalid argument `x' to `-amin'
#? 1

### find a -exec
find a -exec
#! find: missing argument to `-exec'
#? 1
