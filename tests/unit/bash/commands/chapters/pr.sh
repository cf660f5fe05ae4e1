# pr: pages, columns, and their numbers.
seq 5 > f; seq 12 > g; seq -f 'line %g of text with words' 100 > h; touch -d '2020-01-02 03:04 UTC' f g h; printf 'a\tb\ncc\tdd    e\n' > t; touch -d '2021-05-06 07:08 UTC' t; mkdir d

### pr f; echo $?
pr f; echo $?
#|
#|
#| 2020-01-02 03:04                        f                         Page 1
#|
#|
#| 1
#| 2
#| 3
#| 4
#| 5
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr -l 15 f; echo $?
pr -l 15 f; echo $?
#|
#|
#| 2020-01-02 03:04                        f                         Page 1
#|
#|
#| 1
#| 2
#| 3
#| 4
#| 5
#|
#|
#|
#|
#|
#| 0

### pr -h Title -l 15 f; echo $?
pr -h Title -l 15 f; echo $?
#|
#|
#| 2020-01-02 03:04                      Title                       Page 1
#|
#|
#| 1
#| 2
#| 3
#| 4
#| 5
#|
#|
#|
#|
#|
#| 0

### pr -3 -l 15 g; echo $?
pr -3 -l 15 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 1
#|
#|
#| 1			5			9
#| 2			6			10
#| 3			7			11
#| 4			8			12
#|
#|
#|
#|
#|
#|
#| 0

### pr -t -5 g; echo $?
pr -t -5 g; echo $?
#| 1	      4		    7		  9		11
#| 2	      5		    8		  10		12
#| 3	      6
#| 0

### pr -t -5 -w 40 g; echo $?
pr -t -5 -w 40 g; echo $?
#| 1	4	7	9	11
#| 2	5	8	10	12
#| 3	6
#| 0

### pr -t -3 -s g; echo $?
pr -t -3 -s g; echo $?
#| 1	5	9
#| 2	6	10
#| 3	7	11
#| 4	8	12
#| 0

### pr -t -3 -s: -a g; echo $?
pr -t -3 -s: -a g; echo $?
#| 1:2:3
#| 4:5:6
#| 7:8:9
#| 10:11:12
#| 0

### pr -t -3 -a g; echo $?
pr -t -3 -a g; echo $?
#| 1			2			3
#| 4			5			6
#| 7			8			9
#| 10			11			12
#| 0

### pr -m -t f g; echo $?
pr -m -t f g; echo $?
#| 1				    1
#| 2				    2
#| 3				    3
#| 4				    4
#| 5				    5
#| 				    6
#| 				    7
#| 				    8
#| 				    9
#| 				    10
#| 				    11
#| 				    12
#| 0

### pr -m -t -s, f g; echo $?
pr -m -t -s, f g; echo $?
#| 1,1
#| 2,2
#| 3,3
#| 4,4
#| 5,5
#| ,6
#| ,7
#| ,8
#| ,9
#| ,10
#| ,11
#| ,12
#| 0

### pr -m -t -s, g f; echo $?
pr -m -t -s, g f; echo $?
#| 1,1
#| 2,2
#| 3,3
#| 4,4
#| 5,5
#| 6,
#| 7,
#| 8,
#| 9,
#| 10,
#| 11,
#| 12,
#| 0

### pr -m -t g f; echo $?
pr -m -t g f; echo $?
#| 1				    1
#| 2				    2
#| 3				    3
#| 4				    4
#| 5				    5
#|= '6\t\t\t\t    \n'
#|= '7\t\t\t\t    \n'
#|= '8\t\t\t\t    \n'
#|= '9\t\t\t\t    \n'
#|= '10\t\t\t\t    \n'
#|= '11\t\t\t\t    \n'
#|= '12\t\t\t\t    \n'
#| 0

### pr -n -t f; echo $?
pr -n -t f; echo $?
#|     1	1
#|     2	2
#|     3	3
#|     4	4
#|     5	5
#| 0

### pr -n:3 -t f; echo $?
pr -n:3 -t f; echo $?
#|   1:1
#|   2:2
#|   3:3
#|   4:4
#|   5:5
#| 0

### pr -N 5 -n -t f; echo $?
pr -N 5 -n -t f; echo $?
#|     5	1
#|     6	2
#|     7	3
#|     8	4
#|     9	5
#| 0

### pr -t -n -2 g; echo $?
pr -t -n -2 g; echo $?
#|     1	1			    	7   7
#|     2	2			    	8   8
#|     3	3			    	9   9
#|     4	4			       10   10
#|     5	5			       11   11
#|     6	6			       12   12
#| 0

