# compressing: what gzip, bzip2 and xz say of these files.
printf 'hello hello hello hello\n' > a; printf 'x\n' > b; mkdir d; cp a d/a; head -c 20000 /dev/zero > z

### gzip -v a; ls; gzip -dv a.gz; ls
gzip -v a; ls; gzip -dv a.gz; ls
#| a.gz
#| b
#| d
#| z
#| a
#| b
#| d
#| z
#! a:	 54.2% -- replaced with a.gz
#! a.gz:	 54.2% -- replaced with a

### gzip -9 -c a | gzip -l
gzip -9 -c a | gzip -l
#|          compressed        uncompressed  ratio uncompressed_name
#|                  31                  24  54.2% stdout

### gzip a; gzip -l a.gz; gzip -lv a.gz | sed 's/ [A-Z][a-z][a-z] .*//'
gzip a; gzip -l a.gz; gzip -lv a.gz | sed 's/ [A-Z][a-z][a-z] .*//'
#|          compressed        uncompressed  ratio uncompressed_name
#|                  31                  24  54.2% a
#| method  crc     date  time           compressed        uncompressed  ratio uncompressed_name
#| defla 0b598800

### gzip -k a; gzip a; echo $?; gzip -f a
gzip -k a; gzip a; echo $?; gzip -f a
#| 2
#! gzip: a.gz already exists;	not overwritten

### gzip d; echo $?
gzip d; echo $?
#| 2
#! gzip: d is a directory -- ignored

### gzip -r d; ls d
gzip -r d; ls d
#| a.gz

### gzip nope
gzip nope
#! gzip: nope: No such file or directory
#? 1

### gunzip a
gunzip a
#! gzip: a: unknown suffix -- ignored
#? 2

### gunzip nope
gunzip nope
#! gzip: nope.gz: No such file or directory
#? 1

### gzip -d b; echo $?
gzip -d b; echo $?
#| 2
#! gzip: b: unknown suffix -- ignored

### cp b b.gz; gzip -d b.gz
cp b b.gz; gzip -d b.gz
#!
#! gzip: b.gz: not in gzip format
#? 1

### gzip a; gzip a.gz; echo $?
gzip a; gzip a.gz; echo $?
#| 0
#! gzip: a.gz already has .gz suffix -- unchanged

### gzip -t a
gzip -t a
#!
#! gzip: a: not in gzip format
#? 1

### gzip a; gzip -tv a.gz
gzip a; gzip -tv a.gz
#! a.gz:	 OK

### gzip -q d; echo $?
gzip -q d; echo $?
#| 2

### gzip -N a; mv a.gz q.gz; gunzip -N q.gz; ls
gzip -N a; mv a.gz q.gz; gunzip -N q.gz; ls
#| a
#| b
#| d
#| z

### gzip -S .foo a; ls; gunzip -S .foo a.foo; ls
gzip -S .foo a; ls; gunzip -S .foo a.foo; ls
#| a.foo
#| b
#| d
#| z
#| a
#| b
#| d
#| z

### gzip -1 -c a | zcat
gzip -1 -c a | zcat
#| hello hello hello hello

### zcat a
zcat a
#!
#! gzip: a: not in gzip format
#? 1

### gzip a; zcat a; zcat -f b
gzip a; zcat a; zcat -f b
#| hello hello hello hello
#| x

### gzip -cf a b | gunzip
gzip -cf a b | gunzip
#| hello hello hello hello
#| x

### gzip </dev/null | gunzip
gzip </dev/null | gunzip

### echo hi | gunzip
echo hi | gunzip
#!
#! gzip: stdin: not in gzip format
#? 1

### gzip a; truncate -s 20 a.gz; gunzip a.gz; ls
gzip a; truncate -s 20 a.gz; gunzip a.gz; ls
#| a.gz
#| b
#| d
#| z
#!
#! gzip: a.gz: unexpected end of file

### gzip a; printf junk >> a.gz; gunzip a.gz; echo $?; ls
gzip a; printf junk >> a.gz; gunzip a.gz; echo $?; ls
#| 2
#| a
#| b
#| d
#| z
#!
#! gzip: a.gz: decompression OK, trailing garbage ignored

### gzip a; printf '\0\0\0' >> a.gz; gunzip a.gz; echo $?; ls
gzip a; printf '\0\0\0' >> a.gz; gunzip a.gz; echo $?; ls
#| 0
#| a
#| b
#| d
#| z

### ln -s a l; gzip l; echo $?
ln -s a l; gzip l; echo $?
#| 1
#! gzip: l: Too many levels of symbolic links

