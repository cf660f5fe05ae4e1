# base64: what each command line gives on these files.
seq 1 100 > a

### base64 a
base64 a
#| MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIK
#| MjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAKNDEK
#| NDIKNDMKNDQKNDUKNDYKNDcKNDgKNDkKNTAKNTEKNTIKNTMKNTQKNTUKNTYKNTcKNTgKNTkKNjAK
#| NjEKNjIKNjMKNjQKNjUKNjYKNjcKNjgKNjkKNzAKNzEKNzIKNzMKNzQKNzUKNzYKNzcKNzgKNzkK
#| ODAKODEKODIKODMKODQKODUKODYKODcKODgKODkKOTAKOTEKOTIKOTMKOTQKOTUKOTYKOTcKOTgK
#| OTkKMTAwCg==

### base64 -w 0 a
base64 -w 0 a
#|= 'MQoyCjMKNAo1CjYKNwo4CjkKMTAKMTEKMTIKMTMKMTQKMTUKMTYKMTcKMTgKMTkKMjAKMjEKMjIKMjMKMjQKMjUKMjYKMjcKMjgKMjkKMzAKMzEKMzIKMzMKMzQKMzUKMzYKMzcKMzgKMzkKNDAKNDEKNDIKNDMKNDQKNDUKNDYKNDcKNDgKNDkKNTAKNTEKNTIKNTMKNTQKNTUKNTYKNTcKNTgKNTkKNjAKNjEKNjIKNjMKNjQKNjUKNjYKNjcKNjgKNjkKNzAKNzEKNzIKNzMKNzQKNzUKNzYKNzcKNzgKNzkKODAKODEKODIKODMKODQKODUKODYKODcKODgKODkKOTAKOTEKOTIKOTMKOTQKOTUKOTYKOTcKOTgKOTkKMTAwCg=='

### base64 -w 7 a | head -3
base64 -w 7 a | head -3
#| MQoyCjM
#| KNAo1Cj
#| YKNwo4C

### base64 a | base64 -d | cksum
base64 a | base64 -d | cksum
#| 3917710714 292

### printf a | base64
printf a | base64
#| YQ==

### echo aGVsbG8 | base64 -d
echo aGVsbG8 | base64 -d
#|= 'hello'
#! base64: invalid input
#? 1

### echo 'aGV!bG8=' | base64 -d
echo 'aGV!bG8=' | base64 -d
#|= 'he'
#! base64: invalid input
#? 1

### echo 'aGV!sbG8=' | base64 -di
echo 'aGV!sbG8=' | base64 -di
#|= 'hello'

### echo 'YQ==YWI=' | base64 -d
echo 'YQ==YWI=' | base64 -d
#|= 'aab'

### base64 nope
base64 nope
#! base64: nope: No such file or directory
#? 1

### base64 a b
base64 a b
#! base64: extra operand ‘b’
#! Try 'base64 --help' for more information.
#? 1

### base64 -w x
base64 -w x
#! base64: invalid wrap size: ‘x’
#? 1

### base64 .
base64 .
#! base64: read error: Is a directory
#? 1
