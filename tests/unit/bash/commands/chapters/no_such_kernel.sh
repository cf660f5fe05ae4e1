# no_such_kernel: options for what this machine does not have.
echo a > a; mkdir d

### cp --preserve=context a b; echo $?; ls
cp --preserve=context a b; echo $?; ls
#| 1
#| a
#| d
#! cp: cannot preserve security context without an SELinux-enabled kernel

### cp -Z a b; echo $?; ls
cp -Z a b; echo $?; ls
#| 0
#| a
#| b
#| d

### cp --context=foo a b; echo $?
cp --context=foo a b; echo $?
#| 0
#! cp: warning: ignoring --context; it requires an SELinux-enabled kernel

### cp --preserve=xattr a b; echo $?
cp --preserve=xattr a b; echo $?
#| 0

### cp --preserve=all a b; echo $?
cp --preserve=all a b; echo $?
#| 0

### cp -a a b; echo $?
cp -a a b; echo $?
#| 0

### cp --preserve=links,mode,ownership,timestamps a b; echo $?
cp --preserve=links,mode,ownership,timestamps a b; echo $?
#| 0

### cp --preserve=foo a b; echo $?
cp --preserve=foo a b; echo $?
#| 1
#! cp: invalid argument ‘foo’ for ‘--preserve’
#! Valid arguments are:
#!   - ‘mode’
#!   - ‘timestamps’
#!   - ‘ownership’
#!   - ‘links’
#!   - ‘context’
#!   - ‘xattr’
#!   - ‘all’
#! Try 'cp --help' for more information.

### cp --reflink=always a b; echo $?
cp --reflink=always a b; echo $?
#| 1
#! cp: failed to clone 'b' from 'a': Operation not supported

### cp --reflink a b; echo $?
cp --reflink a b; echo $?
#| 1
#! cp: failed to clone 'b' from 'a': Operation not supported

### cp --reflink=foo a b; echo $?
cp --reflink=foo a b; echo $?
#| 1
#! cp: invalid argument ‘foo’ for ‘--reflink’
#! Valid arguments are:
#!   - ‘auto’
#!   - ‘always’
#!   - ‘never’
#! Try 'cp --help' for more information.

### cp --sparse=always a b; echo $?
cp --sparse=always a b; echo $?
#| 0

### cp --sparse=foo a b; echo $?
cp --sparse=foo a b; echo $?
#| 1
#! cp: invalid argument ‘foo’ for ‘--sparse’
#! Valid arguments are:
#!   - ‘never’
#!   - ‘auto’
#!   - ‘always’
#! Try 'cp --help' for more information.

### mkdir -Z x; echo $?
mkdir -Z x; echo $?
#| 0

### mkdir --context=foo x; echo $?
mkdir --context=foo x; echo $?
#| 0
#! mkdir: warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel

### mkfifo -Z x; echo $?
mkfifo -Z x; echo $?
#| 0

### mkfifo --context=foo x; echo $?
mkfifo --context=foo x; echo $?
#| 0
#! mkfifo: warning: ignoring --context; it requires an SELinux/SMACK-enabled kernel

### mv -Z a b; echo $?
mv -Z a b; echo $?
#| 0

### ls -Z; echo $?
ls -Z; echo $?
#| ? a
#| ? d
#| 0

### id -Z; echo $?
id -Z; echo $?
#| 1
#! id: --context (-Z) works only on an SELinux-enabled kernel

### ln -sfT a q; ln -d d e; echo $?
ln -sfT a q; ln -d d e; echo $?
#| 1
#! ln: failed to create hard link 'e' => 'd': Operation not permitted

### ln -F d e; echo $?
ln -F d e; echo $?
#| 1
#! ln: failed to create hard link 'e' => 'd': Operation not permitted

### rm -rf --one-file-system d; echo $?
rm -rf --one-file-system d; echo $?
#| 0

### rm --no-preserve-root -r d; echo $?
rm --no-preserve-root -r d; echo $?
#| 0

### sync -d a; echo $?
sync -d a; echo $?
#| 0

### tail --pid=1 -n1 a; echo $?
tail --pid=1 -n1 a; echo $?
#| a
#| 0
#! tail: warning: PID ignored; --pid=PID is useful only when following

### tail --pid=x a; echo $?
tail --pid=x a; echo $?
#| 1
#! tail: invalid PID: ‘x’

### timeout --foreground 5 true; echo $?
timeout --foreground 5 true; echo $?
#| 0

### nohup true </dev/null; echo $?
nohup true </dev/null; echo $?
#| 0

### nice -n 5 true; echo $?
nice -n 5 true; echo $?
#| 0

### stdbuf -oL true; echo $?
stdbuf -oL true; echo $?
#| 0

### tty; echo $?
tty; echo $?
#| not a tty
#| 1

### dd if=a iflag=directory of=b; echo $?
dd if=a iflag=directory of=b; echo $?
#| 1
#! dd: failed to open 'a': Not a directory

### dd if=a iflag=noatime,nofollow,nocache,nolinks of=b status=none; echo $?
dd if=a iflag=noatime,nofollow,nocache,nolinks of=b status=none; echo $?
#| 1
#! dd: invalid input flag: ‘nolinks’
#! Try 'dd --help' for more information.

### sort --parallel=2 a; echo $?
sort --parallel=2 a; echo $?
#| a
#| 0

### sort --parallel=x a; echo $?
sort --parallel=x a; echo $?
#| 2
#! sort: invalid --parallel argument 'x'

### sort -S 10M -T /tmp a; echo $?
sort -S 10M -T /tmp a; echo $?
#| a
#| 0

### sort --compress-program=gzip a; echo $?
sort --compress-program=gzip a; echo $?
#| a
#| 0

### split -e -n 2 a; ls
split -e -n 2 a; ls
#| a
#| d
#| xaa
#| xab

### numfmt --debug 1; echo $?
numfmt --debug 1; echo $?
#| 1
#| 0
#! numfmt: no conversion option specified

### touch -h a; touch --time=mtime a; echo $?
touch -h a; touch --time=mtime a; echo $?
#| 0

### env --list-signal-handling true; echo $?
env --list-signal-handling true; echo $?
#| 0

### env --default-signal=PIPE true; echo $?
env --default-signal=PIPE true; echo $?
#| 0
