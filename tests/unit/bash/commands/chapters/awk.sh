# awk: what each program gives on these files. The real one is mawk; where it and gawk differ, no case is here.
printf 'a 10\nb 20\n1 2 3\n\n12 abc;x,y\n' > in; printf '1,2;3:4\n5,6;7:8\n' > x; printf 'a|b|c\n1 1\n0 2 t\n' > p
printf 'a b\nc d\n\n\ne f\ng\n' > blocks; printf '# what\n{ n++ }\nEND { print "n", n }\n' > prog; printf 'END {\n  print f(2)\n}\nfunction f(x) {\n  return x * 2\n}\n' > prog2

### awk 'BEGIN{print 1==1.0, "a"<"b", "10"<"9", 10<9, "abc"<1; x; print x==0, x==""}' in
awk 'BEGIN{print 1==1.0, "a"<"b", "10"<"9", 10<9, "abc"<1; x; print x==0, x==""}' in
#| 1 1 1 0 0
#| 1 1

### awk '{print $1<$2, $1==$2, ($1<"9"), NF}' in
awk '{print $1<$2, $1==$2, ($1<"9"), NF}' in
#| 0 0 0 2
#| 0 0 0 2
#| 1 0 1 3
#| 0 1 1 0
#| 1 0 1 2

### awk '{$3="";print;print NF}' in
awk '{$3="";print;print NF}' in
#|= 'a 10 \n'
#| 3
#|= 'b 20 \n'
#| 3
#|= '1 2 \n'
#| 3
#|= '  \n'
#| 3
#|= '12 abc;x,y \n'
#| 3

### awk '{$0="x y z w"; print $4, NF; NF=2; print $0; $5="e"; print; print NF}' in
awk '{$0="x y z w"; print $4, NF; NF=2; print $0; $5="e"; print; print NF}' in
#| w 4
#| x y
#| x y   e
#| 5
#| w 4
#| x y
#| x y   e
#| 5
#| w 4
#| x y
#| x y   e
#| 5
#| w 4
#| x y
#| x y   e
#| 5
#| w 4
#| x y
#| x y   e
#| 5

### awk 'BEGIN{n=split("a:b:c",a,":"); print n,a[1],a[3]; n=split("",a); print n, length(a); n=split("  
awk 'BEGIN{n=split("a:b:c",a,":"); print n,a[1],a[3]; n=split("",a); print n, length(a); n=split("  a b  c ",a); print n,a[1],a[3]; n=split("abc",a,""); print n, a[2]; n=split("a1b22c",a,/[0-9]+/); print n,a[3]}' in
#| 3 a c
#| 0 0
#| 3 a c
#| 3 b
#| 3 c

### awk 'BEGIN{s="hello world"; print sub(/o/,"0",s), s; print gsub(/o/,"[&]",s), s; gsub(/x*/,"-",s); p
awk 'BEGIN{s="hello world"; print sub(/o/,"0",s), s; print gsub(/o/,"[&]",s), s; gsub(/x*/,"-",s); print s; t="aaa"; print gsub(/a/,"\\&",t), t; t="abc"; gsub(/b/,"\\\\&",t); print t; gsub(/$/,"!",t); print t; gsub(/^/,">",t); print t}' in
#| 1 hell0 world
#| 1 hell0 w[o]rld
#| -h-e-l-l-0- -w-[-o-]-r-l-d-
#| 3 &&&
#| a\bc
#| a\bc!
#| >a\bc!

### awk 'BEGIN{print match("foobar",/o+/),RSTART,RLENGTH; print match("x",/y/),RSTART,RLENGTH}' in
awk 'BEGIN{print match("foobar",/o+/),RSTART,RLENGTH; print match("x",/y/),RSTART,RLENGTH}' in
#| 2 2 2
#| 0 0 -1

### awk 'BEGIN{print substr("hello",2,3) substr("hello",4) "|" substr("hello",10) "|" substr("hello",2,0
awk 'BEGIN{print substr("hello",2,3) substr("hello",4) "|" substr("hello",10) "|" substr("hello",2,0) "|"; print index("abc","c"), index("abc","x"); print toupper("abC") tolower("ABc")}' in
#| elllo|||
#| 3 0
#| ABCabc

### awk 'BEGIN{a["x"]=1; a["y"]=2; delete a["x"]; print ("x" in a), ("y" in a), length(a); a[1,2]=3; for
awk 'BEGIN{a["x"]=1; a["y"]=2; delete a["x"]; print ("x" in a), ("y" in a), length(a); a[1,2]=3; for(k in a) if (k != "y") {split(k,p,SUBSEP); print p[1],p[2]}; if ((1,2) in a) print "yes"}' in
#| 0 1 1
#| 1 2
#| yes

### awk 'function f(a,n) { a[n]=n*2; return a[n] } BEGIN { print f(arr,3), arr[3], length(arr) }' in
awk 'function f(a,n) { a[n]=n*2; return a[n] } BEGIN { print f(arr,3), arr[3], length(arr) }' in
#| 6 6 1

### awk 'BEGIN{while(i<3){i++; if(i==2)continue; print i}; do {print "d" i; i--} while(i>1); for(;;){if(
awk 'BEGIN{while(i<3){i++; if(i==2)continue; print i}; do {print "d" i; i--} while(i>1); for(;;){if(++n>3)break}; print n}' in
#| 1
#| 3
#| d3
#| d2
#| 4

