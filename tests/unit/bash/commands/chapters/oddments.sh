# dir vdir link unlink sync pathchk tsort who users nice stdbuf locale getconf tput: small utilities.
printf 'a b\n' > f; mkdir d; touch 'd/x y' d/z; ln -s nowhere dl

### printf 'a b\nb c\nd c\na d\n' | tsort
printf 'a b\nb c\nd c\na d\n' | tsort
#| a
#| d
#| b
#| c

### printf 'a b c d e f\n' | tsort
printf 'a b c d e f\n' | tsort
#| a
#| c
#| e
#| b
#| d
#| f

### printf 'a b\nb a\n' | tsort
printf 'a b\nb a\n' | tsort
#| a
#| b
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#? 1

### printf 'a b\nb c\nc a\nx y\n' | tsort
printf 'a b\nb c\nc a\nx y\n' | tsort
#| x
#| y
#| a
#| b
#| c
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#! tsort: c
#? 1

### printf 'a b\nb c\nc a\nc d\nd b\n' | tsort
printf 'a b\nb c\nc a\nc d\nd b\n' | tsort
#| d
#| a
#| b
#| c
#! tsort: -: input contains a loop:
#! tsort: d
#! tsort: b
#! tsort: c
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#! tsort: c
#? 1

### printf 'q a\nb a\na b\nb c\nc a\nz z\n' | tsort
printf 'q a\nb a\na b\nb c\nc a\nz z\n' | tsort
#| q
#| z
#| a
#| b
#| c
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#! tsort: c
#? 1

### printf 'a a\nb b\n' | tsort
printf 'a a\nb b\n' | tsort
#| a
#| b

### printf 'a b\na b\nb a\n' | tsort
printf 'a b\na b\nb a\n' | tsort
#| a
#| b
#! tsort: -: input contains a loop:
#! tsort: a
#! tsort: b
#? 1

### printf 'a b c\n' | tsort
printf 'a b c\n' | tsort
#! tsort: -: input contains an odd number of tokens
#? 1

### printf 'a b c\n' | tsort - ; tsort d; tsort nosuch; tsort a b; tsort < /dev/null
printf 'a b c\n' | tsort - ; tsort d; tsort nosuch; tsort a b; tsort < /dev/null
#! tsort: -: input contains an odd number of tokens
#! tsort: nosuch: No such file or directory
#! tsort: extra operand ‘b’
#! Try 'tsort --help' for more information.

### printf 'shirt tie\ntie jacket\npants shoes\npants belt\nbelt jacket\nsocks shoes\n' | tsort
printf 'shirt tie\ntie jacket\npants shoes\npants belt\nbelt jacket\nsocks shoes\n' | tsort
#| pants
#| shirt
#| socks
#| belt
#| tie
#| shoes
#| jacket

### for i in 1 2 3 4 5; do for j in 1 2 3 4 5; do echo $i $((j+3)); done; done | tsort
for i in 1 2 3 4 5; do for j in 1 2 3 4 5; do echo $i $((j+3)); done; done | tsort
#| 1
#| 2
#| 3
#| 4
#| 5
#| 8
#| 7
#| 6
#! tsort: -: input contains a loop:
#! tsort: 4
#! tsort: 5
#? 1

### printf 'e f\nf g\ng e\na e\n1 2\n2 3\n3 1\n' | tsort 2>&1
printf 'e f\nf g\ng e\na e\n1 2\n2 3\n3 1\n' | tsort 2>&1
#| a
#| tsort: -: input contains a loop:
#| tsort: 1
#| tsort: 2
#| tsort: 3
#| 1
#| 2
#| 3
#| tsort: -: input contains a loop:
#| tsort: e
#| tsort: f
#| tsort: g
#| e
#| f
#| g
#? 1

### dir; dir -l d | cut -c1-10; dir -1; dir d; dir nosuch
dir; dir -l d | cut -c1-10; dir -1; dir d; dir nosuch
#| d  dl  f
#| total 0
#| -rw-r--r--
#| -rw-r--r--
#| d
#| dl
#| f
#| x\ y  z
#! dir: cannot access 'nosuch': No such file or directory
#? 2

### vdir d | cut -c1-10; vdir -C d
vdir d | cut -c1-10; vdir -C d
#| total 0
#| -rw-r--r--
#| -rw-r--r--
#| x\ y  z

### link; link a; link a b c; link nosuch b; link f g; cat g; link f g; link d e
link; link a; link a b c; link nosuch b; link f g; cat g; link f g; link d e
#| a b
#! link: missing operand
#! Try 'link --help' for more information.
#! link: missing operand after ‘a’
#! Try 'link --help' for more information.
#! link: extra operand ‘c’
#! Try 'link --help' for more information.
#! link: cannot create link 'b' to 'nosuch': No such file or directory
#! link: cannot create link 'g' to 'f': File exists
#! link: cannot create link 'e' to 'd': Operation not permitted
#? 1

