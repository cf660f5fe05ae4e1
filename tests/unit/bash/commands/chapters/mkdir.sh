# mkdir: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p a/b/c d; touch f a/f 'x y'; ln -s f l; ln -s nx dl; ln -s d ld; chmod 600 f; mkdir e; touch e/1 e/2

### mkdir n
mkdir n
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
#|= 'drwxr-xr-x 2 ./n \n'
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

### mkdir -p n/m/o a/b
mkdir -p n/m/o a/b
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
#|= 'drwxr-xr-x 2 ./n/m/o \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#|= 'drwxr-xr-x 3 ./n \n'
#|= 'drwxr-xr-x 3 ./n/m \n'
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

### mkdir -v q
mkdir -v q
echo "status $?"; show
#| mkdir: created directory 'q'
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 2 ./q \n'
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

### mkdir -pv n/m//o/
mkdir -pv n/m//o/
echo "status $?"; show
#| mkdir: created directory 'n'
#| mkdir: created directory 'n/m'
#| mkdir: created directory 'n/m//o/'
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 2 ./n/m/o \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#|= 'drwxr-xr-x 3 ./n \n'
#|= 'drwxr-xr-x 3 ./n/m \n'
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

### mkdir n/m
mkdir n/m
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
#! mkdir: cannot create directory ‘n/m’: No such file or directory

### mkdir f
mkdir f
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
#! mkdir: cannot create directory ‘f’: File exists

### mkdir -p f
mkdir -p f
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
#! mkdir: cannot create directory ‘f’: File exists

### mkdir -p f/x
mkdir -p f/x
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
#! mkdir: cannot create directory ‘f’: Not a directory

### mkdir -m 700 n
mkdir -m 700 n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwx------ 2 ./n \n'
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

### mkdir -m u=rx n
mkdir -m u=rx n
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'dr-xrwxrwx 2 ./n \n'
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

### mkdir -m 1777 n
mkdir -m 1777 n
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
#|= 'drwxrwxrwt 2 ./n \n'
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

### mkdir -m zz n
mkdir -m zz n
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
#! mkdir: invalid mode ‘zz’

### mkdir -p -m 700 n/m
mkdir -p -m 700 n/m
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwx------ 2 ./n/m \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#|= 'drwxr-xr-x 3 ./n \n'
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

### mkdir
mkdir
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
#! mkdir: missing operand
#! Try 'mkdir --help' for more information.

### mkdir a
mkdir a
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
#! mkdir: cannot create directory ‘a’: File exists

### mkdir -p a/ a/b/
mkdir -p a/ a/b/
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

### mkdir ''
mkdir ''
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
#! mkdir: cannot create directory ‘’: No such file or directory

### mkdir -p ''
mkdir -p ''
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
#! mkdir: cannot create directory ‘’: No such file or directory

### mkdir -p l/x
mkdir -p l/x
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
#! mkdir: cannot create directory ‘l’: Not a directory

### mkdir ld
mkdir ld
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
#! mkdir: cannot create directory ‘ld’: File exists

### mkdir -p ld/q
mkdir -p ld/q
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./f \n'
#|= '-rw-r--r-- 1 ./a/f \n'
#|= '-rw-r--r-- 1 ./e/1 \n'
#|= '-rw-r--r-- 1 ./e/2 \n'
#|= '-rw-r--r-- 1 ./x y \n'
#|= 'drwxr-xr-x 2 ./a/b/c \n'
#|= 'drwxr-xr-x 2 ./d/q \n'
#|= 'drwxr-xr-x 2 ./e \n'
#|= 'drwxr-xr-x 3 ./a \n'
#|= 'drwxr-xr-x 3 ./a/b \n'
#|= 'drwxr-xr-x 3 ./d \n'
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

### mkdir dl
mkdir dl
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
#! mkdir: cannot create directory ‘dl’: File exists

### mkdir -p dl
mkdir -p dl
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
#! mkdir: cannot create directory ‘dl’: File exists

### mkdir as random lines found it: mkdir -m +t p; stat -c %a p
mkdir -m +t p; stat -c %a p
#| 1755

### mkdir as random lines found it: mkdir -m =rw,+X p; stat -c %a p
mkdir -m =rw,+X p; stat -c %a p
#| 755

### mkdir as random lines found it: mkdir -p -m 1777 p; mkdir -p -m +t p; stat -c %a p
mkdir -p -m 1777 p; mkdir -p -m +t p; stat -c %a p
#| 1777
