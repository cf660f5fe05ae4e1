# rmdir: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p a/b/c d; touch f a/f 'x y'; ln -s f l; ln -s nx dl; ln -s d ld; chmod 600 f; mkdir e; touch e/1 e/2

### rmdir d
rmdir d
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

### rmdir a
rmdir a
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
#! rmdir: failed to remove 'a': Directory not empty

### rmdir -p a/b/c
rmdir -p a/b/c
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
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
#! rmdir: failed to remove directory 'a': Directory not empty

### rmdir -v d
rmdir -v d
echo "status $?"; show
#| rmdir: removing directory, 'd'
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

### rmdir -pv a/b/c
rmdir -pv a/b/c
echo "status $?"; show
#| rmdir: removing directory, 'a/b/c'
#| rmdir: removing directory, 'a/b'
#| rmdir: removing directory, 'a'
#| status 1
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
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
#! rmdir: failed to remove directory 'a': Directory not empty

### rmdir --ignore-fail-on-non-empty a
rmdir --ignore-fail-on-non-empty a
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

### rmdir f
rmdir f
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
#! rmdir: failed to remove 'f': Not a directory

### rmdir nx
rmdir nx
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
#! rmdir: failed to remove 'nx': No such file or directory

### rmdir
rmdir
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
#! rmdir: missing operand
#! Try 'rmdir --help' for more information.

### rmdir d/
rmdir d/
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

### rmdir ld
rmdir ld
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
#! rmdir: failed to remove 'ld': Not a directory

### rmdir -p d
rmdir -p d
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
