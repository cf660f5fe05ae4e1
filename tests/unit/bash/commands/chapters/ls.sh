# ls: what each command line gives on these files.
export TZ=UTC
mkdir d d/sub .h; printf hello > f; printf x > d/b; touch d/a d/sub/z .hid 'a b' "it's" z~ v1.10 v1.9 v1.2 x.c y.b; ln -s f l; ln -s nx dl; ln -s d ld; chmod 755 v1.9; chmod 4755 y.b; mkfifo p; dd if=/dev/zero of=big bs=1000 count=13 2>/dev/null; touch -d '2020-01-02 03:04:05' x.c; touch -d '2030-01-02 03:04:05' f; touch -d '2021-03-04 01:02:03.5' big v1.2 v1.9 v1.10 d d/* d/sub .h . .hid; touch -hd '2021-03-04 01:02:03' * 

### ls 
ls 
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -a
ls -a
#| .
#| ..
#| .h
#| .hid
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -A
ls -A
#| .h
#| .hid
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -1
ls -1
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -C
ls -C
#| a b  big  d  dl  f  it's  l  ld  p  v1.10  v1.2  v1.9  x.c  y.b  z~

### ls -x
ls -x
#| a b  big  d  dl  f  it's  l  ld  p  v1.10  v1.2  v1.9  x.c  y.b  z~

### ls -m
ls -m
#| a b, big, d, dl, f, it's, l, ld, p, v1.10, v1.2, v1.9, x.c, y.b, z~

### ls d
ls d
#| a
#| b
#| sub

### ls d f
ls d f
#| f
#|
#| d:
#| a
#| b
#| sub

### ls f nx
ls f nx
#| f
#! ls: cannot access 'nx': No such file or directory
#? 2

### ls nx
ls nx
#! ls: cannot access 'nx': No such file or directory
#? 2

### ls -d
ls -d
#| .

### ls -d d
ls -d d
#| d

### ls -l f
ls -l f
#| -rw-r--r-- 1 root root 5 Mar  4  2021 f

### ls -l
ls -l
#| total 24
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~

### ls -lh
ls -lh
#| total 24K
#| -rw-r--r-- 1 root root    0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root  13K Mar  4  2021 big
#| drwxr-xr-x 3 root root 4.0K Mar  4  2021 d
#| lrwxrwxrwx 1 root root    2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root    5 Mar  4  2021 f
#| -rw-r--r-- 1 root root    0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root    1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root    1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root    0 Mar  4  2021 p
#| -rw-r--r-- 1 root root    0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root    0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root    0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root    0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root    0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root    0 Mar  4  2021 z~

### ls -lhs
ls -lhs
#| total 24K
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 a b
#|  16K -rw-r--r-- 1 root root  13K Mar  4  2021 big
#| 4.0K drwxr-xr-x 3 root root 4.0K Mar  4  2021 d
#|    0 lrwxrwxrwx 1 root root    2 Mar  4  2021 dl -> nx
#| 4.0K -rw-r--r-- 1 root root    5 Mar  4  2021 f
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 it's
#|    0 lrwxrwxrwx 1 root root    1 Mar  4  2021 l -> f
#|    0 lrwxrwxrwx 1 root root    1 Mar  4  2021 ld -> d
#|    0 prw-r--r-- 1 root root    0 Mar  4  2021 p
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 v1.10
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 v1.2
#|    0 -rwxr-xr-x 1 root root    0 Mar  4  2021 v1.9
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 x.c
#|    0 -rwsr-xr-x 1 root root    0 Mar  4  2021 y.b
#|    0 -rw-r--r-- 1 root root    0 Mar  4  2021 z~

### ls -s
ls -s
#| total 24
#|  0 a b
#| 16 big
#|  4 d
#|  0 dl
#|  4 f
#|  0 it's
#|  0 l
#|  0 ld
#|  0 p
#|  0 v1.10
#|  0 v1.2
#|  0 v1.9
#|  0 x.c
#|  0 y.b
#|  0 z~

### ls -sh
ls -sh
#| total 24K
#|    0 a b
#|  16K big
#| 4.0K d
#|    0 dl
#| 4.0K f
#|    0 it's
#|    0 l
#|    0 ld
#|    0 p
#|    0 v1.10
#|    0 v1.2
#|    0 v1.9
#|    0 x.c
#|    0 y.b
#|    0 z~

### ls -R
ls -R
#| .:
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~
#|
#| ./d:
#| a
#| b
#| sub
#|
#| ./d/sub:
#| z

### ls -R d
ls -R d
#| d:
#| a
#| b
#| sub
#|
#| d/sub:
#| z

### ls -aR d
ls -aR d
#| d:
#| .
#| ..
#| a
#| b
#| sub
#|
#| d/sub:
#| .
#| ..
#| z

### ls -F
ls -F
#| a b
#| big
#| d/
#| dl@
#| f
#| it's
#| l@
#| ld@
#| p|
#| v1.10
#| v1.2
#| v1.9*
#| x.c
#| y.b*
#| z~

### ls -p
ls -p
#| a b
#| big
#| d/
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --file-type
ls --file-type
#| a b
#| big
#| d/
#| dl@
#| f
#| it's
#| l@
#| ld@
#| p|
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -r
ls -r
#| z~
#| y.b
#| x.c
#| v1.9
#| v1.2
#| v1.10
#| p
#| ld
#| l
#| it's
#| f
#| dl
#| d
#| big
#| a b

### ls -t
ls -t
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -lt
ls -lt
#| total 24
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~

### ls -lrt
ls -lrt
#| total 24
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b

### ls -S
ls -S
#| big
#| d
#| f
#| dl
#| l
#| ld
#| a b
#| it's
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -lS
ls -lS
#| total 24
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~

### ls -X
ls -X
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| z~
#| v1.10
#| v1.2
#| v1.9
#| y.b
#| x.c

### ls -v
ls -v
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.2
#| v1.9
#| v1.10
#| x.c
#| y.b
#| z~

### ls -B
ls -B
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b

### ls -I "*.c"
ls -I "*.c"
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| y.b
#| z~

### ls --hide="v*"
ls --hide="v*"
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| x.c
#| y.b
#| z~

### ls -A --hide="v*"
ls -A --hide="v*"
#| .h
#| .hid
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -Q
ls -Q
#| "a b"
#| "big"
#| "d"
#| "dl"
#| "f"
#| "it's"
#| "l"
#| "ld"
#| "p"
#| "v1.10"
#| "v1.2"
#| "v1.9"
#| "x.c"
#| "y.b"
#| "z~"

### ls -b
ls -b
#| a\ b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -q
ls -q
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --quoting-style=shell
ls --quoting-style=shell
#| 'a b'
#| big
#| d
#| dl
#| f
#| "it's"
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --quoting-style=shell-escape
ls --quoting-style=shell-escape
#| 'a b'
#| big
#| d
#| dl
#| f
#| "it's"
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -N
ls -N
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -lg
ls -lg
#| total 24
#| -rw-r--r-- 1 root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root     0 Mar  4  2021 z~

### ls -lo
ls -lo
#| total 24
#| -rw-r--r-- 1 root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root     0 Mar  4  2021 z~

### ls -lG
ls -lG
#| total 24
#| -rw-r--r-- 1 root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root     0 Mar  4  2021 z~

### ls -g
ls -g
#| total 24
#| -rw-r--r-- 1 root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root     0 Mar  4  2021 z~

### ls -o
ls -o
#| total 24
#| -rw-r--r-- 1 root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root     0 Mar  4  2021 z~

### ls --full-time f
ls --full-time f
#| -rw-r--r-- 1 root root 5 2021-03-04 01:02:03.000000000 +0000 f

### ls -l --time-style=long-iso
ls -l --time-style=long-iso
#| total 24
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 a b
#| -rw-r--r-- 1 root root 13000 2021-03-04 01:02 big
#| drwxr-xr-x 3 root root  4096 2021-03-04 01:02 d
#| lrwxrwxrwx 1 root root     2 2021-03-04 01:02 dl -> nx
#| -rw-r--r-- 1 root root     5 2021-03-04 01:02 f
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 it's
#| lrwxrwxrwx 1 root root     1 2021-03-04 01:02 l -> f
#| lrwxrwxrwx 1 root root     1 2021-03-04 01:02 ld -> d
#| prw-r--r-- 1 root root     0 2021-03-04 01:02 p
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 v1.10
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 v1.2
#| -rwxr-xr-x 1 root root     0 2021-03-04 01:02 v1.9
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 x.c
#| -rwsr-xr-x 1 root root     0 2021-03-04 01:02 y.b
#| -rw-r--r-- 1 root root     0 2021-03-04 01:02 z~

### ls -l --time-style=iso
ls -l --time-style=iso
#| total 24
#| -rw-r--r-- 1 root root     0 2021-03-04  a b
#| -rw-r--r-- 1 root root 13000 2021-03-04  big
#| drwxr-xr-x 3 root root  4096 2021-03-04  d
#| lrwxrwxrwx 1 root root     2 2021-03-04  dl -> nx
#| -rw-r--r-- 1 root root     5 2021-03-04  f
#| -rw-r--r-- 1 root root     0 2021-03-04  it's
#| lrwxrwxrwx 1 root root     1 2021-03-04  l -> f
#| lrwxrwxrwx 1 root root     1 2021-03-04  ld -> d
#| prw-r--r-- 1 root root     0 2021-03-04  p
#| -rw-r--r-- 1 root root     0 2021-03-04  v1.10
#| -rw-r--r-- 1 root root     0 2021-03-04  v1.2
#| -rwxr-xr-x 1 root root     0 2021-03-04  v1.9
#| -rw-r--r-- 1 root root     0 2021-03-04  x.c
#| -rwsr-xr-x 1 root root     0 2021-03-04  y.b
#| -rw-r--r-- 1 root root     0 2021-03-04  z~

### ls -l --time-style=+%Y
ls -l --time-style=+%Y
#| total 24
#| -rw-r--r-- 1 root root     0 2021 a b
#| -rw-r--r-- 1 root root 13000 2021 big
#| drwxr-xr-x 3 root root  4096 2021 d
#| lrwxrwxrwx 1 root root     2 2021 dl -> nx
#| -rw-r--r-- 1 root root     5 2021 f
#| -rw-r--r-- 1 root root     0 2021 it's
#| lrwxrwxrwx 1 root root     1 2021 l -> f
#| lrwxrwxrwx 1 root root     1 2021 ld -> d
#| prw-r--r-- 1 root root     0 2021 p
#| -rw-r--r-- 1 root root     0 2021 v1.10
#| -rw-r--r-- 1 root root     0 2021 v1.2
#| -rwxr-xr-x 1 root root     0 2021 v1.9
#| -rw-r--r-- 1 root root     0 2021 x.c
#| -rwsr-xr-x 1 root root     0 2021 y.b
#| -rw-r--r-- 1 root root     0 2021 z~

### ls -l --time-style=full-iso x.c
ls -l --time-style=full-iso x.c
#| -rw-r--r-- 1 root root 0 2021-03-04 01:02:03.000000000 +0000 x.c

### ls -L l
ls -L l
#| l

### ls -lL l
ls -lL l
#| -rw-r--r-- 1 root root 5 Mar  4  2021 l

### ls -lL
ls -lL
#| total 32
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| l????????? ? ?    ?        ?            ? dl
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| -rw-r--r-- 1 root root     5 Mar  4  2021 l
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 ld
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~
#! ls: cannot access 'dl': No such file or directory
#? 1

### ls -lH l ld
ls -lH l ld
#| -rw-r--r-- 1 root root    5 Mar  4  2021 l
#|
#| ld:
#| total 8
#| -rw-r--r-- 1 root root    0 Mar  4  2021 a
#| -rw-r--r-- 1 root root    1 Mar  4  2021 b
#| drwxr-xr-x 2 root root 4096 Mar  4  2021 sub

### ls ld
ls ld
#| a
#| b
#| sub

### ls ld/
ls ld/
#| a
#| b
#| sub

### ls -l ld
ls -l ld
#| lrwxrwxrwx 1 root root 1 Mar  4  2021 ld -> d

### ls -l ld/
ls -l ld/
#| total 8
#| -rw-r--r-- 1 root root    0 Mar  4  2021 a
#| -rw-r--r-- 1 root root    1 Mar  4  2021 b
#| drwxr-xr-x 2 root root 4096 Mar  4  2021 sub

### ls -d ld
ls -d ld
#| ld

### ls -F ld l dl
ls -F ld l dl
#| dl@
#| l@
#| ld@

### ls -lF
ls -lF
#| total 24
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d/
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d/
#| prw-r--r-- 1 root root     0 Mar  4  2021 p|
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9*
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b*
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~

### ls -H ld
ls -H ld
#| a
#| b
#| sub

### ls -L dl
ls -L dl
#! ls: cannot access 'dl': No such file or directory
#? 2

### ls -l dl
ls -l dl
#| lrwxrwxrwx 1 root root 2 Mar  4  2021 dl -> nx

### ls -w 20 -C
ls -w 20 -C
#| a b  it's   v1.2
#| big  l	    v1.9
#| d    ld     x.c
#| dl   p	    y.b
#| f    v1.10  z~

### ls -w 0 -C
ls -w 0 -C
#| a b  big  d  dl  f  it's  l  ld  p  v1.10  v1.2  v1.9  x.c  y.b  z~

### ls -C -w 40
ls -C -w 40
#| a b  dl    l   v1.10  x.c
#| big  f	   ld  v1.2   y.b
#| d    it's  p   v1.9   z~

### ls -x -w 40
ls -x -w 40
#| a b  big  d	 dl    f     it's  l
#| ld   p	  v1.10  v1.2  v1.9  x.c   y.b
#| z~

### ls -m -w 20
ls -m -w 20
#| a b, big, d, dl, f,
#| it's, l, ld, p,
#| v1.10, v1.2, v1.9,
#| x.c, y.b, z~

### ls --zero
ls --zero
#|= "a b\x00big\x00d\x00dl\x00f\x00it's\x00l\x00ld\x00p\x00v1.10\x00v1.2\x00v1.9\x00x.c\x00y.b\x00z~\x00"

### ls --group-directories-first
ls --group-directories-first
#| d
#| ld
#| a b
#| big
#| dl
#| f
#| it's
#| l
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -ld d
ls -ld d
#| drwxr-xr-x 3 root root 4096 Mar  4  2021 d

### ls -l d f
ls -l d f
#| -rw-r--r-- 1 root root    5 Mar  4  2021 f
#|
#| d:
#| total 8
#| -rw-r--r-- 1 root root    0 Mar  4  2021 a
#| -rw-r--r-- 1 root root    1 Mar  4  2021 b
#| drwxr-xr-x 2 root root 4096 Mar  4  2021 sub

### ls -1a
ls -1a
#| .
#| ..
#| .h
#| .hid
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --block-size=K -l
ls --block-size=K -l
#| total 24K
#| -rw-r--r-- 1 root root  0K Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13K Mar  4  2021 big
#| drwxr-xr-x 3 root root  4K Mar  4  2021 d
#| lrwxrwxrwx 1 root root  1K Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root  1K Mar  4  2021 f
#| -rw-r--r-- 1 root root  0K Mar  4  2021 it's
#| lrwxrwxrwx 1 root root  1K Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root  1K Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root  0K Mar  4  2021 p
#| -rw-r--r-- 1 root root  0K Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root  0K Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root  0K Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root  0K Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root  0K Mar  4  2021 y.b
#| -rw-r--r-- 1 root root  0K Mar  4  2021 z~

### ls --block-size=1 -s
ls --block-size=1 -s
#| total 24576
#|     0 a b
#| 16384 big
#|  4096 d
#|     0 dl
#|  4096 f
#|     0 it's
#|     0 l
#|     0 ld
#|     0 p
#|     0 v1.10
#|     0 v1.2
#|     0 v1.9
#|     0 x.c
#|     0 y.b
#|     0 z~

### ls -k -s
ls -k -s
#| total 24
#|  0 a b
#| 16 big
#|  4 d
#|  0 dl
#|  4 f
#|  0 it's
#|  0 l
#|  0 ld
#|  0 p
#|  0 v1.10
#|  0 v1.2
#|  0 v1.9
#|  0 x.c
#|  0 y.b
#|  0 z~

### ls -l --si
ls -l --si
#| total 25k
#| -rw-r--r-- 1 root root    0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root  13k Mar  4  2021 big
#| drwxr-xr-x 3 root root 4.1k Mar  4  2021 d
#| lrwxrwxrwx 1 root root    2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root    5 Mar  4  2021 f
#| -rw-r--r-- 1 root root    0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root    1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root    1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root    0 Mar  4  2021 p
#| -rw-r--r-- 1 root root    0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root    0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root    0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root    0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root    0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root    0 Mar  4  2021 z~

### ls --color=always
ls --color=always
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --color=always -l
ls --color=always -l
#| total 24
#| -rw-r--r-- 1 root root     0 Mar  4  2021 a b
#| -rw-r--r-- 1 root root 13000 Mar  4  2021 big
#| drwxr-xr-x 3 root root  4096 Mar  4  2021 d
#| lrwxrwxrwx 1 root root     2 Mar  4  2021 dl -> nx
#| -rw-r--r-- 1 root root     5 Mar  4  2021 f
#| -rw-r--r-- 1 root root     0 Mar  4  2021 it's
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 l -> f
#| lrwxrwxrwx 1 root root     1 Mar  4  2021 ld -> d
#| prw-r--r-- 1 root root     0 Mar  4  2021 p
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.10
#| -rw-r--r-- 1 root root     0 Mar  4  2021 v1.2
#| -rwxr-xr-x 1 root root     0 Mar  4  2021 v1.9
#| -rw-r--r-- 1 root root     0 Mar  4  2021 x.c
#| -rwsr-xr-x 1 root root     0 Mar  4  2021 y.b
#| -rw-r--r-- 1 root root     0 Mar  4  2021 z~

### ls --color=never
ls --color=never
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --color
ls --color
#| a b
#| big
#| d
#| dl
#| f
#| it's
#| l
#| ld
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls -Z f
ls -Z f
#| ? f

### ls -zz
ls -zz
#! ls: invalid option -- 'z'
#! Try 'ls --help' for more information.
#? 2

### ls --sort=size
ls --sort=size
#| big
#| d
#| f
#| dl
#| l
#| ld
#| a b
#| it's
#| p
#| v1.10
#| v1.2
#| v1.9
#| x.c
#| y.b
#| z~

### ls --sort=foo
ls --sort=foo
#! ls: invalid argument ‘foo’ for ‘--sort’
#! Valid arguments are:
#!   - ‘none’
#!   - ‘time’
#!   - ‘size’
#!   - ‘extension’
#!   - ‘version’
#!   - ‘width’
#! Try 'ls --help' for more information.
#? 1

### ls --time=atime f
ls --time=atime f
#| f

### ls -lu f
ls -lu f
#| -rw-r--r-- 1 root root 5 Mar  4  2021 f

### ls -lc nx
ls -lc nx
#! ls: cannot access 'nx': No such file or directory
#? 2

### ls -c f
ls -c f
#| f

### ls --format=long f
ls --format=long f
#| -rw-r--r-- 1 root root 5 Mar  4  2021 f

### ls --format=commas
ls --format=commas
#| a b, big, d, dl, f, it's, l, ld, p, v1.10, v1.2, v1.9, x.c, y.b, z~

### ls -y
ls -y
#! ls: invalid option -- 'y'
#! Try 'ls --help' for more information.
#? 2

### ls p
ls p
#| p

### ls -l p
ls -l p
#| prw-r--r-- 1 root root 0 Mar  4  2021 p

### ls d nx f
ls d nx f
#| f
#|
#| d:
#| a
#| b
#| sub
#! ls: cannot access 'nx': No such file or directory
#? 2

### ls -R nx d
ls -R nx d
#| d:
#| a
#| b
#| sub
#|
#| d/sub:
#| z
#! ls: cannot access 'nx': No such file or directory
#? 2

### ls --author -l f
ls --author -l f
#| -rw-r--r-- 1 root root root 5 Mar  4  2021 f

### ls -w x
ls -w x
#! ls: invalid line width: ‘x’
#? 2

### ls -T 4 -C
ls -T 4 -C
#| a b  big  d  dl  f	it's  l  ld  p	v1.10  v1.2  v1.9  x.c	y.b  z~

### ls -d . ..
ls -d . ..
#| .
#| ..

### ls "a b"
ls "a b"
#| a b

### ls -m, given ''
ls -m
#| a b, big, d, dl, f, it's, l, ld, p, v1.10, v1.2, v1.9, x.c, y.b, z~

### ls -xF
ls -xF
#| a b  big  d/  dl@  f  it's  l@	ld@  p|  v1.10	v1.2  v1.9*  x.c  y.b*	z~

### ls -CF
ls -CF
#| a b  big  d/  dl@  f  it's  l@	ld@  p|  v1.10	v1.2  v1.9*  x.c  y.b*	z~

### ls -sC
ls -sC
#| total 24
#|  0 a b	 4 d    4 f	 0 l    0 p	  0 v1.2   0 x.c   0 z~
#| 16 big	 0 dl   0 it's	 0 ld   0 v1.10   0 v1.9   0 y.b

### ls as random lines found it: touch o; mkdir p; ls -FS
touch o; mkdir p; ls -FS
#| big
#| d/
#| f
#| dl@
#| l@
#| ld@
#| a b
#| it's
#| o
#| p|
#| v1.10
#| v1.2
#| v1.9*
#| x.c
#| y.b*
#| z~
#! mkdir: cannot create directory ‘p’: File exists

### ls as random lines found it: mkdir p; ln -s p q; touch p/o; ls --file-type q
mkdir p; ln -s p q; touch p/o; ls --file-type q
#| q@
#! mkdir: cannot create directory ‘p’: File exists
#! touch: cannot touch 'p/o': Not a directory
