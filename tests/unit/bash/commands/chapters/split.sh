# split: what each command line gives on these files.
seq 1 1000 > a

### split -l 300 a; wc -l x*
split -l 300 a; wc -l x*
#|  300 xaa
#|  300 xab
#|  300 xac
#|  100 xad
#| 1000 total

### split -b 1k -d a P; wc -c P*
split -b 1k -d a P; wc -c P*
#| 1024 P00
#| 1024 P01
#| 1024 P02
#|  821 P03
#| 3893 total

### split -n 3 a Q; wc -c Q*
split -n 3 a Q; wc -c Q*
#| 1297 Qaa
#| 1297 Qab
#| 1299 Qac
#| 3893 total

### split -n l/3 a R; wc -l R*
split -n l/3 a R; wc -l R*
#|  352 Raa
#|  324 Rab
#|  324 Rac
#| 1000 total

### split -n r/3 a S; head -2 S*
split -n r/3 a S; head -2 S*
#| ==> Saa <==
#| 1
#| 4
#|
#| ==> Sab <==
#| 2
#| 5
#|
#| ==> Sac <==
#| 3
#| 6

### split -n 2/3 a | head -2
split -n 2/3 a | head -2
#| 52
#| 353

### split -C 500 a T; wc -c T*
split -C 500 a T; wc -c T*
#|  500 Taa
#|  500 Tab
#|  500 Tac
#|  500 Tad
#|  500 Tae
#|  500 Taf
#|  500 Tag
#|  393 Tah
#| 3893 total

### split -l 1 a Z; ls Z* | sed -n "645,655p"
split -l 1 a Z; ls Z* | sed -n "645,655p"
#| Zyu
#| Zyv
#| Zyw
#| Zyx
#| Zyy
#| Zyz
#| Zzaaa
#| Zzaab
#| Zzaac
#| Zzaad
#| Zzaae

### split -x --additional-suffix=.txt -l 400 a W; ls W*
split -x --additional-suffix=.txt -l 400 a W; ls W*
#| W00.txt
#| W01.txt
#| W02.txt

### split nope
split nope
#! split: cannot open 'nope' for reading: No such file or directory
#? 1

### split -l 0 a
split -l 0 a
#! split: invalid number of lines: ‘0’: Numerical result out of range
#? 1

### split -b x a
split -b x a
#! split: invalid number of bytes: ‘x’
#? 1

### split --numeric-suffixes=5 -l 500 a V; ls V*
split --numeric-suffixes=5 -l 500 a V; ls V*
#| V05
#| V06

### split -l 500 --filter="wc -l; echo \$FILE" a
split -l 500 --filter="wc -l; echo \$FILE" a
#| 500
#| xaa
#| 500
#| xab

### split -l 2 -b 3 a
split -l 2 -b 3 a
#! split: cannot split in more than one way
#! Try 'split --help' for more information.
#? 1

### split --verbose -l 600 a U
split --verbose -l 600 a U
#| creating file 'Uaa'
#| creating file 'Uab'

### split a b c
split a b c
#! split: extra operand ‘c’
#! Try 'split --help' for more information.
#? 1

### split -a 1 -l 10 a Y
split -a 1 -l 10 a Y
#! split: output file suffixes exhausted
#? 1

### split as random lines found it: printf ab > o; split -n 3 o; cat xaa; echo; cat xab; echo; wc -c < xac
printf ab > o; split -n 3 o; cat xaa; echo; cat xab; echo; wc -c < xac
#| a
#| b
#| 0

### split as random lines found it: printf 'a\nb\n' | split -l1 --numeric-suffixes=98; ls x*
printf 'a\nb\n' | split -l1 --numeric-suffixes=98; ls x*
#| x98
#| x99
