# gzip: what each command line gives on these files.
seq 1 1000 > a; mkdir d; echo x > b.gz

### gzip a; ls
gzip a; ls
#| a.gz
#| b.gz
#| d

### gzip a; gunzip a.gz; ls; cksum a
gzip a; gunzip a.gz; ls; cksum a
#| a
#| b.gz
#| d
#| 1830648734 3893 a

### gzip -k a; ls
gzip -k a; ls
#| a
#| a.gz
#| b.gz
#| d

### gzip -c a | gunzip | cksum
gzip -c a | gunzip | cksum
#| 1830648734 3893

### gzip -k a; gzip a
gzip -k a; gzip a
#! gzip: a.gz already exists;	not overwritten
#? 2

### gzip a; gzip a.gz
gzip a; gzip a.gz
#! gzip: a.gz already has .gz suffix -- unchanged

### gunzip a
gunzip a
#! gzip: a: unknown suffix -- ignored
#? 2

### gzip nope
gzip nope
#! gzip: nope: No such file or directory
#? 1

### gzip d
gzip d
#! gzip: d is a directory -- ignored
#? 2

### echo x | gunzip
echo x | gunzip
#!
#! gzip: stdin: not in gzip format
#? 1

### gunzip b.gz
gunzip b.gz
#!
#! gzip: b.gz: not in gzip format
#? 1

### gzip a; gzip -t a.gz
gzip a; gzip -t a.gz

### gzip a; gzip -dc < a.gz | cksum
gzip a; gzip -dc < a.gz | cksum
#| 1830648734 3893

### (echo a | gzip; echo b | gzip) | zcat
(echo a | gzip; echo b | gzip) | zcat
#| a
#| b

### gzip -c a | head -c 20 | gunzip
gzip -c a | head -c 20 | gunzip
#!
#! gzip: stdin: unexpected end of file
#? 1

### zcat nope
zcat nope
#! gzip: nope.gz: No such file or directory
#? 1

### gzip -z
gzip -z
#! gzip: invalid option -- 'z'
#! Try `gzip --help' for more information.
#? 1