### pr -o 4 -t f; echo $?
pr -o 4 -t f; echo $?
#|     1
#|     2
#|     3
#|     4
#|     5
#| 0

### pr -o 4 -l 12 f; echo $?
pr -o 4 -l 12 f; echo $?
#|= '    \n'
#|
#|     2020-01-02 03:04                        f                         Page 1
#|
#|
#|     1
#|     2
#|
#|
#|
#|
#|
#|= '    \n'
#|
#|     2020-01-02 03:04                        f                         Page 2
#|
#|
#|     3
#|     4
#|
#|
#|
#|
#|
#|= '    \n'
#|
#|     2020-01-02 03:04                        f                         Page 3
#|
#|
#|     5
#|
#|
#|
#|
#|
#|
#| 0

### pr -d -l 16 f; echo $?
pr -d -l 16 f; echo $?
#|
#|
#| 2020-01-02 03:04                        f                         Page 1
#|
#|
#| 1
#|
#| 2
#|
#| 3
#|
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        f                         Page 2
#|
#|
#| 4
#|
#| 5
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr -t -d f; echo $?
pr -t -d f; echo $?
#| 1
#|
#| 2
#|
#| 3
#|
#| 4
#|
#| 5
#|
#| 0

### pr -l 12 +2 g; echo $?
pr -l 12 +2 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 2
#|
#|
#| 3
#| 4
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 3
#|
#|
#| 5
#| 6
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 4
#|
#|
#| 7
#| 8
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 5
#|
#|
#| 9
#| 10
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 6
#|
#|
#| 11
#| 12
#|
#|
#|
#|
#|
#| 0

### pr -l 12 +2:3 g; echo $?
pr -l 12 +2:3 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 2
#|
#|
#| 3
#| 4
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 3
#|
#|
#| 5
#| 6
#|
#|
#|
#|
#|
#| 0

### pr --pages=3 -l 12 g; echo $?
pr --pages=3 -l 12 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 3
#|
#|
#| 5
#| 6
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 4
#|
#|
#| 7
#| 8
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 5
#|
#|
#| 9
#| 10
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 6
#|
#|
#| 11
#| 12
#|
#|
#|
#|
#|
#| 0

### pr -f -l 12 g; echo $?
pr -f -l 12 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 1
#|
#|
#| 1
#| 2
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 2
#|
#|
#| 3
#| 4
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 3
#|
#|
#| 5
#| 6
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 4
#|
#|
#| 7
#| 8
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 5
#|
#|
#| 9
#| 10
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 6
#|
#|
#| 11
#| 12
#|= '\x0c0\n'

### pr -F -l 12 g; echo $?
pr -F -l 12 g; echo $?
#|
#|
#| 2020-01-02 03:04                        g                         Page 1
#|
#|
#| 1
#| 2
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 2
#|
#|
#| 3
#| 4
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 3
#|
#|
#| 5
#| 6
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 4
#|
#|
#| 7
#| 8
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 5
#|
#|
#| 9
#| 10
#|= '\x0c\n'
#|
#| 2020-01-02 03:04                        g                         Page 6
#|
#|
#| 11
#| 12
#|= '\x0c0\n'

### pr -t -J -m f g; echo $?
pr -t -J -m f g; echo $?
#| 1	1
#| 2	2
#| 3	3
#| 4	4
#| 5	5
#| 	6
#| 	7
#| 	8
#| 	9
#| 	10
#| 	11
#| 	12
#| 0

### pr -t -S'|' -2 g; echo $?
pr -t -S'|' -2 g; echo $?
#| 1				   |7
#| 2				   |8
#| 3				   |9
#| 4				   |10
#| 5				   |11
#| 6				   |12
#| 0

### pr -t '-S | ' -2 g; echo $?
pr -t '-S | ' -2 g; echo $?
#| 1				   | 7
#| 2				   | 8
#| 3				   | 9
#| 4				   | 10
#| 5				   | 11
#| 6				   | 12
#| 0

### pr -t -S -2 g; echo $?
pr -t -S -2 g; echo $?
#| 1				    7
#| 2				    8
#| 3				    9
#| 4				    10
#| 5				    11
#| 6				    12
#| 0

### pr -t -w 20 -2 g; echo $?
pr -t -w 20 -2 g; echo $?
#| 1	  7
#| 2	  8
#| 3	  9
#| 4	  10
#| 5	  11
#| 6	  12
#| 0

