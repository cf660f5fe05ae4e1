# stat: what each command line gives on these files.
mkdir -p d/e; printf hello > d/f; chmod 640 d/f; ln -s f l; touch -d '2020-01-02 03:04:05.5' d/f d; mkfifo p; touch 'a b'

### stat -c %n d/f
stat -c %n d/f
#| d/f

### stat -c "%a %A %s %F" d/f d l p
stat -c "%a %A %s %F" d/f d l p
#| 640 -rw-r----- 5 regular file
#| 755 drwxr-xr-x 4096 directory
#| 777 lrwxrwxrwx 1 symbolic link
#| 644 prw-r--r-- 0 fifo

### stat -c "%N" d/f l "a b"
stat -c "%N" d/f l "a b"
#| 'd/f'
#| 'l' -> 'f'
#| 'a b'

### stat -c "%y %x" d/f
stat -c "%y %x" d/f
#| 2020-01-02 03:04:05.500000000 +0000 2020-01-02 03:04:05.500000000 +0000

### stat -c "%Y|%X" d/f
stat -c "%Y|%X" d/f
#| 1577934245|1577934245

### stat -c %h d/f
stat -c %h d/f
#| 1

### stat -c "%f %t %T" d/f
stat -c "%f %t %T" d/f
#| 81a0 0 0

### stat -L -c %F l
stat -L -c %F l
#! stat: cannot statx 'l': No such file or directory
#? 1

### stat -c "[%10s] [%-10s] [%010s] [%.2n]" d/f
stat -c "[%10s] [%-10s] [%010s] [%.2n]" d/f
#| [         5] [5         ] [0000000005] [d/]

### stat --printf "%s\n%a\t%%" d/f
stat --printf "%s\n%a\t%%" d/f
#| 5
#|= '640\t%'

### stat --printf "\101\x41\q" d/f
stat --printf "\101\x41\q" d/f
#|= 'AAq'
#! stat: warning: unrecognized escape '\q'

### stat nx
stat nx
#! stat: cannot statx 'nx': No such file or directory
#? 1

### stat -c %n nx d
stat -c %n nx d
#| d
#! stat: cannot statx 'nx': No such file or directory
#? 1

### stat 
stat 
#! stat: missing operand
#! Try 'stat --help' for more information.
#? 1

### stat -c %Q d/f
stat -c %Q d/f
#| ?

### stat -c "%#a %05a" d/f
stat -c "%#a %05a" d/f
#| 0640 00640

### stat -c "%b %B %o" d/f
stat -c "%b %B %o" d/f
#| 8 512 4096

### stat -c % d/f
stat -c % d/f
#| %

### stat -c "%%" d/f
stat -c "%%" d/f
#| %

### stat -c "%F" "a b"
stat -c "%F" "a b"
#| regular empty file

### stat --format=%s d/f
stat --format=%s d/f
#| 5

### stat -c "%5A|%-12A|" d/f
stat -c "%5A|%-12A|" d/f
#| -rw-r-----|-rw-r-----  |

### stat -c %s -- d/f
stat -c %s -- d/f
#| 5

### stat -x d/f
stat -x d/f
#! stat: invalid option -- 'x'
#! Try 'stat --help' for more information.
#? 1
