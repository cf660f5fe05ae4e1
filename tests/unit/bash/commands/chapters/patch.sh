# patch: every form of diff, hunks that moved, hunks that do not fit, and what becomes of the files.
seq 20 > n; sed '5s/$/x/;15s/$/y/' n > m; touch -d '2020-01-02 03:04:05 UTC' n m; diff -u n m > u; diff -c n m > c; diff n m > d; cp n n0
new() { printf -- '--- /dev/null\n+++ b/dir/new\n@@ -0,0 +1,2 @@\n+one\n+two\n'; }

### patch n u; cat n; ls
patch n u; cat n; ls
#| patching file n
#| 1
#| 2
#| 3
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20
#| c
#| d
#| m
#| n
#| n0
#| u

### patch < u; ls; cmp n m
patch < u; ls; cmp n m
#| patching file n
#| c
#| d
#| m
#| n
#| n0
#| u

### patch -p0 < c; cmp n m
patch -p0 < c; cmp n m
#| patching file n

### patch n < d; cmp n m
patch n < d; cmp n m
#| patching file n

### patch < d; echo $?
patch < d; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### patch -R m u; cmp n m
patch -R m u; cmp n m
#| patching file m

### patch n u; patch n u; echo $?; cat n.rej; ls
patch n u; patch n u; echo $?; cat n.rej; ls
#| patching file n
#| patching file n
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8
#| @@ -12,7 +12,7 @@
#|  12
#|  13
#|  14
#| -15
#| +15y
#|  16
#|  17
#|  18
#| c
#| d
#| m
#| n
#| n.rej
#| n0
#| u

### patch n u; patch -N n u; echo $?; cat n.rej
patch n u; patch -N n u; echo $?; cat n.rej
#| patching file n
#| patching file n
#| Reversed (or previously applied) patch detected!  Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8
#| @@ -12,7 +12,7 @@
#|  12
#|  13
#|  14
#| -15
#| +15y
#|  16
#|  17
#|  18

### patch n u; patch -t n u; echo $?; ls
patch n u; patch -t n u; echo $?; ls
#| patching file n
#| patching file n
#| Reversed (or previously applied) patch detected!  Assuming -R.
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### patch n u; patch -f n u; echo $?; ls; cat n.rej
patch n u; patch -f n u; echo $?; ls; cat n.rej
#| patching file n
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| c
#| d
#| m
#| n
#| n.orig
#| n.rej
#| n0
#| u
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8
#| @@ -12,7 +12,7 @@
#|  12
#|  13
#|  14
#| -15
#| +15y
#|  16
#|  17
#|  18

### patch n c; patch -f n c; echo $?; cat n.rej
patch n c; patch -f n c; echo $?; cat n.rej
#| patching file n
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** n	2020-01-02 03:04:05.000000000 +0000
#| --- m	2020-01-02 03:04:05.000000000 +0000
#| ***************
#| *** 2,8 ****
#|   2
#|   3
#|   4
#| ! 5
#|   6
#|   7
#|   8
#| --- 2,8 ----
#|   2
#|   3
#|   4
#| ! 5x
#|   6
#|   7
#|   8
#| ***************
#| *** 12,18 ****
#|   12
#|   13
#|   14
#| ! 15
#|   16
#|   17
#|   18
#| --- 12,18 ----
#|   12
#|   13
#|   14
#| ! 15y
#|   16
#|   17
#|   18

### patch n d; patch -f n d; echo $?; cat n.rej
patch n d; patch -f n d; echo $?; cat n.rej
#| patching file n
#| patching file n
#| Hunk #1 FAILED at 5.
#| Hunk #2 FAILED at 15.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** /dev/null
#| --- /dev/null
#| ***************
#| *** 5
#| - 5
#| --- 5 -----
#| + 5x
#| ***************
#| *** 15
#| - 15
#| --- 15 -----
#| + 15y

### sed -i 1,2d n; patch n u; echo $?; ls; cat n.orig
sed -i 1,2d n; patch n u; echo $?; ls; cat n.orig
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 succeeded at 10 (offset -2 lines).
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| c
#| d
#| m
#| n
#| n.orig
#| n.rej
#| n0
#| u
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

### (printf 'a\nb\nc\n'; cat n0) > n; patch n u; echo $?; ls
(printf 'a\nb\nc\n'; cat n0) > n; patch n u; echo $?; ls
#| patching file n
#| Hunk #1 succeeded at 5 (offset 3 lines).
#| Hunk #2 succeeded at 15 (offset 3 lines).
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i '1i a' n; patch n u; echo $?; ls
sed -i '1i a' n; patch n u; echo $?; ls
#| patching file n
#| Hunk #1 succeeded at 3 (offset 1 line).
#| Hunk #2 succeeded at 13 (offset 1 line).
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i '1d' n; patch n u; echo $?; ls
sed -i '1d' n; patch n u; echo $?; ls
#| patching file n
#| Hunk #1 succeeded at 1 (offset -1 lines).
#| Hunk #2 succeeded at 11 (offset -1 lines).
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i 's/^3$/three/' n; patch n u; echo $?; cat n; ls
sed -i 's/^3$/three/' n; patch n u; echo $?; cat n; ls
#| patching file n
#| Hunk #1 succeeded at 2 with fuzz 2.
#| 0
#| 1
#| 2
#| three
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i 's/^4$/three/' n; patch n u; echo $?; cat n; cat n.rej
sed -i 's/^4$/three/' n; patch n u; echo $?; cat n; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| 1
#| 2
#| 3
#| three
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
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8

### sed -i 's/^3$/three/;s/^2$/two/' n; patch n u; echo $?; cat n; ls
sed -i 's/^3$/three/;s/^2$/two/' n; patch n u; echo $?; cat n; ls
#| patching file n
#| Hunk #1 succeeded at 2 with fuzz 2.
#| 0
#| 1
#| two
#| three
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i 's/^3$/three/;s/^2$/two/' n; patch -F1 n u; echo $?; cat n.rej
sed -i 's/^3$/three/;s/^2$/two/' n; patch -F1 n u; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8

