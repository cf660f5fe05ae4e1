# mkfifo: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e; echo hi >d/f; ln -s d ld; ln -s nx bad; ln -s d/f lf; ln -s loop loop; ln -s ../d d/up

### mkfifo p
mkfifo p
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#|= 'prw-r--r-- 1 ./p \n'
#| ==> ./d/f <==
#| hi

### mkfifo -m 600 p
mkfifo -m 600 p
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#|= 'prw------- 1 ./p \n'
#| ==> ./d/f <==
#| hi

### mkfifo d
mkfifo d
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
#! mkfifo: cannot create fifo 'd': File exists

### mkfifo
mkfifo
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
#! mkfifo: missing operand
#! Try 'mkfifo --help' for more information.

### mkfifo -m x p
mkfifo -m x p
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
#! mkfifo: invalid mode

### mkfifo p q
mkfifo p q
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./d/f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/up ../d
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./lf d/f
#| lrwxrwxrwx 1 ./loop loop
#|= 'prw-r--r-- 1 ./p \n'
#|= 'prw-r--r-- 1 ./q \n'
#| ==> ./d/f <==
#| hi
