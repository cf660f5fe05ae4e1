# csplit: where pieces end, what they are called, and what is said of them.
seq 20 > n; printf 'a\n# one\nb\nc\n# two\nd\n# three\ne' > t; printf '' > e

### csplit n 5 10; head -3 xx*
csplit n 5 10; head -3 xx*
#| 8
#| 10
#| 33
#| ==> xx00 <==
#| 1
#| 2
#| 3
#|
#| ==> xx01 <==
#| 5
#| 6
#| 7
#|
#| ==> xx02 <==
#| 10
#| 11
#| 12

### csplit n 5 '{2}'; wc -l xx*
csplit n 5 '{2}'; wc -l xx*
#| 8
#| 10
#| 15
#| 18
#|  4 xx00
#|  5 xx01
#|  5 xx02
#|  6 xx03
#| 20 total

### csplit n 5 '{*}'; ls
csplit n 5 '{*}'; ls
#| 8
#| 10
#| 15
#| 15
#| 3
#| e
#| n
#| t
#! csplit: ‘5’: line number out of range on repetition 4

### csplit n 5 '{9}'; ls
csplit n 5 '{9}'; ls
#| 8
#| 10
#| 15
#| 15
#| 3
#| e
#| n
#| t
#! csplit: ‘5’: line number out of range on repetition 4

### csplit -k n 5 '{9}'; wc -l xx*
csplit -k n 5 '{9}'; wc -l xx*
#| 8
#| 10
#| 15
#| 15
#| 3
#|  4 xx00
#|  5 xx01
#|  5 xx02
#|  5 xx03
#|  1 xx04
#| 20 total
#! csplit: ‘5’: line number out of range on repetition 4

### csplit t '/^#/' '{*}'; head xx*
csplit t '/^#/' '{*}'; head xx*
#| 2
#| 10
#| 8
#| 9
#| ==> xx00 <==
#| a
#|
#| ==> xx01 <==
#| # one
#| b
#| c
#|
#| ==> xx02 <==
#| # two
#| d
#|
#| ==> xx03 <==
#| # three
#|= 'e'

### csplit -z t '/^#/' '{*}'; head xx*
csplit -z t '/^#/' '{*}'; head xx*
#| 2
#| 10
#| 8
#| 9
#| ==> xx00 <==
#| a
#|
#| ==> xx01 <==
#| # one
#| b
#| c
#|
#| ==> xx02 <==
#| # two
#| d
#|
#| ==> xx03 <==
#| # three
#|= 'e'

### csplit -s t '/^#/' '{1}'; head xx*
csplit -s t '/^#/' '{1}'; head xx*
#| ==> xx00 <==
#| a
#|
#| ==> xx01 <==
#| # one
#| b
#| c
#|
#| ==> xx02 <==
#| # two
#| d
#| # three
#|= 'e'

### csplit t '/^#/' '{5}'; ls
csplit t '/^#/' '{5}'; ls
#| 2
#| 10
#| 8
#| 9
#| e
#| n
#| t
#! csplit: ‘/^#/’: match not found on repetition 3

### csplit -k t '/^#/' '{5}'; ls
csplit -k t '/^#/' '{5}'; ls
#| 2
#| 10
#| 8
#| 9
#| e
#| n
#| t
#| xx00
#| xx01
#| xx02
#| xx03
#! csplit: ‘/^#/’: match not found on repetition 3

### csplit t '%^#%' '/^#/'; head xx*
csplit t '%^#%' '/^#/'; head xx*
#| 10
#| 17
#| ==> xx00 <==
#| # one
#| b
#| c
#|
#| ==> xx01 <==
#| # two
#| d
#| # three
#|= 'e'

### csplit t '/one/+1' '/two/-1'; head xx*
csplit t '/one/+1' '/two/-1'; head xx*
#| 8
#| 2
#| 19
#| ==> xx00 <==
#| a
#| # one
#|
#| ==> xx01 <==
#| b
#|
#| ==> xx02 <==
#| c
#| # two
#| d
#| # three
#|= 'e'

