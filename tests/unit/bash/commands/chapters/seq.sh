# seq: what each command line gives on these files.

### seq 5
seq 5
#| 1
#| 2
#| 3
#| 4
#| 5

### seq 2 5
seq 2 5
#| 2
#| 3
#| 4
#| 5

### seq 1 2 10
seq 1 2 10
#| 1
#| 3
#| 5
#| 7
#| 9

### seq 5 -1 1
seq 5 -1 1
#| 5
#| 4
#| 3
#| 2
#| 1

### seq 5 1
seq 5 1

### seq -3 3
seq -3 3
#| -3
#| -2
#| -1
#| 0
#| 1
#| 2
#| 3

### seq -w 8 12
seq -w 8 12
#| 08
#| 09
#| 10
#| 11
#| 12

### seq -w -5 5
seq -w -5 5
#| -5
#| -4
#| -3
#| -2
#| -1
#| 00
#| 01
#| 02
#| 03
#| 04
#| 05

### seq -w 1 100
seq -w 1 100
#| 001
#| 002
#| 003
#| 004
#| 005
#| 006
#| 007
#| 008
#| 009
#| 010
#| 011
#| 012
#| 013
#| 014
#| 015
#| 016
#| 017
#| 018
#| 019
#| 020
#| 021
#| 022
#| 023
#| 024
#| 025
#| 026
#| 027
#| 028
#| 029
#| 030
#| 031
#| 032
#| 033
#| 034
#| 035
#| 036
#| 037
#| 038
#| 039
#| 040
#| 041
#| 042
#| 043
#| 044
#| 045
#| 046
#| 047
#| 048
#| 049
#| 050
#| 051
#| 052
#| 053
#| 054
#| 055
#| 056
#| 057
#| 058
#| 059
#| 060
#| 061
#| 062
#| 063
#| 064
#| 065
#| 066
#| 067
#| 068
#| 069
#| 070
#| 071
#| 072
#| 073
#| 074
#| 075
#| 076
#| 077
#| 078
#| 079
#| 080
#| 081
#| 082
#| 083
#| 084
#| 085
#| 086
#| 087
#| 088
#| 089
#| 090
#| 091
#| 092
#| 093
#| 094
#| 095
#| 096
#| 097
#| 098
#| 099
#| 100

### seq -s, 5
seq -s, 5
#| 1,2,3,4,5

### seq -s , 1 3
seq -s , 1 3
#| 1,2,3

### seq 0.1 0.1 0.5
seq 0.1 0.1 0.5
#| 0.1
#| 0.2
#| 0.3
#| 0.4
#| 0.5

### seq 1 .5 3
seq 1 .5 3
#| 1.0
#| 1.5
#| 2.0
#| 2.5
#| 3.0

### seq -w 0 .25 1
seq -w 0 .25 1
#| 0.00
#| 0.25
#| 0.50
#| 0.75
#| 1.00

### seq 1e3 1002
seq 1e3 1002
#| 1000
#| 1001
#| 1002

### seq -f %g 3
seq -f %g 3
#| 1
#| 2
#| 3

### seq -f "%.2f" 3
seq -f "%.2f" 3
#| 1.00
#| 2.00
#| 3.00

### seq -f "a%03gb" 3
seq -f "a%03gb" 3
#| a001b
#| a002b
#| a003b

### seq -f %d 3
seq -f %d 3
#! seq: format ‘%d’ has unknown %d directive
#? 1

### seq -f x 3
seq -f x 3
#! seq: format ‘x’ has no % directive
#? 1

### seq -f "%%" 3
seq -f "%%" 3
#! seq: format ‘%%’ has no % directive
#? 1

### seq -f %g%g 3
seq -f %g%g 3
#! seq: format ‘%g%g’ has too many % directives
#? 1

### seq x
seq x
#! seq: invalid floating point argument: ‘x’
#! Try 'seq --help' for more information.
#? 1

### seq 1 x
seq 1 x
#! seq: invalid floating point argument: ‘x’
#! Try 'seq --help' for more information.
#? 1

### seq 
seq 
#! seq: missing operand
#! Try 'seq --help' for more information.
#? 1

### seq 1 2 3 4
seq 1 2 3 4
#! seq: extra operand ‘4’
#! Try 'seq --help' for more information.
#? 1

### seq 1 0 5
seq 1 0 5
#! seq: invalid Zero increment value: ‘0’
#! Try 'seq --help' for more information.
#? 1

### seq 10 1 5
seq 10 1 5

### seq -f %5.1f 1 3
seq -f %5.1f 1 3
#|   1.0
#|   2.0
#|   3.0

### seq 1.0 3
seq 1.0 3
#| 1.0
#| 2.0
#| 3.0

### seq -w 1.0 3
seq -w 1.0 3
#| 1.0
#| 2.0
#| 3.0

### seq -w 1 3.5
seq -w 1 3.5
#| 1
#| 2
#| 3

### seq 1 3.5
seq 1 3.5
#| 1
#| 2
#| 3

### seq .5 3
seq .5 3
#| 0.5
#| 1.5
#| 2.5

### seq 0 .1 .3
seq 0 .1 .3
#| 0.0
#| 0.1
#| 0.2
#| 0.3

### seq 3 -0.5 1
seq 3 -0.5 1
#| 3.0
#| 2.5
#| 2.0
#| 1.5
#| 1.0

### seq -5
seq -5

### seq 1 -1
seq 1 -1

### seq -- -3 -1
seq -- -3 -1
#| -3
#| -2
#| -1

### seq -s "" 3
seq -s "" 3
#| 123

### seq -s "\n-" 3
seq -s "
-" 3
#| 1
#| -2
#| -3

### seq --equal-width 9 11
seq --equal-width 9 11
#| 09
#| 10
#| 11

### seq -1 1
seq -1 1
#| -1
#| 0
#| 1

### seq 1 1 1
seq 1 1 1
#| 1

### seq 100000000000000000000 100000000000000000003
seq 100000000000000000000 100000000000000000003
#| 100000000000000000000
#| 100000000000000000001
#| 100000000000000000002
#| 100000000000000000003

### seq 0x10 0x12
seq 0x10 0x12
#| 16
#| 17
#| 18

### seq -f %e 2
seq -f %e 2
#| 1.000000e+00
#| 2.000000e+00

### seq -w 08 10
seq -w 08 10
#| 08
#| 09
#| 10

### seq 01 03
seq 01 03
#| 1
#| 2
#| 3

### seq 1 2 2
seq 1 2 2
#| 1

### seq +1 +3
seq +1 +3
#| 1
#| 2
#| 3

### seq -s : -w 9 10
seq -s : -w 9 10
#| 09:10

### seq 1 -- 3
seq 1 -- 3
#! seq: invalid floating point argument: ‘--’
#! Try 'seq --help' for more information.
#? 1

### seq 5 5
seq 5 5
#| 5

### seq -f "%5g|" 2
seq -f "%5g|" 2
#|     1|
#|     2|

### seq 1e-2 1e-2 3e-2
seq 1e-2 1e-2 3e-2
#| 0.01
#| 0.02
#| 0.03

### seq nan
seq nan
#! seq: invalid ‘not-a-number’ argument: ‘nan’
#! Try 'seq --help' for more information.
#? 1

### seq -w 1e1 12
seq -w 1e1 12
#| 10
#| 11
#| 12
