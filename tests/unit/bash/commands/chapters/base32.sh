# base32: what each command line gives.

### printf ab | base32
printf ab | base32
#| MFRA====

### seq 1 100 | base32 | base32 -d | cksum
seq 1 100 | base32 | base32 -d | cksum
#| 3917710714 292

### echo NBSWY3DP | base32 -d
echo NBSWY3DP | base32 -d
#|= 'hello'

### echo NBSW= | base32 -d
echo NBSW= | base32 -d
#! base32: invalid input
#? 1

### echo nbswy3dp | base32 -d
echo nbswy3dp | base32 -d
#! base32: invalid input
#? 1
