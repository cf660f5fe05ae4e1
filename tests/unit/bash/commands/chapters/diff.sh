# diff: what each command line gives on these files.
printf 'a\nb\nc\n' >a; printf 'a\nB\nc\nd\n' >b; cp a a2; printf 'a\nb\nc' > n; : > e; mkdir -p d1/s d2/s d1/o; echo x > d1/f; echo y > d2/f; echo 1 > d1/s/g; echo 2 > d2/s/g; echo o > d1/only; seq 30 > s1; (seq 5; echo new; seq 7 20; seq 25 30; echo end) > s2; printf 'A \n b  c\n\nd\n' > w1; printf 'a\nb c\nd\n' > w2; printf 'x\0y' > bin1; printf 'x\0z' > bin2; printf 'a\r\nb\r\nc\r\n' > cr; printf 'int f()\n{\n 1\n 2\n 3\n 4\n 5\n 6\n}\n' > c1; sed s/5/x/ c1 > c2; printf '.\na\n' > dot; printf 'a\tb\nlong line here that is quite long indeed for the width of the column\n' > t1; touch -d '2020-01-01 00:00:00.5' *

### diff a b
printf 'a\nx\n' | diff a b
#| 2c2
#| < b
#| ---
#| > B
#| 3a4
#| > d
#? 1

### diff b a
printf 'a\nx\n' | diff b a
#| 2c2
#| < B
#| ---
#| > b
#| 4d3
#| < d
#? 1

### diff a a2
printf 'a\nx\n' | diff a a2

### diff -s a a2
printf 'a\nx\n' | diff -s a a2
#| Files a and a2 are identical

### diff -q a b
printf 'a\nx\n' | diff -q a b
#| Files a and b differ
#? 1

### diff -q a a2
printf 'a\nx\n' | diff -q a a2

### diff -u a b
printf 'a\nx\n' | diff -u a b
#| --- a	2020-01-01 00:00:00.500000000 +0000
#| +++ b	2020-01-01 00:00:00.500000000 +0000
#| @@ -1,3 +1,4 @@
#|  a
#| -b
#| +B
#|  c
#| +d
#? 1

### diff -c a b
printf 'a\nx\n' | diff -c a b
#| *** a	2020-01-01 00:00:00.500000000 +0000
#| --- b	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 1,3 ****
#|   a
#| ! b
#|   c
#| --- 1,4 ----
#|   a
#| ! B
#|   c
#| + d
#? 1

### diff -e a b
printf 'a\nx\n' | diff -e a b
#| 3a
#| d
#| .
#| 2c
#| B
#| .
#? 1

### diff -n a b
printf 'a\nx\n' | diff -n a b
#| d2 1
#| a2 1
#| B
#| a3 1
#| d
#? 1

### diff -y a b
printf 'a\nx\n' | diff -y a b
#| a								a
#| b							      |	B
#| c								c
#| 							      >	d
#? 1

### diff -u a n
printf 'a\nx\n' | diff -u a n
#| --- a	2020-01-01 00:00:00.500000000 +0000
#| +++ n	2020-01-01 00:00:00.500000000 +0000
#| @@ -1,3 +1,3 @@
#|  a
#|  b
#| -c
#| +c
#| \ No newline at end of file
#? 1

### diff a n
printf 'a\nx\n' | diff a n
#| 3c3
#| < c
#| ---
#| > c
#| \ No newline at end of file
#? 1

### diff n a
printf 'a\nx\n' | diff n a
#| 3c3
#| < c
#| \ No newline at end of file
#| ---
#| > c
#? 1

### diff -c a n
printf 'a\nx\n' | diff -c a n
#| *** a	2020-01-01 00:00:00.500000000 +0000
#| --- n	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 1,3 ****
#|   a
#|   b
#| ! c
#| --- 1,3 ----
#|   a
#|   b
#| ! c
#| \ No newline at end of file
#? 1

### diff a e
printf 'a\nx\n' | diff a e
#| 1,3d0
#| < a
#| < b
#| < c
#? 1

### diff e a
printf 'a\nx\n' | diff e a
#| 0a1,3
#| > a
#| > b
#| > c
#? 1

