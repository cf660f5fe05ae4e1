# tar_options: the options of tar, one after the other.
umask 022; mkdir -p d/e d/.git d/cache; echo hi > d/a; seq 1 1000 > d/e/b; ln -s a d/l; ln d/a d/h; echo x > 'd/x~'; echo x > d/.git/c; printf 'Signature: 8a477f597d28d172789f06886806bc55' > d/cache/CACHEDIR.TAG; echo y > d/cache/z; touch -d @1000000000 d/* d/e/b d/.git/c d/cache/* d/e d/cache d/.git d; touch -h -d @1000000000 d/l; chmod 644 d/a; tar cf t.tar --sort=name --owner=root:0 --group=root:0 d

### tar tf t.tar --transform 's/d/D/'
tar tf t.tar --transform 's/d/D/'
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar tf t.tar --show-transformed-names --transform 's/d/D/'
tar tf t.tar --show-transformed-names --transform 's/d/D/'
#| D/
#| D/.git/
#| D/.git/c
#| D/a
#| D/cache/
#| D/cache/CACHEDIR.TAG
#| D/cache/z
#| D/e/
#| D/e/b
#| D/h
#| D/l
#| D/x~

### tar tf t.tar --show-transformed-names --xform 's,^d/,,;s,e/,E/,g'
tar tf t.tar --show-transformed-names --xform 's,^d/,,;s,e/,E/,g'
#| d/
#| .git/
#| .git/c
#| a
#| cache/
#| cachE/CACHEDIR.TAG
#| cachE/z
#| e/
#| E/b
#| h
#| l
#| x~

### tar cf u.tar --sort=name --transform 's,^d,pkg-1.0,' d; tar tf u.tar
tar cf u.tar --sort=name --transform 's,^d,pkg-1.0,' d; tar tf u.tar
#| pkg-1.0/
#| pkg-1.0/.git/
#| pkg-1.0/.git/c
#| pkg-1.0/a
#| pkg-1.0/cache/
#| pkg-1.0/cache/CACHEDIR.TAG
#| pkg-1.0/cache/z
#| pkg-1.0/e/
#| pkg-1.0/e/b
#| pkg-1.0/h
#| pkg-1.0/l
#| pkg-1.0/x~

### tar cf u.tar --sort=name --transform 's/A/Q/i' --transform 's/b/\U&/' d; tar tf u.tar
tar cf u.tar --sort=name --transform 's/A/Q/i' --transform 's/b/\U&/' d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/Q
#| d/cQche/
#| d/cQche/CACHEDIR.TAG
#| d/cQche/z
#| d/e/
#| d/e/B
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --transform 's,a,Q,rSH' d; tar tvf u.tar | awk '{print $6,$7,$8,$9}'
tar cf u.tar --sort=name --transform 's,a,Q,rSH' d; tar tvf u.tar | awk '{print $6,$7,$8,$9}'
#|= 'd/   \n'
#|= 'd/.git/   \n'
#|= 'd/.git/c   \n'
#|= 'd/Q   \n'
#|= 'd/cQche/   \n'
#|= 'd/cQche/CACHEDIR.TAG   \n'
#|= 'd/cQche/z   \n'
#|= 'd/e/   \n'
#|= 'd/e/b   \n'
#| d/h link to d/a
#|= 'd/l -> a \n'
#|= 'd/x~   \n'

### tar cf u.tar --sort=name --transform 's,a,Q,R' d; tar tvf u.tar | awk '{print $6,$7,$8,$9}'
tar cf u.tar --sort=name --transform 's,a,Q,R' d; tar tvf u.tar | awk '{print $6,$7,$8,$9}'
#|= 'd/   \n'
#|= 'd/.git/   \n'
#|= 'd/.git/c   \n'
#|= 'd/a   \n'
#|= 'd/cache/   \n'
#|= 'd/cache/CACHEDIR.TAG   \n'
#|= 'd/cache/z   \n'
#|= 'd/e/   \n'
#|= 'd/e/b   \n'
#| d/h link to d/Q
#|= 'd/l -> Q \n'
#|= 'd/x~   \n'

### tar cf u.tar --transform 'x' d; echo $?
tar cf u.tar --transform 'x' d; echo $?
#| 2
#! tar: Invalid transform expression
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf u.tar --transform 's/(/x/x' d; echo $?
tar cf u.tar --transform 's/(/x/x' d; echo $?
#| 2
#! tar: Invalid transform expression: Unmatched ( or \(
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf u.tar --transform 's/a' d; echo $?
tar cf u.tar --transform 's/a' d; echo $?
#| 2
#! tar: Invalid transform expression
#! Try 'tar --help' or 'tar --usage' for more information.

### mkdir o; tar xf t.tar -C o --transform 's,^d,n,'; find o | sort
mkdir o; tar xf t.tar -C o --transform 's,^d,n,'; find o | sort
#| o
#| o/n
#| o/n/.git
#| o/n/.git/c
#| o/n/a
#| o/n/cache
#| o/n/cache/CACHEDIR.TAG
#| o/n/cache/z
#| o/n/e
#| o/n/e/b
#| o/n/h
#| o/n/l
#| o/n/x~

### mkdir o; tar xvf t.tar -C o --show-transformed-names --transform 's,^d,n,' d/a d/h; find o | sort
mkdir o; tar xvf t.tar -C o --show-transformed-names --transform 's,^d,n,' d/a d/h; find o | sort
#| n/a
#| n/h
#| o
#| o/n
#| o/n/a
#| o/n/h

### mkdir o; tar xvf t.tar -C o --strip-components=1 --show-transformed-names d/a
mkdir o; tar xvf t.tar -C o --strip-components=1 --show-transformed-names d/a
#| a

### tar --delete -f t.tar d/e; tar tf t.tar
tar --delete -f t.tar d/e; tar tf t.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/h
#| d/l
#| d/x~

### tar --delete -f t.tar nope; echo $?; tar tf t.tar | wc -l
tar --delete -f t.tar nope; echo $?; tar tf t.tar | wc -l
#| 2
#| 12
#! tar: nope: Not found in archive
#! tar: Exiting with failure status due to previous errors

### tar --compare -f t.tar d/nope; echo $?
tar --compare -f t.tar d/nope; echo $?
#| 2
#! tar: d/nope: Not found in archive
#! tar: Exiting with failure status due to previous errors

### cp t.tar u.tar; tar -Af u.tar t.tar; tar tf u.tar | wc -l
cp t.tar u.tar; tar -Af u.tar t.tar; tar tf u.tar | wc -l
#| 24

### echo 2 > n; tar rf t.tar n; tar tf t.tar | tail -1
echo 2 > n; tar rf t.tar n; tar tf t.tar | tail -1
#| n

### echo 2 > n; tar uf t.tar n d/a; touch -d '2030-01-01' d/a; tar uvf t.tar d/a n
echo 2 > n; tar uf t.tar n d/a; touch -d '2030-01-01' d/a; tar uvf t.tar d/a n
#| d/a

### tar czf t.tgz d; tar rf t.tgz n; echo $?
tar czf t.tgz d; tar rf t.tgz n; echo $?
#| 2
#! tar: Cannot update compressed archives
#! tar: Error is not recoverable: exiting now

### tar czf t.tgz d; tar rzf t.tgz n; echo $?
tar czf t.tgz d; tar rzf t.tgz n; echo $?
#| 2
#! tar: Cannot update compressed archives
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf - d/a | tar tf -
tar cf - d/a | tar tf -
#| d/a

### tar cf u.tar --sort=name --exclude-vcs d; tar tf u.tar
tar cf u.tar --sort=name --exclude-vcs d; tar tf u.tar
#| d/
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-backups d; tar tf u.tar
tar cf u.tar --sort=name --exclude-backups d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l

### tar cf u.tar --sort=name --exclude-caches d; tar tf u.tar
tar cf u.tar --sort=name --exclude-caches d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-caches-under d; tar tf u.tar
tar cf u.tar --sort=name --exclude-caches-under d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-caches-all d; tar tf u.tar
tar cf u.tar --sort=name --exclude-caches-all d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-tag=b d; tar tf u.tar
tar cf u.tar --sort=name --exclude-tag=b d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-tag-under=b d; tar tf u.tar
tar cf u.tar --sort=name --exclude-tag-under=b d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude-tag-all=b d; tar tf u.tar
tar cf u.tar --sort=name --exclude-tag-all=b d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/h
#| d/l
#| d/x~

### echo a > d/.ign; tar cf u.tar --sort=name --exclude-ignore=.ign d; tar tf u.tar
echo a > d/.ign; tar cf u.tar --sort=name --exclude-ignore=.ign d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/.ign
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --anchored --exclude=a --exclude='d/e' d; tar tf u.tar
tar cf u.tar --sort=name --anchored --exclude=a --exclude='d/e' d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude=A --ignore-case d; tar tf u.tar
tar cf u.tar --sort=name --exclude=A --ignore-case d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --ignore-case --exclude=A d; tar tf u.tar
tar cf u.tar --sort=name --ignore-case --exclude=A d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --no-wildcards --exclude='*' d; tar tf u.tar | wc -l
tar cf u.tar --sort=name --no-wildcards --exclude='*' d; tar tf u.tar | wc -l
#| 12

### tar cf u.tar --sort=name --no-wildcards-match-slash --exclude='d*a' d; tar tf u.tar
tar cf u.tar --sort=name --no-wildcards-match-slash --exclude='d*a' d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/e/b
#| d/h
#| d/l
#| d/x~

### tar cf u.tar --sort=name --exclude='d*b' d; tar tf u.tar
tar cf u.tar --sort=name --exclude='d*b' d; tar tf u.tar
#| d/
#| d/.git/
#| d/.git/c
#| d/a
#| d/cache/
#| d/cache/CACHEDIR.TAG
#| d/cache/z
#| d/e/
#| d/h
#| d/l
#| d/x~

### tar tf t.tar --wildcards '*a'
tar tf t.tar --wildcards '*a'
#| d/a

### tar tf t.tar --wildcards --no-wildcards-match-slash '*a'
tar tf t.tar --wildcards --no-wildcards-match-slash '*a'
#! tar: *a: Not found in archive
#! tar: Exiting with failure status due to previous errors
#? 2

### tar tf t.tar --wildcards '*/b'
tar tf t.tar --wildcards '*/b'
#| d/e/b