### sed -i 's/^3$/three/;s/^2$/two/' n; patch -F0 n u; echo $?; cat n.rej
sed -i 's/^3$/three/;s/^2$/two/' n; patch -F0 n u; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8

### sed -i 's/^3$/three/;s/^2$/two/' n; patch -F3 -s n u; echo $?; ls
sed -i 's/^3$/three/;s/^2$/two/' n; patch -F3 -s n u; echo $?; ls
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i 's/^14$/x/' n; patch n c; echo $?; cat n.rej
sed -i 's/^14$/x/' n; patch n c; echo $?; cat n.rej
#| patching file n
#| Hunk #2 FAILED at 12.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** n	2020-01-02 03:04:05.000000000 +0000
#| --- m	2020-01-02 03:04:05.000000000 +0000
#| ***************
#| *** 12,18 ****
#|   12
#|   13
#|   14
#| ! 15
#|   16
#|   17
#|   18
#| --- 12,18 ----
#|   12
#|   13
#|   14
#| ! 15y
#|   16
#|   17
#|   18

### sed -i 's/^14$/x/' n; patch n d; echo $?; cat n
sed -i 's/^14$/x/' n; patch n d; echo $?; cat n
#| patching file n
#| 0
#| 1
#| 2
#| 3
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| x
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20

### sed -i 's/^15$/x/' n; patch n d; echo $?; cat n.rej
sed -i 's/^15$/x/' n; patch n d; echo $?; cat n.rej
#| patching file n
#| Hunk #2 FAILED at 15.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** /dev/null
#| --- /dev/null
#| ***************
#| *** 15
#| - 15
#| --- 15 -----
#| + 15y

### patch -b n u; ls; cmp n.orig n0
patch -b n u; ls; cmp n.orig n0
#| patching file n
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### patch -b -z .bak n u; ls
patch -b -z .bak n u; ls
#| patching file n
#| c
#| d
#| m
#| n
#| n.bak
#| n0
#| u

### patch -b -B old- n u; ls
patch -b -B old- n u; ls
#| patching file n
#| c
#| d
#| m
#| n
#| n0
#| old-n
#| u

### patch -b -V numbered n u; patch -R -b -V numbered n u; ls
patch -b -V numbered n u; patch -R -b -V numbered n u; ls
#| patching file n
#| patching file n
#| c
#| d
#| m
#| n
#| n.~1~
#| n.~2~
#| n0
#| u

### patch -o out n u; ls; cmp out m
patch -o out n u; ls; cmp out m
#| patching file out (read from n)
#| c
#| d
#| m
#| n
#| n0
#| out
#| u

### patch -o - n u | cmp - m
patch -o - n u | cmp - m
#! patching file - (read from n)

### patch -o - n u 2>&1 >/dev/null
patch -o - n u 2>&1 >/dev/null
#| patching file - (read from n)

### patch --dry-run n u; cmp n n0; ls
patch --dry-run n u; cmp n n0; ls
#| checking file n
#| c
#| d
#| m
#| n
#| n0
#| u

### sed -i 's/^15$/x/' n; patch --dry-run n u; echo $?; ls
sed -i 's/^15$/x/' n; patch --dry-run n u; echo $?; ls
#| checking file n
#| Hunk #2 FAILED at 12.
#| 1 out of 2 hunks FAILED
#| 1
#| c
#| d
#| m
#| n
#| n0
#| u

### patch -i u; cmp n m
patch -i u; cmp n m
#| patching file n

### patch -i nosuch; echo $?
patch -i nosuch; echo $?
#| 2
#! patch: **** Can't open patch file nosuch : No such file or directory

### patch -d nodir < u; echo $?
patch -d nodir < u; echo $?
#| 2
#! patch: **** Can't change to directory nodir : No such file or directory

### mkdir s; cp n s/; patch -d s < u; cmp s/n m; ls s
mkdir s; cp n s/; patch -d s < u; cmp s/n m; ls s
#| patching file n
#| n

### mkdir s; mv n s/; patch -d s -i ../u; cmp s/n m; ls s
mkdir s; mv n s/; patch -d s -i ../u; cmp s/n m; ls s
#| patching file n
#| n

### patch -i u a b c; echo $?
patch -i u a b c; echo $?
#| 2
#! patch: c: extra operand
#! patch: Try 'patch --help' for more information.

### patch --nosuch; echo $?
patch --nosuch; echo $?
#| 2
#! patch: unrecognized option '--nosuch'
#! patch: Try 'patch --help' for more information.

### patch -p x < u; echo $?
patch -p x < u; echo $?
#| 2
#! patch: **** strip count x is not a number

### new | patch -p1; ls -R; cat dir/new
new | patch -p1; ls -R; cat dir/new
#| patching file dir/new
#| .:
#| c
#| d
#| dir
#| m
#| n
#| n0
#| u
#|
#| ./dir:
#| new
#| one
#| two

### new | patch -p0; ls -R
new | patch -p0; ls -R
#| patching file b/dir/new
#| .:
#| b
#| c
#| d
#| m
#| n
#| n0
#| u
#|
#| ./b:
#| dir
#|
#| ./b/dir:
#| new

### new | patch; ls
new | patch; ls
#| patching file new
#| c
#| d
#| m
#| n
#| n0
#| new
#| u

### new | patch -p1; new | patch -p1; echo $?; ls dir
new | patch -p1; new | patch -p1; echo $?; ls dir
#| patching file dir/new
#| The next patch would create the file dir/new,
#|= 'which already exists!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1
#| new

### new | patch -p1; new | patch -p1 -N; echo $?; ls dir
new | patch -p1; new | patch -p1 -N; echo $?; ls dir
#| patching file dir/new
#| The next patch would create the file dir/new,
#| which already exists!  Skipping patch.
#| 1 out of 1 hunk ignored
#| 1
#| new

