# cp: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e t; echo hi >f; echo ho >g; ln -s f l; ln -s d ld; ln -s nx bad; echo q >d/f; echo z> d/e/z; ln -s f d/l; ln g gh; chmod 600 g; chmod 755 f; touch -d '2020-01-01' d/f f; mkdir em

### cp f n
printf 'y\n' | cp f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp f g
printf 'y\n' | cp f g
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
#| hi
#|
#| ==> ./gh <==
#| hi

### cp f d
printf 'y\n' | cp f d
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
#| hi
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### cp f g t
printf 'y\n' | cp f g t
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./t/g \n'
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho

### cp f g nx
printf 'y\n' | cp f g nx
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
#! cp: target 'nx': No such file or directory

### cp d n
printf 'y\n' | cp d n
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
#! cp: -r not specified; omitting directory 'd'

### cp -r d n
printf 'y\n' | cp -r d n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp -r d t
printf 'y\n' | cp -r d t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/d/e/z \n'
#|= '-rw-r--r-- 1 ./t/d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#|= 'drwxr-xr-x 3 ./t/d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./t/d/l f
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
#|
#| ==> ./t/d/e/z <==
#| z
#|
#| ==> ./t/d/f <==
#| q

### cp -R d/ n
printf 'y\n' | cp -R d/ n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp -r d/. t
printf 'y\n' | cp -r d/. t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/e/z \n'
#|= '-rw-r--r-- 1 ./t/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
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
#|
#| ==> ./t/e/z <==
#| z
#|
#| ==> ./t/f <==
#| q

### cp -a d n
printf 'y\n' | cp -a d n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp -rv d n
printf 'y\n' | cp -rv d n
echo "status $?"; show
#| 'd' -> 'n'
#| 'd/e' -> 'n/e'
#| 'd/e/z' -> 'n/e/z'
#| 'd/f' -> 'n/f'
#| 'd/l' -> 'n/l'
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp -v f n
printf 'y\n' | cp -v f n
echo "status $?"; show
#| 'f' -> 'n'
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -p f n
printf 'y\n' | cp -p f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -i f g
printf 'y\n' | cp -i f g
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
#| hi
#|
#| ==> ./gh <==
#| hi
#!= "cp: overwrite 'g'? "

### cp -n f g
printf 'y\n' | cp -n f g
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

### cp -u f g
printf 'y\n' | cp -u f g
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

### cp -u g f
printf 'y\n' | cp -u g f
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
#| ho
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### cp -l f n
printf 'y\n' | cp -l f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 2 ./f \n'
#|= '-rwxr-xr-x 2 ./n \n'
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
#|
#| ==> ./n <==
#| hi

### cp -s f n
printf 'y\n' | cp -s f n
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

### cp -s f t
printf 'y\n' | cp -s f t
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
#! cp: t/f: can make relative symbolic links only in current directory

### cp l n
printf 'y\n' | cp l n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -P l n
printf 'y\n' | cp -P l n
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

### cp -d l n
printf 'y\n' | cp -d l n
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

### cp -r l n
printf 'y\n' | cp -r l n
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

### cp -L l n
printf 'y\n' | cp -L l n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -rL d n
printf 'y\n' | cp -rL d n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rw-r--r-- 1 ./n/l \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q
#|
#| ==> ./n/l <==
#| q

### cp -rP ld n
printf 'y\n' | cp -rP ld n
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

### cp -rH ld n
printf 'y\n' | cp -rH ld n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp bad n
printf 'y\n' | cp bad n
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
#! cp: cannot stat 'bad': No such file or directory

### cp -r bad n
printf 'y\n' | cp -r bad n
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

### cp f f
printf 'y\n' | cp f f
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
#! cp: 'f' and 'f' are the same file

### cp l f
printf 'y\n' | cp l f
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
#! cp: 'l' and 'f' are the same file

### cp f l
printf 'y\n' | cp f l
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
#! cp: 'f' and 'l' are the same file

### cp f bad
printf 'y\n' | cp f bad
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
#! cp: not writing through dangling symlink 'bad'

### cp -f f g
printf 'y\n' | cp -f f g
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
#| hi
#|
#| ==> ./gh <==
#| hi

### cp nx n
printf 'y\n' | cp nx n
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
#! cp: cannot stat 'nx': No such file or directory

### cp f
printf 'y\n' | cp f
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
#! cp: missing destination file operand after 'f'
#! Try 'cp --help' for more information.

### cp 
printf 'y\n' | cp 
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
#! cp: missing file operand
#! Try 'cp --help' for more information.