### tar tf t.tar --no-anchored a
tar tf t.tar --no-anchored a
#| d/a

### tar tf t.tar --ignore-case D/A
tar tf t.tar --ignore-case D/A
#| d/a

### tar tf t.tar '*a'; echo $?
tar tf t.tar '*a'; echo $?
#| 2
#! tar: Pattern matching characters used in file names
#! tar: Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning
#! tar: *a: Not found in archive
#! tar: Exiting with failure status due to previous errors

### tar tf t.tar --exclude='*b' d/e
tar tf t.tar --exclude='*b' d/e
#| d/e/

### tar cf u.tar d/a d/a; tar tf u.tar --occurrence=2 d/a; tar tf u.tar --occurrence d/a
tar cf u.tar d/a d/a; tar tf u.tar --occurrence=2 d/a; tar tf u.tar --occurrence d/a
#| d/a
#| d/a

### mkdir o; cd o; tar xf ../t.tar --one-top-level=q d/a; find . | sort
mkdir o; cd o; tar xf ../t.tar --one-top-level=q d/a; find . | sort
#| .
#| ./q
#| ./q/d
#| ./q/d/a

### mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o --keep-newer-files; cat o/d/a
mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o --keep-newer-files; cat o/d/a
#| new
#! tar: Current ‘d/.git/c’ is newer or same age
#! tar: Current ‘d/a’ is newer or same age
#! tar: Current ‘d/cache/CACHEDIR.TAG’ is newer or same age
#! tar: Current ‘d/cache/z’ is newer or same age
#! tar: Current ‘d/e/b’ is newer or same age
#! tar: Current ‘d/h’ is newer or same age
#! tar: Current ‘d/l’ is newer or same age
#! tar: Current ‘d/x~’ is newer or same age

### mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o -k; echo $?; cat o/d/a
mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o -k; echo $?; cat o/d/a
#| 2
#| new
#! tar: d/.git/c: Cannot open: File exists
#! tar: d/a: Cannot open: File exists
#! tar: d/cache/CACHEDIR.TAG: Cannot open: File exists
#! tar: d/cache/z: Cannot open: File exists
#! tar: d/e/b: Cannot open: File exists
#! tar: d/l: Cannot create symlink to ‘a’: File exists
#! tar: d/x~: Cannot open: File exists
#! tar: Exiting with failure status due to previous errors

### mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o --skip-old-files; echo $?; cat o/d/a
mkdir o; tar xf t.tar -C o; echo new > o/d/a; tar xf t.tar -C o --skip-old-files; echo $?; cat o/d/a
#| 0
#| new

### mkdir o; tar xf t.tar -C o; tar xf t.tar -C o -U; echo $?
mkdir o; tar xf t.tar -C o; tar xf t.tar -C o -U; echo $?
#| 2
#! tar: d: Cannot unlink: Directory not empty
#! tar: d/.git: Cannot unlink: Directory not empty
#! tar: d/cache: Cannot unlink: Directory not empty
#! tar: d/e: Cannot unlink: Directory not empty
#! tar: Exiting with failure status due to previous errors

