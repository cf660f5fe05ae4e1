# zip_options: what zip and unzip make of their options.
mkdir -p d/e; echo hi > a; seq 200 > b; echo x > d/c; echo y > d/e/f; ln -s a l; touch -d '2020-01-02 03:04:06' a b d/c d/e/f d/e d; zip -qr z.zip a b d

### zip -r y.zip a d; unzip -l y.zip
zip -r y.zip a d; unzip -l y.zip
#|   adding: a (stored 0%)
#|   adding: d/ (stored 0%)
#|   adding: d/c (stored 0%)
#|   adding: d/e/ (stored 0%)
#|   adding: d/e/f (stored 0%)
#| Archive:  y.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#|         0  2020-01-02 03:04   d/
#|         2  2020-01-02 03:04   d/c
#|         0  2020-01-02 03:04   d/e/
#|         2  2020-01-02 03:04   d/e/f
#| ---------                     -------
#|         7                     5 files

### zip y.zip a; zip y.zip a b
zip y.zip a; zip y.zip a b
#|   adding: a (stored 0%)
#| updating: a (stored 0%)
#|   adding: b (deflated 52%)

### zip -u y.zip a; echo $?; zip -u y.zip a; echo $?
zip -u y.zip a; echo $?; zip -u y.zip a; echo $?
#| 	zip warning: y.zip not found or empty
#|   adding: a (stored 0%)
#| 0
#| 12

### zip -f z.zip; echo $?
zip -f z.zip; echo $?
#| 12

### echo new >> a; zip -f z.zip
echo new >> a; zip -f z.zip
#| freshening: a (stored 0%)

### echo new >> a; zip -u z.zip a b
echo new >> a; zip -u z.zip a b
#| updating: a (stored 0%)

### zip -d z.zip a; zip -d z.zip nope; echo $?
zip -d z.zip a; zip -d z.zip nope; echo $?
#| deleting: a
#| 	zip warning: name not matched: nope
#|
#| zip error: Nothing to do! (z.zip)
#| 12

### zip -d z.zip 'd/*'; unzip -Z1 z.zip
zip -d z.zip 'd/*'; unzip -Z1 z.zip
#| deleting: d/
#| deleting: d/c
#| deleting: d/e/
#| deleting: d/e/f
#| a
#| b

### zip -m y.zip a; ls
zip -m y.zip a; ls
#|   adding: a (stored 0%)
#| b
#| d
#| l
#| y.zip
#| z.zip

### zip -rm y.zip d; ls
zip -rm y.zip d; ls
#|   adding: d/ (stored 0%)
#|   adding: d/c (stored 0%)
#|   adding: d/e/ (stored 0%)
#|   adding: d/e/f (stored 0%)
#| a
#| b
#| l
#| y.zip
#| z.zip

### zip -j y.zip d/c d/e/f; unzip -Z1 y.zip
zip -j y.zip d/c d/e/f; unzip -Z1 y.zip
#|   adding: c (stored 0%)
#|   adding: f (stored 0%)
#| c
#| f

### zip -0 y.zip b; zip -9 x.zip b | sed 's/[0-9]*%/N%/'
zip -0 y.zip b; zip -9 x.zip b | sed 's/[0-9]*%/N%/'
#|   adding: b (stored 0%)
#|   adding: b (deflated N%)

### zip -rD y.zip d; unzip -Z1 y.zip
zip -rD y.zip d; unzip -Z1 y.zip
#|   adding: d/c (stored 0%)
#|   adding: d/e/f (stored 0%)
#| d/c
#| d/e/f

### zip -ry y.zip l d; unzip -Z1 y.zip
zip -ry y.zip l d; unzip -Z1 y.zip
#|   adding: l (stored 0%)
#|   adding: d/ (stored 0%)
#|   adding: d/c (stored 0%)
#|   adding: d/e/ (stored 0%)
#|   adding: d/e/f (stored 0%)
#| l
#| d/
#| d/c
#| d/e/
#| d/e/f

### zip -r y.zip . -i 'd/*'; unzip -Z1 y.zip
zip -r y.zip . -i 'd/*'; unzip -Z1 y.zip
#|   adding: d/ (stored 0%)
#|   adding: d/c (stored 0%)
#|   adding: d/e/ (stored 0%)
#|   adding: d/e/f (stored 0%)
#| d/
#| d/c
#| d/e/
#| d/e/f

### zip -r y.zip . -x@list; echo $?
zip -r y.zip . -x@list; echo $?
#| zip I/O error: No such file or directory
#| zip error: File not found or no read permission (x pattern file '@list')
#| 18

### echo a | zip -@ y.zip; unzip -Z1 y.zip
echo a | zip -@ y.zip; unzip -Z1 y.zip
#|   adding: a (stored 0%)
#| a

### zip -q y.zip a; echo $?
zip -q y.zip a; echo $?
#| 0

### zip y.zip nope; echo $?
zip y.zip nope; echo $?
#| 	zip warning: name not matched: nope
#|
#| zip error: Nothing to do! (y.zip)
#| 12

