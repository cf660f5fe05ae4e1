# xz: what each command line gives on these files.
seq 1 1000 > a

### xz a; ls
xz a; ls
#| a.xz

### xz -k a; xzcat a.xz | cksum
xz -k a; xzcat a.xz | cksum
#| 1830648734 3893

### xz a; unxz a.xz; ls
xz a; unxz a.xz; ls
#| a

### xz -c a | xz -d | cksum
xz -c a | xz -d | cksum
#| 1830648734 3893