### mkdir o; tar xf t.tar -C o d/a d/h; [ o/d/a -ef o/d/h ] && echo same
mkdir o; tar xf t.tar -C o d/a d/h; [ o/d/a -ef o/d/h ] && echo same
#| same

### tar xOf t.tar d/a d/h
tar xOf t.tar d/a d/h
#| hi

### tar xf t.tar --to-command='cat; echo $TAR_FILENAME $TAR_SIZE $TAR_MODE' d/a
tar xf t.tar --to-command='cat; echo $TAR_FILENAME $TAR_SIZE $TAR_MODE' d/a
#| hi
#| d/a 3 0644

### tar tvf t.tar --full-time d/a
tar tvf t.tar --full-time d/a
#| -rw-r--r-- root/root         3 2001-09-09 01:46:40 d/a

### tar tvf t.tar --utc d/a
tar tvf t.tar --utc d/a
#| -rw-r--r-- root/root         3 2001-09-09 01:46 d/a

### tar tvvf t.tar d/l d/h
tar tvvf t.tar d/l d/h
#| hrw-r--r-- root/root         0 2001-09-09 01:46 d/h link to d/a
#| lrwxrwxrwx root/root         0 2001-09-09 01:46 d/l -> a

### tar tRf t.tar d/e
tar tRf t.tar d/e
#| block 11: d/e/
#| block 12: d/e/b
#| block 25: ** Block of NULs **

### tar tvf t.tar --numeric-owner d/a
tar tvf t.tar --numeric-owner d/a
#| -rw-r--r-- 0/0               3 2001-09-09 01:46 d/a

### tar cf u.tar --mtime='nonsense words' d/a; echo $?
tar cf u.tar --mtime='nonsense words' d/a; echo $?
#| 0
#! tar: Substituting -9223372036854775807 for unknown date format ‘nonsense words’

### tar cf u.tar --clamp-mtime --mtime=@900000000 d/a; tar tvf u.tar
tar cf u.tar --clamp-mtime --mtime=@900000000 d/a; tar tvf u.tar
#| -rw-r--r-- root/root         3 1998-07-09 16:00 d/a

### tar cf u.tar --newer-mtime=2000-01-01 d/a; tar tf u.tar
tar cf u.tar --newer-mtime=2000-01-01 d/a; tar tf u.tar
#| d/a

### tar cf u.tar --no-recursion d; tar tf u.tar
tar cf u.tar --no-recursion d; tar tf u.tar
#| d/

### tar cf u.tar -C d a -C e b; tar tf u.tar
tar cf u.tar -C d a -C e b; tar tf u.tar
#| a
#| b

### tar cf u.tar --add-file=d/a; tar tf u.tar
tar cf u.tar --add-file=d/a; tar tf u.tar
#| d/a

