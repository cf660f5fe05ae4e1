# xxd: what each command line gives on these files.
show() { find . -mindepth 1 -printf '%M %n %p %l\n' | sort; find . -type f -print0 | sort -z | xargs -0r tail -v -n +1; }
printf 'a\nb\nc\n' >a; printf 'a\nB\nc\nd\n' >b; cp a a2; printf 'a\nb\nc' > n; : > e; mkdir -p d1/s d2/s d1/o; echo x > d1/f; echo y > d2/f; echo 1 > d1/s/g; echo 2 > d2/s/g; echo o > d1/only; seq 30 > s1; (seq 5; echo new; seq 7 20; seq 25 30; echo end) > s2; printf 'A \n b  c\n\nd\n' > w1; printf 'a\nb c\nd\n' > w2; printf 'x\0y' > bin1; printf 'x\0z' > bin2; printf 'a\r\nb\r\nc\r\n' > cr; printf 'int f()\n{\n 1\n 2\n 3\n 4\n 5\n 6\n}\n' > c1; sed s/5/x/ c1 > c2; printf '.\na\n' > dot; printf 'a\tb\nlong line here that is quite long indeed for the width of the column\n' > t1; touch -d '2020-01-01 00:00:00.5' *

### xxd a
printf 'stdin data\n' | xxd a
#| 00000000: 610a 620a 630a                           a.b.c.

### xxd -p a
printf 'stdin data\n' | xxd -p a
#| 610a620a630a

### xxd -u a
printf 'stdin data\n' | xxd -u a
#| 00000000: 610A 620A 630A                           a.b.c.

### xxd -c 4 a
printf 'stdin data\n' | xxd -c 4 a
#| 00000000: 610a 620a  a.b.
#| 00000004: 630a       c.

### xxd -g 1 a
printf 'stdin data\n' | xxd -g 1 a
#| 00000000: 61 0a 62 0a 63 0a                                a.b.c.

### xxd -g 4 a
printf 'stdin data\n' | xxd -g 4 a
#| 00000000: 610a620a 630a                        a.b.c.

### xxd -b a
printf 'stdin data\n' | xxd -b a
#| 00000000: 01100001 00001010 01100010 00001010 01100011 00001010  a.b.c.

### xxd -e a
printf 'stdin data\n' | xxd -e a
#| 00000000: 0a620a61     0a63                    a.b.c.

### xxd -i a
printf 'stdin data\n' | xxd -i a
echo "status $?"; show
#| unsigned char a[] = {
#|   0x61, 0x0a, 0x62, 0x0a, 0x63, 0x0a
#| };
#| unsigned int a_len = 6;
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -C -i a
printf 'stdin data\n' | xxd -C -i a
echo "status $?"; show
#| unsigned char A[] = {
#|   0x61, 0x0a, 0x62, 0x0a, 0x63, 0x0a
#| };
#| unsigned int A_LEN = 6;
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -i -n foo a
printf 'stdin data\n' | xxd -i -n foo a
echo "status $?"; show
#| unsigned char foo[] = {
#|   0x61, 0x0a, 0x62, 0x0a, 0x63, 0x0a
#| };
#| unsigned int foo_len = 6;
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -l 5 a
printf 'stdin data\n' | xxd -l 5 a
#| 00000000: 610a 620a 63                             a.b.c

### xxd -s 3 a
printf 'stdin data\n' | xxd -s 3 a
#| 00000003: 0a63 0a                                  .c.

### xxd -s -4 a
printf 'stdin data\n' | xxd -s -4 a
#| 00000002: 620a 630a                                b.c.

### xxd -s 3 -l 4 a
printf 'stdin data\n' | xxd -s 3 -l 4 a
#| 00000003: 0a63 0a                                  .c.

### xxd -ps a
printf 'stdin data\n' | xxd -ps a
#| 610a620a630a

### xxd -plain a
printf 'stdin data\n' | xxd -plain a
#| 610a620a630a