### awk 'NR==2,NR==3{print NR": "$0}' in
awk 'NR==2,NR==3{print NR": "$0}' in
#| 2: b 20
#| 3: 1 2 3

### awk 'END{print NR, $0}' in
awk 'END{print NR, $0}' in
#| 5 12 abc;x,y

### awk /1/,/2/ in
awk /1/,/2/ in
#| a 10
#| b 20
#| 1 2 3
#| 12 abc;x,y

### awk 'NR==1{next} {print} END{print "done"}' in
awk 'NR==1{next} {print} END{print "done"}' in
#| b 20
#| 1 2 3
#|
#| 12 abc;x,y
#| done

### awk 'BEGIN{OFS="-";ORS="!\n"} {$1=$1; print; print $1,$2}' in
awk 'BEGIN{OFS="-";ORS="!\n"} {$1=$1; print; print $1,$2}' in
#| a-10!
#| a-10!
#| b-20!
#| b-20!
#| 1-2-3!
#| 1-2!
#| !
#| -!
#| 12-abc;x,y!
#| 12-abc;x,y!

### awk 'BEGIN{FS=","} {print $1 "|" $2}' in
awk 'BEGIN{FS=","} {print $1 "|" $2}' in
#| a 10|
#| b 20|
#| 1 2 3|
#| |
#| 12 abc;x|y

### awk 'BEGIN{RS=""} {print NR": "$1" "NF}' in
awk 'BEGIN{RS=""} {print NR": "$1" "NF}' in
#| 1: a 7
#| 2: 12 2

### awk 'BEGIN{RS=";"} {print NR": "$0}' in
awk 'BEGIN{RS=";"} {print NR": "$0}' in
#| 1: a 10
#| b 20
#| 1 2 3
#|
#| 12 abc
#| 2: x,y
#|

### awk 'BEGIN{while((getline line < "in")>0) n++; print n; close("in"); getline line < "in"; print line
awk 'BEGIN{while((getline line < "in")>0) n++; print n; close("in"); getline line < "in"; print line; print (getline line < "/no/such")}' in
#| 5
#| a 10
#| -1

### awk 'BEGIN{print "b\na" | "sort"; close("sort"); print "after"}' in
awk 'BEGIN{print "b\na" | "sort"; close("sort"); print "after"}' in
#| a
#| b
#| after

### awk 'BEGIN{system("echo sys"); r=system("exit 3"); print r}' in
awk 'BEGIN{system("echo sys"); r=system("exit 3"); print r}' in
#| sys
#| 3

### awk 'BEGIN{exit 4} END{print "end"}' in
awk 'BEGIN{exit 4} END{print "end"}' in
#| end
#? 4

### awk 'BEGIN{printf "a" > "o.txt"; close("o.txt"); print "b" >> "o.txt"; close("o.txt"); while((getlin
awk 'BEGIN{printf "a" > "o.txt"; close("o.txt"); print "b" >> "o.txt"; close("o.txt"); while((getline l < "o.txt")>0) print l}' in
#| ab

### awk '$1 ~ /^[0-9]+$/ {print "num", $1} $1 !~ /^[0-9]+$/ {print "not", $1}' in
awk '$1 ~ /^[0-9]+$/ {print "num", $1} $1 !~ /^[0-9]+$/ {print "not", $1}' in
#| not a
#| not b
#| num 1
#|= 'not \n'
#| num 12

### awk 'BEGIN{r="^a.c$"; print ("abc" ~ r), ("abd" ~ r), ("a\\.c" ~ "a\\\\.c")}' in
awk 'BEGIN{r="^a.c$"; print ("abc" ~ r), ("abd" ~ r), ("a\\.c" ~ "a\\\\.c")}' in
#| 1 0 1

### awk 'BEGIN { print length() ; print length }' in
awk 'BEGIN { print length() ; print length }' in
#| 0
#| 0

### awk '{ print length, length $0 }' in
awk '{ print length, length $0 }' in
#| 4 4a 10
#| 4 4b 20
#| 5 51 2 3
#| 0 0
#| 10 1012 abc;x,y

### awk 'BEGIN{print 1 " " 2, 1+1 "x", -1 " " -1, 1 -1; print "a" > "/dev/stdout"}' in
awk 'BEGIN{print 1 " " 2, 1+1 "x", -1 " " -1, 1 -1; print "a" > "/dev/stdout"}' in
#| 1 2 2x -1-1 0
#| a

### awk 'BEGIN{x["a"];print length(x); if("b" in x) print 1; else print 0; print x["c"]==""; print lengt
awk 'BEGIN{x["a"];print length(x); if("b" in x) print 1; else print 0; print x["c"]==""; print length(x)}' in
#| 1
#| 0
#| 1
#| 2

### awk 'BEGIN{print (1>2)?"a":"b"; print 1<2 ? "y" : "n"; print 1,2 > "/dev/stderr"}' in
awk 'BEGIN{print (1>2)?"a":"b"; print 1<2 ? "y" : "n"; print 1,2 > "/dev/stderr"}' in
#| b
#| y
#! 1 2

### awk 'BEGIN{$0="a b c"; print NF, $2; $2=""; print; print NF; $7="z"; print; print NF}' in
awk 'BEGIN{$0="a b c"; print NF, $2; $2=""; print; print NF; $7="z"; print; print NF}' in
#| 3 b
#| a  c
#| 3
#| a  c    z
#| 7

