# file_kinds: what file says of these.
printf '#include <stdio.h>\nint x;\n' > c.c; printf 'import os\n\ndef f(x):\n    return x\n' > p.py; printf '#!/usr/bin/env python3\nprint(1)\n' > p2; printf 'a,b\n1,2\n' > 2.csv; printf 'a,b\n1,2\n3,4\n' > 3.csv; printf 'hello, world\n' > one; printf '{"a":1}\n{"b":2}\n' > n.jsonl; printf '[1,2]' > arr; printf '<?xml version="1.0"?>\n<a/>\n' > x.xml; printf 'all:\n\techo\n' > Makefile; printf 'a\rb\r' > cr; printf 'a\r\nb\n' > mix; printf '\xef\xbb\xbfhi\n' > bom; printf 'caf\xe9\n' > lat; printf '\xff\xfeh\0i\0' > u16; head -c 10 /dev/zero > z; printf '\x7fELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\76\0\1\0\0\0' > elf; printf '%0400d\n' 1 > long; printf '\33[1mhi\n' > esc; printf 'a\bb\n' > bs; printf 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n' > d.diff; printf 'x' > 1; printf '#!/usr/bin/perl\n' > pl; printf '#!/bin/bash\necho\n' > b.sh; printf '#!/usr/bin/awk -f\n' > aw; printf '#!/usr/bin/node\n' > nd; printf '<!DOCTYPE html>\n<html>\n' > h.html; printf '{"a":\n' > badjson; printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\2\0\0\0' > p.png; printf 'GIF89a\1\0\1\0' > g.gif; printf '%%PDF-1.4\n' > d.pdf; : > e; touch -d @1000000000 c.c; gzip -9k c.c; gzip -nc c.c > cn.gz; bzip2 -k c.c; xz -k c.c; ln -s c.c l; ln -s nx dl; mkfifo pipe; zip -q z.zip c.c

### file *
file *
#| 1:        very short file (no magic)
#| 2.csv:    ASCII text
#| 3.csv:    CSV text
#| Makefile: makefile script, ASCII text
#| arr:      JSON text data
#| aw:       awk script, ASCII text executable
#| b.sh:     Bourne-Again shell script, ASCII text executable
#| badjson:  ASCII text
#| bom:      Unicode text, UTF-8 (with BOM) text
#| bs:       ASCII text, with overstriking
#| c.c:      C source, ASCII text
#| c.c.bz2:  bzip2 compressed data, block size = 900k
#| c.c.gz:   gzip compressed data, was "c.c", last modified: Sun Sep  9 01:46:40 2001, max compression, from Unix, original size modulo 2^32 26
#| c.c.xz:   XZ compressed data, checksum CRC64
#| cn.gz:    gzip compressed data, from Unix, original size modulo 2^32 26
#| cr:       ASCII text, with CR line terminators
#| d.diff:   unified diff output, ASCII text
#| d.pdf:    PDF document, version 1.4
#| dl:       broken symbolic link to nx
#| e:        empty
#| elf:      ELF 64-bit LSB executable, x86-64, version 1 (SYSV)
#| esc:      ASCII text, with escape sequences
#| g.gif:    GIF image data, version 89a, 1 x 1
#| h.html:   HTML document, ASCII text
#| l:        symbolic link to c.c
#| lat:      ISO-8859 text
#| long:     ASCII text, with very long lines (400)
#| mix:      ASCII text, with CRLF, LF line terminators
#| n.jsonl:  New Line Delimited JSON text data
#| nd:       Node.js script executable, ASCII text
#| one:      ASCII text
#| p.png:    PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced
#| p.py:     Python script, ASCII text executable
#| p2:       Python script, ASCII text executable
#| pipe:     fifo (named pipe)
#| pl:       Perl script text executable
#| u16:      Unicode text, UTF-16, little-endian text, with no line terminators
#| x.xml:    XML 1.0 document, ASCII text
#| z:        data
#| z.zip:    Zip archive data, at least v1.0 to extract, compression method=store

