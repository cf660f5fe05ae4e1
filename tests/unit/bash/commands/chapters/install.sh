# install: copies with modes, and folders.
echo one > f; echo two > g; mkdir d; umask 022; chmod 600 f

### install f h; cat h; stat -c %a h
install f h; cat h; stat -c %a h
#| one
#| 755

### install -m 644 f h; stat -c %a h; install -m u=rw,go= f h2; stat -c %a h2; install -m g+w f h3; stat
install -m 644 f h; stat -c %a h; install -m u=rw,go= f h2; stat -c %a h2; install -m g+w f h3; stat -c %a h3
#| 644
#| 600
#| 20

### install f g d; ls d; install -t d f; install -v -t d f
install f g d; ls d; install -t d f; install -v -t d f
#| f
#| g
#| removed 'd/f'
#| 'f' -> 'd/f'

### install -v f h; install -v f h; install -v f g d
install -v f h; install -v f h; install -v f g d
#| 'f' -> 'h'
#| removed 'h'
#| 'f' -> 'h'
#| 'f' -> 'd/f'
#| 'g' -> 'd/g'

### install -d a/b/c; install -dv x/y z; stat -c '%a %n' a a/b x/y; install -d -m 700 p/q; stat -c '%a %
install -d a/b/c; install -dv x/y z; stat -c '%a %n' a a/b x/y; install -d -m 700 p/q; stat -c '%a %n' p p/q; install -d d -m 711; stat -c %a d
#| install: creating directory 'x'
#| install: creating directory 'x/y'
#| install: creating directory 'z'
#| 755 a
#| 755 a/b
#| 755 x/y
#| 755 p
#| 700 p/q
#| 711

### install -D f n/m/o; cat n/m/o; install -Dv f n2/m/o; install -D -t t1/t2 f g; ls t1/t2; install -Dv 
install -D f n/m/o; cat n/m/o; install -Dv f n2/m/o; install -D -t t1/t2 f g; ls t1/t2; install -Dv -m 600 -t t3/t4 f; stat -c '%a %n' t3 t3/t4 t3/t4/f
#| one
#| install: creating directory 'n2'
#| install: creating directory 'n2/m'
#| 'f' -> 'n2/m/o'
#| f
#| g
#| install: creating directory 't3'
#| install: creating directory 't3/t4'
#| 'f' -> 't3/t4/f'
#| 755 t3
#| 755 t3/t4
#| 600 t3/t4/f

### install -b f g; ls; cat g~; install -bv f g; install -S .o -v f g; install --backup=numbered f g; ls
install -b f g; ls; cat g~; install -bv f g; install -S .o -v f g; install --backup=numbered f g; ls
#| d
#| f
#| g
#| g~
#| two
#| 'f' -> 'g' (backup: 'g~')
#| 'f' -> 'g' (backup: 'g.o')
#| d
#| f
#| g
#| g.o
#| g.~1~
#| g~

### touch -d '2020-01-02' f; install -p f h; stat -c %y h
touch -d '2020-01-02' f; install -p f h; stat -c %y h
#| 2020-01-02 00:00:00.000000000 +0000

### install; install f; install d h; install nosuch h; install f nodir/h; install f g nodir; install f g
install; install f; install d h; install nosuch h; install f nodir/h; install f g nodir; install f g h
#! install: missing file operand
#! Try 'install --help' for more information.
#! install: missing destination file operand after 'f'
#! Try 'install --help' for more information.
#! install: omitting directory 'd'
#! install: cannot stat 'nosuch': No such file or directory
#! install: cannot create regular file 'nodir/h': No such file or directory
#! install: target 'nodir': No such file or directory
#! install: target 'h': No such file or directory
#? 1

### install f f; install -T f d; install -d; install -d f; install -d f/x; install -m zz f h; install -t
install f f; install -T f d; install -d; install -d f; install -d f/x; install -m zz f h; install -t nodir f; install -t f g; install -d -t d x
#! install: 'f' and 'f' are the same file
#! install: cannot overwrite directory 'd' with non-directory
#! install: missing file operand
#! Try 'install --help' for more information.
#! install: cannot create directory ‘f’: File exists
#! install: cannot create directory ‘f’: Not a directory
#! install: invalid mode ‘zz’
#! install: failed to access 'nodir': No such file or directory
#! install: failed to access 'f': Not a directory
#! install: target directory not allowed when installing a directory
#? 1

### install -o nosuch f h; install -g nosuch f h; install -o root -g root f h; echo $?; install f -x
install -o nosuch f h; install -g nosuch f h; install -o root -g root f h; echo $?; install f -x
#| 0
#! install: invalid user ‘nosuch’
#! install: invalid group ‘nosuch’
#! install: invalid option -- 'x'
#! Try 'install --help' for more information.
#? 1

### install -C f h; install -Cv f h; install -Cv g h
install -C f h; install -Cv f h; install -Cv g h
#| removed 'h'
#| 'g' -> 'h'

### install -c -s f h 2>/dev/null; ln -s f l; install l h; test -L h; echo $?; ln h h2; install g h; cat
install -c -s f h 2>/dev/null; ln -s f l; install l h; test -L h; echo $?; ln h h2; install g h; cat h2
#| 1
#| one

### install f ''; install '' h; install -v -D f ./k; install f d/
install f ''; install '' h; install -v -D f ./k; install f d/
#| 'f' -> './k'
#! install: cannot create regular file '': No such file or directory
#! install: cannot stat '': No such file or directory

### install f nosuch/; install -D f new/; ls
install f nosuch/; install -D f new/; ls
#| d
#| f
#| g
#! install: cannot create regular file 'nosuch/': Not a directory
#! install: cannot create regular file 'new/': Not a directory
