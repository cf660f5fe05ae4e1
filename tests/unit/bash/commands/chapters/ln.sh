# ln: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e; echo hi >f; echo ho >g; ln -s f l; ln -s d ld; ln -s nx bad; touch d/f

### ln f n
printf 'y\n' | ln f n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./n <==
#| hi

### ln -s f n
printf 'y\n' | ln -s f n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -s f
printf 'y\n' | ln -s f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link './f': File exists

### ln f
printf 'y\n' | ln f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link './f': File exists

### ln f d
printf 'y\n' | ln f d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'd/f': File exists

### ln -s f d
printf 'y\n' | ln -s f d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link 'd/f': File exists

### ln -s f d/n
printf 'y\n' | ln -s f d/n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/n f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sf g l
printf 'y\n' | ln -sf g l
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l g
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -s g l
printf 'y\n' | ln -s g l
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link 'l': File exists

### ln -f g f
printf 'y\n' | ln -f g f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./g <==
#| ho

### ln f f
printf 'y\n' | ln f f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'f': File exists

### ln -f f f
printf 'y\n' | ln -f f f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: 'f' and 'f' are the same file

### ln -s nx n
printf 'y\n' | ln -s nx n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n nx
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln nx n
printf 'y\n' | ln nx n
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to access 'nx': No such file or directory

### ln d n
printf 'y\n' | ln d n
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: d: hard link not allowed for directory

### ln -s d n
printf 'y\n' | ln -s d n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sfn g ld
printf 'y\n' | ln -sfn g ld
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld g
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sf g ld
printf 'y\n' | ln -sf g ld
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/g g
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sT f ld
printf 'y\n' | ln -sT f ld
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link 'ld': File exists

### ln -sT f n
printf 'y\n' | ln -sT f n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -T f
printf 'y\n' | ln -T f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: missing destination file operand after 'f'
#! Try 'ln --help' for more information.

### ln -T f g h
printf 'y\n' | ln -T f g h
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: extra operand 'h'
#! Try 'ln --help' for more information.

### ln f g d
printf 'y\n' | ln f g d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 2 ./d/g \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./d/g <==
#| ho
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'd/f': File exists

### ln f g h
printf 'y\n' | ln f g h
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: target 'h': No such file or directory

### ln -t d f g
printf 'y\n' | ln -t d f g
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 2 ./d/g \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./d/g <==
#| ho
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'd/f': File exists

### ln -t nx f
printf 'y\n' | ln -t nx f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to access 'nx': No such file or directory

### ln -t f g
printf 'y\n' | ln -t f g
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: target 'f' is not a directory

### ln -v f n
printf 'y\n' | ln -v f n
echo "status $?"; show
#| 'n' => 'f'
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./n <==
#| hi

### ln -sv f n
printf 'y\n' | ln -sv f n
echo "status $?"; show
#| 'n' -> 'f'
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sb g l
printf 'y\n' | ln -sb g l
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l g
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./l~ f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -b g f
printf 'y\n' | ln -b g f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f~ \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./f~ <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln --backup=numbered g f
printf 'y\n' | ln --backup=numbered g f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f.~1~ \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./f.~1~ <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln --backup=foo g f
printf 'y\n' | ln --backup=foo g f
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: invalid argument ‘foo’ for ‘backup type’
#! Valid arguments are:
#!   - ‘none’, ‘off’
#!   - ‘simple’, ‘never’
#!   - ‘existing’, ‘nil’
#!   - ‘numbered’, ‘t’
#! Try 'ln --help' for more information.

### ln -S .bak g f
printf 'y\n' | ln -S .bak g f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f.bak \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./f.bak <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sr d/f n
printf 'y\n' | ln -sr d/f n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n d/f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sr f d/n
printf 'y\n' | ln -sr f d/n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/n ../f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -si g l
printf 'y\n' | ln -si g l
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l g
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#!= "ln: replace 'l'? "

### ln -i g f
printf 'y\n' | ln -i g f
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./g <==
#| ho
#!= "ln: replace 'f'? "

### ln l n
printf 'y\n' | ln l n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 2 ./l f
#| lrwxrwxrwx 2 ./n f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -L l n
printf 'y\n' | ln -L l n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= '-rw-r--r-- 2 ./f \n'
#|= '-rw-r--r-- 2 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./n <==
#| hi

### ln -P l n
printf 'y\n' | ln -P l n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 2 ./l f
#| lrwxrwxrwx 2 ./n f
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -s "" n
printf 'y\n' | ln -s "" n
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link 'n' -> '': No such file or directory

### ln 
printf 'y\n' | ln 
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: missing file operand
#! Try 'ln --help' for more information.

### ln -s f d/e/n
printf 'y\n' | ln -s f d/e/n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/e/n f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln bad n
printf 'y\n' | ln bad n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 2 ./bad nx
#| lrwxrwxrwx 2 ./n nx
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -s f nx/n
printf 'y\n' | ln -s f nx/n
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create symbolic link 'nx/n': No such file or directory

### ln -sfT g d
printf 'y\n' | ln -sfT g d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: d: cannot overwrite directory

### ln -sf g d
printf 'y\n' | ln -sf g d
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/g g
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -rs /tmp n
printf 'y\n' | ln -rs /tmp n
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n ..
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -v f d
printf 'y\n' | ln -v f d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'd/f': File exists

### ln -s ../f d/x
printf 'y\n' | ln -s ../f d/x
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/x ../f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln -sf f l
printf 'y\n' | ln -sf f l
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho

### ln f d, given 'y\n'
printf 'y\n' | ln f d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: failed to create hard link 'd/f': File exists

### ln -bf g d/f d
printf 'y\n' | ln -bf g d/f d
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 2 ./d/g \n'
#|= '-rw-r--r-- 2 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#|
#| ==> ./d/g <==
#| ho
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#! ln: 'd/f' and 'd/f' are the same file

### ln as random lines found it: printf x > o; ln -f o; echo $?; cat o
printf x > o; ln -f o; echo $?; cat o
#| 1
#|= 'x'
#! ln: 'o' and './o' are the same file

### ln as random lines found it: mkdir p; printf x > p/o; ln -s p q; ln -sf p/o q/; echo $?; cat p/o
mkdir p; printf x > p/o; ln -s p q; ln -sf p/o q/; echo $?; cat p/o
#| 1
#|= 'x'
#! ln: 'p/o' and 'q/o' are the same file

### ln as random lines found it: printf x > o; ln -b o ./o; echo $?; cat o
printf x > o; ln -b o ./o; echo $?; cat o
#| 1
#|= 'x'
#! ln: 'o' and './o' are the same file

### ln as random lines found it: ln -r o o2
ln -r o o2
#! ln: cannot do --relative without --symbolic
#? 1

### ln as random lines found it: ln -t missing o
ln -t missing o
#! ln: failed to access 'missing': No such file or directory
#? 1