### file -b *
file -b *
#| very short file (no magic)
#| ASCII text
#| CSV text
#| makefile script, ASCII text
#| JSON text data
#| awk script, ASCII text executable
#| Bourne-Again shell script, ASCII text executable
#| ASCII text
#| Unicode text, UTF-8 (with BOM) text
#| ASCII text, with overstriking
#| C source, ASCII text
#| bzip2 compressed data, block size = 900k
#| gzip compressed data, was "c.c", last modified: Sun Sep  9 01:46:40 2001, max compression, from Unix, original size modulo 2^32 26
#| XZ compressed data, checksum CRC64
#| gzip compressed data, from Unix, original size modulo 2^32 26
#| ASCII text, with CR line terminators
#| unified diff output, ASCII text
#| PDF document, version 1.4
#| broken symbolic link to nx
#| empty
#| ELF 64-bit LSB executable, x86-64, version 1 (SYSV)
#| ASCII text, with escape sequences
#| GIF image data, version 89a, 1 x 1
#| HTML document, ASCII text
#| symbolic link to c.c
#| ISO-8859 text
#| ASCII text, with very long lines (400)
#| ASCII text, with CRLF, LF line terminators
#| New Line Delimited JSON text data
#| Node.js script executable, ASCII text
#| ASCII text
#| PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced
#| Python script, ASCII text executable
#| Python script, ASCII text executable
#| fifo (named pipe)
#| Perl script text executable
#| Unicode text, UTF-16, little-endian text, with no line terminators
#| XML 1.0 document, ASCII text
#| data
#| Zip archive data, at least v1.0 to extract, compression method=store

### file --mime-type *
file --mime-type *
#| 1:        application/octet-stream
#| 2.csv:    text/plain
#| 3.csv:    text/csv
#| Makefile: text/x-makefile
#| arr:      application/json
#| aw:       text/x-awk
#| b.sh:     text/x-shellscript
#| badjson:  text/plain
#| bom:      text/plain
#| bs:       text/plain
#| c.c:      text/x-c
#| c.c.bz2:  application/x-bzip2
#| c.c.gz:   application/gzip
#| c.c.xz:   application/x-xz
#| cn.gz:    application/gzip
#| cr:       text/plain
#| d.diff:   text/x-diff
#| d.pdf:    application/pdf
#| dl:       inode/symlink
#| e:        inode/x-empty
#| elf:      application/x-executable
#| esc:      text/plain
#| g.gif:    image/gif
#| h.html:   text/html
#| l:        inode/symlink
#| lat:      text/plain
#| long:     text/plain
#| mix:      text/plain
#| n.jsonl:  application/x-ndjson
#| nd:       application/javascript
#| one:      text/plain
#| p.png:    image/png
#| p.py:     text/x-script.python
#| p2:       text/x-script.python
#| pipe:     inode/fifo
#| pl:       text/x-perl
#| u16:      text/plain
#| x.xml:    text/xml
#| z:        application/octet-stream
#| z.zip:    application/zip

### rm dl; file -i *
rm dl; file -i *
#| 1:        application/octet-stream; charset=binary
#| 2.csv:    text/plain; charset=us-ascii
#| 3.csv:    text/csv; charset=us-ascii
#| Makefile: text/x-makefile; charset=us-ascii
#| arr:      application/json; charset=us-ascii
#| aw:       text/x-awk; charset=us-ascii
#| b.sh:     text/x-shellscript; charset=us-ascii
#| badjson:  text/plain; charset=us-ascii
#| bom:      text/plain; charset=utf-8
#| bs:       text/plain; charset=us-ascii
#| c.c:      text/x-c; charset=us-ascii
#| c.c.bz2:  application/x-bzip2; charset=binary
#| c.c.gz:   application/gzip; charset=binary
#| c.c.xz:   application/x-xz; charset=binary
#| cn.gz:    application/gzip; charset=binary
#| cr:       text/plain; charset=us-ascii
#| d.diff:   text/x-diff; charset=us-ascii
#| d.pdf:    application/pdf; charset=us-ascii
#| e:        inode/x-empty; charset=binary
#| elf:      application/x-executable; charset=binary
#| esc:      text/plain; charset=us-ascii
#| g.gif:    image/gif; charset=binary
#| h.html:   text/html; charset=us-ascii
#| l:        inode/symlink; charset=binary
#| lat:      text/plain; charset=iso-8859-1
#| long:     text/plain; charset=us-ascii
#| mix:      text/plain; charset=us-ascii
#| n.jsonl:  application/x-ndjson; charset=us-ascii
#| nd:       application/javascript; charset=us-ascii
#| one:      text/plain; charset=us-ascii
#| p.png:    image/png; charset=binary
#| p.py:     text/x-script.python; charset=us-ascii
#| p2:       text/x-script.python; charset=us-ascii
#| pipe:     inode/fifo; charset=binary
#| pl:       text/x-perl; charset=us-ascii
#| u16:      text/plain; charset=utf-16le
#| x.xml:    text/xml; charset=us-ascii
#| z:        application/octet-stream; charset=binary
#| z.zip:    application/zip; charset=binary