### new | patch -p1; new | patch -p1 -f; echo $?; ls dir; cat dir/new
new | patch -p1; new | patch -p1 -f; echo $?; ls dir; cat dir/new
#| patching file dir/new
#| The next patch would create the file dir/new,
#| which already exists!  Applying it anyway.
#| patching file dir/new
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file dir/new.rej
#| 1
#| new
#| new.orig
#| new.rej
#| one
#| two

### new | patch -p1; new | patch -p1 -t; echo $?; ls
new | patch -p1; new | patch -p1 -t; echo $?; ls
#| patching file dir/new
#| The next patch would create the file dir/new,
#| which already exists!  Assuming -R.
#| patching file dir/new
#| 0
#| c
#| d
#| m
#| n
#| n0
#| u

### new | patch -p1; new | patch -p1 -R; echo $?; ls
new | patch -p1; new | patch -p1 -R; echo $?; ls
#| patching file dir/new
#| patching file dir/new
#| 0
#| c
#| d
#| m
#| n
#| n0
#| u

### new | patch -p1; echo three >> dir/new; new | patch -p1 -R; echo $?; ls dir
new | patch -p1; echo three >> dir/new; new | patch -p1 -R; echo $?; ls dir
#| patching file dir/new
#| patching file dir/new
#| Not deleting file dir/new as content differs from patch
#| 1
#| new

### new | patch -p1 -R; echo $?; ls
new | patch -p1 -R; echo $?; ls
#| The next patch, when reversed, would delete the file dir/new,
#|= 'which does not exist!  Ignore -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1
#| c
#| d
#| m
#| n
#| n0
#| u

### new | patch -p1 -R -f; echo $?; ls
new | patch -p1 -R -f; echo $?; ls
#| The next patch, when reversed, would delete the file dir/new,
#| which does not exist!  Applying it anyway.
#| patching file dir/new
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file dir/new.rej
#| 1
#| c
#| d
#| dir
#| m
#| n
#| n0
#| u

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p;
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; rm -r b; patch -p0 < p; cat a/f
#| patching file a/f
#| 2

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; (2)
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; rm -r b; cd a; patch -p1 < ../p; cat f; ls
#| patching file f
#| 2
#| f

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; (3)
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; rm -r b; cd a; patch -p0 < ../p; echo $?; ls
#| can't find file to patch at input line 4
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |diff -ru a/f b/f
#| |--- a/f	2020-01-02 03:04:05.000000000 +0000
#| |+++ b/f	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1
#| f

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; (4)
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; rm -r b; cd a; patch -p5 < ../p; echo $?; ls
#| can't find file to patch at input line 4
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |diff -ru a/f b/f
#| |--- a/f	2020-01-02 03:04:05.000000000 +0000
#| |+++ b/f	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1
#| f

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; (5)
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; rm -r b; cd a; patch -f -p0 < ../p; echo $?
#| can't find file to patch at input line 4
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |diff -ru a/f b/f
#| |--- a/f	2020-01-02 03:04:05.000000000 +0000
#| |+++ b/f	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#| No file to patch.  Skipping patch.
#| 1 out of 1 hunk ignored
#| 1

### mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; (6)
mkdir a b; echo 1 > a/f; echo 2 > b/f; touch -d '2020-01-02 03:04:05 UTC' a/f b/f; diff -ru a b > p; cd a; rm f; patch  < ../p; echo $?
#| can't find file to patch at input line 4
#| Perhaps you should have used the -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |diff -ru a/f b/f
#| |--- a/f	2020-01-02 03:04:05.000000000 +0000
#| |+++ b/f	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1

### patch </dev/null; echo $?
patch </dev/null; echo $?
#| 0

### echo garbage | patch; echo $?
echo garbage | patch; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### echo garbage | patch n; echo $?
echo garbage | patch n; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### head -8 u | patch n; echo $?
head -8 u | patch n; echo $?
#| patching file n
#| Hunk #1 FAILED at 2.
#| 1 out of 1 hunk FAILED -- saving rejects to file n.rej
#| 1

### head -5 u | patch n; echo $?
head -5 u | patch n; echo $?
#| patching file n
#| 2
#! patch: **** unexpected end of file in patch

### sed 's/^-5/*5/' u | patch n; echo $?
sed 's/^-5/*5/' u | patch n; echo $?
#| patching file n
#| 2
#! patch: **** malformed patch at line 7: *5
#!

### head -c -1 u | patch n; echo $?; cmp n m
head -c -1 u | patch n; echo $?; cmp n m
#| patching file n
#| patch unexpectedly ends in middle of line
#| Hunk #2 succeeded at 12 with fuzz 1.
#| 0

### printf 'a\nb' > f; printf 'a\nc' > g; diff -u f g > p; patch f p; cmp f g
printf 'a\nb' > f; printf 'a\nc' > g; diff -u f g > p; patch f p; cmp f g
#| patching file f

### printf 'a\nb' > f; printf 'a\nb\n' > g; diff -u f g > p; patch f p; cmp f g; patch -R f p; cat f
printf 'a\nb' > f; printf 'a\nb\n' > g; diff -u f g > p; patch f p; cmp f g; patch -R f p; cat f
#| patching file f
#| patching file f
#| a
#|= 'b'

### printf 'a\nb' > f; printf 'a\nb\n' > g; diff -c f g > p; patch f p; cmp f g
printf 'a\nb' > f; printf 'a\nb\n' > g; diff -c f g > p; patch f p; cmp f g
#| patching file f

### printf 'a\nb' > f; printf 'a\nc\n' > g; diff f g > p; patch f p; cmp f g
printf 'a\nb' > f; printf 'a\nc\n' > g; diff f g > p; patch f p; cmp f g
#| patching file f

### sed 's/$/\r/' u > w; patch n w; cmp n m
sed 's/$/\r/' u > w; patch n w; cmp n m
#| (Stripping trailing CRs from patch; use --binary to disable.)
#| patching file n

### sed 's/^/    /' u > w; patch n w; cmp n m
sed 's/^/    /' u > w; patch n w; cmp n m
#| (Patch is indented 4 spaces.)
#| patching file n