### csplit --suppress-matched t '/^#/' '{*}'; head xx*
csplit --suppress-matched t '/^#/' '{*}'; head xx*
#| 2
#| 4
#| 2
#| 1
#| ==> xx00 <==
#| a
#|
#| ==> xx01 <==
#| b
#| c
#|
#| ==> xx02 <==
#| d
#|
#| ==> xx03 <==
#|= 'e'

### csplit --suppress-matched n 5 10; head -50 xx*
csplit --suppress-matched n 5 10; head -50 xx*
#| 8
#| 8
#| 30
#| ==> xx00 <==
#| 1
#| 2
#| 3
#| 4
#|
#| ==> xx01 <==
#| 6
#| 7
#| 8
#| 9
#|
#| ==> xx02 <==
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### csplit -f part- -n 3 n 7; ls
csplit -f part- -n 3 n 7; ls
#| 12
#| 39
#| e
#| n
#| part-000
#| part-001
#| t

### csplit -b '%03x.txt' n 7 9; ls
csplit -b '%03x.txt' n 7 9; ls
#| 12
#| 4
#| 35
#| e
#| n
#| t
#| xx000.txt
#| xx001.txt
#| xx002.txt

### csplit -b '%d.%d' n 7
csplit -b '%d.%d' n 7
#! csplit: too many % conversion specifications in suffix
#? 1

### csplit -b 'abc' n 7
csplit -b 'abc' n 7
#! csplit: missing % conversion specification in suffix
#? 1

### csplit -b '%' n 7
csplit -b '%' n 7
#! csplit: missing conversion specifier in suffix
#? 1

### csplit -b '%s' n 7
csplit -b '%s' n 7
#! csplit: invalid conversion specifier in suffix: s
#? 1

### csplit -b '%#d' n 7
csplit -b '%#d' n 7
#! csplit: invalid flags in conversion specification: %#d
#? 1

### csplit -b "%'x" n 7
csplit -b "%'x" n 7
#! csplit: invalid flags in conversion specification: %'x
#? 1

### csplit -b '%%%3d' n 7; ls
csplit -b '%%%3d' n 7; ls
#| 12
#| 39
#| e
#| n
#| t
#| xx%  0
#| xx%  1

### csplit -b '%#o-' n 7; ls
csplit -b '%#o-' n 7; ls
#| 12
#| 39
#| e
#| n
#| t
#| xx0-
#| xx01-

### csplit
csplit
#! csplit: missing operand
#! Try 'csplit --help' for more information.
#? 1

### csplit n
csplit n
#! csplit: missing operand after ‘n’
#! Try 'csplit --help' for more information.
#? 1

### csplit nosuch 3
csplit nosuch 3
#! csplit: cannot open 'nosuch' for reading: No such file or directory
#? 1

### csplit n 0
csplit n 0
#! csplit: 0: line number must be greater than zero
#? 1

### csplit n 5 3
csplit n 5 3
#! csplit: line number ‘3’ is smaller than preceding line number, 5
#? 1

### csplit n 5 5; wc -l xx*
csplit n 5 5; wc -l xx*
#| 8
#| 0
#| 43
#|  4 xx00
#|  0 xx01
#| 16 xx02
#| 20 total
#! csplit: warning: line number ‘5’ is the same as preceding line number

### csplit n x
csplit n x
#! csplit: ‘x’: invalid pattern
#? 1

### csplit n /a
csplit n /a
#! csplit: /a: closing delimiter '/' missing
#? 1

### csplit n /a/x
csplit n /a/x
#! csplit: ‘/a/x’: integer expected after delimiter
#? 1

### csplit n '/\(/'
csplit n '/\(/'
#! csplit: ‘/\\(/’: invalid regular expression: Unmatched ( or \(
#? 1