### unlink; unlink a b; unlink nosuch; unlink d; unlink f; ls
unlink; unlink a b; unlink nosuch; unlink d; unlink f; ls
#| d
#| dl
#! unlink: missing operand
#! Try 'unlink --help' for more information.
#! unlink: extra operand ‘b’
#! Try 'unlink --help' for more information.
#! unlink: cannot unlink 'nosuch': No such file or directory
#! unlink: cannot unlink 'd': Is a directory

### sync; sync f d; sync nosuch; sync -d; sync -f -d .; echo $?
sync; sync f d; sync nosuch; sync -d; sync -f -d .; echo $?
#| 1
#! sync: error opening 'nosuch': No such file or directory
#! sync: --data needs at least one argument
#! sync: cannot specify both --data and --file-system

### pathchk f nosuch nosuch/x; echo $?
pathchk f nosuch nosuch/x; echo $?
#| 0

### pathchk ''; pathchk -p ''; pathchk -P ''; pathchk --portability ''
pathchk ''; pathchk -p ''; pathchk -P ''; pathchk --portability ''
#! pathchk: '': No such file or directory
#! pathchk: empty file name
#! pathchk: empty file name
#! pathchk: empty file name
#? 1

### pathchk -p 'a b' a/b 'aé'; pathchk -P -- '-x' a/-b -; pathchk --portability a-b_c.D
pathchk -p 'a b' a/b 'aé'; pathchk -P -- '-x' a/-b -; pathchk --portability a-b_c.D
#! pathchk: nonportable character ‘ ’ in file name 'a b'
#! pathchk: nonportable character ‘é’ in file name 'aé'
#! pathchk: leading '-' in a component of file name '-x'
#! pathchk: leading '-' in a component of file name 'a/-b'
#! pathchk: leading '-' in a component of file name '-'

### pathchk -p $(printf 'a%.0s' {1..20}); pathchk -p $(printf 'a/%.0s' {1..200})
pathchk -p $(printf 'a%.0s' {1..20}); pathchk -p $(printf 'a/%.0s' {1..200})
#! pathchk: limit 14 exceeded by length 20 of file name component ‘aaaaaaaaaaaaaaaaaaaa’
#! pathchk: limit 255 exceeded by length 400 of file name 'a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/'
#? 1

### pathchk $(printf 'a%.0s' {1..300}); pathchk $(printf 'a%.0s' {1..256})/b; pathchk f/x; pathchk
pathchk $(printf 'a%.0s' {1..300}); pathchk $(printf 'a%.0s' {1..256})/b; pathchk f/x; pathchk
#! pathchk: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: File name too long
#! pathchk: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/b: File name too long
#! pathchk: f/x: Not a directory
#! pathchk: missing operand
#! Try 'pathchk --help' for more information.
#? 1

### pathchk $(printf 'abcdefgh/%.0s' {1..500})
pathchk $(printf 'abcdefgh/%.0s' {1..500})
#! pathchk: abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/abcdefgh/: File name too long
#? 1

### who a b c; users a b; users; who
who a b c; users a b; users; who
#! who: extra operand ‘c’
#! Try 'who --help' for more information.
#! users: extra operand ‘b’
#! Try 'users --help' for more information.

### nice -n x ls; nice nosuch; nice -n 5 nice; nice nice; nice -5 nice; nice --5 echo hi; nice -n -3; ni
nice -n x ls; nice nosuch; nice -n 5 nice; nice nice; nice -5 nice; nice --5 echo hi; nice -n -3; nice -n 50 nice; nice echo a b
#| 5
#| 10
#| 5
#| hi
#| 19
#| a b
#! nice: invalid adjustment ‘x’
#! nice: ‘nosuch’: No such file or directory
#! nice: a command must be given with an adjustment
#! Try 'nice --help' for more information.

### nice -n; nice -n 5; nice --adjustment=3 nice; nice -x; nice ./f; echo $?
nice -n; nice -n 5; nice --adjustment=3 nice; nice -x; nice ./f; echo $?
#| 3
#| 126
#! nice: option requires an argument -- 'n'
#! Try 'nice --help' for more information.
#! nice: a command must be given with an adjustment
#! Try 'nice --help' for more information.
#! nice: invalid option -- 'x'
#! Try 'nice --help' for more information.
#! nice: ‘./f’: Permission denied

### stdbuf ls; stdbuf -oL echo hi; stdbuf -o x ls; stdbuf -iL cat; stdbuf -oL nosuch; stdbuf -oL; stdbuf
stdbuf ls; stdbuf -oL echo hi; stdbuf -o x ls; stdbuf -iL cat; stdbuf -oL nosuch; stdbuf -oL; stdbuf -o0 -e1K -i0 echo x; stdbuf -oL ./f; echo $?
#| hi
#| x
#| 126
#! stdbuf: you must specify a buffering mode option
#! Try 'stdbuf --help' for more information.
#! stdbuf: invalid mode ‘x’
#! stdbuf: line buffering stdin is meaningless
#! Try 'stdbuf --help' for more information.
#! stdbuf: failed to run command ‘nosuch’: No such file or directory
#! stdbuf: missing operand
#! Try 'stdbuf --help' for more information.
#! stdbuf: failed to run command ‘./f’: Permission denied