### awk '{ $2 = $2 + 1 } 1' in
awk '{ $2 = $2 + 1 } 1' in
#| a 11
#| b 21
#| 1 3 3
#|  1
#| 12 1

### awk '{ sum[$1] += $2 } END { for (k in sum) print k, sum[k] | "sort" }' in
awk '{ sum[$1] += $2 } END { for (k in sum) print k, sum[k] | "sort" }' in
#|  0
#| 1 2
#| 12 0
#| a 10
#| b 20

### awk 'BEGIN { printf "%s %s %s\n", "a", "b", "c"; printf("%d-%d\n", 1, 2) ; printf "no newline"}' in
awk 'BEGIN { printf "%s %s %s\n", "a", "b", "c"; printf("%d-%d\n", 1, 2) ; printf "no newline"}' in
#| a b c
#| 1-2
#|= 'no newline'

### awk '# comment
awk '# comment
BEGIN { # c
 print "x" ; # d
}' in
#| x

### awk 'function g(x){x[1]=1} BEGIN{g(y); print y[1]; print length(y)}' in
awk 'function g(x){x[1]=1} BEGIN{g(y); print y[1]; print length(y)}' in
#| 1
#| 1

### awk 'BEGIN { print -3 % 2, 5 % -3, int(-3.7), int("4abc"), sqrt(16), exp(0), log(1), sin(0), cos(0),
awk 'BEGIN { print -3 % 2, 5 % -3, int(-3.7), int("4abc"), sqrt(16), exp(0), log(1), sin(0), cos(0), atan2(0,-1) }' in
#| -1 2 -3 4 4 1 0 0 1 3.14159

### awk 'BEGIN { print length(12345), length(1/4) ; print 3 4; print 3 -4; print 3 " " -4; print "x" (1,
awk 'BEGIN { print length(12345), length(1/4) ; print 3 4; print 3 -4; print 3 " " -4; print "x" (1,2) in a }' in
#! awk: line 1: syntax error at or near ,
#? 2

### awk 'BEGIN { while (1) { if (i++ > 5) exit; print i } }' in
awk 'BEGIN { while (1) { if (i++ > 5) exit; print i } }' in
#| 1
#| 2
#| 3
#| 4
#| 5
#| 6

### awk '{ print NR, FNR, FILENAME }' in
awk '{ print NR, FNR, FILENAME }' in
#| 1 1 in
#| 2 2 in
#| 3 3 in
#| 4 4 in
#| 5 5 in

### awk '{ a[NR]=$0 } END { for (i=NR; i>0; i--) print a[i] }' in
awk '{ a[NR]=$0 } END { for (i=NR; i>0; i--) print a[i] }' in
#| 12 abc;x,y
#|
#| 1 2 3
#| b 20
#| a 10

### awk 'BEGIN { getline; print "first:" $0; getline x; print "x=" x, NR } { print "rest " $0 }' in
awk 'BEGIN { getline; print "first:" $0; getline x; print "x=" x, NR } { print "rest " $0 }' in
#| first:a 10
#| x=b 20 2
#| rest 1 2 3
#|= 'rest \n'
#| rest 12 abc;x,y

### awk '!/b/' in
awk '!/b/' in
#| a 10
#| 1 2 3
#|

### awk '$2 > 15' in
awk '$2 > 15' in
#| b 20
#| 12 abc;x,y

### awk '$2 == "20"' in
awk '$2 == "20"' in
#| b 20

### awk NF in
awk NF in
#| a 10
#| b 20
#| 1 2 3
#| 12 abc;x,y

### awk 'BEGIN { if (1) ; else print "x"; for (i=0;i<3;i++) ; print i }' in
awk 'BEGIN { if (1) ; else print "x"; for (i=0;i<3;i++) ; print i }' in
#| 3

### awk 'BEGIN { if (1)
awk 'BEGIN { if (1)
print "nl"
else
print "no"
while (i < 2)
 i++
print i }' in
#| nl
#| 2

### awk 'BEGIN{a="10"; b=9; print (a>b), (a+0>b); c="abc"; print c>"/dev/stdout"}' in
awk 'BEGIN{a="10"; b=9; print (a>b), (a+0>b); c="abc"; print c>"/dev/stdout"}' in
#| 0 1
#| abc

### awk '{n=split($0,w," "); for(i=n;i>0;i--) printf "%s%s", w[i], (i>1?" ":"\n")}' in
awk '{n=split($0,w," "); for(i=n;i>0;i--) printf "%s%s", w[i], (i>1?" ":"\n")}' in
#| 10 a
#| 20 b
#| 3 2 1
#| abc;x,y 12

### awk 'BEGIN { print toupper(substr("abc",1,1)) substr("abc",2) }' in
awk 'BEGIN { print toupper(substr("abc",1,1)) substr("abc",2) }' in
#| Abc

### awk 'BEGIN { print 5 " items" + 3 }' in
awk 'BEGIN { print 5 " items" + 3 }' in
#| 53

### awk 'BEGIN { x = y = 3; print x y; print x==y; print !x + 1; print 1 - 1 - 1, 2 / 2 / 2, 2 - -2 }' i
awk 'BEGIN { x = y = 3; print x y; print x==y; print !x + 1; print 1 - 1 - 1, 2 / 2 / 2, 2 - -2 }' in
#| 33
#| 1
#| 1
#| -1 0.5 4