### zip y.zip; echo $?
zip y.zip; echo $?
#|
#| zip error: Nothing to do! (y.zip)
#| 12

### zip -T z.zip
zip -T z.zip
#| test of z.zip OK

### zip -q y.zip a; zip -g y.zip b; unzip -Z1 y.zip
zip -q y.zip a; zip -g y.zip b; unzip -Z1 y.zip
#|   adding: b (deflated 52%)
#| a
#| b

### zip -FS -r z.zip a b d
zip -FS -r z.zip a b d
#| Archive is current

### echo com | zip -z z.zip > /dev/null; unzip -z z.zip
echo com | zip -z z.zip > /dev/null; unzip -z z.zip
#| Archive:  z.zip
#| com

### echo x | zip y.zip -; unzip -Z1 y.zip; unzip -p y.zip -
echo x | zip y.zip -; unzip -Z1 y.zip; unzip -p y.zip -
#|   adding: - (stored 0%)
#| -
#| x

### zip -v y.zip a
zip -v y.zip a
#|   adding: a	(in=3) (out=3) (stored 0%)
#| total bytes=3, compressed=3 -> 0% savings

### zip -sf z.zip
zip -sf z.zip
#| Archive contains:
#|   a
#|   b
#|   d/
#|   d/c
#|   d/e/
#|   d/e/f
#| Total 6 entries (699 bytes)

### zip --zzz; echo $?
zip --zzz; echo $?
#|
#| zip error: Invalid command arguments (long option 'zzz' not supported)
#| 16

### zip -! y.zip a; echo $?
zip -! y.zip a; echo $?
#|
#| zip error: Invalid command arguments (short option '!' not supported)
#| 16

### zip -X -9 -r -q y.zip d; unzip -Z1 y.zip
zip -X -9 -r -q y.zip d; unzip -Z1 y.zip
#| d/
#| d/c
#| d/e/
#| d/e/f

### zip -o -q y.zip a; echo $?
zip -o -q y.zip a; echo $?
#| 0

### zip -tt 2019-01-01 y.zip a b; echo $?
zip -tt 2019-01-01 y.zip a b; echo $?
#|
#| zip error: Nothing to do! (y.zip)
#| 12

### zip -t 2021-01-01 y.zip a b; echo $?
zip -t 2021-01-01 y.zip a b; echo $?
#|
#| zip error: Nothing to do! (y.zip)
#| 12

### zip -n .txt y.zip a
zip -n .txt y.zip a
#|   adding: a (stored 0%)

### zip -b . y.zip a
zip -b . y.zip a
#|   adding: a (stored 0%)

### unzip -l z.zip
unzip -l z.zip
#| Archive:  z.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#|       692  2020-01-02 03:04   b
#|         0  2020-01-02 03:04   d/
#|         2  2020-01-02 03:04   d/c
#|         0  2020-01-02 03:04   d/e/
#|         2  2020-01-02 03:04   d/e/f
#| ---------                     -------
#|       699                     6 files

### unzip -lq z.zip
unzip -lq z.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#|       692  2020-01-02 03:04   b
#|         0  2020-01-02 03:04   d/
#|         2  2020-01-02 03:04   d/c
#|         0  2020-01-02 03:04   d/e/
#|         2  2020-01-02 03:04   d/e/f
#| ---------                     -------
#|       699                     6 files

### unzip -lqq z.zip
unzip -lqq z.zip
#|         3  2020-01-02 03:04   a
#|       692  2020-01-02 03:04   b
#|         0  2020-01-02 03:04   d/
#|         2  2020-01-02 03:04   d/c
#|         0  2020-01-02 03:04   d/e/
#|         2  2020-01-02 03:04   d/e/f

### unzip -v z.zip
unzip -v z.zip
#| Archive:  z.zip
#|  Length   Method    Size  Cmpr    Date    Time   CRC-32   Name
#| --------  ------  ------- ---- ---------- ----- --------  ----
#|        3  Stored        3   0% 2020-01-02 03:04 ed6f7a7a  a
#|      692  Defl:N      331  52% 2020-01-02 03:04 3428ef98  b
#|        0  Stored        0   0% 2020-01-02 03:04 00000000  d/
#|        2  Stored        2   0% 2020-01-02 03:04 46ea081f  d/c
#|        0  Stored        0   0% 2020-01-02 03:04 00000000  d/e/
#|        2  Stored        2   0% 2020-01-02 03:04 5ff1395e  d/e/f
#| --------          -------  ---                            -------
#|      699              338  52%                            6 files

### unzip -Z1 z.zip
unzip -Z1 z.zip
#| a
#| b
#| d/
#| d/c
#| d/e/
#| d/e/f

### unzip -t z.zip
unzip -t z.zip
#| Archive:  z.zip
#|     testing: a                        OK
#|     testing: b                        OK
#|     testing: d/                       OK
#|     testing: d/c                      OK
#|     testing: d/e/                     OK
#|     testing: d/e/f                    OK
#| No errors detected in compressed data of z.zip.

### unzip -tq z.zip
unzip -tq z.zip
#| No errors detected in compressed data of z.zip.