### diff -u e a
printf 'a\nx\n' | diff -u e a
#| --- e	2020-01-01 00:00:00.500000000 +0000
#| +++ a	2020-01-01 00:00:00.500000000 +0000
#| @@ -0,0 +1,3 @@
#| +a
#| +b
#| +c
#? 1

### diff -u a e
printf 'a\nx\n' | diff -u a e
#| --- a	2020-01-01 00:00:00.500000000 +0000
#| +++ e	2020-01-01 00:00:00.500000000 +0000
#| @@ -1,3 +0,0 @@
#| -a
#| -b
#| -c
#? 1

### diff -c e a
printf 'a\nx\n' | diff -c e a
#| *** e	2020-01-01 00:00:00.500000000 +0000
#| --- a	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 0 ****
#| --- 1,3 ----
#| + a
#| + b
#| + c
#? 1

### diff s1 s2
printf 'a\nx\n' | diff s1 s2
#| 6c6
#| < 6
#| ---
#| > new
#| 21,24d20
#| < 21
#| < 22
#| < 23
#| < 24
#| 30a27
#| > end
#? 1

### diff -u s1 s2
printf 'a\nx\n' | diff -u s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -3,7 +3,7 @@
#|  3
#|  4
#|  5
#| -6
#| +new
#|  7
#|  8
#|  9
#| @@ -18,13 +18,10 @@
#|  18
#|  19
#|  20
#| -21
#| -22
#| -23
#| -24
#|  25
#|  26
#|  27
#|  28
#|  29
#|  30
#| +end
#? 1

### diff -U1 s1 s2
printf 'a\nx\n' | diff -U1 s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -5,3 +5,3 @@
#|  5
#| -6
#| +new
#|  7
#| @@ -20,6 +20,2 @@
#|  20
#| -21
#| -22
#| -23
#| -24
#|  25
#| @@ -30 +26,2 @@
#|  30
#| +end
#? 1

### diff -U 0 s1 s2
printf 'a\nx\n' | diff -U 0 s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -6 +6 @@
#| -6
#| +new
#| @@ -21,4 +20,0 @@
#| -21
#| -22
#| -23
#| -24
#| @@ -30,0 +27 @@
#| +end
#? 1

### diff -C1 s1 s2
printf 'a\nx\n' | diff -C1 s1 s2
#| *** s1	2020-01-01 00:00:00.500000000 +0000
#| --- s2	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 5,7 ****
#|   5
#| ! 6
#|   7
#| --- 5,7 ----
#|   5
#| ! new
#|   7
#| ***************
#| *** 20,25 ****
#|   20
#| - 21
#| - 22
#| - 23
#| - 24
#|   25
#| --- 20,21 ----
#| ***************
#| *** 30 ****
#| --- 26,27 ----
#|   30
#| + end
#? 1

### diff -c s1 s2
printf 'a\nx\n' | diff -c s1 s2
#| *** s1	2020-01-01 00:00:00.500000000 +0000
#| --- s2	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 3,9 ****
#|   3
#|   4
#|   5
#| ! 6
#|   7
#|   8
#|   9
#| --- 3,9 ----
#|   3
#|   4
#|   5
#| ! new
#|   7
#|   8
#|   9
#| ***************
#| *** 18,30 ****
#|   18
#|   19
#|   20
#| - 21
#| - 22
#| - 23
#| - 24
#|   25
#|   26
#|   27
#|   28
#|   29
#|   30
#| --- 18,27 ----
#|   18
#|   19
#|   20
#|   25
#|   26
#|   27
#|   28
#|   29
#|   30
#| + end
#? 1

### diff -e s1 s2
printf 'a\nx\n' | diff -e s1 s2
#| 30a
#| end
#| .
#| 21,24d
#| 6c
#| new
#| .
#? 1

### diff -n s1 s2
printf 'a\nx\n' | diff -n s1 s2
#| d6 1
#| a6 1
#| new
#| d21 4
#| a30 1
#| end
#? 1

