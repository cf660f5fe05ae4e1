# lzma_names: the names of lzma.
printf 'hello hello\n' > a; xz -k a; lzma -k a 2>/dev/null; ls

### lzma -c a | unlzma
lzma -c a | unlzma
#| a
#| a.lzma
#| a.xz
#| hello hello

### lzma a; ls; unlzma a.lzma; ls
lzma a; ls; unlzma a.lzma; ls
#| a
#| a.lzma
#| a.xz
#| a
#| a.lzma
#| a.xz
#| a
#| a.lzma
#| a.xz
#! lzma: a.lzma: File exists
#! unlzma: a: File exists

### lzma -c a | lzcat
lzma -c a | lzcat
#| a
#| a.lzma
#| a.xz
#| hello hello

### lzcat a.lzma a.xz
lzcat a.lzma a.xz
#| a
#| a.lzma
#| a.xz
#| hello hello
#! lzcat: a.xz: File format not recognized
#? 1

### unlzma -k a.xz -c
unlzma -k a.xz -c
#| a
#| a.lzma
#| a.xz
#! unlzma: a.xz: File format not recognized
#? 1

### unxz -c a.lzma
unxz -c a.lzma
#| a
#| a.lzma
#| a.xz
#| hello hello

### xz -dc a.lzma a.xz
xz -dc a.lzma a.xz
#| a
#| a.lzma
#| a.xz
#| hello hello
#| hello hello

### lzma -d nope; echo $?
lzma -d nope; echo $?
#| a
#| a.lzma
#| a.xz
#| 1
#! lzma: nope: No such file or directory

### lzma --foo; echo $?
lzma --foo; echo $?
#| a
#| a.lzma
#| a.xz
#| 1
#! lzma: unrecognized option '--foo'
#! lzma: Try `lzma --help' for more information.

### lzma a.lzma; echo $?
lzma a.lzma; echo $?
#| a
#| a.lzma
#| a.xz
#| 2
#! lzma: a.lzma: File already has `.lzma' suffix, skipping

### echo hi | unlzma; echo $?
echo hi | unlzma; echo $?
#| a
#| a.lzma
#| a.xz
#| 1
#! unlzma: (stdin): File format not recognized

### xz -l a.lzma; echo $?
xz -l a.lzma; echo $?
#| a
#| a.lzma
#| a.xz
#| 1
#! xz: a.lzma: File format not recognized

### lzma -t a.lzma; echo $?
lzma -t a.lzma; echo $?
#| a
#| a.lzma
#| a.xz
#| 0

### tar cf u.tlz --lzma a; tar tf u.tlz
tar cf u.tlz --lzma a; tar tf u.tlz
#| a
#| a.lzma
#| a.xz
#| a