### file --extension a.txt p.png g.gif d.pdf c.c.gz c.c.bz2 c.c.xz z.zip e one
file --extension a.txt p.png g.gif d.pdf c.c.gz c.c.bz2 c.c.xz z.zip e one
#| a.txt:   cannot open `a.txt' (No such file or directory)
#| p.png:   png
#| g.gif:   gif
#| d.pdf:   pdf
#| c.c.gz:  gz/tgz/tpz/zabw/svgz/adz/kmy/xcfgz
#| c.c.bz2: bz2
#| c.c.xz:  xz
#| z.zip:   ???
#| e:       ???
#| one:     ???

### file --apple one p.png
file --apple one p.png
#| one:   UNKNUNKN
#| p.png: UNKNUNKN

### printf 'one\np.png\n' > list; file -f list; file -f list e
printf 'one\np.png\n' > list; file -f list; file -f list e
#| one:   ASCII text
#| p.png: PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced
#| one:   ASCII text
#| p.png: PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced
#| e: empty

### file -f nope; echo $?
file -f nope; echo $?
#| 1
#! file: Cannot open `nope' (No such file or directory)

### file -z cn.gz c.c.bz2
file -z cn.gz c.c.bz2
#| cn.gz:   C source, ASCII text (gzip compressed data, from Unix)
#| c.c.bz2: C source, ASCII text (bzip2 compressed data, block size = 900k)

### file -Z cn.gz one
file -Z cn.gz one
#| cn.gz: C source, ASCII text
#| one:   ASCII text

### file -e ascii -e soft one | wc -l
file -e ascii -e soft one | wc -l
#| 1

### file -e nope one; echo $?
file -e nope one; echo $?
#| 1
#! Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
#!             [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
#!             [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
#!             <file> ...
#!        file -C [-m <magicfiles>]
#!        file [--help]

### file nope; echo $?
file nope; echo $?
#| nope: cannot open `nope' (No such file or directory)
#| 0

### file -E nope; echo $?
file -E nope; echo $?
#| nope: ERROR: cannot stat `nope' (No such file or directory)
#| 1

### file - < one
file - < one
#| /dev/stdin: ASCII text

### file; echo $?
file; echo $?
#| 1
#! Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
#!             [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
#!             [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
#!             <file> ...
#!        file -C [-m <magicfiles>]
#!        file [--help]

### file -F ' =>' one p.png
file -F ' =>' one p.png
#| one =>   ASCII text
#| p.png => PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced

### file -N one p.png
file -N one p.png
#| one: ASCII text
#| p.png: PNG image data, 1 x 1, 8-bit/color RGB, non-interlaced

### file -0 one | od -c | head -2
file -0 one | od -c | head -2
#| 0000000   o   n   e  \0   :       A   S   C   I   I       t   e   x   t
#| 0000020  \n

### file -L l dl
file -L l dl
#| l:  C source, ASCII text
#| dl: cannot open `dl' (No such file or directory)

### file -h l
file -h l
#| l: symbolic link to c.c

### file -r -s -p -n -k one
file -r -s -p -n -k one
#| one: ASCII text

### file -m /dev/null one | wc -l
file -m /dev/null one | wc -l
#| 1

### file --foo one; echo $?
file --foo one; echo $?
#| 1
#! file: unrecognized option '--foo'
#! Usage: file [-bcCdEhikLlNnprsSvzZ0] [--apple] [--extension] [--mime-encoding]
#!             [--mime-type] [-e <testname>] [-F <separator>]  [-f <namefile>]
#!             [-m <magicfiles>] [-P <parameter=value>] [--exclude-quiet]
#!             <file> ...
#!        file -C [-m <magicfiles>]
#!        file [--help]