### diff -y -W 40 s1 s2
printf 'a\nx\n' | diff -y -W 40 s1 s2
#| 1			1
#| 2			2
#| 3			3
#| 4			4
#| 5			5
#| 6		   |	new
#| 7			7
#| 8			8
#| 9			9
#| 10			10
#| 11			11
#| 12			12
#| 13			13
#| 14			14
#| 15			15
#| 16			16
#| 17			17
#| 18			18
#| 19			19
#| 20			20
#| 21		   <
#| 22		   <
#| 23		   <
#| 24		   <
#| 25			25
#| 26			26
#| 27			27
#| 28			28
#| 29			29
#| 30			30
#| 		   >	end
#? 1

### diff -y --suppress-common-lines s1 s2
printf 'a\nx\n' | diff -y --suppress-common-lines s1 s2
#| 6							      |	new
#| 21							      <
#| 22							      <
#| 23							      <
#| 24							      <
#| 							      >	end
#? 1

### diff -y --left-column -W 40 a b
printf 'a\nx\n' | diff -y --left-column -W 40 a b
#| a		   (
#| b		   |	B
#| c		   (
#| 		   >	d
#? 1

### diff d1 d2
printf 'a\nx\n' | diff d1 d2
#| diff d1/f d2/f
#| 1c1
#| < x
#| ---
#| > y
#| Only in d1: o
#| Only in d1: only
#| Common subdirectories: d1/s and d2/s
#? 1

### diff -r d1 d2
printf 'a\nx\n' | diff -r d1 d2
#| diff -r d1/f d2/f
#| 1c1
#| < x
#| ---
#| > y
#| Only in d1: o
#| Only in d1: only
#| diff -r d1/s/g d2/s/g
#| 1c1
#| < 1
#| ---
#| > 2
#? 1

### diff -rq d1 d2
printf 'a\nx\n' | diff -rq d1 d2
#| Files d1/f and d2/f differ
#| Only in d1: o
#| Only in d1: only
#| Files d1/s/g and d2/s/g differ
#? 1

### diff -rN d1 d2
printf 'a\nx\n' | diff -rN d1 d2
#| diff -rN d1/f d2/f
#| 1c1
#| < x
#| ---
#| > y
#| diff -rN d1/only d2/only
#| 1d0
#| < o
#| diff -rN d1/s/g d2/s/g
#| 1c1
#| < 1
#| ---
#| > 2
#? 1

### diff -rs d1 d2
printf 'a\nx\n' | diff -rs d1 d2
#| diff -rs d1/f d2/f
#| 1c1
#| < x
#| ---
#| > y
#| Only in d1: o
#| Only in d1: only
#| diff -rs d1/s/g d2/s/g
#| 1c1
#| < 1
#| ---
#| > 2
#? 1

### diff a d1
printf 'a\nx\n' | diff a d1
#! diff: d1/a: No such file or directory
#? 2

### diff a nx
printf 'a\nx\n' | diff a nx
#! diff: nx: No such file or directory
#? 2

### diff nx a
printf 'a\nx\n' | diff nx a
#! diff: nx: No such file or directory
#? 2

### diff -N a nx
printf 'a\nx\n' | diff -N a nx
#| 1,3d0
#| < a
#| < b
#| < c
#? 1

### diff -uN a nx
printf 'a\nx\n' | diff -uN a nx
#| --- a	2020-01-01 00:00:00.500000000 +0000
#| +++ nx	1970-01-01 00:00:00.000000000 +0000
#| @@ -1,3 +0,0 @@
#| -a
#| -b
#| -c
#? 1

### diff w1 w2
printf 'a\nx\n' | diff w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff -i w1 w2
printf 'a\nx\n' | diff -i w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff -w w1 w2
printf 'a\nx\n' | diff -w w1 w2
#| 1c1
#|= '< A \n'
#| ---
#| > a
#| 3d2
#|= '< \n'
#? 1

### diff -b w1 w2
printf 'a\nx\n' | diff -b w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff -iw w1 w2
printf 'a\nx\n' | diff -iw w1 w2
#| 3d2
#|= '< \n'
#? 1

### diff -iwB w1 w2
printf 'a\nx\n' | diff -iwB w1 w2

### diff -B w1 w2
printf 'a\nx\n' | diff -B w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff bin1 bin2
printf 'a\nx\n' | diff bin1 bin2
#| Binary files bin1 and bin2 differ
#? 1

