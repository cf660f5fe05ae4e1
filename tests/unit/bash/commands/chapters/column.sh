# column: what each command line gives on these files.
printf 'a b c\nlong word here\n\nx y\n' > f; printf 'a,b,,c\n1,2,3\n' > g

### column -t f
column -t f
#| a     b     c
#| long  word  here
#|= 'x     y     \n'

### column f
column f
#| a b c		long word here	x y

### seq 1 40 | column
seq 1 40 | column
#| 1	5	9	13	17	21	25	29	33	37
#| 2	6	10	14	18	22	26	30	34	38
#| 3	7	11	15	19	23	27	31	35	39
#| 4	8	12	16	20	24	28	32	36	40

### seq 1 40 | column -c 60
seq 1 40 | column -c 60
#| 1	7	13	19	25	31	37
#| 2	8	14	20	26	32	38
#| 3	9	15	21	27	33	39
#| 4	10	16	22	28	34	40
#| 5	11	17	23	29	35
#| 6	12	18	24	30	36

### seq 1 40 | column -x -c 80
seq 1 40 | column -x -c 80
#| 1	2	3	4	5	6	7	8	9	10
#| 11	12	13	14	15	16	17	18	19	20
#| 21	22	23	24	25	26	27	28	29	30
#| 31	32	33	34	35	36	37	38	39	40

### column -s, -t g
column -s, -t g
#| a  b     c
#|= '1  2  3  \n'

### column -s, -t -o ' | ' g
column -s, -t -o ' | ' g
#| a | b |   | c
#|= '1 | 2 | 3 | \n'

### column -t -N X,Y -R 2 f
column -t -N X,Y -R 2 f
#|= 'X        Y  \n'
#| a        b  c
#| long  word  here
#|= 'x        y  \n'

### printf 'é x\nab y\n' | column -t
printf 'é x\nab y\n' | column -t
#| é   x
#| ab  y

### printf 'a:b\n' | column -t -s: -N x,y -J
printf 'a:b\n' | column -t -s: -N x,y -J
#| {
#|    "table": [
#|       {
#|          "x": "a",
#|          "y": "b"
#|       }
#|    ]
#| }

### printf 'a b c d\n' | column -t -l 2
printf 'a b c d\n' | column -t -l 2
#| a  b c d

### printf 'a b\nc d\n' | column -t -N A,B -H A
printf 'a b\nc d\n' | column -t -N A,B -H A
#| B
#| b
#| d

### printf 'a b\nc d\n' | column -t -N A,B -O B,A
printf 'a b\nc d\n' | column -t -N A,B -O B,A
#| B  A
#| b  a
#| d  c

### printf 'a b\nc d\n' | column -t -N A,B -d
printf 'a b\nc d\n' | column -t -N A,B -d
#| a  b
#| c  d

### column nope
column nope
#! column: nope: No such file or directory
#? 1
