# What agents do: csv.

### csv: sum by group
printf 'r,v\na,1\nb,2\na,3\n' > /d.csv && awk -F, 'NR>1{s[$1]+=$2} END{for(k in s) print k","s[k]}' /d.csv | sort
#| a,4
#| b,2

### csv: select and reorder columns
printf 'id,name,age\n1,Ann,30\n2,Bob,25\n' > /p.csv && cut -d, -f2,3 /p.csv && awk -F, -v OFS=';' '{print $3,$1}' /p.csv
#| name,age
#| Ann,30
#| Bob,25
#| age;id
#| 30;1
#| 25;2

### csv: sort by a column under the header
printf 'n,v\nx,10\ny,9\nz,100\n' > /s.csv && { head -n 1 /s.csv; tail -n +2 /s.csv | sort -t, -k2,2n; }
#| n,v
#| y,9
#| x,10
#| z,100

### csv: filter rows
printf 'n,v\nx,10\ny,9\nz,100\n' | awk -F, 'NR==1 || $2>9'
#| n,v
#| x,10
#| z,100

### csv: join two tables
printf '1,a\n2,b\n3,c\n' > /l; printf '1,x\n3,z\n' > /r; join -t, /l /r; join -t, -a1 -e NULL -o 0,1.2,2.2 /l /r
#| 1,a,x
#| 3,c,z
#| 1,a,x
#| 2,b,NULL
#| 3,c,z

### csv: column averages
printf 'a,b\n1,4\n3,8\n' | awk -F, 'NR>1{for(i=1;i<=NF;i++) s[i]+=$i; n++} END{for(i=1;i<=2;i++) printf "%s%.2f", (i>1?",":""), s[i]/n; print ""}'
#| 2.00,6.00

### csv: read rows in a loop
while IFS=, read -r id name _; do printf '%03d %s\n' "$id" "$name"; done < <(printf '1,Ann,x\n22,Bob,y\n')
#| 001 Ann
#| 022 Bob

### csv: csv into json
printf 'id,name\n1,Ann\n2,Bob\n' | jq -R -s -c 'split("\n")[1:] | map(select(length>0) | split(",") | {id: (.[0]|tonumber), name: .[1]})'
#| [{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]

### csv: deduplicate by key
printf 'a,1\nb,2\na,3\n' | awk -F, '!seen[$1]++'; printf 'a\nb\na\n' | sort -u
#| a,1
#| b,2
#| a
#| b

### csv: transpose
printf '1 2 3\n4 5 6\n' | awk '{for(i=1;i<=NF;i++) a[NR,i]=$i; n=NF} END{for(i=1;i<=n;i++){for(j=1;j<=NR;j++) printf "%s%s", a[j,i], (j<NR?" ":"\n")}}'
#| 1 4
#| 2 5
#| 3 6

### csv: aligned table
printf 'name,qty\napple,3\nkiwi,12\n' | column -t -s,
#| name   qty
#| apple  3
#| kiwi   12

### csv: add a column with a running total
printf '5\n10\n20\n' | awk '{t+=$1; print $1","t}'
#| 5,5
#| 10,15
#| 20,35

### csv: split a file by group
mkdir /sp && cd /sp && printf 'a 1\nb 2\na 3\n' | awk '{print $2 > $1".txt"}' && head a.txt b.txt
#| ==> a.txt <==
#| 1
#| 3
#|
#| ==> b.txt <==
#| 2

### csv: missing values
printf 'a,,c\n,b,\n' | awk -F, '{for(i=1;i<=NF;i++) if($i=="") $i="NA"; print}' OFS=,
#| a,NA,c
#| NA,b,NA

### csv: count fields
printf 'a,b\nc,d,e\nf\n' | awk -F, '{print NF}' | sort | uniq -c | awk '{print $2":"$1}'
#| 1:1
#| 2:1
#| 3:1

### csv: tabs to commas
printf 'a\tb\nc\td\n' | tr '\t' ,; printf 'a\tb\n' | expand -t 4
#| a,b
#| c,d
#| a   b

### csv: compare two lists
printf 'a\nb\nc\n' > /1; printf 'b\nc\nd\n' > /2; comm -12 /1 /2; comm -23 /1 /2; comm -13 /1 /2; diff /1 /2; grep -Fxvf /1 /2
#| b
#| c
#| a
#| d
#| 1d0
#| < a
#| 3a3
#| > d
#| d

### csv: number the lines
printf 'x\ny\n' | nl -w2 -s': '; printf 'x\ny\n' | cat -n; printf 'x\ny\n' | awk '{print NR")", $0}'
#|  1: x
#|  2: y
#|      1	x
#|      2	y
#| 1) x
#| 2) y

### csv: max and min
printf '3\n9\n1\n' | sort -n | sed -n '1p;$p'; printf '3\n9\n1\n' | awk 'NR==1||$1>m{m=$1} END{print m}'
#| 1
#| 9
#| 9

### csv: fixed width fields
printf 'AB123XYZ\nCD456UVW\n' | awk '{print substr($0,1,2), substr($0,3,3)}'; printf 'AB123\n' | cut -c3-
#| AB 123
#| CD 456
#| 123