### xxd -o 16 a
printf 'stdin data\n' | xxd -o 16 a
echo "status $?"; show
#| 00000010: 610a 620a 630a                           a.b.c.
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -d a
printf 'stdin data\n' | xxd -d a
#| 00000000: 610a 620a 630a                           a.b.c.

### xxd -a z
printf 'stdin data\n' | xxd -a z
#! xxd: z: No such file or directory
#? 2

### xxd -a z2
printf 'stdin data\n' | xxd -a z2
#! xxd: z2: No such file or directory
#? 2

### xxd z
printf 'stdin data\n' | xxd z
#! xxd: z: No such file or directory
#? 2

### xxd s
printf 'stdin data\n' | xxd s
#! xxd: s: No such file or directory
#? 2

### xxd 
printf 'stdin data\n' | xxd 
#| 00000000: 7374 6469 6e20 6461 7461 0a              stdin data.

### xxd -
printf 'stdin data\n' | xxd -
#| 00000000: 7374 6469 6e20 6461 7461 0a              stdin data.

### xxd nx
printf 'stdin data\n' | xxd nx
#! xxd: nx: No such file or directory
#? 2

### xxd -r ax
printf 'stdin data\n' | xxd -r ax
#! xxd: ax: No such file or directory
#? 2

### xxd -r -p sp
printf 'stdin data\n' | xxd -r -p sp
#! xxd: sp: No such file or directory
#? 2

### xxd -i
printf 'stdin data\n' | xxd -i
echo "status $?"; show
#|   0x73, 0x74, 0x64, 0x69, 0x6e, 0x20, 0x64, 0x61, 0x74, 0x61, 0x0a
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -c 0 a
printf 'stdin data\n' | xxd -c 0 a
#| 00000000: 610a 620a 630a                           a.b.c.

### xxd -c 300 a
printf 'stdin data\n' | xxd -c 300 a
#! xxd: invalid number of columns (max. 256).
#? 1

### xxd -r gap
printf 'stdin data\n' | xxd -r gap
#! xxd: gap: No such file or directory
#? 2

### xxd -p -c 4 s
printf 'stdin data\n' | xxd -p -c 4 s
#! xxd: s: No such file or directory
#? 2

### xxd -c4 a
printf 'stdin data\n' | xxd -c4 a
#| 00000000: 610a 620a  a.b.
#| 00000004: 630a       c.

### xxd -l5 a
printf 'stdin data\n' | xxd -l5 a
#| 00000000: 610a 620a 63                             a.b.c

### xxd a out
printf 'stdin data\n' | xxd a out
echo "status $?"; show
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./out \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./out <==
#| 00000000: 610a 620a 630a                           a.b.c.
#|
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -p s out
printf 'stdin data\n' | xxd -p s out
echo "status $?"; show
#| status 2
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d
#! xxd: s: No such file or directory

### xxd e
printf 'stdin data\n' | xxd e