### pr -T -3 g; echo $?
pr -T -3 g; echo $?
#| 1			5			9
#| 2			6			10
#| 3			7			11
#| 4			8			12
#| 0

### pr -W 5 -t h; echo $?
pr -W 5 -t h; echo $?
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#|= 'line \n'
#| 0

### pr -D %Y -l 12 f; echo $?
pr -D %Y -l 12 f; echo $?
#|
#|
#| 2020                              f                               Page 1
#|
#|
#| 1
#| 2
#|
#|
#|
#|
#|
#|
#|
#| 2020                              f                               Page 2
#|
#|
#| 3
#| 4
#|
#|
#|
#|
#|
#|
#|
#| 2020                              f                               Page 3
#|
#|
#| 5
#|
#|
#|
#|
#|
#|
#| 0

### pr -l 5 f; echo $?
pr -l 5 f; echo $?
#| 1
#| 2
#| 3
#| 4
#| 5
#| 0

### pr -2 -t -w 10 g; echo $?
pr -2 -t -w 10 g; echo $?
#| 1    7
#| 2    8
#| 3    9
#| 4    10
#| 5    11
#| 6    12
#| 0

### pr -t -e t; echo $?
pr -t -e t; echo $?
#| a       b
#| cc      dd    e
#| 0

### pr -t -e4 t; echo $?
pr -t -e4 t; echo $?
#| a   b
#| cc  dd    e
#| 0

### pr -t -i t; echo $?
pr -t -i t; echo $?
#| a	b
#| cc	dd	e
#| 0

### pr nosuch; echo $?
pr nosuch; echo $?
#| 1
#! pr: nosuch: No such file or directory

### pr -r nosuch; echo $?
pr -r nosuch; echo $?
#| 1

### pr -l 0 f; echo $?
pr -l 0 f; echo $?
#| 1
#! pr: '-l PAGE_LENGTH' invalid number of lines: ‘0’: Numerical result out of range

### pr -x; echo $?
pr -x; echo $?
#| 1
#! pr: invalid option -- 'x'
#! Try 'pr --help' for more information.

### pr -w 0 f; echo $?
pr -w 0 f; echo $?
#| 1
#! pr: '-w PAGE_WIDTH' invalid number of characters: ‘0’: Numerical result out of range

### pr -m -3 f g; echo $?
pr -m -3 f g; echo $?
#| 1
#! pr: cannot specify number of columns when printing in parallel

### pr -3 -w 4 g; echo $?
pr -3 -w 4 g; echo $?
#| 1
#! pr: page width too narrow

### pr -a -m f; echo $?
pr -a -m f; echo $?
#| 1
#! pr: cannot specify both printing across and printing in parallel

### pr -l x f; echo $?
pr -l x f; echo $?
#| 1
#! pr: '-l PAGE_LENGTH' invalid number of lines: ‘x’

### pr -t -2 -n -w 30 g; echo $?
pr -t -2 -n -w 30 g; echo $?
#|     1	1      	   7   7
#|     2	2      	   8   8
#|     3	3      	   9   9
#|     4	4      	  10   10
#|     5	5      	  11   11
#|     6	6      	  12   12
#| 0

