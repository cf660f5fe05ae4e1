# ls_colors: the colours of ls, and comm of one input with itself.
mkdir d; printf 'a\nb\n' > a; printf 'b\nc\n' > b; ln -s a l; ln -s nx dl; chmod +x b; touch x.tar y.png; mkdir -m 1777 st; mkdir -m 777 ow; mkfifo p

### printf 'x\ny\n' | comm - -
printf 'x\ny\n' | comm - -
#| x
#| 	y
#! comm: -: Bad file descriptor
#? 1

### printf 'x\n' | comm - a
printf 'x\n' | comm - a
#| 	a
#| 	b
#| x

### ls --color=always
ls --color=always
#| a
#| b
#| d
#| dl
#| l
#| ow
#| p
#| st
#| x.tar
#| y.png

### LS_COLORS= ls --color=always
LS_COLORS= ls --color=always
#| a
#| b
#| d
#| dl
#| l
#| ow
#| p
#| st
#| x.tar
#| y.png

### LS_COLORS='di=01;34:ln=01;36:ex=01;32:*.tar=01;31:*.png=01;35:pi=40;33:or=40;31;01:tw=30;42:ow=34;42' ls --color=always
LS_COLORS='di=01;34:ln=01;36:ex=01;32:*.tar=01;31:*.png=01;35:pi=40;33:or=40;31;01:tw=30;42:ow=34;42' ls --color=always
#| a
#|= '\x1b[0m\x1b[01;32mb\x1b[0m\n'
#|= '\x1b[01;34md\x1b[0m\n'
#|= '\x1b[40;31;01mdl\x1b[0m\n'
#|= '\x1b[01;36ml\x1b[0m\n'
#|= '\x1b[34;42mow\x1b[0m\n'
#|= '\x1b[40;33mp\x1b[0m\n'
#|= '\x1b[30;42mst\x1b[0m\n'
#|= '\x1b[01;31mx.tar\x1b[0m\n'
#|= '\x1b[01;35my.png\x1b[0m\n'

### LS_COLORS='di=01;34:fi=33:ln=target:rs=0:lc=<:rc=>:ec=E' ls --color=always
LS_COLORS='di=01;34:fi=33:ln=target:rs=0:lc=<:rc=>:ec=E' ls --color=always
#| E<33>aE
#| <01;32>bE
#| <01;34>dE
#| dl
#| <33>lE
#| <34;42>owE
#| <33>pE
#| <30;42>stE
#| <33>x.tarE
#| <33>y.pngE
#|= '<>'

### LS_COLORS='zz' ls --color=always
LS_COLORS='zz' ls --color=always
#| a
#| b
#| d
#| dl
#| l
#| ow
#| p
#| st
#| x.tar
#| y.png
#! ls: unparsable value for LS_COLORS environment variable

### LS_COLORS='*.tar=31:*.TAR=32' ls --color=always x.tar
LS_COLORS='*.tar=31:*.TAR=32' ls --color=always x.tar
#|= '\x1b[0m\x1b[32mx.tar\x1b[0m\n'

### ls --color=auto
ls --color=auto
#| a
#| b
#| d
#| dl
#| l
#| ow
#| p
#| st
#| x.tar
#| y.png

### ls --color=foo; echo $?
ls --color=foo; echo $?
#| 1
#! ls: invalid argument ‘foo’ for ‘--color’
#! Valid arguments are:
#!   - ‘always’, ‘yes’, ‘force’
#!   - ‘never’, ‘no’, ‘none’
#!   - ‘auto’, ‘tty’, ‘if-tty’
#! Try 'ls --help' for more information.

### ls -F --color=always
ls -F --color=always
#| a
#| b*
#| d/
#| dl@
#| l@
#| ow/
#| p|
#| st/
#| x.tar
#| y.png

### ls -d --color=always d
ls -d --color=always d
#| d

### TERM=dumb ls --color=always d
TERM=dumb ls --color=always d

### LS_COLORS='di=31' dir --color=always
LS_COLORS='di=31' dir --color=always
#|= 'a  \x1b[0m\x1b[01;32mb\x1b[0m  \x1b[31md\x1b[0m  \x1b[01;36mdl\x1b[0m  \x1b[01;36ml\x1b[0m  \x1b[34;42mow\x1b[0m  \x1b[33mp\x1b[0m  \x1b[30;42mst\x1b[0m  x.tar  y.png\n'

### LS_COLORS='su=1:sg=2:ca=3:ex=32' ls --color=always b
LS_COLORS='su=1:sg=2:ca=3:ex=32' ls --color=always b
#|= '\x1b[0m\x1b[32mb\x1b[0m\n'

### LS_COLORS='di=01;34' ls --color=always -lR d
LS_COLORS='di=01;34' ls --color=always -lR d
#| d:
#| total 0

### LS_COLORS='st=37;44:di=01;34' ls --color=always -d st ow d
LS_COLORS='st=37;44:di=01;34' ls --color=always -d st ow d
#|= '\x1b[0m\x1b[01;34md\x1b[0m\n'
#|= '\x1b[34;42mow\x1b[0m\n'
#|= '\x1b[30;42mst\x1b[0m\n'

### LS_COLORS='mi=05;31:or=31' ls --color=always dl
LS_COLORS='mi=05;31:or=31' ls --color=always dl
#|= '\x1b[0m\x1b[31mdl\x1b[0m\n'

### LS_COLORS='ln=36' ls -l --color=always l dl | cut -d: -f2- | cut -c4-
LS_COLORS='ln=36' ls -l --color=always l dl | cut -d: -f2- | cut -c4-
#|= '\x1b[0m\x1b[36mdl\x1b[0m -> nx\n'
#|= '\x1b[36ml\x1b[0m -> a\n'

### LS_COLORS='zz=1' ls --color=always a
LS_COLORS='zz=1' ls --color=always a
#| a
#! ls: unrecognized prefix: ‘zz’
#! ls: unparsable value for LS_COLORS environment variable

### LS_COLORS='a' ls --color=always a
LS_COLORS='a' ls --color=always a
#| a
#! ls: unparsable value for LS_COLORS environment variable

### LS_COLORS='di=\e[1:ln=^[x:ex=\033' ls --color=always d l b
LS_COLORS='di=\e[1:ln=^[x:ex=\033' ls --color=always d l b
#|= '\x1b[0m\x1b[\x1bmb\x1b[0m\n'
#|= '\x1b[\x1bxml\x1b[0m\n'
#|
#| d:

### LS_COLORS='mh=44;37' ls --color=always a; ln a h; LS_COLORS='mh=44;37' ls --color=always a
LS_COLORS='mh=44;37' ls --color=always a; ln a h; LS_COLORS='mh=44;37' ls --color=always a
#| a
#|= '\x1b[0m\x1b[44;37ma\x1b[0m\n'

### TERM=xterm LS_COLORS= ls --color=always
TERM=xterm LS_COLORS= ls --color=always
#| a
#|= '\x1b[0m\x1b[01;32mb\x1b[0m\n'
#|= '\x1b[01;34md\x1b[0m\n'
#|= '\x1b[01;36mdl\x1b[0m\n'
#|= '\x1b[01;36ml\x1b[0m\n'
#|= '\x1b[34;42mow\x1b[0m\n'
#|= '\x1b[33mp\x1b[0m\n'
#|= '\x1b[30;42mst\x1b[0m\n'
#| x.tar
#| y.png

### printf 'a\nc\nb\nd\n' | comm - -
printf 'a\nc\nb\nd\n' | comm - -
#| a
#| b
#| 	c
#| d
#! comm: -: Bad file descriptor
#? 1
