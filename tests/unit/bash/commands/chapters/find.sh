# find: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
set -o pipefail
mkdir -p d/e/f t em; echo hi >d/a.txt; echo hello >d/e/b.txt; touch d/e/f/c.c em/.h 'a b'; ln -s d ld; ln -s nx bad; chmod 600 d/a.txt; chmod 755 d/e/b.txt; touch -d '2020-01-01' d/a.txt; touch -d '2 days ago' d/e/b.txt; head -c 5000 /dev/zero > t/big; mkfifo p; rm em/.h; ln t/big t/hard; touch -hd '2021-03-04 05:06:07.5' bad ld; touch -d '2021-03-04 05:06:07.5' d/e/f/c.c t/big

### find 
printf 'y\n' | find  | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard

### find .
printf 'y\n' | find . | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard

### find d
printf 'y\n' | find d | sort
#| d
#| d/a.txt
#| d/e
#| d/e/b.txt
#| d/e/f
#| d/e/f/c.c

### find d t
printf 'y\n' | find d t | sort
#| d
#| d/a.txt
#| d/e
#| d/e/b.txt
#| d/e/f
#| d/e/f/c.c
#| t
#| t/big
#| t/hard

### find nx
printf 'y\n' | find nx | sort
#! find: ‘nx’: No such file or directory
#? 1

### find nx d
printf 'y\n' | find nx d | sort
#| d
#| d/a.txt
#| d/e
#| d/e/b.txt
#| d/e/f
#| d/e/f/c.c
#! find: ‘nx’: No such file or directory
#? 1

### find -name "*.txt"
printf 'y\n' | find -name "*.txt" | sort
#| ./d/a.txt
#| ./d/e/b.txt

### find . -name "*.txt" -print
printf 'y\n' | find . -name "*.txt" -print | sort
#| ./d/a.txt
#| ./d/e/b.txt

### find d -type f
printf 'y\n' | find d -type f | sort
#| d/a.txt
#| d/e/b.txt
#| d/e/f/c.c

### find d -type d
printf 'y\n' | find d -type d | sort
#| d
#| d/e
#| d/e/f

### find -type l
printf 'y\n' | find -type l | sort
#| ./bad
#| ./ld

### find -type f,l
printf 'y\n' | find -type f,l | sort
#| ./a b
#| ./bad
#| ./d/a.txt
#| ./d/e/b.txt
#| ./d/e/f/c.c
#| ./ld
#| ./t/big
#| ./t/hard

### find -type q
printf 'y\n' | find -type q | sort
#! find: Unknown argument to -type: q
#? 1

### find . -maxdepth 1
printf 'y\n' | find . -maxdepth 1 | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./em
#| ./ld
#| ./p
#| ./t

### find . -mindepth 2
printf 'y\n' | find . -mindepth 2 | sort
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./t/big
#| ./t/hard

### find d -depth
printf 'y\n' | find d -depth | sort
#| d
#| d/a.txt
#| d/e
#| d/e/b.txt
#| d/e/f
#| d/e/f/c.c

### find . -empty
printf 'y\n' | find . -empty | sort
#| ./a b
#| ./d/e/f/c.c
#| ./em

### find . -size +1k
printf 'y\n' | find . -size +1k | sort
#| .
#| ./d
#| ./d/e
#| ./d/e/f
#| ./em
#| ./t
#| ./t/big
#| ./t/hard

### find . -size -2
printf 'y\n' | find . -size -2 | sort
#| ./a b
#| ./bad
#| ./d/a.txt
#| ./d/e/b.txt
#| ./d/e/f/c.c
#| ./ld
#| ./p

### find . -size 5000c
printf 'y\n' | find . -size 5000c | sort
#| ./t/big
#| ./t/hard

### find . -size 1
printf 'y\n' | find . -size 1 | sort
#| ./bad
#| ./d/a.txt
#| ./d/e/b.txt
#| ./ld

### find . -perm 600
printf 'y\n' | find . -perm 600 | sort
#| ./d/a.txt

### find . -perm -100 -type f
printf 'y\n' | find . -perm -100 -type f | sort
#| ./d/e/b.txt

### find . -perm /111 -type f
printf 'y\n' | find . -perm /111 -type f | sort
#| ./d/e/b.txt

### find . -perm u=rw
printf 'y\n' | find . -perm u=rw | sort
#| ./d/a.txt

### find . -newer d/e/b.txt -type f
printf 'y\n' | find . -newer d/e/b.txt -type f | sort
#| ./a b