### pr -2 h; echo $?
pr -2 h; echo $?
#|
#|
#| 2020-01-02 03:04                        h                         Page 1
#|
#|
#| line 1 of text with words	    line 51 of text with words
#| line 2 of text with words	    line 52 of text with words
#| line 3 of text with words	    line 53 of text with words
#| line 4 of text with words	    line 54 of text with words
#| line 5 of text with words	    line 55 of text with words
#| line 6 of text with words	    line 56 of text with words
#| line 7 of text with words	    line 57 of text with words
#| line 8 of text with words	    line 58 of text with words
#| line 9 of text with words	    line 59 of text with words
#| line 10 of text with words	    line 60 of text with words
#| line 11 of text with words	    line 61 of text with words
#| line 12 of text with words	    line 62 of text with words
#| line 13 of text with words	    line 63 of text with words
#| line 14 of text with words	    line 64 of text with words
#| line 15 of text with words	    line 65 of text with words
#| line 16 of text with words	    line 66 of text with words
#| line 17 of text with words	    line 67 of text with words
#| line 18 of text with words	    line 68 of text with words
#| line 19 of text with words	    line 69 of text with words
#| line 20 of text with words	    line 70 of text with words
#| line 21 of text with words	    line 71 of text with words
#| line 22 of text with words	    line 72 of text with words
#| line 23 of text with words	    line 73 of text with words
#| line 24 of text with words	    line 74 of text with words
#| line 25 of text with words	    line 75 of text with words
#| line 26 of text with words	    line 76 of text with words
#| line 27 of text with words	    line 77 of text with words
#| line 28 of text with words	    line 78 of text with words
#| line 29 of text with words	    line 79 of text with words
#| line 30 of text with words	    line 80 of text with words
#| line 31 of text with words	    line 81 of text with words
#| line 32 of text with words	    line 82 of text with words
#| line 33 of text with words	    line 83 of text with words
#| line 34 of text with words	    line 84 of text with words
#| line 35 of text with words	    line 85 of text with words
#| line 36 of text with words	    line 86 of text with words
#| line 37 of text with words	    line 87 of text with words
#| line 38 of text with words	    line 88 of text with words
#| line 39 of text with words	    line 89 of text with words
#| line 40 of text with words	    line 90 of text with words
#| line 41 of text with words	    line 91 of text with words
#| line 42 of text with words	    line 92 of text with words
#| line 43 of text with words	    line 93 of text with words
#| line 44 of text with words	    line 94 of text with words
#| line 45 of text with words	    line 95 of text with words
#| line 46 of text with words	    line 96 of text with words
#| line 47 of text with words	    line 97 of text with words
#| line 48 of text with words	    line 98 of text with words
#| line 49 of text with words	    line 99 of text with words
#| line 50 of text with words	    line 100 of text with words
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr -t -2 t; echo $?
pr -t -2 t; echo $?
#| a	b			    cc	    dd	  e
#| 0

### pr -t -3 h; echo $?
pr -t -3 h; echo $?
#| line 1 of text with wor line 35 of text with wo line 68 of text with wo
#| line 2 of text with wor line 36 of text with wo line 69 of text with wo
#| line 3 of text with wor line 37 of text with wo line 70 of text with wo
#| line 4 of text with wor line 38 of text with wo line 71 of text with wo
#| line 5 of text with wor line 39 of text with wo line 72 of text with wo
#| line 6 of text with wor line 40 of text with wo line 73 of text with wo
#| line 7 of text with wor line 41 of text with wo line 74 of text with wo
#| line 8 of text with wor line 42 of text with wo line 75 of text with wo
#| line 9 of text with wor line 43 of text with wo line 76 of text with wo
#| line 10 of text with wo line 44 of text with wo line 77 of text with wo
#| line 11 of text with wo line 45 of text with wo line 78 of text with wo
#| line 12 of text with wo line 46 of text with wo line 79 of text with wo
#| line 13 of text with wo line 47 of text with wo line 80 of text with wo
#| line 14 of text with wo line 48 of text with wo line 81 of text with wo
#| line 15 of text with wo line 49 of text with wo line 82 of text with wo
#| line 16 of text with wo line 50 of text with wo line 83 of text with wo
#| line 17 of text with wo line 51 of text with wo line 84 of text with wo
#| line 18 of text with wo line 52 of text with wo line 85 of text with wo
#| line 19 of text with wo line 53 of text with wo line 86 of text with wo
#| line 20 of text with wo line 54 of text with wo line 87 of text with wo
#| line 21 of text with wo line 55 of text with wo line 88 of text with wo
#| line 22 of text with wo line 56 of text with wo line 89 of text with wo
#| line 23 of text with wo line 57 of text with wo line 90 of text with wo
#| line 24 of text with wo line 58 of text with wo line 91 of text with wo
#| line 25 of text with wo line 59 of text with wo line 92 of text with wo
#| line 26 of text with wo line 60 of text with wo line 93 of text with wo
#| line 27 of text with wo line 61 of text with wo line 94 of text with wo
#| line 28 of text with wo line 62 of text with wo line 95 of text with wo
#| line 29 of text with wo line 63 of text with wo line 96 of text with wo
#| line 30 of text with wo line 64 of text with wo line 97 of text with wo
#| line 31 of text with wo line 65 of text with wo line 98 of text with wo
#| line 32 of text with wo line 66 of text with wo line 99 of text with wo
#| line 33 of text with wo line 67 of text with wo line 100 of text with w
#| line 34 of text with wo
#| 0