### csplit n 3 '{x}'
csplit n 3 '{x}'
#! csplit: ‘{x’}: integer required between '{' and '}'
#? 1

### csplit n 3 '{2'
csplit n 3 '{2'
#! csplit: ‘{2’: '}' is required in repeat count
#? 1

### csplit n 21; ls
csplit n 21; ls
#| 51
#| e
#| n
#| t
#! csplit: ‘21’: line number out of range

### csplit n 20; ls
csplit n 20; ls
#| 48
#| 3
#| e
#| n
#| t
#| xx00
#| xx01

### csplit n 22; ls
csplit n 22; ls
#| 51
#| e
#| n
#| t
#! csplit: ‘22’: line number out of range

### csplit e 1; ls
csplit e 1; ls
#| e
#| n
#| t
#| xx00
#! csplit: input disappeared

### csplit e /x/; ls
csplit e /x/; ls
#| 0
#| e
#| n
#| t
#! csplit: ‘/x/’: match not found

### csplit e '/x/' '{*}'; ls
csplit e '/x/' '{*}'; ls
#| 0
#| e
#| n
#| t
#| xx00

### csplit n /9/-20; ls
csplit n /9/-20; ls
#| 0
#| e
#| n
#| t
#! csplit: ‘/9/-20’: line number out of range

### csplit n /19/+1; wc -l xx*
csplit n /19/+1; wc -l xx*
#| 48
#| 3
#| 19 xx00
#|  1 xx01
#| 20 total

### csplit n /19/+2; wc -l xx*
csplit n /19/+2; wc -l xx*
#| 51
#| 0
#| 20 xx00
#|  0 xx01
#| 20 total

### csplit n /19/+3; wc -l xx*
csplit n /19/+3; wc -l xx*
#| 51
#! csplit: ‘/19/+3’: line number out of range
#! wc: 'xx*': No such file or directory
#? 1

### csplit n /1/ /1/ /1/; wc -l xx*
csplit n /1/ /1/ /1/; wc -l xx*
#| 0
#| 18
#| 3
#| 30
#|  0 xx00
#|  9 xx01
#|  1 xx02
#| 10 xx03
#| 20 total

### csplit -z n /1/ '{*}'; wc -l xx*
csplit -z n /1/ '{*}'; wc -l xx*
#| 18
#| 3
#| 3
#| 3
#| 3
#| 3
#| 3
#| 3
#| 3
#| 3
#| 6
#|  9 xx00
#|  1 xx01
#|  1 xx02
#|  1 xx03
#|  1 xx04
#|  1 xx05
#|  1 xx06
#|  1 xx07
#|  1 xx08
#|  1 xx09
#|  2 xx10
#| 20 total

### csplit n 10 /5/ '{*}'; wc -l xx*
csplit n 10 /5/ '{*}'; wc -l xx*
#| 18
#| 15
#| 18
#|  9 xx00
#|  5 xx01
#|  6 xx02
#| 20 total

### csplit n %15%; cat xx00
csplit n %15%; cat xx00
#| 18
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### csplit n %15%-2 /18/; head xx*
csplit n %15%-2 /18/; head xx*
#| 15
#| 9
#| ==> xx00 <==
#| 13
#| 14
#| 15
#| 16
#| 17
#|
#| ==> xx01 <==
#| 18
#| 19
#| 20

### csplit n %99%; ls
csplit n %99%; ls
#| e
#| n
#| t
#! csplit: ‘%99%’: match not found

### csplit n %1% '{*}'; ls
csplit n %1% '{*}'; ls
#| e
#| n
#| t

### csplit n %5%-4; cat xx00 | head -3
csplit n %5%-4; cat xx00 | head -3
#| 51
#| 1
#| 2
#| 3

### seq 9 | csplit - 3 6; cat xx01
seq 9 | csplit - 3 6; cat xx01
#| 4
#| 6
#| 8
#| 3
#| 4
#| 5