### find . -mtime +1 -type f
printf 'y\n' | find . -mtime +1 -type f | sort
#| ./d/a.txt
#| ./d/e/b.txt
#| ./d/e/f/c.c
#| ./t/big
#| ./t/hard

### find . -mtime -1 -type f
printf 'y\n' | find . -mtime -1 -type f | sort
#| ./a b

### find . -mtime 2
printf 'y\n' | find . -mtime 2 | sort
#| ./d/e/b.txt

### find . -mmin -5 -type f
printf 'y\n' | find . -mmin -5 -type f | sort
#| ./a b

### find . -path "./d/*" -print
printf 'y\n' | find . -path "./d/*" -print | sort
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c

### find . -not -name "*.txt" -type f
printf 'y\n' | find . -not -name "*.txt" -type f | sort
#| ./a b
#| ./d/e/f/c.c
#| ./t/big
#| ./t/hard

### find . ! -type d
printf 'y\n' | find . ! -type d | sort
#| ./a b
#| ./bad
#| ./d/a.txt
#| ./d/e/b.txt
#| ./d/e/f/c.c
#| ./ld
#| ./p
#| ./t/big
#| ./t/hard

### find d -name "*.c" -print0
printf 'y\n' | find d -name "*.c" -print0 | sort
#|= 'd/e/f/c.c\x00\n'

### find d -printf "%p %f %h %s %m %M %y %d %P %H\n"
printf 'y\n' | find d -printf "%p %f %h %s %m %M %y %d %P %H\n" | sort
#| d d . 4096 755 drwxr-xr-x d 0  d
#| d/a.txt a.txt d 3 600 -rw------- f 1 a.txt d
#| d/e e d 4096 755 drwxr-xr-x d 1 e d
#| d/e/b.txt b.txt d/e 6 755 -rwxr-xr-x f 2 e/b.txt d
#| d/e/f f d/e 4096 755 drwxr-xr-x d 2 e/f d
#| d/e/f/c.c c.c d/e/f 0 644 -rw-r--r-- f 3 e/f/c.c d

### find . -name bad -printf "%l %Y %y %t\n"
printf 'y\n' | find . -name bad -printf "%l %Y %y %t\n" | sort
#| nx N l Thu Mar  4 05:06:07.5000000000 2021

### find d -name a.txt -exec echo {} \;
printf 'y\n' | find d -name a.txt -exec echo {} \; | sort
#| d/a.txt

### find d -name a.txt -exec false \; -print
printf 'y\n' | find d -name a.txt -exec false \; -print | sort

### find d -name nx -exec echo
printf 'y\n' | find d -name nx -exec echo | sort
#! find: missing argument to `-exec'
#? 1

### find . -regextype posix-extended -regex ".*(a|b)\.txt"
printf 'y\n' | find . -regextype posix-extended -regex ".*(a|b)\.txt" | sort
#| ./d/a.txt
#| ./d/e/b.txt

### find . -lname "n*"
printf 'y\n' | find . -lname "n*" | sort
#| ./bad

### find . -samefile t/big
printf 'y\n' | find . -samefile t/big | sort
#| ./t/big
#| ./t/hard

### find . -links 2 -type f
printf 'y\n' | find . -links 2 -type f | sort
#| ./t/big
#| ./t/hard

### find . -user root -maxdepth 0
printf 'y\n' | find . -user root -maxdepth 0 | sort
#| .

### find . -user nx
printf 'y\n' | find . -user nx | sort
#! find: ‘nx’ is not the name of a known user
#? 1

### find -L . -type f -name a.txt
printf 'y\n' | find -L . -type f -name a.txt | sort
#| ./d/a.txt
#| ./ld/a.txt

### find -L . -name "*.c"
printf 'y\n' | find -L . -name "*.c" | sort
#| ./d/e/f/c.c
#| ./ld/e/f/c.c

### find -H ld
printf 'y\n' | find -H ld | sort
#| ld
#| ld/a.txt
#| ld/e
#| ld/e/b.txt
#| ld/e/f
#| ld/e/f/c.c

### find ld
printf 'y\n' | find ld | sort
#| ld

### find ld/
printf 'y\n' | find ld/ | sort
#| ld/
#| ld/a.txt
#| ld/e
#| ld/e/b.txt
#| ld/e/f
#| ld/e/f/c.c

### find -L bad
printf 'y\n' | find -L bad | sort
#| bad

### find . -xtype l
printf 'y\n' | find . -xtype l | sort
#| ./bad