### pr -t -4 -w 100 h; echo $?
pr -t -4 -w 100 h; echo $?
#| line 1 of text with word line 26 of text with wor line 51 of text with wor line 76 of text with wor
#| line 2 of text with word line 27 of text with wor line 52 of text with wor line 77 of text with wor
#| line 3 of text with word line 28 of text with wor line 53 of text with wor line 78 of text with wor
#| line 4 of text with word line 29 of text with wor line 54 of text with wor line 79 of text with wor
#| line 5 of text with word line 30 of text with wor line 55 of text with wor line 80 of text with wor
#| line 6 of text with word line 31 of text with wor line 56 of text with wor line 81 of text with wor
#| line 7 of text with word line 32 of text with wor line 57 of text with wor line 82 of text with wor
#| line 8 of text with word line 33 of text with wor line 58 of text with wor line 83 of text with wor
#| line 9 of text with word line 34 of text with wor line 59 of text with wor line 84 of text with wor
#| line 10 of text with wor line 35 of text with wor line 60 of text with wor line 85 of text with wor
#| line 11 of text with wor line 36 of text with wor line 61 of text with wor line 86 of text with wor
#| line 12 of text with wor line 37 of text with wor line 62 of text with wor line 87 of text with wor
#| line 13 of text with wor line 38 of text with wor line 63 of text with wor line 88 of text with wor
#| line 14 of text with wor line 39 of text with wor line 64 of text with wor line 89 of text with wor
#| line 15 of text with wor line 40 of text with wor line 65 of text with wor line 90 of text with wor
#| line 16 of text with wor line 41 of text with wor line 66 of text with wor line 91 of text with wor
#| line 17 of text with wor line 42 of text with wor line 67 of text with wor line 92 of text with wor
#| line 18 of text with wor line 43 of text with wor line 68 of text with wor line 93 of text with wor
#| line 19 of text with wor line 44 of text with wor line 69 of text with wor line 94 of text with wor
#| line 20 of text with wor line 45 of text with wor line 70 of text with wor line 95 of text with wor
#| line 21 of text with wor line 46 of text with wor line 71 of text with wor line 96 of text with wor
#| line 22 of text with wor line 47 of text with wor line 72 of text with wor line 97 of text with wor
#| line 23 of text with wor line 48 of text with wor line 73 of text with wor line 98 of text with wor
#| line 24 of text with wor line 49 of text with wor line 74 of text with wor line 99 of text with wor
#| line 25 of text with wor line 50 of text with wor line 75 of text with wor line 100 of text with wo
#| 0

### pr -m -n -t f g; echo $?
pr -m -n -t f g; echo $?
#|     1	1				1
#|     2	2				2
#|     3	3				3
#|     4	4				4
#|     5	5				5
#|     6					6
#|     7					7
#|     8					8
#|     9					9
#|    10					10
#|    11					11
#|    12					12
#| 0

### pr -m -n t f | tail -n +4; echo $?
pr -m -n t f | tail -n +4; echo $?
#|
#|
#|     1	a	b			1
#|     2	cc	dd    e			2
#|     3					3
#|     4					4
#|     5					5
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr f g; echo $?
pr f g; echo $?
#|
#|
#| 2020-01-02 03:04                        f                         Page 1
#|
#|
#| 1
#| 2
#| 3
#| 4
#| 5
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        g                         Page 1
#|
#|
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr +9 f; echo $?
pr +9 f; echo $?
#| 0
#! pr: starting page number 9 exceeds page count 1