### sed 's/^/  /' c > w; patch n w; cmp n m
sed 's/^/  /' c > w; patch n w; cmp n m
#| (Patch is indented 2 spaces.)
#| patching file n

### (echo Hello; echo; cat u; echo bye) | patch; cmp n m
(echo Hello; echo; cat u; echo bye) | patch; cmp n m
#| patching file n

### (cat u; sed 's/n\t/n2\t/' u) > two; cp n n2; patch < two; ls
(cat u; sed 's/n\t/n2\t/' u) > two; cp n n2; patch < two; ls
#| patching file n
#| patching file m
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file m.rej
#| c
#| d
#| m
#| m.rej
#| n
#| n0
#| n2
#| two
#| u

### cp n n2; (cat u; sed 's/^--- n/--- n2/;s/^+++ m/+++ n2/' u) | patch -b; cmp n2 m; ls
cp n n2; (cat u; sed 's/^--- n/--- n2/;s/^+++ m/+++ n2/' u) | patch -b; cmp n2 m; ls
#| patching file n
#| patching file n2
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| n2
#| n2.orig
#| u

### patch --verbose n u
patch --verbose n u
#| Hmm...  Looks like a unified diff to me...
#| The text leading up to this was:
#| --------------------------
#| |--- n	2020-01-02 03:04:05.000000000 +0000
#| |+++ m	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#| patching file n
#| Using Plan A...
#| Hunk #1 succeeded at 2.
#| Hunk #2 succeeded at 12.
#| done

### (echo intro; cat u; echo end) | patch --verbose n
(echo intro; cat u; echo end) | patch --verbose n
#| Hmm...  Looks like a unified diff to me...
#| The text leading up to this was:
#| --------------------------
#| |intro
#| |--- n	2020-01-02 03:04:05.000000000 +0000
#| |+++ m	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#| patching file n
#| Using Plan A...
#| Hunk #1 succeeded at 2.
#| Hunk #2 succeeded at 12.
#| Hmm...  Ignoring the trailing garbage.
#| done

### patch -s n u; echo $?
patch -s n u; echo $?
#| 0

### chmod 755 n; patch n u; ls -l n | cut -c1-10
chmod 755 n; patch n u; ls -l n | cut -c1-10
#| patching file n
#| -rwxr-xr-x

### ln -s n l; patch l u; echo $?; ls
ln -s n l; patch l u; echo $?; ls
#| File l is not a regular file -- refusing to patch
#| 2 out of 2 hunks ignored -- saving rejects to file l.rej
#| 1
#| c
#| d
#| l
#| l.rej
#| m
#| n
#| n0
#| u

### mkdir dd; patch dd u; echo $?
mkdir dd; patch dd u; echo $?
#| File dd is not a regular file -- refusing to patch
#| 2 out of 2 hunks ignored -- saving rejects to file dd.rej
#| 1

### patch -r rej n u; patch -f -r rej n u; ls; wc -l rej
patch -r rej n u; patch -f -r rej n u; ls; wc -l rej
#| patching file n
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file rej
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| rej
#| u
#| 20 rej

### patch n u; patch -f -r - n u; ls
patch n u; patch -f -r - n u; ls
#| patching file n
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### sed -i 's/ /  /g' u; patch -l n u; echo $?
sed -i 's/ /  /g' u; patch -l n u; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### echo 'a  b	c' > f; echo 'a b c' > f0; echo x > g; touch -d '2020-01-02 03:04:05 UTC' f0 g; diff -u f
echo 'a  b	c' > f; echo 'a b c' > f0; echo x > g; touch -d '2020-01-02 03:04:05 UTC' f0 g; diff -u f0 g > p; patch -l f p; cat f
#| patching file f
#| x

### echo 'a  b	c' > f; echo 'a b c' > f0; echo x > g; touch -d '2020-01-02 03:04:05 UTC' f0 g; diff -u f (2)
echo 'a  b	c' > f; echo 'a b c' > f0; echo x > g; touch -d '2020-01-02 03:04:05 UTC' f0 g; diff -u f0 g > p; patch f p; cat f.rej
#| patching file f
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file f.rej
#| --- f0	2020-01-02 03:04:05.000000000 +0000
#| +++ g	2020-01-02 03:04:05.000000000 +0000
#| @@ -1 +1 @@
#| -a b c
#| +x

### echo 1 > e; : > z; diff -u e z > p; patch e p; ls; wc -c e
echo 1 > e; : > z; diff -u e z > p; patch e p; ls; wc -c e
#| patching file e
#| c
#| d
#| e
#| m
#| n
#| n0
#| p
#| u
#| z
#| 0 e

### echo 1 > e; : > z; diff -u e z > p; patch -E e p; ls
echo 1 > e; : > z; diff -u e z > p; patch -E e p; ls
#| patching file e
#| c
#| d
#| m
#| n
#| n0
#| p
#| u
#| z

### echo 1 > e; diff -u e /dev/null > p; patch e p; ls
echo 1 > e; diff -u e /dev/null > p; patch e p; ls
#| patching file e
#| c
#| d
#| m
#| n
#| n0
#| p
#| u

### echo 1 > e; diff -u e /dev/null > p; patch < p; ls
echo 1 > e; diff -u e /dev/null > p; patch < p; ls
#| patching file e
#| c
#| d
#| m
#| n
#| n0
#| p
#| u

### mkdir -p x/y; echo 1 > x/y/e; diff -u x/y/e /dev/null > p; patch -p0 < p; ls
mkdir -p x/y; echo 1 > x/y/e; diff -u x/y/e /dev/null > p; patch -p0 < p; ls
#| patching file x/y/e
#| c
#| d
#| m
#| n
#| n0
#| p
#| u

### patch -p0 <<'X'
patch -p0 <<'X'
--- /etc/foo
+++ /etc/foo
@@ -1 +1 @@
-a
+b
X
echo $?
#| can't find file to patch at input line 3
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |--- /etc/foo
#| |+++ /etc/foo
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1