### cp f d/e/nx/y
printf 'y\n' | cp f d/e/nx/y
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
#! cp: cannot create regular file 'd/e/nx/y': No such file or directory

### cp -t t f g
printf 'y\n' | cp -t t f g
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./t/g \n'
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho

### cp -t nx f
printf 'y\n' | cp -t nx f
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
#! cp: target directory 'nx': No such file or directory

### cp -T f t
printf 'y\n' | cp -T f t
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
#! cp: cannot overwrite directory 't' with non-directory

### cp -T d t
printf 'y\n' | cp -T d t
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
#! cp: -r not specified; omitting directory 'd'

### cp -rT d t
printf 'y\n' | cp -rT d t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/e/z \n'
#|= '-rw-r--r-- 1 ./t/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
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
#|
#| ==> ./t/e/z <==
#| z
#|
#| ==> ./t/f <==
#| q

### cp f g h t
printf 'y\n' | cp f g h t
echo "status $?"; show
#| status 1
#|= '-rw------- 1 ./t/g \n'
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho
#! cp: cannot stat 'h': No such file or directory

### cp --parents d/e/z t
printf 'y\n' | cp --parents d/e/z t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/d/e/z \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#|= 'drwxr-xr-x 3 ./t/d \n'
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
#|
#| ==> ./t/d/e/z <==
#| z

### cp --parents -v d/f t
printf 'y\n' | cp --parents -v d/f t
echo "status $?"; show
#| d -> t/d
#| 'd/f' -> 't/d/f'
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d \n'
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
#|
#| ==> ./t/d/f <==
#| q

### cp -b f g
printf 'y\n' | cp -b f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./g~ \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./g~ <==
#| ho

### cp -bv f g
printf 'y\n' | cp -bv f g
echo "status $?"; show
#| 'f' -> 'g' (backup: 'g~')
#| status 0
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./g~ \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./g~ <==
#| ho

### cp --backup=numbered f g
printf 'y\n' | cp --backup=numbered f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g.~1~ \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./g.~1~ <==
#| ho
#|
#| ==> ./gh <==
#| ho

### cp -S .b f g
printf 'y\n' | cp -S .b f g
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g.b \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./g.b <==
#| ho
#|
#| ==> ./gh <==
#| ho

### cp --preserve=mode f n
printf 'y\n' | cp --preserve=mode f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp --preserve=foo f n
printf 'y\n' | cp --preserve=foo f n
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
#! cp: invalid argument ‘foo’ for ‘--preserve’
#! Valid arguments are:
#!   - ‘mode’
#!   - ‘timestamps’
#!   - ‘ownership’
#!   - ‘links’
#!   - ‘context’
#!   - ‘xattr’
#!   - ‘all’
#! Try 'cp --help' for more information.

### cp -r d d
printf 'y\n' | cp -r d d
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/d/e/z \n'
#|= '-rw-r--r-- 1 ./d/d/f \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/d/e \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d/d \n'
#|= 'drwxr-xr-x 4 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/d/l f
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/d/e/z <==
#| z
#|
#| ==> ./d/d/f <==
#| q
#|
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
#! cp: cannot copy a directory, 'd', into itself, 'd/d'

### cp -r d d/e
printf 'y\n' | cp -r d d/e
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/d/e/z \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e/d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d/e/d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| ==> ./d/e/d/e/z <==
#| z
#|
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
#! cp: cannot copy a directory, 'd', into itself, 'd/e/d'

### cp -r d f
printf 'y\n' | cp -r d f
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
#! cp: cannot overwrite non-directory 'f' with directory 'd'

### cp f d/e f
printf 'y\n' | cp f d/e f
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
#! cp: target 'f': Not a directory

### cp f/ n
printf 'y\n' | cp f/ n
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
#! cp: cannot stat 'f/': Not a directory

### cp d f
printf 'y\n' | cp d f
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
#! cp: -r not specified; omitting directory 'd'

### cp -r em f
printf 'y\n' | cp -r em f
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
#! cp: cannot overwrite non-directory 'f' with directory 'em'

### cp -r em t
printf 'y\n' | cp -r em t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
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

### cp f ""
printf 'y\n' | cp f ""
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
#! cp: cannot create regular file '': No such file or directory

### cp "" f
printf 'y\n' | cp "" f
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
#! cp: cannot stat '': No such file or directory

### cp --remove-destination f g
printf 'y\n' | cp --remove-destination f g
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| hi
#|
#| ==> ./gh <==
#| ho

### cp -a g gh t
printf 'y\n' | cp -a g gh t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw------- 2 ./t/g \n'
#|= '-rw------- 2 ./t/gh \n'
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
#|
#| ==> ./t/g <==
#| ho
#|
#| ==> ./t/gh <==
#| ho