### xxd -i e
printf 'stdin data\n' | xxd -i e
echo "status $?"; show
#| unsigned char e[] = {
#| };
#| unsigned int e_len = 0;
#| status 0
#|= '-rw-r--r-- 1 ./a \n'
#|= '-rw-r--r-- 1 ./a2 \n'
#|= '-rw-r--r-- 1 ./b \n'
#|= '-rw-r--r-- 1 ./bin1 \n'
#|= '-rw-r--r-- 1 ./bin2 \n'
#|= '-rw-r--r-- 1 ./c1 \n'
#|= '-rw-r--r-- 1 ./c2 \n'
#|= '-rw-r--r-- 1 ./cr \n'
#|= '-rw-r--r-- 1 ./d1/f \n'
#|= '-rw-r--r-- 1 ./d1/only \n'
#|= '-rw-r--r-- 1 ./d1/s/g \n'
#|= '-rw-r--r-- 1 ./d2/f \n'
#|= '-rw-r--r-- 1 ./d2/s/g \n'
#|= '-rw-r--r-- 1 ./dot \n'
#|= '-rw-r--r-- 1 ./e \n'
#|= '-rw-r--r-- 1 ./n \n'
#|= '-rw-r--r-- 1 ./s1 \n'
#|= '-rw-r--r-- 1 ./s2 \n'
#|= '-rw-r--r-- 1 ./t1 \n'
#|= '-rw-r--r-- 1 ./w1 \n'
#|= '-rw-r--r-- 1 ./w2 \n'
#|= 'drwxr-xr-x 2 ./d1/o \n'
#|= 'drwxr-xr-x 2 ./d1/s \n'
#|= 'drwxr-xr-x 2 ./d2/s \n'
#|= 'drwxr-xr-x 3 ./d2 \n'
#|= 'drwxr-xr-x 4 ./d1 \n'
#| ==> ./a <==
#| a
#| b
#| c
#|
#| ==> ./a2 <==
#| a
#| b
#| c
#|
#| ==> ./b <==
#| a
#| B
#| c
#| d
#|
#| ==> ./bin1 <==
#|= 'x\x00y\n'
#| ==> ./bin2 <==
#|= 'x\x00z\n'
#| ==> ./c1 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  5
#|  6
#| }
#|
#| ==> ./c2 <==
#| int f()
#| {
#|  1
#|  2
#|  3
#|  4
#|  x
#|  6
#| }
#|
#| ==> ./cr <==
#|= 'a\r\n'
#|= 'b\r\n'
#|= 'c\r\n'
#|
#| ==> ./d1/f <==
#| x
#|
#| ==> ./d1/only <==
#| o
#|
#| ==> ./d1/s/g <==
#| 1
#|
#| ==> ./d2/f <==
#| y
#|
#| ==> ./d2/s/g <==
#| 2
#|
#| ==> ./dot <==
#| .
#| a
#|
#| ==> ./e <==
#|
#| ==> ./n <==
#| a
#| b
#| c
#| ==> ./s1 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 21
#| 22
#| 23
#| 24
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#|
#| ==> ./s2 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20
#| 25
#| 26
#| 27
#| 28
#| 29
#| 30
#| end
#|
#| ==> ./t1 <==
#| a	b
#| long line here that is quite long indeed for the width of the column
#|
#| ==> ./w1 <==
#|= 'A \n'
#|  b  c
#|
#| d
#|
#| ==> ./w2 <==
#| a
#| b c
#| d

### xxd -u -p a
printf 'stdin data\n' | xxd -u -p a
#| 610A620A630A

### xxd -b -c 3 a
printf 'stdin data\n' | xxd -b -c 3 a
#| 00000000: 01100001 00001010 01100010  a.b
#| 00000003: 00001010 01100011 00001010  .c.

### xxd -e -g 2 a
printf 'stdin data\n' | xxd -e -g 2 a
#| 00000000: 0a61 0a62 0a63                           a.b.c.

### xxd -g 0 a
printf 'stdin data\n' | xxd -g 0 a
#| 00000000: 610a620a630a                      a.b.c.

### xxd -cols 8 a
printf 'stdin data\n' | xxd -cols 8 a
#| 00000000: 610a 620a 630a       a.b.c.

### xxd -len 3 a
printf 'stdin data\n' | xxd -len 3 a
#| 00000000: 610a 62                                  a.b

### xxd -seek 2 a
printf 'stdin data\n' | xxd -seek 2 a
#| 00000002: 620a 630a                                b.c.

### xxd -a e
printf 'stdin data\n' | xxd -a e

### xxd -l 0 a
printf 'stdin data\n' | xxd -l 0 a

### xxd -e -c 10 a
printf 'stdin data\n' | xxd -e -c 10 a
#| 00000000: 0a620a61     0a63       a.b.c.

### xxd -g 3 a
printf 'stdin data\n' | xxd -g 3 a
#| 00000000: 610a62 0a630a                          a.b.c.

### xxd -p -u -l 3 a
printf 'stdin data\n' | xxd -p -u -l 3 a
#| 610A62