### bzip2 -v z; ls; bzip2 -dv z.bz2
bzip2 -v z; ls; bzip2 -dv z.bz2
#| a
#| b
#| d
#| z.bz2
#!   z:       425.532:1,  0.019 bits/byte, 99.77% saved, 20000 in, 47 out.
#!   z.bz2:   done

### bzip2 -k a; bzip2 a; echo $?
bzip2 -k a; bzip2 a; echo $?
#| 1
#! bzip2: Output file a.bz2 already exists.

### bzip2 d; echo $?
bzip2 d; echo $?
#| 1
#! bzip2: Input file d is a directory.

### bzip2 nope; echo $?
bzip2 nope; echo $?
#| 1
#! bzip2: Can't open input file nope: No such file or directory.

### bunzip2 a; echo $?; ls
bunzip2 a; echo $?; ls
#| 2
#| a
#| b
#| d
#| z
#! bunzip2: Can't guess original name for a -- using a.out
#! bunzip2: a is not a bzip2 file.

### bzip2 a; bzip2 a.bz2; echo $?
bzip2 a; bzip2 a.bz2; echo $?
#| 1
#! bzip2: Input file a.bz2 already has .bz2 suffix.

### bzip2 a; bzip2 -tv a.bz2; echo $?
bzip2 a; bzip2 -tv a.bz2; echo $?
#| 0
#!   a.bz2:   ok

### bzip2 -t a; echo $?
bzip2 -t a; echo $?
#| 2
#! bzip2: a: bad magic number (file not created by bzip2)
#!
#! You can use the `bzip2recover' program to attempt to recover
#! data from undamaged sections of corrupted files.
#!

### bzip2 a; mv a.bz2 q; bunzip2 q; echo $?; ls
bzip2 a; mv a.bz2 q; bunzip2 q; echo $?; ls
#| 0
#| b
#| d
#| q.out
#| z
#! bunzip2: Can't guess original name for q -- using q.out

### bzip2 a; truncate -s 20 a.bz2; bunzip2 a.bz2; echo $?; ls
bzip2 a; truncate -s 20 a.bz2; bunzip2 a.bz2; echo $?; ls
#| 2
#| a.bz2
#| b
#| d
#| z
#!
#! bunzip2: Compressed file ends unexpectedly;
#! 	perhaps it is corrupted?  *Possible* reason follows.
#! bunzip2: No such file or directory
#! 	Input file = a.bz2, output file = a
#!
#! It is possible that the compressed file(s) have become corrupted.
#! You can use the -tvv option to test integrity of such files.
#!
#! You can use the `bzip2recover' program to attempt to recover
#! data from undamaged sections of corrupted files.
#!
#! bunzip2: Deleting output file a, if it exists.

### bzip2 a; printf junk >> a.bz2; bunzip2 a.bz2; echo $?; ls
bzip2 a; printf junk >> a.bz2; bunzip2 a.bz2; echo $?; ls
#| 0
#| a
#| b
#| d
#| z
#!
#! bunzip2: a.bz2: trailing garbage after EOF ignored

### bzip2 -c a b | bzcat
bzip2 -c a b | bzcat
#| hello hello hello hello
#| x

### bzip2 a; cp b a; bunzip2 a.bz2; echo $?
bzip2 a; cp b a; bunzip2 a.bz2; echo $?
#| 1
#! bunzip2: Output file a already exists.

### echo hi | bunzip2; echo $?
echo hi | bunzip2; echo $?
#| 2
#! bunzip2: (stdin) is not a bzip2 file.

### bzip2 -s -1 a; bunzip2 --small a.bz2; cat a
bzip2 -s -1 a; bunzip2 --small a.bz2; cat a
#| hello hello hello hello

### bzip2 -z a; ls
bzip2 -z a; ls
#| a.bz2
#| b
#| d
#| z

### bzip2 -q nope; echo $?
bzip2 -q nope; echo $?
#| 1
#! bzip2: Can't open input file nope: No such file or directory.

### xz -v a 2>&1 | tail -0; ls
xz -v a 2>&1 | tail -0; ls
#| a.xz
#| b
#| d
#| z

### xz -k a; xz a; echo $?
xz -k a; xz a; echo $?
#| 1
#! xz: a.xz: File exists

### xz d; echo $?
xz d; echo $?
#| 2
#! xz: d: Is a directory, skipping

### xz nope; echo $?
xz nope; echo $?
#| 1
#! xz: nope: No such file or directory