### unzip -z z.zip
unzip -z z.zip
#| Archive:  z.zip

### unzip -p z.zip a b | head -3
unzip -p z.zip a b | head -3
#| hi
#| 1
#| 2

### mkdir o; unzip z.zip -d o; ls o
mkdir o; unzip z.zip -d o; ls o
#| Archive:  z.zip
#|= ' extracting: o/a                     \n'
#|= '  inflating: o/b                     \n'
#|    creating: o/d/
#|= ' extracting: o/d/c                   \n'
#|    creating: o/d/e/
#|= ' extracting: o/d/e/f                 \n'
#| a
#| b
#| d

### mkdir o; unzip -q z.zip 'd/*' -d o; ls o
mkdir o; unzip -q z.zip 'd/*' -d o; ls o
#| d

### mkdir o; unzip -j z.zip -d o; ls o
mkdir o; unzip -j z.zip -d o; ls o
#| Archive:  z.zip
#|= ' extracting: o/a                     \n'
#|= '  inflating: o/b                     \n'
#|= ' extracting: o/c                     \n'
#|= ' extracting: o/f                     \n'
#| a
#| b
#| c
#| f

### unzip -o z.zip a; unzip -n z.zip a; ls
unzip -o z.zip a; unzip -n z.zip a; ls
#| Archive:  z.zip
#|= ' extracting: a                       \n'
#| Archive:  z.zip
#| a
#| b
#| d
#| l
#| z.zip

### echo n | unzip z.zip a; echo $?
echo n | unzip z.zip a; echo $?
#| Archive:  z.zip
#| 0
#!= 'replace a? [y]es, [n]o, [A]ll, [N]one, [r]ename: '

### unzip -f z.zip; echo $?
unzip -f z.zip; echo $?
#| Archive:  z.zip
#| 0

### rm a; unzip -u z.zip; ls
rm a; unzip -u z.zip; ls
#| Archive:  z.zip
#|= ' extracting: a                       \n'
#| a
#| b
#| d
#| l
#| z.zip

### unzip z.zip nope; echo $?
unzip z.zip nope; echo $?
#| Archive:  z.zip
#| 11
#! caution: filename not matched:  nope

### unzip nope.zip; echo $?
unzip nope.zip; echo $?
#| 9
#! unzip:  cannot find or open nope.zip, nope.zip.zip or nope.zip.ZIP.

### unzip -l z.zip a nope; echo $?
unzip -l z.zip a nope; echo $?
#| Archive:  z.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#| ---------                     -------
#|         3                     1 file
#| 0

### unzip z.zip -x a 'd/*' -d o; ls o
unzip z.zip -x a 'd/*' -d o; ls o
#| Archive:  z.zip
#|= '  inflating: o/b                     \n'
#| b

### unzip -C z.zip A -d o; ls o
unzip -C z.zip A -d o; ls o
#| Archive:  z.zip
#|= ' extracting: o/a                     \n'
#| a

### unzip -L z.zip -d o; ls o
unzip -L z.zip -d o; ls o
#| Archive:  z.zip
#|= ' extracting: o/a                     \n'
#|= '  inflating: o/b                     \n'
#|    creating: o/d/
#|= ' extracting: o/d/c                   \n'
#|    creating: o/d/e/
#|= ' extracting: o/d/e/f                 \n'
#| a
#| b
#| d

### unzip -qq z.zip -d o; ls o
unzip -qq z.zip -d o; ls o
#| a
#| b
#| d

### unzip a; echo $?
unzip a; echo $?
#| Archive:  a
#| 9
#!   End-of-central-directory signature not found.  Either this file is not
#!   a zipfile, or it constitutes one disk of a multi-part archive.  In the
#!   latter case the central directory and zipfile comment will be found on
#!   the last disk(s) of this archive.
#! unzip:  cannot find zipfile directory in one of a or
#!         a.zip, and cannot find a.ZIP, period.

### unzip -T z.zip; echo $?
unzip -T z.zip; echo $?
#| Updated time stamp for z.zip.
#| 0

### unzip -aa -q z.zip -d o; echo $?
unzip -aa -q z.zip -d o; echo $?
#| 0

### unzip -K -X -V -U -q z.zip -d o; echo $?
unzip -K -X -V -U -q z.zip -d o; echo $?
#| 0

### unzip -d; echo $?
unzip -d; echo $?
#| 10
#! error:  must specify directory to which to extract with -d option

### unzip -c z.zip a
unzip -c z.zip a
#| Archive:  z.zip
#|= ' extracting: a                       \n'
#| hi
#|

### unzip -l 'z*.zip'
unzip -l 'z*.zip'
#| Archive:  z.zip
#|   Length      Date    Time    Name
#| ---------  ---------- -----   ----
#|         3  2020-01-02 03:04   a
#|       692  2020-01-02 03:04   b
#|         0  2020-01-02 03:04   d/
#|         2  2020-01-02 03:04   d/c
#|         0  2020-01-02 03:04   d/e/
#|         2  2020-01-02 03:04   d/e/f
#| ---------                     -------
#|       699                     6 files
