# diff_options: formats, folders and refusals of diff.
printf 'a\nb\nc\nd\ne\n' > 1; printf 'a\nB\nc\ne\nf\n' > 2; mkdir x y; echo 1 > x/a; echo 2 > y/a; echo 3 > x/b; echo 4 > y/b; echo 5 > x/C; echo 5 > y/c; printf 'a\tb\n\nx\n' > t; printf 'a\tb\n\ny' > u; touch -d @1795262400 *

### diff -D FOO 1 2
diff -D FOO 1 2
#| a
#| #ifndef FOO
#| b
#| #else /* FOO */
#| B
#| #endif /* FOO */
#| c
#| #ifndef FOO
#| d
#| #endif /* ! FOO */
#| e
#| #ifdef FOO
#| f
#| #endif /* FOO */
#? 1

### diff --ifdef=X 1 1
diff --ifdef=X 1 1
#| a
#| b
#| c
#| d
#| e

### diff --line-format='%l|%dn\n' 1 2
diff --line-format='%l|%dn
' 1 2
#| a|1
#| b|2
#| B|2
#| c|3
#| d|4
#| e|5
#| f|5
#? 1

### diff --old-line-format='-%l\n' --new-line-format='+%l\n' --unchanged-line-format=' %l\n' 1 2
diff --old-line-format='-%l
' --new-line-format='+%l
' --unchanged-line-format=' %l
' 1 2
#|  a
#| -b
#| +B
#|  c
#| -d
#|  e
#| +f
#? 1

### diff --old-group-format='<%df,%dl %dn\n%<' --new-group-format='>%dF-%dL %dN\n%>' --unchanged-group-format='' --changed-group-format='!%de %dm %dE %dM\n%<---\n%>' 1 2
diff --old-group-format='<%df,%dl %dn
%<' --new-group-format='>%dF-%dL %dN
%>' --unchanged-group-format='' --changed-group-format='!%de %dm %dE %dM
%<---
%>' 1 2
#| !1 3 1 3
#| b
#| ---
#| B
#| <4,4 1
#| d
#| >5-5 1
#| f
#? 1

### diff --unchanged-line-format= --old-line-format= --new-line-format='%5dn:%L' 1 2
diff --unchanged-line-format= --old-line-format= --new-line-format='%5dn:%L' 1 2
#|     2:B
#|     5:f
#? 1

### diff --unchanged-line-format= --old-line-format='%-5dn:%l%c'"'\\012'" --new-line-format='%.3xn %%%L' 1 2
diff --unchanged-line-format= --old-line-format='%-5dn:%l%c'"'\\012'" --new-line-format='%.3xn %%%L' 1 2
#| 2    :b
#| 002 %B
#| 4    :d
#| 005 %f
#? 1

### diff --changed-group-format='%(n=1?one:many) %(N=2?two:not two)\n' --unchanged-group-format='' 1 2
diff --changed-group-format='%(n=1?one:many) %(N=2?two:not two)
' --unchanged-group-format='' 1 2
#| one not two
#| one not two
#| many not two
#? 1

### diff --changed-group-format='%<' --unchanged-group-format='' 1 2
diff --changed-group-format='%<' --unchanged-group-format='' 1 2
#| b
#| d
#? 1

### diff --old-group-format='%d' 1 2
diff --old-group-format='%d' 1 2
#| a
#| %dB
#| c
#| %de
#| f
#? 1

### diff --line-format='%q' 1 2
diff --line-format='%q' 1 2
#|= '%q%q%q%q%q%q%q'
#? 1

### diff --line-format='%L' t u
diff --line-format='%L' t u
#| a	b
#|
#| x
#|= 'y'
#? 1

### diff --from-file=1 2 1
diff --from-file=1 2 1
#| 2c2
#| < b
#| ---
#| > B
#| 4d3
#| < d
#| 5a5
#| > f
#? 1

### diff --to-file=1 2 1; echo $?
diff --to-file=1 2 1; echo $?
#| 2c2
#| < B
#| ---
#| > b
#| 3a4
#| > d
#| 5d5
#| < f
#| 1

### diff --from-file=1 --to-file=2; echo $?
diff --from-file=1 --to-file=2; echo $?
#| 2
#! diff: --from-file and --to-file both specified

### diff --from-file=x 1 2; echo $?
diff --from-file=x 1 2; echo $?
#| 2
#! diff: x/1: No such file or directory
#! diff: x/2: No such file or directory

### diff --from-file=x y
diff --from-file=x y
#| Only in x: C
#| diff '--from-file=x' x/a y/a
#| 1c1
#| < 1
#| ---
#| > 2
#| diff '--from-file=x' x/b y/b
#| 1c1
#| < 3
#| ---
#| > 4
#| Only in y: c
#? 1

### diff -S b x y
diff -S b x y
#| diff -S b x/b y/b
#| 1c1
#| < 3
#| ---
#| > 4
#| Only in y: c
#? 1