### patch -p0 <<'X' (2)
patch -p0 <<'X'
--- ../foo
+++ ../foo
@@ -1 +1 @@
-a
+b
X
echo $?
#| can't find file to patch at input line 3
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |--- ../foo
#| |+++ ../foo
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored
#| 1

### patch -p1 <<'X'
patch -p1 <<'X'
diff --git a/n b/n2
similarity index 100%
rename from n
rename to n2
X
echo $?; ls
#| patching file n2 (renamed from n)
#| 0
#| c
#| d
#| m
#| n0
#| n2
#| u

### patch -p1 <<'X' (2)
patch -p1 <<'X'
diff --git a/n b/n2
similarity index 90%
rename from n
rename to n2
--- a/n
+++ b/n2
@@ -1,3 +1,3 @@
-1
+one
 2
 3
X
echo $?; ls; head -2 n2
#| patching file n2 (renamed from n)
#| 0
#| c
#| d
#| m
#| n0
#| n2
#| u
#| one
#| 2

### patch -p1 <<'X' (3)
patch -p1 <<'X'
diff --git a/n b/n2
similarity index 90%
copy from n
copy to n2
--- a/n
+++ b/n2
@@ -1,3 +1,3 @@
-1
+one
 2
 3
X
echo $?; ls; head -2 n2
#| patching file n2 (copied from n)
#| 0
#| c
#| d
#| m
#| n
#| n0
#| n2
#| u
#| one
#| 2

### patch -p1 <<'X' (4)
patch -p1 <<'X'
diff --git a/s.sh b/s.sh
new file mode 100755
index 000..123
--- /dev/null
+++ b/s.sh
@@ -0,0 +1 @@
+echo hi
X
echo $?; ls -l s.sh | cut -c1-10
#| patching file s.sh
#| 0
#| -rwxr-xr-x

### patch -p1 <<'X' (5)
patch -p1 <<'X'
diff --git a/n b/n
old mode 100644
new mode 100755
X
echo $?; ls -l n | cut -c1-10
#| patching file n
#| 0
#| -rwxr-xr-x

### patch -p1 <<'X' (6)
patch -p1 <<'X'
diff --git a/n b/n
deleted file mode 100644
index 123..000
--- a/n
+++ /dev/null
@@ -1,20 +0,0 @@
-1
-2
X
echo $?
#| patching file n
#| 2
#!= 'patch: **** malformed patch at line 8:  \n'
#!

### git() { :; }; printf 'diff --git a/n b/n\nindex 1..2 100644\n--- a/n\n+++ b/n\n@@ -1,3 +1,3 @@ func\
git() { :; }; printf 'diff --git a/n b/n\nindex 1..2 100644\n--- a/n\n+++ b/n\n@@ -1,3 +1,3 @@ func\n-1\n+one\n 2\n 3\n' > g; patch -p1 < g; patch < g; cat n.rej
#| patching file n
#| patching file n
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored -- saving rejects to file n.rej
#| --- n
#| +++ n
#| @@ -1,3 +1,3 @@ func
#| -1
#| +one
#|  2
#|  3

### printf 'Index: n\n===\n@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch; head -1 n
printf 'Index: n\n===\n@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch; head -1 n
#| patching file n
#| one

### printf '@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch; echo $?
printf '@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### printf '@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch n; echo $?; head -1 n
printf '@@ -1,3 +1,3 @@\n-1\n+one\n 2\n 3\n' | patch n; echo $?; head -1 n
#| patching file n
#| 0
#| one

### printf -- '--- n\n+++ n\n@@ -5,0 +6,2 @@\n+new\n+new2\n' | patch; cat n
printf -- '--- n\n+++ n\n@@ -5,0 +6,2 @@\n+new\n+new2\n' | patch; cat n
#| patching file n
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| new2
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

### printf -- '--- n\n+++ n\n@@ -5,2 +4,0 @@\n-5\n-6\n' | patch; cat n
printf -- '--- n\n+++ n\n@@ -5,2 +4,0 @@\n-5\n-6\n' | patch; cat n
#| patching file n
#| 1
#| 2
#| 3
#| 4
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

### printf '5a6,7\n> new\n> new2\n9d10\n< 9\n' | patch n; cat n
printf '5a6,7\n> new\n> new2\n9d10\n< 9\n' | patch n; cat n
#| patching file n
#| 1
#| 2
#| 3
#| 4
#| 5
#| new
#| new2
#| 6
#| 7
#| 8
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

### printf '5a6,7\n> new\n> new2\n9d10\n< 9x\n' | patch n; cat n.rej
printf '5a6,7\n> new\n> new2\n9d10\n< 9x\n' | patch n; cat n.rej
#| patching file n
#| Hunk #2 FAILED at 11.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| *** /dev/null
#| --- /dev/null
#| ***************
#| *** 11
#| - 9x
#| --- 0 -----

### printf '5c5\n< 5\n> x\n' | patch n; echo $?
printf '5c5\n< 5\n> x\n' | patch n; echo $?
#| patching file n
#| 2
#! patch: **** '---' expected at line 3 of patch

### printf '5c5\n< 5\n---\n' | patch n; echo $?
printf '5c5\n< 5\n---\n' | patch n; echo $?
#| patching file n
#| 2
#! patch: **** unexpected end of file in patch at line 3

### sed -i '10i ins' n; patch n u; echo $?; cat n
sed -i '10i ins' n; patch n u; echo $?; cat n
#| patching file n
#| Hunk #2 succeeded at 13 (offset 1 line).
#| 0
#| 1
#| 2
#| 3
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| ins
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20

### sed -i '10d' n; patch n u; echo $?; ls
sed -i '10d' n; patch n u; echo $?; ls
#| patching file n
#| Hunk #2 succeeded at 11 (offset -1 lines).
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### diff -U0 n m > u0; sed -i 1d n; patch n u0; echo $?; cat n
diff -U0 n m > u0; sed -i 1d n; patch n u0; echo $?; cat n
#| patching file n
#| Hunk #1 succeeded at 4 (offset -1 lines).
#| Hunk #2 succeeded at 14 (offset -1 lines).
#| 0
#| 2
#| 3
#| 4
#| 5x
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15y
#| 16
#| 17
#| 18
#| 19
#| 20