### awk 'BEGIN { print "A" ~ /a/, "a" ~ "a", "a.b" ~ /a\.b/, "a/b" ~ /a\/b/, "a]b" ~ /[]]/, "tab\t" ~ /\
awk 'BEGIN { print "A" ~ /a/, "a" ~ "a", "a.b" ~ /a\.b/, "a/b" ~ /a\/b/, "a]b" ~ /[]]/, "tab\t" ~ /\t/ }' in
#| 0 1 1 1 1 1

### awk 'BEGIN { regex = "[0-9]+"; s = "a12b3"; while (match(s, regex)) { print substr(s, RSTART, RLENGT
awk 'BEGIN { regex = "[0-9]+"; s = "a12b3"; while (match(s, regex)) { print substr(s, RSTART, RLENGTH); s = substr(s, RSTART+RLENGTH) } }' in
#| 12
#| 3

### awk 'BEGIN { print 1,
awk 'BEGIN { print 1,
2 }' in
#| 1 2

### awk 'BEGIN { a = 1; { a = 2; print a } print a } ; END { print "e" }' in
awk 'BEGIN { a = 1; { a = 2; print a } print a } ; END { print "e" }' in
#| 2
#| 2
#| e

### awk '{ print; nextfile } END { print NR }' in
awk '{ print; nextfile } END { print NR }' in
#| a 10
#| 1

### awk 'BEGIN { $3 = "c"; print; print NF; print $1 == "", $1 == 0 }' in
awk 'BEGIN { $3 = "c"; print; print NF; print $1 == "", $1 == 0 }' in
#|   c
#| 3
#| 1 0

### awk '{print $1}' in x
awk '{print $1}' in x
#| a
#| b
#| 1
#|
#| 12
#| 1,2;3:4
#| 5,6;7:8

### awk -F, '{print $2}' x
awk -F, '{print $2}' x
#| 2;3:4
#| 6;7:8

### awk -F: -v OFS=- '{$1=$1; print; print $1,$2}' x
awk -F: -v OFS=- '{$1=$1; print; print $1,$2}' x
#| 1,2;3-4
#| 1,2;3-4
#| 5,6;7-8
#| 5,6;7-8

### awk '{print FILENAME, FNR, NR}' in x
awk '{print FILENAME, FNR, NR}' in x
#| in 1 1
#| in 2 2
#| in 3 3
#| in 4 4
#| in 5 5
#| x 1 6
#| x 2 7

### awk '{print v, $0}' v=1 x v=2 x
awk '{print v, $0}' v=1 x v=2 x
#| 1 1,2;3:4
#| 1 5,6;7:8
#| 2 1,2;3:4
#| 2 5,6;7:8

### awk 'NR==FNR{a[$1]=1;next} $1 in a{print "both", $1}' in in
awk 'NR==FNR{a[$1]=1;next} $1 in a{print "both", $1}' in in
#| both a
#| both b
#| both 1
#|= 'both \n'
#| both 12

### awk -F'|' '{print $2}' p
awk -F'|' '{print $2}' p
#| b
#|
#|

### awk -F'[:,]' '{print $3; print NF}' x
awk -F'[:,]' '{print $3; print NF}' x
#| 4
#| 3
#| 8
#| 3

### awk -F. '{print $2}' x
awk -F. '{print $2}' x
#|
#|

### awk -Ft '{print $2}' p
awk -Ft '{print $2}' p
#|
#|
#|

### awk -v 'a=x\ty' 'BEGIN{print a}'
awk -v 'a=x\ty' 'BEGIN{print a}'
#| x	y

### awk 'BEGIN{x["a"]; if ("a" in x) print "in"; delete x; print length(x)}'
awk 'BEGIN{x["a"]; if ("a" in x) print "in"; delete x; print length(x)}'
#| in
#| 0

### awk '{print > ("out_" NR)} END{close("out_1"); while((getline l < "out_1")>0) print "got", l}' x; ca
awk '{print > ("out_" NR)} END{close("out_1"); while((getline l < "out_1")>0) print "got", l}' x; cat out_2
#| got 1,2;3:4
#| 5,6;7:8

### awk 'BEGIN{while("echo 1; echo 2" | getline y) print y; cmd="cat x"; while((cmd | getline l) > 0) {s
awk 'BEGIN{while("echo 1; echo 2" | getline y) print y; cmd="cat x"; while((cmd | getline l) > 0) {split(l,p,","); print p[1]} print close(cmd)}'
#| 1
#| 2
#| 1
#| 5
#| 0

### awk 'function r(n,  i,s){ for(i=0;i<n;i++) s = s "*"; return s } BEGIN { print r(5); print r(0) "." 
awk 'function r(n,  i,s){ for(i=0;i<n;i++) s = s "*"; return s } BEGIN { print r(5); print r(0) "." }'
#| *****
#| .

### awk '{$1=$1}1' OFS=- in
awk '{$1=$1}1' OFS=- in
#| a-10
#| b-20
#| 1-2-3
#|
#| 12-abc;x,y

### awk '!x[$1]++' in in
awk '!x[$1]++' in in
#| a 10
#| b 20
#| 1 2 3
#|
#| 12 abc;x,y

### awk '{ s += $1 } END { print s / NR, s % 4, s ^ 2, -s, !s }' p
awk '{ s += $1 } END { print s / NR, s % 4, s ^ 2, -s, !s }' p
#| 0.333333 1 1 -1 0

### echo '5 apples' | awk '{print $1*2, $2 "x", $1 $2, $1" "$2}'
echo '5 apples' | awk '{print $1*2, $2 "x", $1 $2, $1" "$2}'
#| 10 applesx 5apples 5 apples