### find . -quit
printf 'y\n' | find . -quit | sort

### find . -name a.txt -quit
printf 'y\n' | find . -name a.txt -quit | sort

### find . -true
printf 'y\n' | find . -true | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard

### find . -false
printf 'y\n' | find . -false | sort

### find -foo
printf 'y\n' | find -foo | sort
#! find: unknown predicate `-foo'
#? 1

### find . -name
printf 'y\n' | find . -name | sort
#! find: missing argument to `-name'
#? 1

### find . foo
printf 'y\n' | find . foo | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard
#! find: ‘foo’: No such file or directory
#? 1

### find . -name a b
printf 'y\n' | find . -name a b | sort
#! find: paths must precede expression: `b'
#? 1

### find . -name x -o
printf 'y\n' | find . -name x -o | sort
#! find: expected an expression after '-o'
#? 1

### find . \(
printf 'y\n' | find . \( | sort
#! find: invalid expression; expected to find a ')' but didn't see one. Perhaps you need an extra predicate after '('
#? 1

### find . \)
printf 'y\n' | find . \) | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard
#! find: ‘)’: No such file or directory
#? 1

### find . \( \)
printf 'y\n' | find . \( \) | sort
#! find: invalid expression; empty parentheses are not allowed.
#? 1

### find . -maxdepth x
printf 'y\n' | find . -maxdepth x | sort
#! find: Expected a positive decimal integer argument to -maxdepth, but got ‘x’
#? 1

### find . -size 1x
printf 'y\n' | find . -size 1x | sort
#! find: invalid -size type `x'
#? 1

### find . -perm zz
printf 'y\n' | find . -perm zz | sort
#! find: invalid mode ‘zz’
#? 1

### find . -newer nx
printf 'y\n' | find . -newer nx | sort
#! find: ‘nx’: No such file or directory
#? 1

### find d/ -name "*.txt"
printf 'y\n' | find d/ -name "*.txt" | sort
#| d/a.txt
#| d/e/b.txt

### find d//e
printf 'y\n' | find d//e | sort
#| d//e
#| d//e/b.txt
#| d//e/f
#| d//e/f/c.c

### find . , -true
printf 'y\n' | find . , -true | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard
#! find: ‘,’: No such file or directory
#? 1

### find . -true , -name d
printf 'y\n' | find . -true , -name d | sort
#| ./d

### find . -a
printf 'y\n' | find . -a | sort
#! find: invalid expression; you have used a binary operator '-a' with nothing before it.
#? 1

### find . !
printf 'y\n' | find . ! | sort
#! find: expected an expression after '!'
#? 1

### find . -exec
printf 'y\n' | find . -exec | sort
#! find: missing argument to `-exec'
#? 1

### find . -exec \;
printf 'y\n' | find . -exec \; | sort
#! find: invalid argument `;' to `-exec'
#? 1

### find . -exec nx {} \;
printf 'y\n' | find . -exec nx {} \; | sort
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory
#! find: ‘nx’: No such file or directory

### find . -maxdepth 0 -printf "a\tb\\c\101%%\n"
printf 'y\n' | find . -maxdepth 0 -printf "a\tb\\c\101%%\n" | sort
#| a	b

### find . -maxdepth 0 -printf "%q\n"
printf 'y\n' | find . -maxdepth 0 -printf "%q\n" | sort
#| %q
#! find: warning: unrecognized format directive `%q'

### find . -maxdepth 1 -type f -printf "[%10f][%-10f][%.2f]\n"
printf 'y\n' | find . -maxdepth 1 -type f -printf "[%10f][%-10f][%.2f]\n" | sort
#| [       a b][a b       ][a ]

### find . -name "[ab].txt"
printf 'y\n' | find . -name "[ab].txt" | sort
#| ./d/a.txt
#| ./d/e/b.txt

### find . -name ".*"
printf 'y\n' | find . -name ".*" | sort
#| .

### find . -empty -type d
printf 'y\n' | find . -empty -type d | sort
#| ./em

### find . -executable -type f
printf 'y\n' | find . -executable -type f | sort
#| ./d/e/b.txt

### find . -readable -name a.txt
printf 'y\n' | find . -readable -name a.txt | sort
#| ./d/a.txt

### find d -execdir echo {} \;
printf 'y\n' | find d -execdir echo {} \; | sort
#| ./a.txt
#| ./b.txt
#| ./c.c
#| ./d
#| ./e
#| ./f