### diff -U1 n m > u1; sed -i '5s/^/q/' n; patch n u1; echo $?; cat n.rej
diff -U1 n m > u1; sed -i '5s/^/q/' n; patch n u1; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 4.
#| 1 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -4,3 +4,3 @@
#|  4
#| -5
#| +5x
#|  6

### sed -i '5s/^/q/;15s/^/q/' n; patch n u; echo $?; cat n.rej
sed -i '5s/^/q/;15s/^/q/' n; patch n u; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| --- n	2020-01-02 03:04:05.000000000 +0000
#| +++ m	2020-01-02 03:04:05.000000000 +0000
#| @@ -2,7 +2,7 @@
#|  2
#|  3
#|  4
#| -5
#| +5x
#|  6
#|  7
#|  8
#| @@ -12,7 +12,7 @@
#|  12
#|  13
#|  14
#| -15
#| +15y
#|  16
#|  17
#|  18

### sed -i '5s/^/q/;15s/^/q/' n; patch n c; echo $?; cat n.rej
sed -i '5s/^/q/;15s/^/q/' n; patch n c; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** n	2020-01-02 03:04:05.000000000 +0000
#| --- m	2020-01-02 03:04:05.000000000 +0000
#| ***************
#| *** 2,8 ****
#|   2
#|   3
#|   4
#| ! 5
#|   6
#|   7
#|   8
#| --- 2,8 ----
#|   2
#|   3
#|   4
#| ! 5x
#|   6
#|   7
#|   8
#| ***************
#| *** 12,18 ****
#|   12
#|   13
#|   14
#| ! 15
#|   16
#|   17
#|   18
#| --- 12,18 ----
#|   12
#|   13
#|   14
#| ! 15y
#|   16
#|   17
#|   18

### sed -i '5s/^/q/;15s/^/q/' n; patch --reject-format=context n u; echo $?; cat n.rej
sed -i '5s/^/q/;15s/^/q/' n; patch --reject-format=context n u; echo $?; cat n.rej
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| *** n	2020-01-02 03:04:05.000000000 +0000
#| --- m	2020-01-02 03:04:05.000000000 +0000
#| ***************
#| *** 2,8 ****
#|   2
#|   3
#|   4
#| ! 5
#|   6
#|   7
#|   8
#| --- 2,8 ----
#|   2
#|   3
#|   4
#| ! 5x
#|   6
#|   7
#|   8
#| ***************
#| *** 12,18 ****
#|   12
#|   13
#|   14
#| ! 15
#|   16
#|   17
#|   18
#| --- 12,18 ----
#|   12
#|   13
#|   14
#| ! 15y
#|   16
#|   17
#|   18

### mkdir 'a b'; echo 1 > 'a b/f g'; echo 2 > h; diff -u 'a b/f g' h > p; patch -p0 < p; cat 'a b/f g'
mkdir 'a b'; echo 1 > 'a b/f g'; echo 2 > h; diff -u 'a b/f g' h > p; patch -p0 < p; cat 'a b/f g'
#| patching file h
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored -- saving rejects to file h.rej
#| 1

### sed 's/10/ten/' n > o; diff -u n o | patch -R o; cmp n o
sed 's/10/ten/' n > o; diff -u n o | patch -R o; cmp n o
#| patching file o

### patch -R n u; echo $?; ls
patch -R n u; echo $?; ls
#| patching file n
#|= 'Unreversed patch detected!  Ignore -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file n.rej
#| 1
#| c
#| d
#| m
#| n
#| n.rej
#| n0
#| u

### patch -R -N n u; echo $?; ls
patch -R -N n u; echo $?; ls
#| patching file n
#| Unreversed patch detected!  Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file n.rej
#| 1
#| c
#| d
#| m
#| n
#| n.rej
#| n0
#| u

### patch -R -f n u; echo $?; ls
patch -R -f n u; echo $?; ls
#| patching file n
#| Hunk #1 FAILED at 2.
#| Hunk #2 FAILED at 12.
#| 2 out of 2 hunks FAILED -- saving rejects to file n.rej
#| 1
#| c
#| d
#| m
#| n
#| n.orig
#| n.rej
#| n0
#| u

### patch -R -t n u; echo $?; ls
patch -R -t n u; echo $?; ls
#| patching file n
#| Unreversed patch detected!  Ignoring -R.
#| 0
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### diff -c /dev/null n > p; sed -i 's#n\t#k\t#' p; patch < p; cmp k n
diff -c /dev/null n > p; sed -i 's#n\t#k\t#' p; patch < p; cmp k n
#| patching file k

### printf 'a\nb\nc\n' > f; printf 'a\nb\nc\nd\n' > g; diff -u f g > p; printf 'x\na\nb\nc\n' > f; patch
printf 'a\nb\nc\n' > f; printf 'a\nb\nc\nd\n' > g; diff -u f g > p; printf 'x\na\nb\nc\n' > f; patch f p; cat f
#| patching file f
#| Hunk #1 succeeded at 2 (offset 1 line).
#| x
#| a
#| b
#| c
#| d

### printf 'a\nb\nc\n' > f; printf 'a\nb\nc\nd\n' > g; diff -u f g > p; printf 'a\nb\nc\nz\n' > f; patch
printf 'a\nb\nc\n' > f; printf 'a\nb\nc\nd\n' > g; diff -u f g > p; printf 'a\nb\nc\nz\n' > f; patch f p; echo $?; cat f
#| patching file f
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file f.rej
#| 1
#| a
#| b
#| c
#| z

