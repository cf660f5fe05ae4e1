# tee: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e; echo hi >d/f; ln -s d ld; ln -s nx bad; ln -s d/f lf; ln -s loop loop; ln -s ../d d/up

### tee 
printf 'data\n' | tee 
echo "status $?"; show
#| data
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./d/f <==
#| hi

### tee a b
printf 'data\n' | tee a b
echo "status $?"; show
#| data
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./a <==
#| data
#|
#| ==> ./b <==
#| data
#|
#| ==> ./d/f <==
#| hi

### tee -a d/f
printf 'data\n' | tee -a d/f
echo "status $?"; show
#| data
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./d/f <==
#| hi
#| data

### tee nx/y
printf 'data\n' | tee nx/y
echo "status $?"; show
#| data
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./d/f <==
#| hi
#! tee: nx/y: No such file or directory

### tee d
printf 'data\n' | tee d
echo "status $?"; show
#| data
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./d/f <==
#| hi
#! tee: d: Is a directory

### tee -x
printf 'data\n' | tee -x
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./d/f <==
#| hi
#! tee: invalid option -- 'x'
#! Try 'tee --help' for more information.

### tee - 
printf 'data\n' | tee - 
echo "status $?"; show
#| data
#| status 0
#|= '-rw-r--r-- 1 ./- \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#| ==> ./- <==
#| data
#|
#| ==> ./d/f <==
#| hi

### tee as random lines found it: printf x | tee --output-error=z
printf x | tee --output-error=z
#! tee: invalid argument ‘z’ for ‘--output-error’
#! Valid arguments are:
#!   - ‘warn’
#!   - ‘warn-nopipe’
#!   - ‘exit’
#!   - ‘exit-nopipe’
#! Try 'tee --help' for more information.
#? 1

### tee as random lines found it: printf x | tee --output-error=exit missing/o p; echo $?
printf x | tee --output-error=exit missing/o p; echo $?
#| 1
#! tee: missing/o: No such file or directory