### echo 'x' | awk '{ print; getline; print "after:" $0 }'
echo 'x' | awk '{ print; getline; print "after:" $0 }'
#| x
#| after:x

### seq 5 | awk 'NR==2{getline; print "skipped to", $0} {print}'
seq 5 | awk 'NR==2{getline; print "skipped to", $0} {print}'
#| 1
#| skipped to 3
#| 3
#| 4
#| 5

### seq 4 | awk '{getline x; print $0 "-" x}'
seq 4 | awk '{getline x; print $0 "-" x}'
#| 1-2
#| 3-4

### awk 'BEGIN{OFS="-"; $0="a b c"; $1=$1; print; OFS=":"; print $1,$2; NF=2; print}'
awk 'BEGIN{OFS="-"; $0="a b c"; $1=$1; print; OFS=":"; print $1,$2; NF=2; print}'
#| a-b-c
#| a:b
#| a:b

### awk 'BEGIN { if (!(3 in a)) print "no"; print length(a); if (a[3]=="") print "empty"; print length(a
awk 'BEGIN { if (!(3 in a)) print "no"; print length(a); if (a[3]=="") print "empty"; print length(a)}'
#| no
#| 0
#| empty
#| 1

### awk 'function q(a,l,r,  i,last,t){if(l>=r)return; last=l; for(i=l+1;i<=r;i++) if(a[i]<a[l]){last++; 
awk 'function q(a,l,r,  i,last,t){if(l>=r)return; last=l; for(i=l+1;i<=r;i++) if(a[i]<a[l]){last++; t=a[last];a[last]=a[i];a[i]=t} t=a[l];a[l]=a[last];a[last]=t; q(a,l,last-1); q(a,last+1,r)} BEGIN{n=split("5 3 9 1 10",a); q(a,1,n); for(i=1;i<=n;i++) printf "%s ", a[i]; print ""}'
#|= '1 3 5 9 10 \n'

### awk 'BEGIN{x="A"; y=x++ ; print x, y; $0 = "3 4"; $1++; print; $2 += 5; print; a["k"]++; a["k"]+=2; 
awk 'BEGIN{x="A"; y=x++ ; print x, y; $0 = "3 4"; $1++; print; $2 += 5; print; a["k"]++; a["k"]+=2; print a["k"], a["z"]++ + 0, a["z"]}'
#| 1 0
#| 4 4
#| 4 9
#| 3 0 1

### awk 'BEGIN{print "h"; print "z\na" | "sort"; print "t"}'
awk 'BEGIN{print "h"; print "z\na" | "sort"; print "t"}'
#| h
#| a
#| z
#| t

### awk 'BEGIN{a = 1; a += a += 2; print a; b[1] = 1; b[1] += b[1]++; print b[1]; $0="1 2"; $1 += $1++; 
awk 'BEGIN{a = 1; a += a += 2; print a; b[1] = 1; b[1] += b[1]++; print b[1]; $0="1 2"; $1 += $1++; print; n=1; print n++ n++ n; print n, n++, n}'
#| 6
#| 3
#| 3 2
#| 123
#| 3 3 4

### awk 'BEGIN { x = (a[i++] += 2) + i; print x, i; $0="5 6"; y = ($(j+=1) -= 3); print y, $0; v = w = 3
awk 'BEGIN { x = (a[i++] += 2) + i; print x, i; $0="5 6"; y = ($(j+=1) -= 3); print y, $0; v = w = 3; w ^= v -= 1; print w, v}'
#| 3 1
#| 2 2 6
#| 9 2

### echo 'key=val' | awk -F= '{ $2 = toupper($2) } 1' OFS='='
echo 'key=val' | awk -F= '{ $2 = toupper($2) } 1' OFS='='
#| key=VAL

### FOO=bar awk 'BEGIN { print ENVIRON["FOO"], ENVIRON["FOO"] == 0 }'
FOO=bar awk 'BEGIN { print ENVIRON["FOO"], ENVIRON["FOO"] == 0 }'
#| bar 0

### N=010 awk 'BEGIN { print ENVIRON["N"] == 10, ENVIRON["N"] "" == "10" }'
N=010 awk 'BEGIN { print ENVIRON["N"] == 10, ENVIRON["N"] "" == "10" }'
#| 1 0

### awk 'BEGIN{exit 1} END{exit}'; echo $?
awk 'BEGIN{exit 1} END{exit}'; echo $?
#| 1

### awk '$0 ~ "^" v' v=a in
awk '$0 ~ "^" v' v=a in
#| a 10

### awk '/^$/ {e++} !/^$/ {n++} END {print e+0, n+0}' in
awk '/^$/ {e++} !/^$/ {n++} END {print e+0, n+0}' in
#| 1 4

### awk 'length > 3' in; awk 'length($1) > 1 && NF' in
awk 'length > 3' in; awk 'length($1) > 1 && NF' in
#| a 10
#| b 20
#| 1 2 3
#| 12 abc;x,y
#| 12 abc;x,y

### awk '{ sub(/[ \t]+$/, ""); print "[" $0 "]" }' in
awk '{ sub(/[ \t]+$/, ""); print "[" $0 "]" }' in
#| [a 10]
#| [b 20]
#| [1 2 3]
#| []
#| [12 abc;x,y]

