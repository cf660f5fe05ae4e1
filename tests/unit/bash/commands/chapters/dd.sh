# dd: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
printf 'a\nb\nc\n' >a; printf '1\n2\n3\n4\n' >b; printf 'b\nc\nd' >c; printf 'z\na\n' >u; : > e; mkdir d; printf 'x\0y\0' > z; printf 'a long line of text that goes on\nshort\n\tTab\there\n' > l; printf 'H\n\\:\\:\\:\nhead\n\\:\\:\nbody\n\nbody2\n\\:\nfoot\n' > s; printf 'a\nb\nX\n' > a2; printf 'a\nb' > a3

### dd  status=none
printf 'hello world\n' | dd  status=none
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a status=none
printf 'hello world\n' | dd if=a status=none
echo "status $?"; show
#| a
#| b
#| c
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=o status=none
printf 'hello world\n' | dd if=a of=o status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./o \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./o <==
#| a
#| b
#| c
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=b bs=2 count=2 status=none
printf 'hello world\n' | dd if=b bs=2 count=2 status=none
echo "status $?"; show
#| 1
#| 2
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=b bs=2 skip=1 count=1 status=none
printf 'hello world\n' | dd if=b bs=2 skip=1 count=1 status=none
echo "status $?"; show
#| 2
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd conv=ucase status=none
printf 'hello world\n' | dd conv=ucase status=none
echo "status $?"; show
#| HELLO WORLD
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd conv=swab status=none
printf 'hello world\n' | dd conv=swab status=none
echo "status $?"; show
#| ehll oowlr
#| dstatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd bs=4 conv=sync status=none
printf 'hello world\n' | dd bs=4 conv=sync status=none
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=c conv=notrunc status=none
printf 'hello world\n' | dd if=a of=c conv=notrunc status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| a
#| b
#| c
#|
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=c seek=1 bs=2 status=none
printf 'hello world\n' | dd if=a of=c seek=1 bs=2 status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| a
#| b
#| c
#|
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=c seek=2 bs=1 conv=notrunc status=none
printf 'hello world\n' | dd if=a of=c seek=2 bs=1 conv=notrunc status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| a
#| b
#| c
#|
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=nx status=none
printf 'hello world\n' | dd if=nx status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: failed to open 'nx': No such file or directory

### dd of=nx/y status=none
printf 'hello world\n' | dd of=nx/y status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: failed to open 'nx/y': No such file or directory

### dd count=x status=none
printf 'hello world\n' | dd count=x status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: invalid number: ‘x’

### dd bs=0 status=none
printf 'hello world\n' | dd bs=0 status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: invalid number: ‘0’

### dd foo=1 status=none
printf 'hello world\n' | dd foo=1 status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: unrecognized operand ‘foo=1’
#! Try 'dd --help' for more information.

### dd foo status=none
printf 'hello world\n' | dd foo status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: unrecognized operand ‘foo’
#! Try 'dd --help' for more information.

### dd conv=foo status=none
printf 'hello world\n' | dd conv=foo status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: invalid conversion: ‘foo’
#! Try 'dd --help' for more information.

### dd iflag=count_bytes count=5 status=none
printf 'hello world\n' | dd iflag=count_bytes count=5 status=none
echo "status $?"; show
#| hellostatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd bs=1 count=3 status=none
printf 'hello world\n' | dd bs=1 count=3 status=none
echo "status $?"; show
#| helstatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=n conv=nocreat status=none
printf 'hello world\n' | dd if=a of=n conv=nocreat status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: failed to open 'n': No such file or directory

### dd if=a of=b conv=excl status=none
printf 'hello world\n' | dd if=a of=b conv=excl status=none
echo "status $?"; show
#| status 1
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! dd: failed to open 'b': File exists

### dd iflag=skip_bytes skip=6 status=none
printf 'hello world\n' | dd iflag=skip_bytes skip=6 status=none
echo "status $?"; show
#| world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd ibs=3 obs=2 status=none
printf 'hello world\n' | dd ibs=3 obs=2 status=none
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd count=0 status=none
printf 'hello world\n' | dd count=0 status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd bs=1k count=1 status=none
printf 'hello world\n' | dd bs=1k count=1 status=none
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd bs=2x2 count=1 status=none
printf 'hello world\n' | dd bs=2x2 count=1 status=none
echo "status $?"; show
#| hellstatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd if=a of=b oflag=append conv=notrunc status=none
printf 'hello world\n' | dd if=a of=b oflag=append conv=notrunc status=none
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#| a
#| b
#| c
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd count=5B status=none
printf 'hello world\n' | dd count=5B status=none
echo "status $?"; show
#| hellostatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd skip=1 bs=6 status=none
printf 'hello world\n' | dd skip=1 bs=6 status=none
echo "status $?"; show
#| world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd conv=lcase,swab bs=12 status=none
printf 'hello world\n' | dd conv=lcase,swab bs=12 status=none
echo "status $?"; show
#| ehll oowlr
#| dstatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd iflag=fullblock bs=5 count=2 status=none
printf 'hello world\n' | dd iflag=fullblock bs=5 count=2 status=none
echo "status $?"; show
#| hello worlstatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'

### dd  status=noxfer
printf 'hello world\n' | dd  status=noxfer
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 0+1 records in
#! 0+1 records out

### dd bs=5 status=noxfer
printf 'hello world\n' | dd bs=5 status=noxfer
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 2+1 records in
#! 2+1 records out

### dd bs=4 count=2 status=noxfer
printf 'hello world\n' | dd bs=4 count=2 status=noxfer
echo "status $?"; show
#| hello wostatus 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 2+0 records in
#! 2+0 records out

### dd ibs=5 obs=3 status=noxfer
printf 'hello world\n' | dd ibs=5 obs=3 status=noxfer
echo "status $?"; show
#| hello world
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 2+1 records in
#! 4+0 records out

### dd if=e status=noxfer
printf 'hello world\n' | dd if=e status=noxfer
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 0+0 records in
#! 0+0 records out

### dd conv=sync bs=5 status=noxfer
printf 'hello world\n' | dd conv=sync bs=5 status=noxfer
echo "status $?"; show
#| hello world
#|= '\x00\x00\x00status 0\n'
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./a3 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./c \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./l \n'
#|= '-rw-r--r-- 1 ./s \n'
#|= '-rw-r--r-- 1 ./u \n'
#|= '-rw-r--r-- 1 ./z \n'
#|= 'drwxr-xr-x 2 ./d \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| X
#|
#| ==> ./a3 <==
#| a
#| b
#| ==> ./b <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> ./c <==
#| b
#| c
#| d
#| ==> ./e <==
#|
#| ==> ./l <==
#| a long line of text that goes on
#| short
#| 	Tab	here
#|
#| ==> ./s <==
#| H
#| \:\:\:
#| head
#| \:\:
#| body
#|
#| body2
#| \:
#| foot
#|
#| ==> ./u <==
#| z
#| a
#|
#| ==> ./z <==
#|= 'x\x00y\x00'
#! 2+1 records in
#! 3+0 records out