### printf 'd/a\n-C d\nh\n' > l; tar cf u.tar -T l; tar tf u.tar
printf 'd/a\n-C d\nh\n' > l; tar cf u.tar -T l; tar tf u.tar
#| d/a
#| h

### printf 'd/a\0d/h\0' > l; tar cf u.tar --null -T l; tar tf u.tar
printf 'd/a\0d/h\0' > l; tar cf u.tar --null -T l; tar tf u.tar
#| d/a
#| d/h

### printf 'd/a\n\nd/h' > l; tar cf u.tar -T l; tar tf u.tar
printf 'd/a\n\nd/h' > l; tar cf u.tar -T l; tar tf u.tar
#| d/a
#| d/h

### tar cf u.tar -V label d/a; tar tf u.tar; tar tvf u.tar | cut -c1-10; tar --test-label -f u.tar; tar --test-label -f u.tar nope; echo $?
tar cf u.tar -V label d/a; tar tf u.tar; tar tvf u.tar | cut -c1-10; tar --test-label -f u.tar; tar --test-label -f u.tar nope; echo $?
#| label
#| d/a
#| V---------
#| -rw-r--r--
#| label
#| 1

### tar -cf u.tar --hard-dereference --sort=name d; tar tvf u.tar | grep -c link
tar -cf u.tar --hard-dereference --sort=name d; tar tvf u.tar | grep -c link
#| 0
#? 1

### tar cvf u.tar --index-file=i d/a; cat i
tar cvf u.tar --index-file=i d/a; cat i
#| d/a

### tar -c -f u.tar --remove-files d/e; ls d
tar -c -f u.tar --remove-files d/e; ls d
#| a
#| cache
#| h
#| l
#| x~

### tar -cvWf u.tar d/a
tar -cvWf u.tar d/a
#| d/a
#| Verify d/a

### tar c d/a | tar tv | cut -c1-10
tar c d/a | tar tv | cut -c1-10
#| -rw-r--r--

### tar cf u.tar -h d/l; tar tvf u.tar | cut -c1-10
tar cf u.tar -h d/l; tar tvf u.tar | cut -c1-10
#| -rw-r--r--

### tar cf u.tar --format=ustar d/a; tar cf u.tar --format=pax d/a; tar tf u.tar; tar cf u.tar --format=v7 d/a; tar cf u.tar --posix d/a; tar cf u.tar -H oldgnu d/a; tar cf u.tar --format=zzz d/a; echo $?
tar cf u.tar --format=ustar d/a; tar cf u.tar --format=pax d/a; tar tf u.tar; tar cf u.tar --format=v7 d/a; tar cf u.tar --posix d/a; tar cf u.tar -H oldgnu d/a; tar cf u.tar --format=zzz d/a; echo $?
#| d/a
#| 2
#! tar: zzz: Invalid archive format
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf u.tar --sort=zzz d/a; echo $?
tar cf u.tar --sort=zzz d/a; echo $?
#| 2
#! tar: invalid argument ‘zzz’ for ‘--sort’
#! Valid arguments are:
#!   - ‘none’
#!   - ‘name’
#!   - ‘inode’

### tar cf u.tar -I gzip d/a; file -b --mime-type u.tar; tar tf u.tar
tar cf u.tar -I gzip d/a; file -b --mime-type u.tar; tar tf u.tar
#| application/gzip
#| d/a

### tar cf u.tar -I 'gzip -9' d/a; tar xf u.tar -I gzip -O
tar cf u.tar -I 'gzip -9' d/a; tar xf u.tar -I gzip -O
#| hi

### tar cf u.tar.lzma -a d/a; tar tf u.tar.lzma
tar cf u.tar.lzma -a d/a; tar tf u.tar.lzma
#| d/a

### tar cf u.tlz --lzma d/a; tar tf u.tlz
tar cf u.tlz --lzma d/a; tar tf u.tlz
#| d/a

### tar cf u.tar.gz d/a; file -b --mime-type u.tar.gz; tar caf u.tar.gz d/a; file -b --mime-type u.tar.gz
tar cf u.tar.gz d/a; file -b --mime-type u.tar.gz; tar caf u.tar.gz d/a; file -b --mime-type u.tar.gz
#| application/x-tar
#| application/gzip