### diff -a bin1 bin2
printf 'a\nx\n' | diff -a bin1 bin2
#| 1c1
#|= '< x\x00y\n'
#| \ No newline at end of file
#| ---
#|= '> x\x00z\n'
#| \ No newline at end of file
#? 1

### diff bin1 bin1
printf 'a\nx\n' | diff bin1 bin1

### diff -q bin1 bin2
printf 'a\nx\n' | diff -q bin1 bin2
#| Files bin1 and bin2 differ
#? 1

### diff a cr
printf 'a\nx\n' | diff a cr
#| 1,3c1,3
#| < a
#| < b
#| < c
#| ---
#|= '> a\r\n'
#|= '> b\r\n'
#|= '> c\r\n'
#? 1

### diff --strip-trailing-cr a cr
printf 'a\nx\n' | diff --strip-trailing-cr a cr

### diff --label x --label y -u a b
printf 'a\nx\n' | diff --label x --label y -u a b
#| --- x
#| +++ y
#| @@ -1,3 +1,4 @@
#|  a
#| -b
#| +B
#|  c
#| +d
#? 1

### diff -u --label x a b
printf 'a\nx\n' | diff -u --label x a b
#| --- x
#| +++ b	2020-01-01 00:00:00.500000000 +0000
#| @@ -1,3 +1,4 @@
#|  a
#| -b
#| +B
#|  c
#| +d
#? 1

### diff -p -u c1 c2
printf 'a\nx\n' | diff -p -u c1 c2
#| --- c1	2020-01-01 00:00:00.500000000 +0000
#| +++ c2	2020-01-01 00:00:00.500000000 +0000
#| @@ -4,6 +4,6 @@ int f()
#|   2
#|   3
#|   4
#| - 5
#| + x
#|   6
#|  }
#? 1

### diff -p -c c1 c2
printf 'a\nx\n' | diff -p -c c1 c2
#| *** c1	2020-01-01 00:00:00.500000000 +0000
#| --- c2	2020-01-01 00:00:00.500000000 +0000
#| *************** int f()
#| *** 4,9 ****
#|    2
#|    3
#|    4
#| !  5
#|    6
#|   }
#| --- 4,9 ----
#|    2
#|    3
#|    4
#| !  x
#|    6
#|   }
#? 1

### diff -F int -u c1 c2
printf 'a\nx\n' | diff -F int -u c1 c2
#| --- c1	2020-01-01 00:00:00.500000000 +0000
#| +++ c2	2020-01-01 00:00:00.500000000 +0000
#| @@ -4,6 +4,6 @@ int f()
#|   2
#|   3
#|   4
#| - 5
#| + x
#|   6
#|  }
#? 1

### diff a -
printf 'a\nx\n' | diff a -
#| 2,3c2
#| < b
#| < c
#| ---
#| > x
#? 1

### diff - a
printf 'a\nx\n' | diff - a
#| 2c2,3
#| < x
#| ---
#| > b
#| > c
#? 1

### diff a
printf 'a\nx\n' | diff a
#! diff: missing operand after 'a'
#! diff: Try 'diff --help' for more information.
#? 2

### diff 
printf 'a\nx\n' | diff 
#! diff: missing operand after 'diff'
#! diff: Try 'diff --help' for more information.
#? 2

### diff a b c
printf 'a\nx\n' | diff a b c
#! diff: extra operand 'c'
#! diff: Try 'diff --help' for more information.
#? 2

### diff -e e dot
printf 'a\nx\n' | diff -e e dot
#| 0a
#| ..
#| .
#| s/.//
#| a
#| a
#| .
#? 1

### diff -t -u t1 a
printf 'a\nx\n' | diff -t -u t1 a
#| --- t1	2020-01-01 00:00:00.500000000 +0000
#| +++ a	2020-01-01 00:00:00.500000000 +0000
#| @@ -1,2 +1,3 @@
#| -a       b
#| -long line here that is quite long indeed for the width of the column
#| +a
#| +b
#| +c
#? 1

### diff -T a t1
printf 'a\nx\n' | diff -T a t1
#| 1,3c1,2
#| <	a
#| <	b
#| <	c
#| ---
#| >	a	b
#| >	long line here that is quite long indeed for the width of the column
#? 1