### unxz a; echo $?; ls
unxz a; echo $?; ls
#| 1
#| a
#| b
#| d
#| z
#! unxz: a: File format not recognized

### xz a; xz a.xz; echo $?
xz a; xz a.xz; echo $?
#| 2
#! xz: a.xz: File already has `.xz' suffix, skipping

### xz a; xz -l a.xz; echo $?
xz a; xz -l a.xz; echo $?
#| Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename
#|     1       1         72 B         24 B  3.000  CRC64   a.xz
#| 0

### xz a; xz -lv a.xz; echo $?
xz a; xz -lv a.xz; echo $?
#| a.xz (1/1)
#|   Streams:           1
#|   Blocks:            1
#|   Compressed size:   72 B
#|   Uncompressed size: 24 B
#|   Ratio:             3.000
#|   Check:             CRC64
#|   Stream Padding:    0 B
#|   Streams:
#|     Stream    Blocks      CompOffset    UncompOffset        CompSize      UncompSize  Ratio  Check      Padding
#|          1         1               0               0              72              24  3.000  CRC64            0
#|   Blocks:
#|     Stream     Block      CompOffset    UncompOffset       TotalSize      UncompSize  Ratio  Check
#|          1         1              12               0              40              24  1.667  CRC64
#| 0

### xz a; xz --robot -l a.xz; echo $?
xz a; xz --robot -l a.xz; echo $?
#| name	a.xz
#| file	1	1	72	24	3.000	CRC64	0
#| totals	1	1	72	24	3.000	CRC64	0	1
#| 0

### xz -t a; echo $?
xz -t a; echo $?
#| 1
#! xz: a: File format not recognized

### xz a; mv a.xz q; unxz q; echo $?; ls
xz a; mv a.xz q; unxz q; echo $?; ls
#| 2
#| b
#| d
#| q
#| z
#! unxz: q: Filename has an unknown suffix, skipping

### xz a; truncate -s 20 a.xz; unxz a.xz; echo $?; ls
xz a; truncate -s 20 a.xz; unxz a.xz; echo $?; ls
#| 1
#| a.xz
#| b
#| d
#| z
#! unxz: a.xz: Unexpected end of input

### xz a; printf junk >> a.xz; unxz a.xz; echo $?; ls
xz a; printf junk >> a.xz; unxz a.xz; echo $?; ls
#| 1
#| a.xz
#| b
#| d
#| z
#! unxz: a.xz: Unexpected end of input

### xz -c a b | xzcat
xz -c a b | xzcat
#| hello hello hello hello
#| x

### xz --foo a; echo $?
xz --foo a; echo $?
#| 1
#! xz: unrecognized option '--foo'
#! xz: Try `xz --help' for more information.

### xz a; cp b a; unxz a.xz; echo $?
xz a; cp b a; unxz a.xz; echo $?
#| 1
#! unxz: a: File exists

### echo hi | unxz; echo $?
echo hi | unxz; echo $?
#| 1
#! unxz: (stdin): File format not recognized

### xz -F lzma a; ls; unxz a.lzma; cat a
xz -F lzma a; ls; unxz a.lzma; cat a
#| a.lzma
#| b
#| d
#| z
#| hello hello hello hello

### xz --format=lzma -c a | xz -dc --format=lzma
xz --format=lzma -c a | xz -dc --format=lzma
#| hello hello hello hello

### xz --format=foo a; echo $?
xz --format=foo a; echo $?
#| 1
#! xz: foo: Unknown file format type

### xz -C crc32 a; xz -l a.xz
xz -C crc32 a; xz -l a.xz
#| Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename
#|     1       1         68 B         24 B  2.833  CRC32   a.xz

### xz -C none -c a | xz -dc
xz -C none -c a | xz -dc
#| hello hello hello hello

### xz --check=foo a; echo $?
xz --check=foo a; echo $?
#| 1
#! xz: foo: Unsupported integrity check type

### xz -T0 -9e -k a; ls
xz -T0 -9e -k a; ls
#| a
#| a.xz
#| b
#| d
#| z

### xz -S .foo a; ls; xz -d -S .foo a.foo; ls
xz -S .foo a; ls; xz -d -S .foo a.foo; ls
#| a.foo
#| b
#| d
#| z
#| a
#| b
#| d
#| z

### xz --files=b; echo $?
xz --files=b; echo $?
#| 1
#! xz: x: No such file or directory