### awk 'BEGIN { s = "foo.bar.baz"; n = split(s, p, "."); print p[n]; gsub("\\.", "/", s); print s; gsub
awk 'BEGIN { s = "foo.bar.baz"; n = split(s, p, "."); print p[n]; gsub("\\.", "/", s); print s; gsub(/[aeiou]/, "<&>", s); print s }'
#| baz
#| foo/bar/baz
#| f<o><o>/b<a>r/b<a>z

### printf 'h,v\na,1\nb,2\na,4\n' | awk -F, 'NR>1 { t[$1]+=$2; c[$1]++ } END { for (k in t) printf "%s: 
printf 'h,v\na,1\nb,2\na,4\n' | awk -F, 'NR>1 { t[$1]+=$2; c[$1]++ } END { for (k in t) printf "%s: %.2f\n", k, t[k]/c[k] | "sort" }'
#| a: 2.50
#| b: 2.00

### awk 'BEGIN{print "x" > "o"; print "y" >> "o"; close("o"); while((getline l < "o") > 0) print "o:" l;
awk 'BEGIN{print "x" > "o"; print "y" >> "o"; close("o"); while((getline l < "o") > 0) print "o:" l; print "z" >> "o"; close("o"); while((getline l < "o") > 0) print l}'
#| o:x
#| o:y
#| x
#| y
#| z

### awk 'BEGIN{RS=""}{print NR": "$1"|"$2; print NF}' blocks
awk 'BEGIN{RS=""}{print NR": "$1"|"$2; print NF}' blocks
#| 1: a|b
#| 4
#| 2: e|f
#| 3

### awk 'BEGIN{RS=";";FS=","}{print $2, NR}' x
awk 'BEGIN{RS=";";FS=","}{print $2, NR}' x
#| 2 1
#| 6 2
#|  3

### awk '{ $5 = "e"; print NF; print }' p
awk '{ $5 = "e"; print NF; print }' p
#| 5
#| a|b|c    e
#| 5
#| 1 1   e
#| 5
#| 0 2 t  e

### awk '{ NF = 2; print; $3 = "c"; print; NF++; print NF; print }' p
awk '{ NF = 2; print; $3 = "c"; print; NF++; print NF; print }' p
#|= 'a|b|c \n'
#| a|b|c  c
#| 4
#|= 'a|b|c  c \n'
#| 1 1
#| 1 1 c
#| 4
#|= '1 1 c \n'
#| 0 2
#| 0 2 c
#| 4
#|= '0 2 c \n'

### awk '{ $0 = "new " $2; print $1, NF }' p
awk '{ $0 = "new " $2; print $1, NF }' p
#| new 1
#| new 2
#| new 2

### awk '/a/,/b/' in; awk 'NR==1,/1/ {print NR}' in; awk 'NR==2,NR==1' in
awk '/a/,/b/' in; awk 'NR==1,/1/ {print NR}' in; awk 'NR==2,NR==1' in
#| a 10
#| b 20
#| 12 abc;x,y
#| 1
#| b 20
#| 1 2 3
#|
#| 12 abc;x,y

### awk 'BEGIN { printf "%s\n", 1e6; print 1e6 "", 123456789, 0.1 + 0.2, 1e-300, 3.0, "3.0" + 0, 1000000
awk 'BEGIN { printf "%s\n", 1e6; print 1e6 "", 123456789, 0.1 + 0.2, 1e-300, 3.0, "3.0" + 0, 1000000 * 10 }'
#| 1000000
#| 1000000 123456789 0.3 1e-300 3 3 10000000

### awk 'BEGIN { printf "%5.2f|%-8s|%08.3f|%+d|%x|%c|%%\n", 3.14159, "ab", 3.14159, 5, 255, "hello" }'
awk 'BEGIN { printf "%5.2f|%-8s|%08.3f|%+d|%x|%c|%%\n", 3.14159, "ab", 3.14159, 5, 255, "hello" }'
#|  3.14|ab      |0003.142|+5|ff|h|%

### awk 'BEGIN { printf "%.3s|%10.3s|%-10.3s|\n", "abcdef", "abcdef", "abcdef"; printf "%.0f %.10g %g\n"
awk 'BEGIN { printf "%.3s|%10.3s|%-10.3s|\n", "abcdef", "abcdef", "abcdef"; printf "%.0f %.10g %g\n", 2.5, 1/3, 1e100 }'
#| abc|       abc|abc       |
#| 2 0.3333333333 1e+100

### awk 'BEGIN { while (i < 3) { j = 0; while (1) { if (++j > 2) break; if (j == 1) continue; print i, j
awk 'BEGIN { while (i < 3) { j = 0; while (1) { if (++j > 2) break; if (j == 1) continue; print i, j }; i++ } }'
#|  2
#| 1 2
#| 2 2

### awk 'BEGIN { do { n++; if (n == 2) continue; if (n > 4) break; print n } while (n < 10); print "end"
awk 'BEGIN { do { n++; if (n == 2) continue; if (n > 4) break; print n } while (n < 10); print "end", n }'
#| 1
#| 3
#| 4
#| end 5

### awk 'BEGIN { for (i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; print i } }'
awk 'BEGIN { for (i = 0; i < 5; i++) { if (i == 1) continue; if (i == 4) break; print i } }'
#| 0
#| 2
#| 3

### awk 'function g(a) { a["k"] = 1 } function f(b) { g(b); return b["k"] } BEGIN { print f(arr), arr["k
awk 'function g(a) { a["k"] = 1 } function f(b) { g(b); return b["k"] } BEGIN { print f(arr), arr["k"], length(arr) }'
#| 1 1 1