### diff -y t1 a
printf 'a\nx\n' | diff -y t1 a
#| a	b						      |	a
#| long line here that is quite long indeed for the width of the |	b
#| 							      >	c
#? 1

### diff -y -t t1 a
printf 'a\nx\n' | diff -y -t t1 a
#| a       b                                                       |  a
#| long line here that is quite long indeed for the width of the c |  b
#|                                                                 >  c
#? 1

### diff -I b a b
printf 'a\nx\n' | diff -I b a b
#| 2c2
#| < b
#| ---
#| > B
#| 3a4
#| > d
#? 1

### diff -I "^[bB]" -I d a b
printf 'a\nx\n' | diff -I "^[bB]" -I d a b

### diff -x f -r d1 d2
printf 'a\nx\n' | diff -x f -r d1 d2
#| Only in d1: o
#| Only in d1: only
#| diff -x f -r d1/s/g d2/s/g
#| 1c1
#| < 1
#| ---
#| > 2
#? 1

### diff --color=always a b
printf 'a\nx\n' | diff --color=always a b
#|= '\x1b[36m2c2\x1b[0m\n'
#|= '\x1b[31m< b\x1b[0m\n'
#| ---
#|= '\x1b[32m> B\x1b[0m\n'
#|= '\x1b[36m3a4\x1b[0m\n'
#|= '\x1b[32m> d\x1b[0m\n'
#? 1

### diff --color=always -u a b
printf 'a\nx\n' | diff --color=always -u a b
#|= '\x1b[1m--- a\t2020-01-01 00:00:00.500000000 +0000\x1b[0m\n'
#|= '\x1b[1m+++ b\t2020-01-01 00:00:00.500000000 +0000\x1b[0m\n'
#|= '\x1b[36m@@ -1,3 +1,4 @@\x1b[0m\n'
#|  a
#|= '\x1b[31m-b\x1b[0m\n'
#|= '\x1b[32m+B\x1b[0m\n'
#|  c
#|= '\x1b[32m+d\x1b[0m\n'
#? 1

### diff --normal a b
printf 'a\nx\n' | diff --normal a b
#| 2c2
#| < b
#| ---
#| > B
#| 3a4
#| > d
#? 1

### diff -1 -u s1 s2
printf 'a\nx\n' | diff -1 -u s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -5,3 +5,3 @@
#|  5
#| -6
#| +new
#|  7
#| @@ -20,6 +20,2 @@
#|  20
#| -21
#| -22
#| -23
#| -24
#|  25
#| @@ -30 +26,2 @@
#|  30
#| +end
#? 1

### diff -u1 s1 s2
printf 'a\nx\n' | diff -u1 s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -5,3 +5,3 @@
#|  5
#| -6
#| +new
#|  7
#| @@ -20,6 +20,2 @@
#|  20
#| -21
#| -22
#| -23
#| -24
#|  25
#| @@ -30 +26,2 @@
#|  30
#| +end
#? 1

### diff -y a n
printf 'a\nx\n' | diff -y a n
#| a								a
#| b								b
#| c							      /	c
#? 1

### diff -y e a
printf 'a\nx\n' | diff -y e a
#| 							      >	a
#| 							      >	b
#| 							      >	c
#? 1

### diff -y a e
printf 'a\nx\n' | diff -y a e
#| a							      <
#| b							      <
#| c							      <
#? 1

### diff -Z w1 w2
printf 'a\nx\n' | diff -Z w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff -E w1 w2
printf 'a\nx\n' | diff -E w1 w2
#| 1,3c1,2
#|= '< A \n'
#| <  b  c
#|= '< \n'
#| ---
#| > a
#| > b c
#? 1

### diff d1/f d2
printf 'a\nx\n' | diff d1/f d2
#| 1c1
#| < x
#| ---
#| > y
#? 1

### diff d2 d1/f
printf 'a\nx\n' | diff d2 d1/f
#| 1c1
#| < y
#| ---
#| > x
#? 1

### diff -rN d1 nx
printf 'a\nx\n' | diff -rN d1 nx
#| diff -rN d1/f nx/f
#| 1d0
#| < x
#| diff -rN d1/only nx/only
#| 1d0
#| < o
#| diff -rN d1/s/g nx/s/g
#| 1d0
#| < 1
#? 1