### cp --attributes-only f g
printf 'y\n' | cp --attributes-only f g
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

### cp -r d/e d
printf 'y\n' | cp -r d/e d
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
#! cp: 'd/e' and 'd/e' are the same file

### cp -rn d t
printf 'y\n' | cp -rn d t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/d/e/z \n'
#|= '-rw-r--r-- 1 ./t/d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#|= 'drwxr-xr-x 3 ./t/d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./t/d/l f
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
#|
#| ==> ./t/d/e/z <==
#| z
#|
#| ==> ./t/d/f <==
#| q

### cp f g f t
printf 'y\n' | cp f g f t
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./t/g \n'
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#|
#| ==> ./t/g <==
#| ho
#! cp: warning: source file 'f' specified more than once

### cp --no-preserve=mode f n
printf 'y\n' | cp --no-preserve=mode f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n \n'
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
#|
#| ==> ./n <==
#| hi

### cp -x f n
printf 'y\n' | cp -x f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -rs d t
printf 'y\n' | cp -rs d t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./t \n'
#|= 'drwxr-xr-x 3 ./t/d \n'
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
#! cp: t/d/e/z: can make relative symbolic links only in current directory
#! cp: t/d/f: can make relative symbolic links only in current directory
#! cp: t/d/l: can make relative symbolic links only in current directory

### cp f em/
printf 'y\n' | cp f em/
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./em/f \n'
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
#| ==> ./em/f <==
#| hi
#|
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho

### cp f n/
printf 'y\n' | cp f n/
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
#! cp: cannot create regular file 'n/': Not a directory

### cp -r d n/
printf 'y\n' | cp -r d n/
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp -i g f
printf 'y\n' | cp -i g f
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
#| ho
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#!= "cp: overwrite 'f'? "

### cp -r d/f d/e t
printf 'y\n' | cp -r d/f d/e t
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./t/e/z \n'
#|= '-rw-r--r-- 1 ./t/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./t/e \n'
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
#|
#| ==> ./t/e/z <==
#| z
#|
#| ==> ./t/f <==
#| q

### cp f d/f t
printf 'y\n' | cp f d/f t
echo "status $?"; show
#| status 1
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./t/f <==
#| hi
#! cp: will not overwrite just-created 't/f' with 'd/f'

### cp -v d t
printf 'y\n' | cp -v d t
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
#! cp: -r not specified; omitting directory 'd'

### cp -R d nx/y
printf 'y\n' | cp -R d nx/y
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
#! cp: cannot create directory 'nx/y': No such file or directory

### cp -u f n
printf 'y\n' | cp -u f n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
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
#| ==> ./f <==
#| hi
#|
#| ==> ./g <==
#| ho
#|
#| ==> ./gh <==
#| ho
#|
#| ==> ./n <==
#| hi

### cp -pr d n
printf 'y\n' | cp -pr d n
echo "status $?"; show
#| status 0
#|= '-rw------- 2 ./g \n'
#|= '-rw------- 2 ./gh \n'
#|= '-rw-r--r-- 1 ./d/e/z \n'
#|= '-rw-r--r-- 1 ./d/f \n'
#|= '-rw-r--r-- 1 ./n/e/z \n'
#|= '-rw-r--r-- 1 ./n/f \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 2 ./em \n'
#|= 'drwxr-xr-x 2 ./n/e \n'
#|= 'drwxr-xr-x 2 ./t \n'
#|= 'drwxr-xr-x 3 ./d \n'
#|= 'drwxr-xr-x 3 ./n \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./d/l f
#| lrwxrwxrwx 1 ./l f
#| lrwxrwxrwx 1 ./ld d
#| lrwxrwxrwx 1 ./n/l f
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
#|
#| ==> ./n/e/z <==
#| z
#|
#| ==> ./n/f <==
#| q

### cp ../nope n
printf 'y\n' | cp ../nope n
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
#! cp: cannot stat '../nope': No such file or directory

### cp as random lines found it: printf x > o; cp -b o o; echo $?; cat o
printf x > o; cp -b o o; echo $?; cat o
#| 1
#|= 'x'
#! cp: 'o' and 'o' are the same file

### cp as random lines found it: printf x > o; ln -s o oo; cp -b oo o; echo $?; cat o
printf x > o; ln -s o oo; cp -b oo o; echo $?; cat o
#| 1
#|= 'x'
#! cp: 'oo' and 'o' are the same file

### cp as random lines found it: cp -b -n o p
cp -b -n o p
#! cp: options --backup and --no-clobber are mutually exclusive
#! Try 'cp --help' for more information.
#? 1
