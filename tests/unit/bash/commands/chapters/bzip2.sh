# bzip2: what each command line gives on these files.
seq 1 1000 > a

### bzip2 a; ls
bzip2 a; ls
#| a.bz2

### bzip2 -k a; bzcat a.bz2 | cksum
bzip2 -k a; bzcat a.bz2 | cksum
#| 1830648734 3893

### bzip2 a; bunzip2 a.bz2; ls
bzip2 a; bunzip2 a.bz2; ls
#| a

### bzip2 -c a | bzip2 -d | cksum
bzip2 -c a | bzip2 -d | cksum
#| 1830648734 3893