### printf a > list; xz --files=list; ls; printf 'a.xz\0' | xz -d --files0; ls
printf a > list; xz --files=list; ls; printf 'a.xz\0' | xz -d --files0; ls
#| a
#| b
#| d
#| list
#| z
#| a
#| b
#| d
#| list
#| z
#! xz: list: Unexpected end of input when reading filenames
#! xz: a.xz: No such file or directory

### xz -qq nope; echo $?
xz -qq nope; echo $?
#| 1

### xz -Q nope; echo $?
xz -Q nope; echo $?
#| 1
#! xz: nope: No such file or directory

### xz -M 100MiB -c a | xz -dc
xz -M 100MiB -c a | xz -dc
#| hello hello hello hello

### xz --lzma2=preset=1 -c a | xz -dc
xz --lzma2=preset=1 -c a | xz -dc
#| hello hello hello hello

### xz -0 -c a | xzcat
xz -0 -c a | xzcat
#| hello hello hello hello

### ln -s a l; xz l; echo $?
ln -s a l; xz l; echo $?
#| 2
#! xz: l: Is a symbolic link, skipping

### xz -k a b; xz -l a.xz b.xz; xz -lv a.xz b.xz
xz -k a b; xz -l a.xz b.xz; xz -lv a.xz b.xz
#| Strms  Blocks   Compressed Uncompressed  Ratio  Check   Filename
#|     1       1         72 B         24 B  3.000  CRC64   a.xz
#|     1       1         60 B          2 B    ---  CRC64   b.xz
#| -------------------------------------------------------------------------------
#|     2       2        132 B         26 B  5.077  CRC64   2 files
#| a.xz (1/2)
#|   Streams:           1
#|   Blocks:            1
#|   Compressed size:   72 B
#|   Uncompressed size: 24 B
#|   Ratio:             3.000
#|   Check:             CRC64
#|   Stream Padding:    0 B
#|   Streams:
#|     Stream    Blocks      CompOffset    UncompOffset        CompSize      UncompSize  Ratio  Check      Padding
#|          1         1               0               0              72              24  3.000  CRC64            0
#|   Blocks:
#|     Stream     Block      CompOffset    UncompOffset       TotalSize      UncompSize  Ratio  Check
#|          1         1              12               0              40              24  1.667  CRC64
#|
#| b.xz (2/2)
#|   Streams:           1
#|   Blocks:            1
#|   Compressed size:   60 B
#|   Uncompressed size: 2 B
#|   Ratio:             ---
#|   Check:             CRC64
#|   Stream Padding:    0 B
#|   Streams:
#|     Stream    Blocks      CompOffset    UncompOffset        CompSize      UncompSize  Ratio  Check      Padding
#|          1         1               0               0              60               2    ---  CRC64            0
#|   Blocks:
#|     Stream     Block      CompOffset    UncompOffset       TotalSize      UncompSize  Ratio  Check
#|          1         1              12               0              28               2    ---  CRC64
#|
#| Totals:
#|   Number of files:   2
#|   Streams:           2
#|   Blocks:            2
#|   Compressed size:   132 B
#|   Uncompressed size: 26 B
#|   Ratio:             5.077
#|   Check:             CRC64
#|   Stream Padding:    0 B

### gzip -k a b; gzip -l a.gz b.gz; gzip -lv a.gz b.gz | sed 's/[A-Z][a-z][a-z] .[0-9] ..:..//'
gzip -k a b; gzip -l a.gz b.gz; gzip -lv a.gz b.gz | sed 's/[A-Z][a-z][a-z] .[0-9] ..:..//'
#|          compressed        uncompressed  ratio uncompressed_name
#|                  31                  24  54.2% a
#|                  24                   2 -100.0% b
#|                  55                  26 -34.6% (totals)
#| method  crc     date  time           compressed        uncompressed  ratio uncompressed_name
#| defla 0b598800                   31                  24  54.2% a
#| defla 46ea081f                   24                   2 -100.0% b
#|                                              55                  26 -34.6% (totals)

### printf 'a\0' | xz --files0; ls
printf 'a\0' | xz --files0; ls
#| a.xz
#| b
#| d
#| z

### gzip -n a; gunzip -N a.gz; ls
gzip -n a; gunzip -N a.gz; ls
#| a
#| b
#| d
#| z

### gzip -lN a
gzip -lN a
#!
#! gzip: a: not in gzip format
#? 1

### gzip --fast -v b; gzip --best -dv b
gzip --fast -v b; gzip --best -dv b
#! b:	-100.0% -- replaced with b.gz
#! b.gz:	-100.0% -- replaced with b