### diff -y -W 10 a b
printf 'a\nx\n' | diff -y -W 10 a b
#| a	a
#| b   |	B
#| c	c
#|     >	d
#? 1

### diff -y -W 1 a b
printf 'a\nx\n' | diff -y -W 1 a b
#|= ' \n'
#| |
#|= ' \n'
#| >
#? 1

### diff -d s1 s2
printf 'a\nx\n' | diff -d s1 s2
#| 6c6
#| < 6
#| ---
#| > new
#| 21,24d20
#| < 21
#| < 22
#| < 23
#| < 24
#| 30a27
#| > end
#? 1

### diff --brief a b
printf 'a\nx\n' | diff --brief a b
#| Files a and b differ
#? 1

### diff --unified=1 s1 s2
printf 'a\nx\n' | diff --unified=1 s1 s2
#| --- s1	2020-01-01 00:00:00.500000000 +0000
#| +++ s2	2020-01-01 00:00:00.500000000 +0000
#| @@ -5,3 +5,3 @@
#|  5
#| -6
#| +new
#|  7
#| @@ -20,6 +20,2 @@
#|  20
#| -21
#| -22
#| -23
#| -24
#|  25
#| @@ -30 +26,2 @@
#|  30
#| +end
#? 1

### diff --context a b
printf 'a\nx\n' | diff --context a b
#| *** a	2020-01-01 00:00:00.500000000 +0000
#| --- b	2020-01-01 00:00:00.500000000 +0000
#| ***************
#| *** 1,3 ****
#|   a
#| ! b
#|   c
#| --- 1,4 ----
#|   a
#| ! B
#|   c
#| + d
#? 1

### diff -q -s a a2
printf 'a\nx\n' | diff -q -s a a2
#| Files a and a2 are identical

### diff -yW30 s1 a
printf 'a\nx\n' | diff -yW30 s1 a
#| 1	      |	a
#| 2	      |	b
#| 3	      |	c
#| 4	      <
#| 5	      <
#| 6	      <
#| 7	      <
#| 8	      <
#| 9	      <
#| 10	      <
#| 11	      <
#| 12	      <
#| 13	      <
#| 14	      <
#| 15	      <
#| 16	      <
#| 17	      <
#| 18	      <
#| 19	      <
#| 20	      <
#| 21	      <
#| 22	      <
#| 23	      <
#| 24	      <
#| 25	      <
#| 26	      <
#| 27	      <
#| 28	      <
#| 29	      <
#| 30	      <
#? 1

### printf 'x\n' > p1; printf 'y\n' > p2; touch -d @86400 p1 p2; diff -p p1 p2; diff -F x p1 p2
printf 'x\n' > p1; printf 'y\n' > p2; touch -d @86400 p1 p2; diff -p p1 p2; diff -F x p1 p2
echo "status $?"
#| *** p1	1970-01-02 00:00:00.000000000 +0000
#| --- p2	1970-01-02 00:00:00.000000000 +0000
#| ***************
#| *** 1 ****
#| ! x
#| --- 1 ----
#| ! y
#| 1c1
#| < x
#| ---
#| > y
#| status 1

### diff -P p0 s1 2>&1 | head -2
diff -P p0 s1 2>&1 | head -2
echo "status $?"
#| 0a1,30
#| > 1
#| status 0

### printf 'foo' > p1; printf 'a\nfoo\n' > p2; diff -e p1 p2; diff -e --label=x p1 p2; diff p1 p2
printf 'foo' > p1; printf 'a\nfoo\n' > p2; diff -e p1 p2; diff -e --label=x p1 p2; diff p1 p2
echo "status $?"
#| 0a
#| a
#| .
#| 0a
#| a
#| .
#| 1c1,2
#| < foo
#| \ No newline at end of file
#| ---
#| > a
#| > foo
#| status 1
#! diff: p1: No newline at end of file
#!
#! diff: x: No newline at end of file
#!

### diff - - < /dev/null; diff - . < /dev/null; diff . - < /dev/null
diff - - < /dev/null; diff - . < /dev/null; diff . - < /dev/null
echo "status $?"
#| status 2
#! diff: cannot compare '-' to a directory
#! diff: cannot compare '-' to a directory
