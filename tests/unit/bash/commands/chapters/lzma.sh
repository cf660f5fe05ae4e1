# lzma unlzma lzcat: the older format of xz.
echo hello > a

### lzma -k a; ls; lzcat a.lzma; unlzma a.lzma; unlzma -f a.lzma; ls
lzma -k a; ls; lzcat a.lzma; unlzma a.lzma; unlzma -f a.lzma; ls
#| a
#| a.lzma
#| hello
#| a
#! unlzma: a: File exists

### lzma a; ls; unlzma a.lzma; cat a; lzma -k a; lzma -k a; xz -dc a.lzma; xzcat a.lzma
lzma a; ls; unlzma a.lzma; cat a; lzma -k a; lzma -k a; xz -dc a.lzma; xzcat a.lzma
#| a.lzma
#| hello
#| hello
#| hello
#! lzma: a.lzma: File exists

### lzma nosuch; unlzma a; echo hi | lzma | unlzma; echo hi | lzma | lzcat; lzma -k a; lzma -t a.lzma; e
lzma nosuch; unlzma a; echo hi | lzma | unlzma; echo hi | lzma | lzcat; lzma -k a; lzma -t a.lzma; echo $?
#| hi
#| hi
#| 0
#! lzma: nosuch: No such file or directory
#! unlzma: a: File format not recognized
