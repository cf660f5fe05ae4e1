# factor: what each command line gives.

### factor 0 1 2 12 97
factor 0 1 2 12 97
#| 0:
#| 1:
#| 2: 2
#| 12: 2 2 3
#| 97: 97

### factor 18446744073709551615
factor 18446744073709551615
#| 18446744073709551615: 3 5 17 257 641 65537 6700417

### factor 600851475143 10000000000000061
factor 600851475143 10000000000000061
#| 600851475143: 71 839 1471 6857
#| 10000000000000061: 10000000000000061

### echo 12 13 | factor
echo 12 13 | factor
#| 12: 2 2 3
#| 13: 13

### factor x
factor x
#! factor: ‘x’ is not a valid positive integer
#? 1

### factor 1.5
factor 1.5
#! factor: ‘1.5’ is not a valid positive integer
#? 1

### factor -- 8
factor -- 8
#| 8: 2 2 2