### awk 'function f(x) { x = 5; return x } BEGIN { x = 1; y = f(x); print x, y }'
awk 'function f(x) { x = 5; return x } BEGIN { x = 1; y = f(x); print x, y }'
#| 1 5

### awk 'BEGIN { print substr("hello", 2, 3), substr("hello", 4, 100), substr("hello", 6) "|", index("he
awk 'BEGIN { print substr("hello", 2, 3), substr("hello", 4, 100), substr("hello", 6) "|", index("hello", "ll"), index("hello", "z") }'
#| ell lo | 3 0

### awk 'BEGIN { print 1 - -1, 2 - 1, 2 -1, "a" 1 - 1, 1 " " -1 }'
awk 'BEGIN { print 1 - -1, 2 - 1, 2 -1, "a" 1 - 1, 1 " " -1 }'
#| 2 1 1 a0 1-1

### awk 'BEGIN { print 1 < 2, "a" < "b", 2 < 10, "2" < "10", "abc" < "abd" }' > out; cat 2 out
awk 'BEGIN { print 1 < 2, "a" < "b", 2 < 10, "2" < "10", "abc" < "abd" }' > out; cat 2 out
#| 1 1 1 0 1
#! cat: 2: No such file or directory
#? 1

### awk '$1 > 5 { print $1 }' in
awk '$1 > 5 { print $1 }' in
#| a
#| b
#| 12

### awk '$1 == $2' p; awk '$1 != ""' p; awk '!$1' p
awk '$1 == $2' p; awk '$1 != ""' p; awk '!$1' p
#| 1 1
#| a|b|c
#| 1 1
#| 0 2 t
#| 0 2 t

### awk 'BEGIN { getline; print "got " $0; getline line; print "line " line; print NR } END { print NR }
awk 'BEGIN { getline; print "got " $0; getline line; print "line " line; print NR } END { print NR }' in
#| got a 10
#| line b 20
#| 2
#| 5

### awk 'BEGIN { while ((getline line < ARGV[1]) > 0) n++; print n }' in
awk 'BEGIN { while ((getline line < ARGV[1]) > 0) n++; print n }' in
#| 5

### awk 'BEGIN { if ("10" == 10.0) print "a"; if ("abc" ~ "b") print "b"; if (!("x" ~ /y/)) print "c" }'
awk 'BEGIN { if ("10" == 10.0) print "a"; if ("abc" ~ "b") print "b"; if (!("x" ~ /y/)) print "c" }'
#| a
#| b
#| c

### awk 'BEGIN { print length(), length "x" }' < in
awk 'BEGIN { print length(), length "x" }' < in
#| 0 0x

### awk '{ print NR % 2 ? "odd" : "even" }' in
awk '{ print NR % 2 ? "odd" : "even" }' in
#| odd
#| even
#| odd
#| even
#| odd

### awk -f prog in
awk -f prog in
#| n 5

### awk -f prog -f prog2 in
awk -f prog -f prog2 in
#| n 5
#| 4

### awk -- '{ print $1 }' in
awk -- '{ print $1 }' in
#| a
#| b
#| 1
#|
#| 12

### awk '{ print $1 }' < in
awk '{ print $1 }' < in
#| a
#| b
#| 1
#|
#| 12

### awk '{ print $1 }' - < in
awk '{ print $1 }' - < in
#| a
#| b
#| 1
#|
#| 12

### awk 'BEGIN { ARGV[1] = ""; ARGV[2] = "x"; ARGC = 3 } { print }' in
awk 'BEGIN { ARGV[1] = ""; ARGV[2] = "x"; ARGC = 3 } { print }' in
#| 1,2;3:4
#| 5,6;7:8

### awk 'END { print $0, NF }' in
awk 'END { print $0, NF }' in
#| 12 abc;x,y 2

### awk 'BEGIN { printf "a" "b" "\n"; printf("%s %s\n", "x", "y") }'
awk 'BEGIN { printf "a" "b" "\n"; printf("%s %s\n", "x", "y") }'
#| ab
#| x y

### awk 'BEGIN { print system("exit 3"), system("true") }'
awk 'BEGIN { print system("exit 3"), system("true") }'
#| 3 0

### awk 'BEGIN { print toupper("mixED 1"), tolower("MIXed 1") }'
awk 'BEGIN { print toupper("mixED 1"), tolower("MIXed 1") }'
#| MIXED 1 mixed 1

### awk 'BEGIN { print match("aaa", /b*/), RSTART, RLENGTH; print match("xab", /ab$/), RSTART, RLENGTH }
awk 'BEGIN { print match("aaa", /b*/), RSTART, RLENGTH; print match("xab", /ab$/), RSTART, RLENGTH }'
#| 1 1 0
#| 2 2 2

### awk 'BEGIN { s = "aaa"; print gsub(/a/, "b&b", s), s; print sub(/b+/, "X", s), s; print gsub(/z/, "y
awk 'BEGIN { s = "aaa"; print gsub(/a/, "b&b", s), s; print sub(/b+/, "X", s), s; print gsub(/z/, "y", s), s }'
#| 3 babbabbab
#| 1 Xabbabbab
#| 0 Xabbabbab

### awk 'BEGIN { s = "abc"; gsub("", "-", s); print s; t = "hello"; gsub(/l*/, "X", t); print t }'
awk 'BEGIN { s = "abc"; gsub("", "-", s); print s; t = "hello"; gsub(/l*/, "X", t); print t }'
#| -a-b-c-
#| XhXeXoX