### printf 'a\nb\nc\n' > f; printf 'z\na\nb\nc\n' > g; diff -u f g > p; printf 'y\na\nb\nc\n' > f; patch
printf 'a\nb\nc\n' > f; printf 'z\na\nb\nc\n' > g; diff -u f g > p; printf 'y\na\nb\nc\n' > f; patch f p; echo $?; cat f
#| patching file f
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file f.rej
#| 1
#| y
#| a
#| b
#| c

### printf 'a\nb\nc\n' > f; printf 'z\na\nb\nc\n' > g; diff -u f g > p; patch f p; patch f p; echo $?
printf 'a\nb\nc\n' > f; printf 'z\na\nb\nc\n' > g; diff -u f g > p; patch f p; patch f p; echo $?
#| patching file f
#| patching file f
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 1 out of 1 hunk ignored -- saving rejects to file f.rej
#| 1

### printf 'a\n' > f; printf 'b\n' > g; touch -d '2020-01-02 03:04:05 UTC' f g; diff -u f g > p; echo q 
printf 'a\n' > f; printf 'b\n' > g; touch -d '2020-01-02 03:04:05 UTC' f g; diff -u f g > p; echo q > f; patch f p; echo $?; cat f.rej
#| patching file f
#| Hunk #1 FAILED at 1.
#| 1 out of 1 hunk FAILED -- saving rejects to file f.rej
#| 1
#| --- f	2020-01-02 03:04:05.000000000 +0000
#| +++ g	2020-01-02 03:04:05.000000000 +0000
#| @@ -1 +1 @@
#| -a
#| +b

### mkdir s; cd s; sed 's#n\t#../n\t#;s#m\t#../n\t#' ../u | patch -p0; echo $?; cmp ../n ../m
mkdir s; cd s; sed 's#n\t#../n\t#;s#m\t#../n\t#' ../u | patch -p0; echo $?; cmp ../n ../m
#| can't find file to patch at input line 3
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |--- ../n	2020-01-02 03:04:05.000000000 +0000
#| |+++ ../n	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored
#| 1
#| ../n ../m differ: byte 10, line 5
#? 1

### mkdir s; cd s; sed "s#n\t#$PWD/../n\t#;s#m\t#$PWD/../n\t#" ../u > p; patch -p0 < p | grep -v '^|'; c
mkdir s; cd s; sed "s#n\t#$PWD/../n\t#;s#m\t#$PWD/../n\t#" ../u > p; patch -p0 < p | grep -v '^|'; cmp ../n ../m
#| Ignoring potentially dangerous file name /tmp/t/s/../n
#| can't find file to patch at input line 3
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored
#| ../n ../m differ: byte 10, line 5
#? 1

### printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch; head -3 n
printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch; head -3 n
#| patching file n
#| x
#| 1
#| 2

### printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch -f; head -3 n; ls
printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch -f; head -3 n; ls
#| patching file n
#| x
#| 1
#| 2
#| c
#| d
#| m
#| n
#| n0
#| u

### printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch n -f; head -3 n; ls
printf -- '--- n\n+++ n\n@@ -0,0 +1 @@\n+x\n' | patch n -f; head -3 n; ls
#| patching file n
#| x
#| 1
#| 2
#| c
#| d
#| m
#| n
#| n0
#| u

### printf '0a1\n> x\n' | patch n -f; head -3 n; ls
printf '0a1\n> x\n' | patch n -f; head -3 n; ls
#| patching file n
#| x
#| 1
#| 2
#| c
#| d
#| m
#| n
#| n0
#| u

### printf '0a1\n> x\n' | patch n; head -3 n; ls
printf '0a1\n> x\n' | patch n; head -3 n; ls
#| patching file n
#| x
#| 1
#| 2
#| c
#| d
#| m
#| n
#| n0
#| u

### (printf 'Subject: x\n\n'; cat u; printf -- '-- \n2.30\n') | patch; cmp n m
(printf 'Subject: x\n\n'; cat u; printf -- '-- \n2.30\n') | patch; cmp n m
#| patching file n

### sed '/^--- n/i Index: n' u | patch; cmp n m
sed '/^--- n/i Index: n' u | patch; cmp n m
#| patching file n

### (cat u; echo; cat u) | patch; echo $?
(cat u; echo; cat u) | patch; echo $?
#| patching file n
#| patching file n
#|= 'Reversed (or previously applied) patch detected!  Assume -R? [n] \n'
#|= 'Apply anyway? [n] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored -- saving rejects to file n.rej
#| 1

### printf -- '--- n\n+++ n\n@@ -1,2 +1,3 @@\n 1\n+x\n-- y\n' | patch; echo $?
printf -- '--- n\n+++ n\n@@ -1,2 +1,3 @@\n 1\n+x\n-- y\n' | patch; echo $?
#| patching file n
#| 2
#!= 'patch: **** malformed patch at line 6:  \n'
#!

### printf -- '--- n\n+++ n\n@@ -1,2 +1,2 @@\n 1\n-2\n+b\n@@ -4 +4 @@\n-4\n+d\n@@ -19,2 +19,1 @@\n 19\n-
printf -- '--- n\n+++ n\n@@ -1,2 +1,2 @@\n 1\n-2\n+b\n@@ -4 +4 @@\n-4\n+d\n@@ -19,2 +19,1 @@\n 19\n-20\n' | patch; echo $?; cat n
#| patching file n
#| Hunk #1 succeeded at 1 with fuzz 1.
#| 0
#| 1
#| b
#| 3
#| d
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

### printf 'a\n' > k; (cat k; seq 5) > l; diff -c k l > p; cat p | grep -v '^[*-]\{3\} [kl]'; patch k p;
printf 'a\n' > k; (cat k; seq 5) > l; diff -c k l > p; cat p | grep -v '^[*-]\{3\} [kl]'; patch k p; cmp k l; patch -R k p; cat k
#| ***************
#| *** 1 ****
#| --- 1,6 ----
#|   a
#| + 1
#| + 2
#| + 3
#| + 4
#| + 5
#| patching file k
#| patching file k
#| a

### patch -u n c; echo $?
patch -u n c; echo $?
#| 2
#! patch: **** Only garbage was found in the patch input.

