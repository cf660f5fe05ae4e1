# unzip: what each command line gives on these files.
echo hi > a; seq 1 1000 > b; mkdir d; cp b d; touch -d '2020-01-02 03:04' a b d d/b; zip -qr t.zip a b d; rm -r a d

### unzip -l t.zip
unzip -l t.zip
#| Archive:  t.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#|      3893  2020-01-02 03:04   b
#|         0  2020-01-02 03:04   d/
#|      3893  2020-01-02 03:04   d/b
#| ---------                     -------
#|      7789                     4 files

### unzip -o t.zip; cksum a d/b
unzip -o t.zip; cksum a d/b
#| Archive:  t.zip
#|= ' extracting: a                       \n'
#|= '  inflating: b                       \n'
#|    creating: d/
#|= '  inflating: d/b                     \n'
#| 1479881546 3 a
#| 1830648734 3893 d/b

### unzip t.zip a -d z; cat z/a
unzip t.zip a -d z; cat z/a
#| Archive:  t.zip
#|= ' extracting: z/a                     \n'
#| hi

### unzip -p t.zip a
unzip -p t.zip a
#| hi

### unzip -t t.zip
unzip -t t.zip
#| Archive:  t.zip
#|     testing: a                        OK
#|     testing: b                        OK
#|     testing: d/                       OK
#|     testing: d/b                      OK
#| No errors detected in compressed data of t.zip.

### unzip nope
unzip nope
#! unzip:  cannot find or open nope, nope.zip or nope.ZIP.
#? 9

### unzip b
unzip b
#| Archive:  b
#!   End-of-central-directory signature not found.  Either this file is not
#!   a zipfile, or it constitutes one disk of a multi-part archive.  In the
#!   latter case the central directory and zipfile comment will be found on
#!   the last disk(s) of this archive.
#! unzip:  cannot find zipfile directory in one of b or
#!         b.zip, and cannot find b.ZIP, period.
#? 9

### unzip t.zip nosuch
unzip t.zip nosuch
#| Archive:  t.zip
#! caution: filename not matched:  nosuch
#? 11

### unzip -Z1 t.zip
unzip -Z1 t.zip
#| a
#| b
#| d/
#| d/b

### unzip -n t.zip b; stat -c %Y b
unzip -n t.zip b; stat -c %Y b
#| Archive:  t.zip
#| 1577934240

### unzip t.zip b
unzip t.zip b
#| Archive:  t.zip
#! replace b? [y]es, [n]o, [A]ll, [N]one, [r]ename:  NULL
#! (EOF or read error, treating as "[N]one" ...)
#? 1

### unzip -oj t.zip d/b -d k; ls k
unzip -oj t.zip d/b -d k; ls k
#| Archive:  t.zip
#|= '  inflating: k/b                     \n'
#| b

### unzip -q t.zip a; cat a
unzip -q t.zip a; cat a
#| hi