### pr -t -n3 -3 h; echo $?
pr -t -n3 -3 h; echo $?
#|   1	line 1 of text	 35	line 35 of text  68	line 68 of text
#|   2	line 2 of text	 36	line 36 of text  69	line 69 of text
#|   3	line 3 of text	 37	line 37 of text  70	line 70 of text
#|   4	line 4 of text	 38	line 38 of text  71	line 71 of text
#|   5	line 5 of text	 39	line 39 of text  72	line 72 of text
#|   6	line 6 of text	 40	line 40 of text  73	line 73 of text
#|   7	line 7 of text	 41	line 41 of text  74	line 74 of text
#|   8	line 8 of text	 42	line 42 of text  75	line 75 of text
#|   9	line 9 of text	 43	line 43 of text  76	line 76 of text
#|  10	line 10 of text  44	line 44 of text  77	line 77 of text
#|  11	line 11 of text  45	line 45 of text  78	line 78 of text
#|  12	line 12 of text  46	line 46 of text  79	line 79 of text
#|  13	line 13 of text  47	line 47 of text  80	line 80 of text
#|  14	line 14 of text  48	line 48 of text  81	line 81 of text
#|  15	line 15 of text  49	line 49 of text  82	line 82 of text
#|  16	line 16 of text  50	line 50 of text  83	line 83 of text
#|  17	line 17 of text  51	line 51 of text  84	line 84 of text
#|  18	line 18 of text  52	line 52 of text  85	line 85 of text
#|  19	line 19 of text  53	line 53 of text  86	line 86 of text
#|  20	line 20 of text  54	line 54 of text  87	line 87 of text
#|  21	line 21 of text  55	line 55 of text  88	line 88 of text
#|  22	line 22 of text  56	line 56 of text  89	line 89 of text
#|  23	line 23 of text  57	line 57 of text  90	line 90 of text
#|  24	line 24 of text  58	line 58 of text  91	line 91 of text
#|  25	line 25 of text  59	line 59 of text  92	line 92 of text
#|  26	line 26 of text  60	line 60 of text  93	line 93 of text
#|  27	line 27 of text  61	line 61 of text  94	line 94 of text
#|  28	line 28 of text  62	line 62 of text  95	line 95 of text
#|  29	line 29 of text  63	line 63 of text  96	line 96 of text
#|  30	line 30 of text  64	line 64 of text  97	line 97 of text
#|  31	line 31 of text  65	line 65 of text  98	line 98 of text
#|  32	line 32 of text  66	line 66 of text  99	line 99 of text
#|  33	line 33 of text  67	line 67 of text 100	line 100 of tex
#|  34	line 34 of text
#| 0

### pr -t -s -2 t; echo $?
pr -t -s -2 t; echo $?
#| a	b	cc	dd	  e
#| 0

### pr -t -4 -s f; echo $?
pr -t -4 -s f; echo $?
#| 1	3	4	5
#| 2
#| 0

### pr -t -3 -w 30 -s: g; echo $?
pr -t -3 -w 30 -s: g; echo $?
#| 1	 :5	   :9
#| 2	 :6	   :10
#| 3	 :7	   :11
#| 4	 :8	   :12
#| 0

### pr d; echo $?
pr d; echo $?
#| 1
#! pr: d: Is a directory

### pr -t t; echo $?
pr -t t; echo $?
#| a	b
#| cc	dd    e
#| 0

### pr -n t; echo $?
pr -n t; echo $?
#|
#|
#| 2021-05-06 07:08                        t                         Page 1
#|
#|
#|     1	a	b
#|     2	cc	dd    e
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr -2 -l 20 h; echo $?
pr -2 -l 20 h; echo $?
#|
#|
#| 2020-01-02 03:04                        h                         Page 1
#|
#|
#| line 1 of text with words	    line 11 of text with words
#| line 2 of text with words	    line 12 of text with words
#| line 3 of text with words	    line 13 of text with words
#| line 4 of text with words	    line 14 of text with words
#| line 5 of text with words	    line 15 of text with words
#| line 6 of text with words	    line 16 of text with words
#| line 7 of text with words	    line 17 of text with words
#| line 8 of text with words	    line 18 of text with words
#| line 9 of text with words	    line 19 of text with words
#| line 10 of text with words	    line 20 of text with words
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 2
#|
#|
#| line 21 of text with words	    line 31 of text with words
#| line 22 of text with words	    line 32 of text with words
#| line 23 of text with words	    line 33 of text with words
#| line 24 of text with words	    line 34 of text with words
#| line 25 of text with words	    line 35 of text with words
#| line 26 of text with words	    line 36 of text with words
#| line 27 of text with words	    line 37 of text with words
#| line 28 of text with words	    line 38 of text with words
#| line 29 of text with words	    line 39 of text with words
#| line 30 of text with words	    line 40 of text with words
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 3
#|
#|
#| line 41 of text with words	    line 51 of text with words
#| line 42 of text with words	    line 52 of text with words
#| line 43 of text with words	    line 53 of text with words
#| line 44 of text with words	    line 54 of text with words
#| line 45 of text with words	    line 55 of text with words
#| line 46 of text with words	    line 56 of text with words
#| line 47 of text with words	    line 57 of text with words
#| line 48 of text with words	    line 58 of text with words
#| line 49 of text with words	    line 59 of text with words
#| line 50 of text with words	    line 60 of text with words
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 4
#|
#|
#| line 61 of text with words	    line 71 of text with words
#| line 62 of text with words	    line 72 of text with words
#| line 63 of text with words	    line 73 of text with words
#| line 64 of text with words	    line 74 of text with words
#| line 65 of text with words	    line 75 of text with words
#| line 66 of text with words	    line 76 of text with words
#| line 67 of text with words	    line 77 of text with words
#| line 68 of text with words	    line 78 of text with words
#| line 69 of text with words	    line 79 of text with words
#| line 70 of text with words	    line 80 of text with words
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 5
#|
#|
#| line 81 of text with words	    line 91 of text with words
#| line 82 of text with words	    line 92 of text with words
#| line 83 of text with words	    line 93 of text with words
#| line 84 of text with words	    line 94 of text with words
#| line 85 of text with words	    line 95 of text with words
#| line 86 of text with words	    line 96 of text with words
#| line 87 of text with words	    line 97 of text with words
#| line 88 of text with words	    line 98 of text with words
#| line 89 of text with words	    line 99 of text with words
#| line 90 of text with words	    line 100 of text with words
#|
#|
#|
#|
#|
#| 0