### patch -c n c; echo $?
patch -c n c; echo $?
#| patching file n
#| 0

### patch n u; patch --dry-run -R n u; cmp n m
patch n u; patch --dry-run -R n u; cmp n m
#| patching file n
#| checking file n

### patch -p1 --dry-run -N n u; echo $?
patch -p1 --dry-run -N n u; echo $?
#| checking file n
#| 0

### patch -b n u; patch -b -R n u; cmp n n0; cmp n.orig m
patch -b n u; patch -b -R n u; cmp n n0; cmp n.orig m
#| patching file n
#| patching file n

### patch --backup --suffix=.old n u; ls
patch --backup --suffix=.old n u; ls
#| patching file n
#| c
#| d
#| m
#| n
#| n.old
#| n0
#| u

### patch --no-backup-if-mismatch -F3 n u; ls
patch --no-backup-if-mismatch -F3 n u; ls
#| patching file n
#| c
#| d
#| m
#| n
#| n0
#| u

### sed -i 1d n; patch --no-backup-if-mismatch n u; ls
sed -i 1d n; patch --no-backup-if-mismatch n u; ls
#| patching file n
#| Hunk #1 succeeded at 1 (offset -1 lines).
#| Hunk #2 succeeded at 11 (offset -1 lines).
#| c
#| d
#| m
#| n
#| n0
#| u

### sed -i 1d n; patch --posix n u; ls
sed -i 1d n; patch --posix n u; ls
#| patching file n
#| Hunk #1 succeeded at 1 (offset -1 lines).
#| Hunk #2 succeeded at 11 (offset -1 lines).
#| c
#| d
#| m
#| n
#| n.orig
#| n0
#| u

### printf 'a\nb\nc\nd\ne\nf\ng\nh\n' > f; sed 's/d/D/' f > g; diff -u f g > p; (cat f; cat f) > h; patc
printf 'a\nb\nc\nd\ne\nf\ng\nh\n' > f; sed 's/d/D/' f > g; diff -u f g > p; (cat f; cat f) > h; patch h p; cat h | tr '\n' ' '
#| patching file h
#|= 'a b c D e f g h a b c d e f g h '

### printf 'a\nb\nc\nd\ne\nf\ng\nh\n' > f; sed 's/d/D/' f > g; diff -u f g > p; (seq 30; cat f; cat f) >
printf 'a\nb\nc\nd\ne\nf\ng\nh\n' > f; sed 's/d/D/' f > g; diff -u f g > p; (seq 30; cat f; cat f) > h; patch h p; sed -n 30,36p h | tr '\n' ' '
#| patching file h
#| Hunk #1 succeeded at 31 (offset 30 lines).
#|= '30 a b c D e f '

### mkdir s; sed 's#n\t#s/../n\t#;s#m\t#s/../m\t#' u | patch -p0; cmp n m
mkdir s; sed 's#n\t#s/../n\t#;s#m\t#s/../m\t#' u | patch -p0; cmp n m
#| Ignoring potentially dangerous file name s/../n
#| Ignoring potentially dangerous file name s/../m
#| can't find file to patch at input line 3
#| Perhaps you used the wrong -p or --strip option?
#| The text leading up to this was:
#| --------------------------
#| |--- s/../n	2020-01-02 03:04:05.000000000 +0000
#| |+++ s/../m	2020-01-02 03:04:05.000000000 +0000
#| --------------------------
#|= 'File to patch: \n'
#|= 'Skip this patch? [y] \n'
#| Skipping patch.
#| 2 out of 2 hunks ignored
#| n m differ: byte 10, line 5
#? 1

### printf -- '--- n.old\n+++ n\n@@ -1 +1 @@\n-1\n+x\n' > p; cp n n.old; patch < p
printf -- '--- n.old\n+++ n\n@@ -1 +1 @@\n-1\n+x\n' > p; cp n n.old; patch < p
#| patching file n

### mkdir -p a/b; cp n a/b/n; printf -- '--- a/b/n\n+++ a/n\n@@ -1 +1 @@\n-1\n+x\n' > p; cp n a/n; patch
mkdir -p a/b; cp n a/b/n; printf -- '--- a/b/n\n+++ a/n\n@@ -1 +1 @@\n-1\n+x\n' > p; cp n a/n; patch -p0 < p
#| patching file a/n

### printf -- '--- q/new\n+++ r/s/new\n@@ -0,0 +1 @@\n+x\n' | patch -p0; ls
printf -- '--- q/new\n+++ r/s/new\n@@ -0,0 +1 @@\n+x\n' | patch -p0; ls
#| patching file q/new
#| c
#| d
#| m
#| n
#| n0
#| q
#| u

### printf 'diff --git a/k b/k\nnew file mode 100644\nindex 0000000..e69de29\n' | patch -p1; ls -l k | c
printf 'diff --git a/k b/k\nnew file mode 100644\nindex 0000000..e69de29\n' | patch -p1; ls -l k | cut -c1-10
#| patching file k
#| -rw-r--r--

### printf 'diff --git a/k b/k\nnew file mode 100644\nindex 0000000..e69de29\ndiff --git a/n b/n\nindex 
printf 'diff --git a/k b/k\nnew file mode 100644\nindex 0000000..e69de29\ndiff --git a/n b/n\nindex 1..2 100644\n--- a/n\n+++ b/n\n@@ -1 +1 @@\n-1\n+x\n' | patch -p1; ls; head -1 n
#| patching file k
#| patching file n
#| c
#| d
#| k
#| m
#| n
#| n0
#| u
#| x

### printf 'diff --git a/n b/n\ndeleted file mode 100644\nindex 1..0\n--- a/n\n+++ /dev/null\n@@ -1,2 +0
printf 'diff --git a/n b/n\ndeleted file mode 100644\nindex 1..0\n--- a/n\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n' > p; seq 2 > n; patch -p1 < p; ls
#| patching file n
#| c
#| d
#| m
#| n0
#| p
#| u
