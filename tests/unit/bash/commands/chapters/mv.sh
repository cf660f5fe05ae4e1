# mv: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e t; echo hi >f; echo ho >g; ln -s f l; ln -s d ld; ln -s nx bad; echo q >d/f; echo z> d/e/z; ln -s f d/l; ln g gh; chmod 600 g; chmod 755 f; touch -d '2020-01-01' d/f f; mkdir em

### mv f n
printf 'y\n' | mv f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### mv f g
printf 'y\n' | mv f g
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho

### mv f d
printf 'y\n' | mv f d
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rwxr-xr-x 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv f g t
printf 'y\n' | mv f g t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho

### mv f g nx
printf 'y\n' | mv f g nx
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: target 'nx': No such file or directory

### mv d n
printf 'y\n' | mv d n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### mv d t
printf 'y\n' | mv d t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./t/d/e/z \n'
#|= '-rw-r--r-- 1 ./t/d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d/e \n'
#|= 'drwxr-xr-x 3 ./t \n'
#|= 'drwxr-xr-x 3 ./t/d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./t/d/l f
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/d/e/z <==
#| z
#|
#| ==> ./t/d/f <==
#| q

### mv d d/e
printf 'y\n' | mv d d/e
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot move 'd' to a subdirectory of itself, 'd/e/d'

### mv d d
printf 'y\n' | mv d d
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot move 'd' to a subdirectory of itself, 'd/d'

### mv f f
printf 'y\n' | mv f f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: 'f' and 'f' are the same file

### mv gh g
printf 'y\n' | mv gh g
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: 'gh' and 'g' are the same file

### mv nx n
printf 'y\n' | mv nx n
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot stat 'nx': No such file or directory

### mv f
printf 'y\n' | mv f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: missing destination file operand after 'f'
#! Try 'mv --help' for more information.

### mv 
printf 'y\n' | mv 
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: missing file operand
#! Try 'mv --help' for more information.

### mv f nx/y
printf 'y\n' | mv f nx/y
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot move 'f' to 'nx/y': No such file or directory

### mv -t t f g
printf 'y\n' | mv -t t f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho

### mv -t nx f
printf 'y\n' | mv -t nx f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: target directory 'nx': No such file or directory

### mv -T f t
printf 'y\n' | mv -T f t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot overwrite directory 't' with non-directory

### mv -T d em
printf 'y\n' | mv -T d em
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./em/e/z \n'
#|= '-rw-r--r-- 1 ./em/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./em \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./em/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./em/e/z <==
#| z
#|
#| ==> ./em/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv -T d t
printf 'y\n' | mv -T d t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./t/e/z \n'
#|= '-rw-r--r-- 1 ./t/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/e \n'
#|= 'drwxr-xr-x 3 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./t/l f
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/e/z <==
#| z
#|
#| ==> ./t/f <==
#| q

### mv f g h t
printf 'y\n' | mv f g h t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho
#! mv: cannot stat 'h': No such file or directory

### mv -v f n
printf 'y\n' | mv -v f n
echo "status $?"; show
#| renamed 'f' -> 'n'
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### mv -v f g t
printf 'y\n' | mv -v f g t
echo "status $?"; show
#| renamed 'f' -> 't/f'
#| renamed 'g' -> 't/g'
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho

### mv -i f g
printf 'y\n' | mv -i f g
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho
#!= "mv: overwrite 'g'? "

### mv -n f g
printf 'y\n' | mv -n f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv -u f g
printf 'y\n' | mv -u f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv -u g f
printf 'y\n' | mv -u g f
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./f \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv -b f g
printf 'y\n' | mv -b f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./g~ \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./g~ <==
#| ho

### mv -bv f g
printf 'y\n' | mv -bv f g
echo "status $?"; show
#| renamed 'f' -> 'g' (backup: 'g~')
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./g~ \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./g~ <==
#| ho

### mv --backup=t f g
printf 'y\n' | mv --backup=t f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g.~1~ \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./g.~1~ <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv -S .b f g
printf 'y\n' | mv -S .b f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g.b \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./g.b <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv em t
printf 'y\n' | mv em t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./t/em \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv em d
printf 'y\n' | mv em d
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./d/em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 4 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv d em
printf 'y\n' | mv d em
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./em/d/e/z \n'
#|= '-rw-r--r-- 1 ./em/d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em/d/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./em \n'
#|= 'drwxr-xr-x 3 ./em/d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./em/d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./em/d/e/z <==
#| z
#|
#| ==> ./em/d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv d f
printf 'y\n' | mv d f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot overwrite non-directory 'f' with directory 'd'

### mv f d/e f
printf 'y\n' | mv f d/e f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: target 'f': Not a directory

### mv -T f d
printf 'y\n' | mv -T f d
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot overwrite directory 'd' with non-directory

### mv l n
printf 'y\n' | mv l n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n f
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv l t
printf 'y\n' | mv l t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./t/l f
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv ld n
printf 'y\n' | mv ld n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./n d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv bad n
printf 'y\n' | mv bad n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n nx
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv f l
printf 'y\n' | mv f l
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./l \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./l <==
#| hi

### mv f bad
printf 'y\n' | mv f bad
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./bad \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./bad <==
#| hi
#|
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv d/f d/e t
printf 'y\n' | mv d/f d/e t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./t/e/z \n'
#|= '-rw-r--r-- 1 ./t/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/e \n'
#|= 'drwxr-xr-x 3 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/e/z <==
#| z
#|
#| ==> ./t/f <==
#| q

### mv d/ n
printf 'y\n' | mv d/ n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### mv f/ n
printf 'y\n' | mv f/ n
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot stat 'f/': Not a directory

### mv f n/
printf 'y\n' | mv f n/
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot move 'f' to 'n/': Not a directory

### mv em n/
printf 'y\n' | mv em n/
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./n \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv f ""
printf 'y\n' | mv f ""
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot move 'f' to '': No such file or directory

### mv "" f
printf 'y\n' | mv "" f
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: cannot stat '': No such file or directory

### mv -f f g
printf 'y\n' | mv -f f g
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./g \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho

### mv f d/f t
printf 'y\n' | mv f d/f t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#! mv: will not overwrite just-created 't/f' with 'd/f'

### mv -nv f g
printf 'y\n' | mv -nv f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv d/e d
printf 'y\n' | mv d/e d
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: 'd/e' and 'd/e' are the same file

### mv d/e .
printf 'y\n' | mv d/e .
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./e/z \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/f <==
#| q
#|
#| ==> ./e/z <==
#| z
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### mv t/../f n
printf 'y\n' | mv t/../f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### mv -i f n
printf 'y\n' | mv -i f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./n \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### mv f g f t
printf 'y\n' | mv f g f t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./t/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho
#! mv: cannot stat 'f': No such file or directory

### mv -x f n
printf 'y\n' | mv -x f n
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: invalid option -- 'x'
#! Try 'mv --help' for more information.

### mv d/e t/../d
printf 'y\n' | mv d/e t/../d
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/z <==
#| z
#|
#| ==> ./d/f <==
#| q
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#! mv: 'd/e' and 't/../d/e' are the same file

### mv as random lines found it: printf x > o; mv -i o o; echo $?; cat o
printf x > o; mv -i o o; echo $?; cat o
#| 1
#|= 'x'
#! mv: 'o' and 'o' are the same file

### mv as random lines found it: printf x > o; mv -u o ./o; echo $?; cat o
printf x > o; mv -u o ./o; echo $?; cat o
#| 1
#|= 'x'
#! mv: 'o' and './o' are the same file
