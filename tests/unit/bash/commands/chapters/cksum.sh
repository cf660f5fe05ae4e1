# cksum: what each command line gives on these files.
seq 1 1000 > a

### cksum a
cksum a
#| 1830648734 3893 a

### cksum < a
cksum < a
#| 1830648734 3893

### cksum -a bsd a
cksum -a bsd a
#| 20029     4 a

### cksum -a sysv a
cksum -a sysv a
#| 31295 8 a

### cksum -a sha256 a
cksum -a sha256 a
#| SHA256 (a) = 67d4ff71d43921d5739f387da09746f405e425b07d727e4c69d029461d1f051f

### cksum -a blake2b -l 128 a
cksum -a blake2b -l 128 a
#| BLAKE2b-128 (a) = 88c5ea75e1f2f6852cccd5962be3ef3c

### cksum -a md5 --untagged a
cksum -a md5 --untagged a
#| 53d025127ae99ab79e8502aae2d9bea6  a

### cksum -a sha1 a > s; cksum -c s
cksum -a sha1 a > s; cksum -c s
#| a: OK

### cksum -a foo a
cksum -a foo a
#! cksum: invalid argument ‘foo’ for ‘--algorithm’
#! Valid arguments are:
#!   - ‘bsd’
#!   - ‘sysv’
#!   - ‘crc’
#!   - ‘md5’
#!   - ‘sha1’
#!   - ‘sha224’
#!   - ‘sha256’
#!   - ‘sha384’
#!   - ‘sha512’
#!   - ‘blake2b’
#!   - ‘sm3’
#! Try 'cksum --help' for more information.
#? 1

### cksum -a crc -c a
cksum -a crc -c a
#! cksum: --check is not supported with --algorithm={bsd,sysv,crc}
#? 1

### cksum nope
cksum nope
#! cksum: nope: No such file or directory
#? 1

### cksum -b a
cksum -b a
#! Try 'cksum --help' for more information.
#? 1