### diff --ignore-file-name-case x y
diff --ignore-file-name-case x y
#| diff --ignore-file-name-case x/a y/a
#| 1c1
#| < 1
#| ---
#| > 2
#| diff --ignore-file-name-case x/b y/b
#| 1c1
#| < 3
#| ---
#| > 4
#? 1

### diff -r x y
diff -r x y
#| Only in x: C
#| diff -r x/a y/a
#| 1c1
#| < 1
#| ---
#| > 2
#| diff -r x/b y/b
#| 1c1
#| < 3
#| ---
#| > 4
#| Only in y: c
#? 1

### diff --suppress-blank-empty -u t u
diff --suppress-blank-empty -u t u
#| --- t	2026-11-21 12:00:00.000000000 +0000
#| +++ u	2026-11-21 12:00:00.000000000 +0000
#| @@ -1,3 +1,3 @@
#|  a	b
#|
#| -x
#| +y
#| \ No newline at end of file
#? 1

### diff --suppress-blank-empty -c t u
diff --suppress-blank-empty -c t u
#| *** t	2026-11-21 12:00:00.000000000 +0000
#| --- u	2026-11-21 12:00:00.000000000 +0000
#| ***************
#| *** 1,3 ****
#|   a	b
#|
#| ! x
#| --- 1,3 ----
#|   a	b
#|
#| ! y
#| \ No newline at end of file
#? 1

### diff --suppress-blank-empty -T -u t u
diff --suppress-blank-empty -T -u t u
#| --- t	2026-11-21 12:00:00.000000000 +0000
#| +++ u	2026-11-21 12:00:00.000000000 +0000
#| @@ -1,3 +1,3 @@
#| 	a	b
#|
#| -	x
#| +	y
#| \ No newline at end of file
#? 1

### diff -t --tabsize=4 t u
diff -t --tabsize=4 t u
#| 3c3
#| < x
#| ---
#| > y
#| \ No newline at end of file
#? 1

### diff -y --tabsize=4 -W 40 t u
diff -y --tabsize=4 -W 40 t u
#| a	b				a	b
#|
#| x				  /	y
#? 1

### diff -y -W 40 t u
diff -y -W 40 t u
#| a	b		a	b
#|
#| x		   /	y
#? 1

### diff --tabsize=0 t u; echo $?
diff --tabsize=0 t u; echo $?
#| 2
#! diff: invalid tabsize '0'
#! diff: Try 'diff --help' for more information.

### diff -W x t u; echo $?
diff -W x t u; echo $?
#| 2
#! diff: invalid width 'x'
#! diff: Try 'diff --help' for more information.

### diff --binary 1 2 | head -2
diff --binary 1 2 | head -2
#| 2c2
#| < b

### diff -f 1 2
diff -f 1 2
#| c2
#| B
#| .
#| d4
#| a5
#| f
#| .
#? 1

### diff --speed-large-files -q 1 2
diff --speed-large-files -q 1 2
#| Files 1 and 2 differ
#? 1

### diff -U x 1 2; echo $?
diff -U x 1 2; echo $?
#| 2
#! diff: invalid context length 'x'
#! diff: Try 'diff --help' for more information.

### diff -C -1 1 2; echo $?
diff -C -1 1 2; echo $?
#| 2
#! diff: invalid context length '-1'
#! diff: Try 'diff --help' for more information.

### diff --color=foo 1 2; echo $?
diff --color=foo 1 2; echo $?
#| 2
#! diff: invalid color 'foo'
#! diff: Try 'diff --help' for more information.

### diff --horizon-lines=x 1 2; echo $?
diff --horizon-lines=x 1 2; echo $?
#| 2
#! diff: invalid horizon length 'x'
#! diff: Try 'diff --help' for more information.

### diff -u -c 1 2; echo $?
diff -u -c 1 2; echo $?
#| 2
#! diff: conflicting output style options
#! diff: Try 'diff --help' for more information.

### diff -y -u 1 2; echo $?
diff -y -u 1 2; echo $?
#| 2
#! diff: conflicting output style options
#! diff: Try 'diff --help' for more information.

### diff -u -U5 1 2 | head -3 | tail -1
diff -u -U5 1 2 | head -3 | tail -1
#| @@ -1,5 +1,5 @@

### diff -3 -u 1 2 | tail -3
diff -3 -u 1 2 | tail -3
#| -d
#|  e
#| +f

### diff -e e1 e2; echo $?
printf 'a\n' > e1; printf 'b' > e2; diff -e e1 e2; echo $?
#| 1c
#| b
#| .
#| 2
#! diff: e2: No newline at end of file
#!

### diff -f e1 e2; echo $?
printf 'a\n' > e1; printf 'b' > e2; diff -f e1 e2; echo $?
#| c1
#| b
#| .
#| 2
#! diff: e2: No newline at end of file
#!

### diff -e e2 e1; echo $?
printf 'a\n' > e1; printf 'b' > e2; diff -e e2 e1; echo $?
#| 1c
#| a
#| .
#| 2
#! diff: e2: No newline at end of file
#!