### pr -a -4 -l 20 h; echo $?
pr -a -4 -l 20 h; echo $?
#|
#|
#| 2020-01-02 03:04                        h                         Page 1
#|
#|
#| line 1 of text wi line 2 of text wi line 3 of text wi line 4 of text wi
#| line 5 of text wi line 6 of text wi line 7 of text wi line 8 of text wi
#| line 9 of text wi line 10 of text w line 11 of text w line 12 of text w
#| line 13 of text w line 14 of text w line 15 of text w line 16 of text w
#| line 17 of text w line 18 of text w line 19 of text w line 20 of text w
#| line 21 of text w line 22 of text w line 23 of text w line 24 of text w
#| line 25 of text w line 26 of text w line 27 of text w line 28 of text w
#| line 29 of text w line 30 of text w line 31 of text w line 32 of text w
#| line 33 of text w line 34 of text w line 35 of text w line 36 of text w
#| line 37 of text w line 38 of text w line 39 of text w line 40 of text w
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 2
#|
#|
#| line 41 of text w line 42 of text w line 43 of text w line 44 of text w
#| line 45 of text w line 46 of text w line 47 of text w line 48 of text w
#| line 49 of text w line 50 of text w line 51 of text w line 52 of text w
#| line 53 of text w line 54 of text w line 55 of text w line 56 of text w
#| line 57 of text w line 58 of text w line 59 of text w line 60 of text w
#| line 61 of text w line 62 of text w line 63 of text w line 64 of text w
#| line 65 of text w line 66 of text w line 67 of text w line 68 of text w
#| line 69 of text w line 70 of text w line 71 of text w line 72 of text w
#| line 73 of text w line 74 of text w line 75 of text w line 76 of text w
#| line 77 of text w line 78 of text w line 79 of text w line 80 of text w
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        h                         Page 3
#|
#|
#| line 81 of text w line 82 of text w line 83 of text w line 84 of text w
#| line 85 of text w line 86 of text w line 87 of text w line 88 of text w
#| line 89 of text w line 90 of text w line 91 of text w line 92 of text w
#| line 93 of text w line 94 of text w line 95 of text w line 96 of text w
#| line 97 of text w line 98 of text w line 99 of text w line 100 of text
#|
#|
#|
#|
#|
#|
#|
#|
#|
#|
#| 0

### pr -t -m t t f; echo $?
pr -t -m t t f; echo $?
#| a	b		a	b		1
#| cc	dd    e		cc	dd    e		2
#| 						3
#| 						4
#| 						5
#| 0

### pr --columns=3 -t g; echo $?
pr --columns=3 -t g; echo $?
#| 1			5			9
#| 2			6			10
#| 3			7			11
#| 4			8			12
#| 0

### pr -3t g; echo $?
pr -3t g; echo $?
#| 1			5			9
#| 2			6			10
#| 3			7			11
#| 4			8			12
#| 0

### pr -o x f; echo $?
pr -o x f; echo $?
#| 1
#! pr: '-o MARGIN' invalid line offset: ‘x’