### locale charmap; locale nosuch; locale decimal_point; locale -k charmap; locale -k LC_X; LANG= locale
locale charmap; locale nosuch; locale decimal_point; locale -k charmap; locale -k LC_X; LANG= locale
#| UTF-8
#| .
#| charmap="UTF-8"
#| LANG=
#| LANGUAGE=
#| LC_CTYPE="C.UTF-8"
#| LC_NUMERIC="C.UTF-8"
#| LC_TIME="C.UTF-8"
#| LC_COLLATE="C.UTF-8"
#| LC_MONETARY="C.UTF-8"
#| LC_MESSAGES="C.UTF-8"
#| LC_PAPER="C.UTF-8"
#| LC_NAME="C.UTF-8"
#| LC_ADDRESS="C.UTF-8"
#| LC_TELEPHONE="C.UTF-8"
#| LC_MEASUREMENT="C.UTF-8"
#| LC_IDENTIFICATION="C.UTF-8"
#| LC_ALL=C.UTF-8
#! locale: unknown name "nosuch"
#! locale: unknown name "LC_X"

### getconf ARG_MAX; getconf PAGESIZE; getconf LONG_BIT; getconf PATH; getconf NAME_MAX /; getconf nosuc
getconf ARG_MAX; getconf PAGESIZE; getconf LONG_BIT; getconf PATH; getconf NAME_MAX /; getconf nosuch; getconf PATH_MAX .; getconf; getconf PATH_MAX; getconf INT_MAX
#| 2097152
#| 4096
#| 64
#| /bin:/usr/bin
#| 255
#| 4096
#| 2147483647
#! getconf: Unrecognized variable `nosuch'
#! Usage: getconf [-v specification] variable_name [pathname]
#!        getconf -a [pathname]
#! Usage: getconf [-v specification] variable_name [pathname]
#!        getconf -a [pathname]

### unset TERM; tput cols; echo $?
unset TERM; tput cols; echo $?
#| 2
#! tput: No value for $TERM and no -T specified

### TERM=xterm; export TERM; for c in bold sgr0 smul rmul rev 'setaf 1' 'setab 4' clear el 'cup 3 4' sc 
TERM=xterm; export TERM; for c in bold sgr0 smul rmul rev 'setaf 1' 'setab 4' clear el 'cup 3 4' sc rc civis cnorm colors smso rmso bel home; do tput $c | od -An -c; done
#|  033   [   1   m
#|  033   (   B 033   [   m
#|  033   [   4   m
#|  033   [   2   4   m
#|  033   [   7   m
#|  033   [   3   1   m
#|  033   [   4   4   m
#|  033   [   H 033   [   2   J 033   [   3   J
#|  033   [   K
#|  033   [   4   ;   5   H
#|  033   7
#|  033   8
#|  033   [   ?   2   5   l
#|  033   [   ?   1   2   l 033   [   ?   2   5   h
#|    8  \n
#|  033   [   7   m
#|  033   [   2   7   m
#|   \a
#|  033   [   H

### TERM=xterm-256color; export TERM; for c in bold sgr0 'setaf 1' 'setaf 9' 'setaf 200' 'setab 12' 'set
TERM=xterm-256color; export TERM; for c in bold sgr0 'setaf 1' 'setaf 9' 'setaf 200' 'setab 12' 'setab 255' colors dim sitm op ed; do tput $c | od -An -c; done
#|  033   [   1   m
#|  033   (   B 033   [   m
#|  033   [   3   1   m
#|  033   [   9   1   m
#|  033   [   3   8   ;   5   ;   2   0   0   m
#|  033   [   1   0   4   m
#|  033   [   4   8   ;   5   ;   2   5   5   m
#|    2   5   6  \n
#|  033   [   2   m
#|  033   [   3   m
#|  033   [   3   9   ;   4   9   m
#|  033   [   J

### TERM=dumb tput setaf 1; echo $?; TERM=dumb tput bold; echo $?; TERM=dumb tput colors;  TERM=nosuch t
TERM=dumb tput setaf 1; echo $?; TERM=dumb tput bold; echo $?; TERM=dumb tput colors;  TERM=nosuch tput bold; echo $?; tput -T xterm bold | od -An -c; tput -T xterm nosuch; echo $?; tput -Tdumb el; echo $?; COLUMNS=40 tput -T xterm cols
#| 1
#| 1
#| -1
#| 3
#|  033   [   1   m
#| 4
#| 1
#| 80
#! tput: unknown terminal "nosuch"
#! tput: unknown terminfo capability 'nosuch'
