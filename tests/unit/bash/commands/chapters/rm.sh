# rm: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p a/b/c d; touch f a/f 'x y'; ln -s f l; ln -s nx dl; ln -s d ld; chmod 600 f; mkdir e; touch e/1 e/2

### rm f
rm f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm a
rm a
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'a': Is a directory

### rm -r a
rm -r a
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm -rf a f nx
rm -rf a f nx
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm -f nx
rm -f nx
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm nx
rm nx
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'nx': No such file or directory

### rm -f
rm -f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm
rm
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: missing operand
#! Try 'rm --help' for more information.

### rm -d d
rm -d d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm -d a
rm -d a
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'a': Directory not empty

### rm -v f
rm -v f
echo "status $?"; show
#| removed 'f'
#| status 0
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm -rv d
rm -rv d
echo "status $?"; show
#| removed directory 'd'
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm -i f
printf 'y\n' | rm -i f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==
#!= "rm: remove regular empty file 'f'? "

### rm -i f l
printf 'n\ny\n' | rm -i f l
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#!= "rm: remove regular empty file 'f'? rm: remove symbolic link 'l'? "

### rm -rI e
printf 'y\n' | rm -rI e
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#!= 'rm: remove 1 argument recursively? '

### rm -I f l dl e/1
printf 'n\n' | rm -I f l dl e/1
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#!= 'rm: remove 4 arguments? '

### rm l
rm l
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm dl
rm dl
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm ld
rm ld
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm -r ld/
rm -r ld/
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'ld/': Not a directory

### rm ld/
rm ld/
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'ld/': Is a directory

### rm .
rm .
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove '.': Is a directory

### rm -r .
rm -r .
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: refusing to remove '.' or '..' directory: skipping '.'

### rm -r ..
rm -r ..
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: refusing to remove '.' or '..' directory: skipping '..'

### rm -r a/.
rm -r a/.
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: refusing to remove '.' or '..' directory: skipping 'a/.'

### rm f/x
rm f/x
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'f/x': Not a directory

### rm -f f/x
rm -f f/x
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm ''
rm ''
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove '': No such file or directory

### rm -rf ""
rm -rf ""
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm f/
rm f/
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: cannot remove 'f/': Not a directory

### rm --interactive=foo f
rm --interactive=foo f
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: invalid argument ‘foo’ for ‘--interactive’
#! Valid arguments are:
#!   - ‘never’, ‘no’, ‘none’
#!   - ‘once’
#!   - ‘always’, ‘yes’
#! Try 'rm --help' for more information.

### rm --interactive=never f
rm --interactive=never f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm -r f a
rm -r f a
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm -x
rm -x
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==
#! rm: invalid option -- 'x'
#! Try 'rm --help' for more information.

### rm -- f
rm -- f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./a/f <==
#|
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./x y <==

### rm -rv a
rm -rv a
echo "status $?"; show
#| removed directory 'a/b/c'
#| removed directory 'a/b'
#| removed 'a/f'
#| removed directory 'a'
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#| lrwxrwxrwx 1 ./dl nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./e/1 <==
#|
#| ==> ./e/2 <==
#|
#| ==> ./f <==
#|
#| ==> ./x y <==

### rm as random lines found it: rm -f -i
rm -f -i
#! rm: missing operand
#! Try 'rm --help' for more information.
#? 1

### rm as random lines found it: rm -f --interactive=once
rm -f --interactive=once
#! rm: missing operand
#! Try 'rm --help' for more information.
#? 1

### rm as random lines found it: mkdir p p/q; rm -d p; echo $?
mkdir p p/q; rm -d p; echo $?
#| 1
#! rm: cannot remove 'p': Directory not empty
