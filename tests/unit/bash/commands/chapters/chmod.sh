# chmod: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
mkdir -p d/e; touch f d/g d/e/h; chmod 644 f; chmod 755 d; ln -s f l; ln -s nx bad; chmod 600 d/g; chmod 4755 d/e/h; touch -d '2020-01-02 03:04:05' f

### chmod 600 f
chmod 600 f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
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

### chmod u+x f
chmod u+x f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr--r-- 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod +x f
chmod +x f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod a+x f
chmod a+x f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod g-r,o-r f
chmod g-r,o-r f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
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

### chmod u=rwx,g=rx,o= f
chmod u=rwx,g=rx,o= f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr-x--- 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod =r f
chmod =r f
echo "status $?"; show
#| status 0
#|= '-r--r--r-- 1 ./f \n'
#|= '-rw------- 1 ./d/g \n'
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

### chmod u=g f
chmod u=g f
echo "status $?"; show
#| status 0
#|= '-r--r--r-- 1 ./f \n'
#|= '-rw------- 1 ./d/g \n'
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

### chmod g=u f
chmod g=u f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-rw-r-- 1 ./f \n'
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

### chmod o+t d
chmod o+t d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-t 3 ./d \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod +t d
chmod +t d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-t 3 ./d \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod u+s f
chmod u+s f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwSr--r-- 1 ./f \n'
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

### chmod g+s d
chmod g+s d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-sr-x 3 ./d \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod 755 d
chmod 755 d
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

### chmod 0755 d
chmod 0755 d
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

### chmod 00755 d
chmod 00755 d
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

### chmod 2755 d
chmod 2755 d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-sr-x 3 ./d \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod u=rwx d
chmod u=rwx d
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

### chmod -w f
chmod -w f
echo "status $?"; show
#| status 0
#|= '-r--r--r-- 1 ./f \n'
#|= '-rw------- 1 ./d/g \n'
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

### chmod -R 700 d
chmod -R 700 d
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwx------ 1 ./d/e/h \n'
#|= '-rwx------ 1 ./d/g \n'
#|= 'drwx------ 2 ./d/e \n'
#|= 'drwx------ 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod -R u+X d
chmod -R u+X d
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

### chmod -v 600 f
chmod -v 600 f
echo "status $?"; show
#| mode of 'f' changed from 0644 (rw-r--r--) to 0600 (rw-------)
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
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

### chmod -v 644 f
chmod -v 644 f
echo "status $?"; show
#| mode of 'f' retained as 0644 (rw-r--r--)
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

### chmod -c 600 f
chmod -c 600 f
echo "status $?"; show
#| mode of 'f' changed from 0644 (rw-r--r--) to 0600 (rw-------)
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
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

### chmod -c 644 f
chmod -c 644 f
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

### chmod 600 nx
chmod 600 nx
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
#! chmod: cannot access 'nx': No such file or directory

### chmod -f 600 nx
chmod -f 600 nx
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

### chmod 600
chmod 600
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
#! chmod: missing operand after ‘600’
#! Try 'chmod --help' for more information.

### chmod 
chmod 
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
#! chmod: missing operand
#! Try 'chmod --help' for more information.

### chmod zz f
chmod zz f
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
#! chmod: invalid mode: ‘zz’
#! Try 'chmod --help' for more information.

### chmod 8 f
chmod 8 f
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
#! chmod: invalid mode: ‘8’
#! Try 'chmod --help' for more information.

### chmod u+ f
chmod u+ f
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

### chmod u f
chmod u f
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
#! chmod: invalid mode: ‘u’
#! Try 'chmod --help' for more information.

### chmod 77777 f
chmod 77777 f
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
#! chmod: invalid mode: ‘77777’
#! Try 'chmod --help' for more information.

### chmod --reference=d f
chmod --reference=d f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod --reference=nx f
chmod --reference=nx f
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
#! chmod: failed to get attributes of 'nx': No such file or directory

### chmod 600 l
chmod 600 l
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
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

### chmod 600 bad
chmod 600 bad
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
#! chmod: cannot operate on dangling symlink 'bad'

### chmod -R 755 l
chmod -R 755 l
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxr-xr-x 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod u+x,g+w f
chmod u+x,g+w f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= '-rwxrw-r-- 1 ./f \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod a=rw f
chmod a=rw f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-rw-rw- 1 ./f \n'
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

### chmod ug+w,o-w f
chmod ug+w,o-w f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-rw-r-- 1 ./f \n'
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

### chmod -- -w f
chmod -- -w f
echo "status $?"; show
#| status 0
#|= '-r--r--r-- 1 ./f \n'
#|= '-rw------- 1 ./d/g \n'
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

### chmod go=u-w f
chmod go=u-w f
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

### chmod +X f
chmod +X f
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

### chmod +X d
chmod +X d
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

### chmod -R go-rwx d f
chmod -R go-rwx d f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw------- 1 ./f \n'
#|= '-rws------ 1 ./d/e/h \n'
#|= 'drwx------ 2 ./d/e \n'
#|= 'drwx------ 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod 1777 d
chmod 1777 d
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwsr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxrwxrwt 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod u-s d/e/h
chmod u-s d/e/h
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwxr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod 755 d/e/h
chmod 755 d/e/h
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--r-- 1 ./f \n'
#|= '-rwxr-xr-x 1 ./d/e/h \n'
#|= 'drwxr-xr-x 2 ./d/e \n'
#|= 'drwxr-xr-x 3 ./d \n'
#| lrwxrwxrwx 1 ./bad nx
#| lrwxrwxrwx 1 ./l f
#| ==> ./d/e/h <==
#|
#| ==> ./d/g <==
#|
#| ==> ./f <==

### chmod g=x,o=g f
chmod g=x,o=g f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw---x--x 1 ./f \n'
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

### chmod o=u,u=o f
chmod o=u,u=o f
echo "status $?"; show
#| status 0
#|= '-rw------- 1 ./d/g \n'
#|= '-rw-r--rw- 1 ./f \n'
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
