# touch: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e; touch f d/g d/e/h; chmod 644 f; chmod 755 d; ln -s f l; ln -s nx bad; chmod 600 d/g; chmod 4755 d/e/h; touch -d '2020-01-02 03:04:05' f

### touch -d "2020-01-01 12:00:00" n
touch -d "2020-01-01 12:00:00" n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./n <==

### touch -c n
touch -c n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -t 202001021530 f
touch -t 202001021530 f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -t 202001021530.45 f
touch -t 202001021530.45 f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -t 01021530 f n
touch -t 01021530 f n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./n <==

### touch -r f n
touch -r f n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./n <==

### touch -a -t 202001010000 f
touch -a -t 202001010000 f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -m -t 202001010000 f
touch -m -t 202001010000 f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch n m
touch n m
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./m \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./m <==
#|
#| ==> ./n <==

### touch
touch
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: missing file operand
#! Try 'touch --help' for more information.

### touch nx/y
touch nx/y
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: cannot touch 'nx/y': No such file or directory

### touch d
touch d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -d foo f
touch -d foo f
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: invalid date format ‘foo’

### touch -t foo f
touch -t foo f
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: invalid date format ‘foo’

### touch f/
touch f/
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: setting times of 'f/': Not a directory

### touch nx/
touch nx/
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: setting times of 'nx/': No such file or directory

### touch -h bad
touch -h bad
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch bad
touch bad
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./nx \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./nx <==

### touch --time=x f
touch --time=x f
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: invalid argument ‘x’ for ‘--time’
#! Valid arguments are:
#!   - ‘atime’, ‘access’, ‘use’
#!   - ‘mtime’, ‘modify’
#! Try 'touch --help' for more information.

### touch --time=atime f
touch --time=atime f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -r nx f
touch -r nx f
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: failed to get attributes of 'nx': No such file or directory

### touch -r f -d "+1 day" n
touch -r f -d "+1 day" n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#|
#| ==> ./n <==

### touch -hc nx
touch -hc nx
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -- -x
touch -- -x
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./-x \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./-x <==
#|
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### touch -x
touch -x
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: invalid option -- 'x'
#! Try 'touch --help' for more information.

### touch ''
touch ''
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==
#! touch: cannot touch '': No such file or directory