### tar xzf t.tar; echo $?
tar xzf t.tar; echo $?
#| 2
#!
#! gzip: stdin: not in gzip format
#! tar: Child returned status 1
#! tar: Error is not recoverable: exiting now

### tar tf d/a; echo $?
tar tf d/a; echo $?
#| 2
#! tar: This does not look like a tar archive
#! tar: Exiting with failure status due to previous errors

### tar tf /dev/null; echo $?
tar tf /dev/null; echo $?
#| 2
#! tar: This does not look like a tar archive
#! tar: Exiting with failure status due to previous errors

### tar tf d; echo $?
tar tf d; echo $?
#| 2
#! tar: d: Cannot read: Is a directory
#! tar: At beginning of tape, quitting now
#! tar: Error is not recoverable: exiting now

### tar -t -f t.tar --quoting-style=shell d/a
tar -t -f t.tar --quoting-style=shell d/a
#| d/a

### tar cf u.tar nope d/a; echo $?
tar cf u.tar nope d/a; echo $?
#| 2
#! tar: nope: Cannot stat: No such file or directory
#! tar: Exiting with failure status due to previous errors

### tar cf u.tar --ignore-failed-read nope; echo $?
tar cf u.tar --ignore-failed-read nope; echo $?
#| 0
#! tar: nope: Warning: Cannot stat: No such file or directory

### tar cf u.tar --warning=no-file-changed d/a; echo $?
tar cf u.tar --warning=no-file-changed d/a; echo $?
#| 0

### tar cf u.tar -b 1 d/a; stat -c %s u.tar
tar cf u.tar -b 1 d/a; stat -c %s u.tar
#| 2048

### tar cf u.tar --record-size=1024 d/a; stat -c %s u.tar
tar cf u.tar --record-size=1024 d/a; stat -c %s u.tar
#| 2048

### tar cf u.tar -b 0 d/a; echo $?
tar cf u.tar -b 0 d/a; echo $?
#| 2
#! tar: 0: Invalid blocking factor
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf u.tar --strip-components=x d/a; echo $?
tar cf u.tar --strip-components=x d/a; echo $?
#| 2
#! tar: x: Invalid number of elements
#! Try 'tar --help' or 'tar --usage' for more information.

### tar cf u.tar --same-owner --xattrs --acls --selinux -S -i -n -B -p -m -l --delay-directory-restore d/a; echo $?
tar cf u.tar --same-owner --xattrs --acls --selinux -S -i -n -B -p -m -l --delay-directory-restore d/a; echo $?
#| 0
#! tar: Missing links to ‘d/a’.

### tar xf t.tar --same-owner --no-same-permissions --xattrs --no-acls --overwrite-dir -i -n -s d/a; echo $?
tar xf t.tar --same-owner --no-same-permissions --xattrs --no-acls --overwrite-dir -i -n -s d/a; echo $?
#| 0

### tar -foo; echo $?
tar -foo; echo $?
#| 2
#! tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options
#! Try 'tar --help' or 'tar --usage' for more information.

### tar --zzz; echo $?
tar --zzz; echo $?
#| 64
#! tar: unrecognized option '--zzz'
#! Try 'tar --help' or 'tar --usage' for more information.

### tar -c; echo $?
tar -c; echo $?
#| 2
#! tar: Cowardly refusing to create an empty archive
#! Try 'tar --help' or 'tar --usage' for more information.

### tar -x -c -f t.tar; echo $?
tar -x -c -f t.tar; echo $?
#| 2
#! tar: You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option
#! Try 'tar --help' or 'tar --usage' for more information.

### tar -zcf u.tgz d/a; tar -ztf u.tgz; tar -jcf u.tbz d/a; tar -tf u.tbz; tar -Jcf u.txz d/a; tar -tf u.txz
tar -zcf u.tgz d/a; tar -ztf u.tgz; tar -jcf u.tbz d/a; tar -tf u.tbz; tar -Jcf u.txz d/a; tar -tf u.txz
#| d/a
#| d/a
#| d/a