### awk '{ gsub(/[0-9]/, "<&>", $2); print; gsub(/a/, "b"); print }' in
awk '{ gsub(/[0-9]/, "<&>", $2); print; gsub(/a/, "b"); print }' in
#| a <1><0>
#| b <1><0>
#| b <2><0>
#| b <2><0>
#| 1 <2> 3
#| 1 <2> 3
#|
#|
#| 12 abc;x,y
#| 12 bbc;x,y

### awk 'BEGIN { a = "x"; a = a a; a = a a; print a, length(a) }'
awk 'BEGIN { a = "x"; a = a a; a = a a; print a, length(a) }'
#| xxxx 4

### awk 'BEGIN { x[1] = 1; x["1"] = 2; x[01] = 3; print length(x), x[1] }'
awk 'BEGIN { x[1] = 1; x["1"] = 2; x[01] = 3; print length(x), x[1] }'
#| 1 3

### awk 'BEGIN { SUBSEP = ":"; a["x", "y"] = 1; for (k in a) print k; print (("x", "y") in a) }'
awk 'BEGIN { SUBSEP = ":"; a["x", "y"] = 1; for (k in a) print k; print (("x", "y") in a) }'
#| x:y
#| 1

### awk 'BEGIN { $3 = "x"; print NF, $0; $0 = ""; print NF; $2 = "y"; print }'
awk 'BEGIN { $3 = "x"; print NF, $0; $0 = ""; print NF; $2 = "y"; print }'
#| 3   x
#| 0
#|  y

### awk 'BEGIN { print; print NF; print $1 "|" }'
awk 'BEGIN { print; print NF; print $1 "|" }'
#|
#| 0
#| |

### awk "BEGIN { print \"it's\" }"
awk "BEGIN { print \"it's\" }"
#| it's

### awk 'BEGIN { print 1; exit; print 2 } END { print 3 }'
awk 'BEGIN { print 1; exit; print 2 } END { print 3 }'
#| 1
#| 3

### awk '{ exit NR + 4 } END { print "e" }' in; echo $?
awk '{ exit NR + 4 } END { print "e" }' in; echo $?
#| e
#| 5

### awk '{ if ($1 ~ /^[0-9]/) { n++; next } other++ } END { print n, other }' in
awk '{ if ($1 ~ /^[0-9]/) { n++; next } other++ } END { print n, other }' in
#| 2 3

### awk 'BEGIN	{ x = 1 ; if ( x ) print "tab" ; else print "no" }'
awk 'BEGIN	{ x = 1 ; if ( x ) print "tab" ; else print "no" }'
#| tab

### awk 'BEGIN { if (x == 0 && x == "") print "unset is both"; if (length(x) == 0) print 0 }'
awk 'BEGIN { if (x == 0 && x == "") print "unset is both"; if (length(x) == 0) print 0 }'
#| unset is both
#| 0

### awk 'BEGIN { printf "%d %s\n", "12abc", "12abc" + 1; print +"3x", -"3x", !"0", !0 }'
awk 'BEGIN { printf "%d %s\n", "12abc", "12abc" + 1; print +"3x", -"3x", !"0", !0 }'
#| 12 13
#| 3 -3 0 1

### echo "0" | awk '{ if ($0) print "t"; else print "f"; if ($0 "") print "t"; if (!$0) print "n" }'
echo "0" | awk '{ if ($0) print "t"; else print "f"; if ($0 "") print "t"; if (!$0) print "n" }'
#| f
#| t
#| n

### echo " 10 " | awk '{ print ($0 == 10), ($1 == "10"), ($0 < 9) }'
echo " 10 " | awk '{ print ($0 == 10), ($1 == "10"), ($0 < 9) }'
#| 1 1 0

### printf 'a\tb c\n' | awk -F'\t' '{ print $2; print NF }'
printf 'a\tb c\n' | awk -F'\t' '{ print $2; print NF }'
#| b c
#| 2

### printf '  lead  trail  \n' | awk '{ print NF, $1; $1 = $1; print "[" $0 "]" }'
printf '  lead  trail  \n' | awk '{ print NF, $1; $1 = $1; print "[" $0 "]" }'
#| 2 lead
#| [lead trail]

### printf 'a b\r\n' | awk '{ print $2 "|" }' | od -c
printf 'a b\r\n' | awk '{ print $2 "|" }' | od -c
#| 0000000   b  \r   |  \n
#| 0000004

### printf 'no newline' | awk '{ print $2 } END { print NR }'
printf 'no newline' | awk '{ print $2 } END { print NR }'
#| newline
#| 1

### printf '\n\n' | awk '{ print NF }'
printf '\n\n' | awk '{ print NF }'
#| 0
#| 0

### printf 'a:b::c:\n' | awk -F: '{ print NF; for (i = 1; i <= NF; i++) print i, $i }'
printf 'a:b::c:\n' | awk -F: '{ print NF; for (i = 1; i <= NF; i++) print i, $i }'
#| 5
#| 1 a
#| 2 b
#|= '3 \n'
#| 4 c
#|= '5 \n'

### printf 'a1b22c\n' | awk -F'[0-9]+' '{ print $1, $2, $3 }'
printf 'a1b22c\n' | awk -F'[0-9]+' '{ print $1, $2, $3 }'
#| a b c
