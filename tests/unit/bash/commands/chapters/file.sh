# file: what each command line gives on these files.
mkdir d; ln -s p l; : > em; echo hi > a; ln -s a m; echo '#!/bin/bash' > s.sh; echo '{"a":1}' > j.json; echo 'é' > u; echo '<html></html>' > h.html; printf 'x\r\ny\r\n' > crlf; printf x > n; printf '\000\001' > bin; printf '#!/usr/bin/env python3\nx=1\n' > p.py

### file a m l em d nope
file a m l em d nope
#| a:    ASCII text
#| m:    symbolic link to a
#| l:    broken symbolic link to p
#| em:   empty
#| d:    directory
#| nope: cannot open `nope' (No such file or directory)

### file s.sh p.py j.json h.html
file s.sh p.py j.json h.html
#| s.sh:   Bourne-Again shell script, ASCII text executable
#| p.py:   Python script, ASCII text executable
#| j.json: JSON text data
#| h.html: HTML document, ASCII text

### file u crlf n bin
file u crlf n bin
#| u:    Unicode text, UTF-8 text
#| crlf: ASCII text, with CRLF line terminators
#| n:    very short file (no magic)
#| bin:  data

### file -b em
file -b em
#| empty

### file -i em u s.sh d bin
file -i em u s.sh d bin
#| em:   inode/x-empty; charset=binary
#| u:    text/plain; charset=utf-8
#| s.sh: text/x-shellscript; charset=us-ascii
#| d:    inode/directory; charset=binary
#| bin:  application/octet-stream; charset=binary

### file --mime-type a
file --mime-type a
#| a: text/plain

### file -L m
file -L m
#| m: ASCII text