### csplit -q n 3; ls
csplit -q n 3; ls
#| e
#| n
#| t
#| xx00
#| xx01

### csplit --suppress-matched n 20; wc -l xx*
csplit --suppress-matched n 20; wc -l xx*
#| 48
#| 0
#| 19 xx00
#|  0 xx01
#| 19 total

### csplit --suppress-matched n 19 20; wc -l xx*
csplit --suppress-matched n 19 20; wc -l xx*
#| 45
#| 0
#| 0
#| 18 xx00
#|  0 xx01
#|  0 xx02
#| 18 total

### csplit --suppress-matched n 21; ls
csplit --suppress-matched n 21; ls
#| 51
#| 0
#| e
#| n
#| t
#| xx00
#| xx01

### csplit --suppress-matched n 5 '{*}'; ls
csplit --suppress-matched n 5 '{*}'; ls
#| 8
#| 8
#| 12
#| 12
#| 0
#| e
#| n
#| t
#! csplit: ‘5’: line number out of range on repetition 4

### csplit --suppress-matched n /5/+2 /9/; head -30 xx*
csplit --suppress-matched n /5/+2 /9/; head -30 xx*
#| 12
#| 2
#| 33
#| ==> xx00 <==
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#|
#| ==> xx01 <==
#| 8
#|
#| ==> xx02 <==
#| 10
#| 11
#| 12
#| 13
#| 14
#| 15
#| 16
#| 17
#| 18
#| 19
#| 20

### csplit -n x n 3
csplit -n x n 3
#! csplit: invalid number: ‘x’
#? 1

### csplit -f nodir/x n 3
csplit -f nodir/x n 3
#! csplit: nodir/x00: No such file or directory
#? 1

### csplit -z e /x/ '{*}'; ls
csplit -z e /x/ '{*}'; ls
#| e
#| n
#| t

### csplit n 5 /1/+3 '{1}'; wc -l xx*
csplit n 5 /1/+3 '{1}'; wc -l xx*
#| 8
#| 19
#| 12
#| 12
#|  4 xx00
#|  8 xx01
#|  4 xx02
#|  4 xx03
#| 20 total

### csplit n '/[13]5/' 17; wc -l xx*
csplit n '/[13]5/' 17; wc -l xx*
#| 33
#| 6
#| 12
#| 14 xx00
#|  2 xx01
#|  4 xx02
#| 20 total

### csplit -n1 n 1 '{11}'; ls
csplit -n1 n 1 '{11}'; ls
#| 0
#| 2
#| 2
#| 2
#| 2
#| 2
#| 2
#| 2
#| 2
#| 2
#| 3
#| 3
#| 27
#| e
#| n
#| t
#| xx0
#| xx1
#| xx10
#| xx11
#| xx12
#| xx2
#| xx3
#| xx4
#| xx5
#| xx6
#| xx7
#| xx8
#| xx9

### mkdir d; csplit d 2
mkdir d; csplit d 2
#| 0
#! csplit: read error: Is a directory
#? 1

### csplit n 3 +5; wc -l xx*
csplit n 3 +5; wc -l xx*
#| 4
#| 4
#| 43
#|  2 xx00
#|  2 xx01
#| 16 xx02
#| 20 total

### csplit n 3 -5; wc -l xx*
csplit n 3 -5; wc -l xx*
#! csplit: invalid option -- '5'
#! Try 'csplit --help' for more information.
#! wc: 'xx*': No such file or directory
#? 1

### csplit -- n -5; wc -l xx*
csplit -- n -5; wc -l xx*
#! csplit: ‘-5’: invalid pattern
#! wc: 'xx*': No such file or directory
#? 1

### csplit -sf p n 2 4 '{2}'; wc -l p*
csplit -sf p n 2 4 '{2}'; wc -l p*
#|  1 p00
#|  2 p01
#|  4 p02
#|  4 p03
#|  9 p04
#| 20 total