### pr -t -J -3 h; echo $?
pr -t -J -3 h; echo $?
#| line 1 of text with words	line 35 of text with words	line 68 of text with words
#| line 2 of text with words	line 36 of text with words	line 69 of text with words
#| line 3 of text with words	line 37 of text with words	line 70 of text with words
#| line 4 of text with words	line 38 of text with words	line 71 of text with words
#| line 5 of text with words	line 39 of text with words	line 72 of text with words
#| line 6 of text with words	line 40 of text with words	line 73 of text with words
#| line 7 of text with words	line 41 of text with words	line 74 of text with words
#| line 8 of text with words	line 42 of text with words	line 75 of text with words
#| line 9 of text with words	line 43 of text with words	line 76 of text with words
#| line 10 of text with words	line 44 of text with words	line 77 of text with words
#| line 11 of text with words	line 45 of text with words	line 78 of text with words
#| line 12 of text with words	line 46 of text with words	line 79 of text with words
#| line 13 of text with words	line 47 of text with words	line 80 of text with words
#| line 14 of text with words	line 48 of text with words	line 81 of text with words
#| line 15 of text with words	line 49 of text with words	line 82 of text with words
#| line 16 of text with words	line 50 of text with words	line 83 of text with words
#| line 17 of text with words	line 51 of text with words	line 84 of text with words
#| line 18 of text with words	line 52 of text with words	line 85 of text with words
#| line 19 of text with words	line 53 of text with words	line 86 of text with words
#| line 20 of text with words	line 54 of text with words	line 87 of text with words
#| line 21 of text with words	line 55 of text with words	line 88 of text with words
#| line 22 of text with words	line 56 of text with words	line 89 of text with words
#| line 23 of text with words	line 57 of text with words	line 90 of text with words
#| line 24 of text with words	line 58 of text with words	line 91 of text with words
#| line 25 of text with words	line 59 of text with words	line 92 of text with words
#| line 26 of text with words	line 60 of text with words	line 93 of text with words
#| line 27 of text with words	line 61 of text with words	line 94 of text with words
#| line 28 of text with words	line 62 of text with words	line 95 of text with words
#| line 29 of text with words	line 63 of text with words	line 96 of text with words
#| line 30 of text with words	line 64 of text with words	line 97 of text with words
#| line 31 of text with words	line 65 of text with words	line 98 of text with words
#| line 32 of text with words	line 66 of text with words	line 99 of text with words
#| line 33 of text with words	line 67 of text with words	line 100 of text with words
#| line 34 of text with words
#| 0

### pr -h '' -l 12 f; echo $?
pr -h '' -l 12 f; echo $?
#|
#|
#| 2020-01-02 03:04                                                  Page 1
#|
#|
#| 1
#| 2
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                                                  Page 2
#|
#|
#| 3
#| 4
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                                                  Page 3
#|
#|
#| 5
#|
#|
#|
#|
#|
#|
#| 0

### pr -t -l 3 -2 g; echo $?
pr -t -l 3 -2 g; echo $?
#| 1				    4
#| 2				    5
#| 3				    6
#| 7				    10
#| 8				    11
#| 9				    12
#| 0

### pr -t -l 3 g; echo $?
pr -t -l 3 g; echo $?
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6
#| 7
#| 8
#| 9
#| 10
#| 11
#| 12
#| 0

### pr -d -2 -t g; echo $?
pr -d -2 -t g; echo $?
#| 1				    7
#|
#| 2				    8
#|
#| 3				    9
#|
#| 4				    10
#|
#| 5				    11
#|
#| 6				    12
#| 0

### pr -t -7 f; echo $?
pr -t -7 f; echo $?
#| 1	  2	    3	      4		5
#| 0

### pr -t -a -7 f; echo $?
pr -t -a -7 f; echo $?
#| 1	  2	    3	      4		5
#| 0

### pr -t -o 5 -3 g; echo $?
pr -t -o 5 -3 g; echo $?
#|      1			     5			     9
#|      2			     6			     10
#|      3			     7			     11
#|      4			     8			     12
#| 0

### pr -l 11 f; echo $?
pr -l 11 f; echo $?
#|
#|
#| 2020-01-02 03:04                        f                         Page 1
#|
#|
#| 1
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        f                         Page 2
#|
#|
#| 2
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        f                         Page 3
#|
#|
#| 3
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        f                         Page 4
#|
#|
#| 4
#|
#|
#|
#|
#|
#|
#|
#| 2020-01-02 03:04                        f                         Page 5
#|
#|
#| 5
#|
#|
#|
#|
#|
#| 0

### seq 3 | pr -t -2; seq 7 | pr -T -3 -; printf 'a\n\nb' | pr -t; pr -t < /dev/null; pr < /dev/null; pr
seq 3 | pr -t -2; seq 7 | pr -T -3 -; printf 'a\n\nb' | pr -t; pr -t < /dev/null; pr < /dev/null; printf 'é\nb\nc' | pr -2 -t
#| 1				    3
#| 2
#| 1			4			6
#| 2			5			7
#| 3
#| a
#|
#| b
#| é				    c
#| b