### find . -cmin -5 -name a.txt
printf 'y\n' | find . -cmin -5 -name a.txt | sort
#| ./d/a.txt

### find . -newermt 2020-06-01 -type f
printf 'y\n' | find . -newermt 2020-06-01 -type f | sort
#| ./a b
#| ./d/e/b.txt
#| ./d/e/f/c.c
#| ./t/big
#| ./t/hard

### find . -daystart -mtime 2
printf 'y\n' | find . -daystart -mtime 2 | sort
#| ./d/e/b.txt

### find . -regex "d"
printf 'y\n' | find . -regex "d" | sort

### find . -regex "./d"
printf 'y\n' | find . -regex "./d" | sort
#| ./d

### find . -wholename ./d
printf 'y\n' | find . -wholename ./d | sort
#| ./d

### find /nx
printf 'y\n' | find /nx | sort
#! find: ‘/nx’: No such file or directory
#? 1

### find ""
printf 'y\n' | find "" | sort
#! find: ‘’: No such file or directory
#? 1

### find . ""
printf 'y\n' | find . "" | sort
#| .
#| ./a b
#| ./bad
#| ./d
#| ./d/a.txt
#| ./d/e
#| ./d/e/b.txt
#| ./d/e/f
#| ./d/e/f/c.c
#| ./em
#| ./ld
#| ./p
#| ./t
#| ./t/big
#| ./t/hard
#! find: ‘’: No such file or directory
#? 1

### find . -depth -name f
printf 'y\n' | find . -depth -name f | sort
#| ./d/e/f

### find . -name t -printf "%k %b\n"
printf 'y\n' | find . -name t -printf "%k %b\n" | sort
#| 4 8

### find . -name a.txt -ok echo {} \;
printf 'y\n' | find . -name a.txt -ok echo {} \; | sort
#| ./d/a.txt
#!= '< echo ... ./d/a.txt > ? '

### find . -not
printf 'y\n' | find . -not | sort
#! find: expected an expression after '-not'
#? 1

### find . -type
printf 'y\n' | find . -type | sort
#! find: missing argument to `-type'
#? 1

### find d -exec echo {} {} \;
printf 'y\n' | find d -exec echo {} {} \; | sort
#| d d
#| d/a.txt d/a.txt
#| d/e d/e
#| d/e/b.txt d/e/b.txt
#| d/e/f d/e/f
#| d/e/f/c.c d/e/f/c.c

### find d -exec echo x{}y \;
printf 'y\n' | find d -exec echo x{}y \; | sort
#| xd/a.txty
#| xd/e/b.txty
#| xd/e/f/c.cy
#| xd/e/fy
#| xd/ey
#| xdy

### find d -exec echo {} x +
printf 'y\n' | find d -exec echo {} x + | sort
#! find: missing argument to `-exec'
#? 1

### find . -nogroup
printf 'y\n' | find . -nogroup | sort

### find . -group root -maxdepth 0
printf 'y\n' | find . -group root -maxdepth 0 | sort
#| .

### find d e
printf 'y\n' | find d e | sort
#| d
#| d/a.txt
#| d/e
#| d/e/b.txt
#| d/e/f
#| d/e/f/c.c
#! find: ‘e’: No such file or directory
#? 1

### find -O3 d -name e
printf 'y\n' | find -O3 d -name e | sort
#| d/e

### find . -noleaf -name e
printf 'y\n' | find . -noleaf -name e | sort
#| ./d/e

### find . -xdev -name e
printf 'y\n' | find . -xdev -name e | sort
#| ./d/e

### find . -fstype foo
printf 'y\n' | find . -fstype foo | sort

### find . -type f -a -name "*.c" -or -name "*.txt"
printf 'y\n' | find . -type f -a -name "*.c" -or -name "*.txt" | sort
#| ./d/a.txt
#| ./d/e/b.txt
#| ./d/e/f/c.c

### find ./ -maxdepth 0 -printf '%f|%p\n' -execdir echo {} ';'
find ./ -maxdepth 0 -printf '%f|%p\n' -execdir echo {} ';'
echo "status $?"
#| ./|./
#| ././
#| status 0

### find . -type ''
find . -type ''
echo "status $?"
#| status 1
#! find: Arguments to -type should contain at least one letter

### mkdir q; ln -s q lq; find -L lq -delete; find -H lq -delete
mkdir q; ln -s q lq; find -L lq -delete; find -H lq -delete
echo "status $?"
#| status 1
#! find: cannot delete ‘lq’: Not a directory
#! find: cannot delete ‘lq’: Not a directory
