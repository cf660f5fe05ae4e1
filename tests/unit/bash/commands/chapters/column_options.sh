# column_options: trees, and what column refuses.
printf 'a b c\ndd e\n\nf gg h i\n' > t; printf '1:0:root\n2:1:usr\n3:1:etc\n4:2:bin\n' > tr; seq 1 30 > n

### column -t t
column -t t
#|= 'a   b   c  \n'
#|= 'dd  e      \n'
#| f   gg  h  i

### column -t -L t
column -t -L t
#|= 'a   b   c  \n'
#|= 'dd  e      \n'
#|= '           \n'
#| f   gg  h  i

### column -t --table-empty-lines t
column -t --table-empty-lines t
#|= 'a   b   c  \n'
#|= 'dd  e      \n'
#|= '           \n'
#| f   gg  h  i

### column -s: -t -N ID,PARENT,NAME tr
column -s: -t -N ID,PARENT,NAME tr
#| ID  PARENT  NAME
#| 1   0       root
#| 2   1       usr
#| 3   1       etc
#| 4   2       bin

### column -s: -t -N ID,PARENT,NAME -r NAME -i ID -p PARENT tr
column -s: -t -N ID,PARENT,NAME -r NAME -i ID -p PARENT tr
#| ID  PARENT  NAME
#| 1   0       root
#| 2   1       ├─usr
#| 4   2       │ └─bin
#| 3   1       └─etc

### column -s: -t -N ID,PARENT,NAME --tree NAME --tree-id ID --tree-parent PARENT -o '|' tr
column -s: -t -N ID,PARENT,NAME --tree NAME --tree-id ID --tree-parent PARENT -o '|' tr
#| ID|PARENT|NAME
#| 1 |0     |root
#| 2 |1     |├─usr
#| 4 |2     |│ └─bin
#| 3 |1     |└─etc

### column -s: -t -N ID,PARENT,NAME -r NAME -i ID -p PARENT -H ID,PARENT tr
column -s: -t -N ID,PARENT,NAME -r NAME -i ID -p PARENT -H ID,PARENT tr
#| NAME
#| root
#| ├─usr
#| │ └─bin
#| └─etc

### column -s: -J -N ID,PARENT,NAME -n t tr
column -s: -J -N ID,PARENT,NAME -n t tr
#| {
#|    "t": [
#|       {
#|          "id": "1",
#|          "parent": "0",
#|          "name": "root"
#|       },{
#|          "id": "2",
#|          "parent": "1",
#|          "name": "usr"
#|       },{
#|          "id": "3",
#|          "parent": "1",
#|          "name": "etc"
#|       },{
#|          "id": "4",
#|          "parent": "2",
#|          "name": "bin"
#|       }
#|    ]
#| }

### column -s: -J -N ID,PARENT,NAME -n t -r NAME -i ID -p PARENT tr
column -s: -J -N ID,PARENT,NAME -n t -r NAME -i ID -p PARENT tr
#| {
#|    "t": [
#|       {
#|          "id": "1",
#|          "parent": "0",
#|          "name": "root",
#|          "children": [
#|             {
#|                "id": "2",
#|                "parent": "1",
#|                "name": "usr",
#|                "children": [
#|                   {
#|                      "id": "4",
#|                      "parent": "2",
#|                      "name": "bin"
#|                   }
#|                ]
#|             },{
#|                "id": "3",
#|                "parent": "1",
#|                "name": "etc"
#|             }
#|          ]
#|       }
#|    ]
#| }

### column -s: -t -N A,B -d tr
column -s: -t -N A,B -d tr
#| 1  0  root
#| 2  1  usr
#| 3  1  etc
#| 4  2  bin

### column -s: -t -N A,B,C -O C,A tr
column -s: -t -N A,B,C -O C,A tr
#| C     A  B
#| root  1  0
#| usr   2  1
#| etc   3  1
#| bin   4  2

### column -s: -t -N A,B,C -R A,C tr
column -s: -t -N A,B,C -R A,C tr
#| A  B     C
#| 1  0  root
#| 2  1   usr
#| 3  1   etc
#| 4  2   bin

### column -s: -t -l 2 tr
column -s: -t -l 2 tr
#| 1  0:root
#| 2  1:usr
#| 3  1:etc
#| 4  2:bin

### column -c 40 n
column -c 40 n
#| 1	7	13	19	25
#| 2	8	14	20	26
#| 3	9	15	21	27
#| 4	10	16	22	28
#| 5	11	17	23	29
#| 6	12	18	24	30

### column -x -c 40 n
column -x -c 40 n
#| 1	2	3	4	5
#| 6	7	8	9	10
#| 11	12	13	14	15
#| 16	17	18	19	20
#| 21	22	23	24	25
#| 26	27	28	29	30

### column --columns 40 n
column --columns 40 n
#| 1	7	13	19	25
#| 2	8	14	20	26
#| 3	9	15	21	27
#| 4	10	16	22	28
#| 5	11	17	23	29
#| 6	12	18	24	30

### column -c 40 -o '|' n
column -c 40 -o '|' n
#| 1	7	13	19	25
#| 2	8	14	20	26
#| 3	9	15	21	27
#| 4	10	16	22	28
#| 5	11	17	23	29
#| 6	12	18	24	30

### column -r NAME tr; echo $?
column -r NAME tr; echo $?
#| 1
#! column: options --tree-id and --tree-parent are required for tree formatting

### column -t -r NAME tr; echo $?
column -t -r NAME tr; echo $?
#| 1
#! column: options --tree-id and --tree-parent are required for tree formatting

### column -t -i X tr; echo $?
column -t -i X tr; echo $?
#| 1:0:root
#| 2:1:usr
#| 3:1:etc
#| 4:2:bin
#| 0

### column -e tr; echo $?
column -e tr; echo $?
#| 1:0:root	2:1:usr		3:1:etc		4:2:bin
#| 0

### column -t -s: -N A,B,C -E A -T B -W C -c 10 tr
column -t -s: -N A,B,C -E A -T B -W C -c 10 tr
#| A  B  C
#| 1  0  root
#| 2  1  usr
#| 3  1  etc
#| 4  2  bin

### column -t -N a,b -H - t; echo $?
column -t -N a,b -H - t; echo $?
#| a   b
#| a   b
#| dd  e
#| f   gg
#| 0

### column -t -O 2,1 t
column -t -O 2,1 t
#|= 'b   a   c  \n'
#|= 'e   dd     \n'
#| gg  f   h  i

### column -n x t; echo $?
column -n x t; echo $?
#| 1
#! column: option --table required for all --table-*

### column -J t; echo $?
column -J t; echo $?
#| 1
#! column: option --table-columns required for --json

### printf 'a\tb\n' | column -t
printf 'a\tb\n' | column -t
#| a  b

### printf 'a,,b\nc,d,e\n' | column -t -s,
printf 'a,,b\nc,d,e\n' | column -t -s,
#| a     b
#| c  d  e

### printf '1 2\n' | column -t -o '' 
printf '1 2\n' | column -t -o '' 
#| 12

### column -c x n; echo $?
column -c x n; echo $?
#| 1
#! column: invalid columns argument: 'x'
