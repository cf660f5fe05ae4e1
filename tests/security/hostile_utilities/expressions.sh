### grep -E, plus of plus
{ rep 5000 a; echo b; } > f; grep -E '(a+)+$' f; grep -E '^(a|aa)+$' f; grep -E '^(a*)*$' f; grep -E '(a|a)*c' f; grep -E '(.*)(.*)(.*)(.*)[^a]c$' f
### grep -P, plus of plus
{ rep 5000 a; echo b; } > f; grep -P '(a+)+$' f
### grep -P, alternatives that overlap
{ rep 5000 a; echo b; } > f; grep -P '^(a|aa)+$' f
### grep -P, recursion
{ rep 20000 '('; echo; } > f; grep -P '^(\((?1)*\))+$' f; grep -P '(?R)?a' f
### grep -P, looking around
{ rep 20000 a; echo b; } > f; grep -P '(?=(a+))a*b\1' f; grep -P '(?<=a+)b' f; grep -P '^(?=.*.*.*.*c)' f
### grep -P, possessive and atomic
{ rep 20000 a; echo b; } > f; grep -P '(?>a+)+c' f; grep -P '(a++)*+c' f
### grep -P, counts
echo a | grep -P 'a{100000}'; echo a | grep -P '(((a{1000}){1000}){1000}){1000}'; echo $?
### grep -o of everything
rep 900000 a > f; grep -o a f | wc -l
### grep -o with empty matches
rep 900000 a > f; grep -o 'b*' f; grep -oE '(a?)*' f | wc -c; grep -oP 'a?' f | wc -l
### grep -w with words that never end
{ rep 200000 'aa '; echo; } > f; grep -w 'a' f; grep -wo 'a*' f | wc -l; grep -wE 'a|aa|aaa' f | wc -c
### grep -w in one long word
{ rep 500000 a; echo; } > f; grep -w 'a' f; grep -w 'a*b' f; grep -wF a f
### grep, back-references
{ rep 3000 a; echo b; } > f; grep '\(a*\)*\1\1c' f; grep -E '^(a*)(a*)(a*)\1\2\3b$' f; grep -E '(.+)(.+)(.+)\3\2\1c' f
### grep -f, ten thousand patterns
seq 1 10000 | sed 's/.*/a&.*b&/' > p; seq 1 2000 | sed 's/.*/a&xxb&/' > f; grep -c -f p f
### grep -F -f, ten thousand patterns
seq 1 10000 > p; seq 1 2000 > f; grep -c -F -f p f; grep -cwF -f p f; grep -cxF -f p f
### grep -E -f, ten thousand patterns
seq 1 10000 | sed 's/.*/(a&)+b/' > p; seq 1 2000 > f; grep -c -E -f p f
### grep -P of many alternatives
rep 9000 'abc|' > p; echo x >> p; seq 1 2000 > f; grep -c -P "$(cat p)" f
### grep, repetitions of repetitions
{ rep 300 a; echo; } > f; grep -E '((a{1,100}){1,100}){1,100}b' f; grep -E 'a{32768}' f; grep -E '(a{255}){255}' f; grep 'a\{1,200\}\{1,200\}' f; echo $?
### grep, deep groups
grep -E "$(rep 50000 '(')a$(rep 50000 ')')" <<< a; grep -P "$(rep 50000 '(')a$(rep 50000 ')')" <<< a; grep "$(rep 50000 '\(')a$(rep 50000 '\)')" <<< a; echo $?
### grep, many brackets and stars
grep -E "$(rep 20000 '[a-z]*')x" <<< "$(rep 2000 a)"; grep -E "$(rep 20000 'a?')$(rep 20000 a)" <<< "$(rep 2000 a)"
### grep -i, long alternatives
grep -ciE "$(rep 3000 'abcdefgh|')ẞ" <<< "$(rep 20000 abcdefg)"
### grep -z of a long record
rep 900000 'ab' > f; grep -zE '(a|b)*c' f; grep -zoE '(ab)+' f | wc -c; grep -z -P '(a|b)*c' f
### grep -c, 200,000 lines with a slow pattern
seq 1 200000 > f; grep -cE '(1|2|12)*(3|4|34)*x' f
### grep, context of everything
seq 1 200000 > f; grep -C 999999999 1 f | wc -l; grep -A 99999999999999999999 1 f | wc -l; grep -m 99999999999999999999 1 f | wc -l
### sed s, plus of plus
{ rep 5000 a; echo b; } > f; sed -E 's/(a+)+$/x/' f | wc -c; sed -E 's/^(a|aa)+$/x/' f | wc -c; sed 's/\(a*\)*\1c/x/' f | wc -c
### sed s of every character
rep 900000 a > f; sed 's/a/bb/g' f | wc -c; sed -E 's/(a|b)*c/x/g' f | wc -c; sed 's/a*/x/g' f | wc -c; sed 's/a/b/899999' f | wc -c
### sed addresses that backtrack
{ rep 5000 a; echo b; } > f; sed -nE '/(a+)+$/,/(a|aa)+$/p; \,(.*)(.*)(.*)c,p' f
### sed s with back-references
{ rep 3000 a; echo b; } > f; sed -E 's/^(a*)(a*)(a*)\1\2\3b$/x/' f; sed -E 's/(.+)(.+)\2\1c/x/' f | wc -c
### awk matching
{ rep 5000 a; echo b; } > f; awk '/(a+)+$/ || $0 ~ /^(a|aa)+$/ || match($0, /(a*)*c/) { print RSTART }' f
### awk split and gsub
rep 900000 a > f; awk '{ n = split($0, x, /(a|b)*c/); print n; m = gsub(/a*/, "x"); print m, length($0) }' f
### awk split into characters
rep 900000 a > f; awk '{ n = split($0, x, ""); print n }' f
### awk, FS that backtracks
{ rep 50000 'a,'; echo b; } > f; awk -F '(a+)+,' '{ print NF }' f; awk 'BEGIN { FS = "(a|aa)*b" } { print NF }' f
### awk, RS that backtracks
rep 300000 a > f; awk 'BEGIN { RS = "(a|aa)+b" } { n++ } END { print n }' f; awk 'BEGIN { RS = "a*" } { n++ } END { print n }' f
### awk, dynamic patterns without end
awk 'BEGIN { for (i = 0; ; i++) if ("aaaaaaaaab" ~ ("(a+" i ")+$")) n++ }'
### awk gensub with back-references
rep 3000 a > f; awk '{ print length(gensub(/(a*)(a*)b?/, "\\1\\2\\1\\2", "g")); print length(gensub(/(a)/, "\\1\\1\\1\\1\\1\\1\\1\\1", "g")) }' f
### jq test
{ rep 5000 a; echo b; } > f; jq -R 'test("(a+)+$")' f; jq -R 'test("^(a|aa)+$"), test("(?<x>a*)*c"), test("(.*)(.*)(.*)[^ab]$")' f
### jq scan and sub
rep 300000 a > f; jq -R '[scan("a")] | length' f; jq -R 'gsub("a";"bb") | length' f; jq -R 'gsub("";"x") | length' f; jq -R 'gsub("(?<x>a)";"\(.x)\(.x)") | length' f
### jq splits and ascii
rep 300000 'a,' > f; jq -R '[splits(",")] | length' f; jq -R 'split(",";null) | length' f; jq -R '[match("a*";"g").offset] | length' f
### jq, sub whose replacement floods [limit]
rep 3000 a > f; jq -R 'gsub("(?<x>a)"; range(1e9) | tostring) | length' f
### find -regex
d=$(rep 200 a); mkdir x; > x/$d; find x -regex '.*/\(a+\)+b' ; find x -regextype posix-extended -regex '.*/((a+)+)+b'; find x -regextype posix-extended -regex '.*(a|aa)+b'; find x -name '*a*a*a*a*a*a*a*a*a*a*a*a*a*b'; find x -iregex '.*\(A*\)*b'
### rg, plus of plus
{ rep 5000 a; echo b; } > f; rg '(a+)+$' f; rg '^(a|aa)+$' f; rg -o 'a*' f | wc -c; rg -P '(a+)+\1c' f; rg -w 'a' f; rg -c '(.*)(.*)(.*)c' f
### expr :
s=$(rep 3000 a); expr "$s"b : '\(a*\)*c'; expr "$s"b : '\(a*\)*\1c'; expr "$s" : '.*.*.*.*b'; expr match "$s" '\(a\{1,200\}\)*b'; expr index "$s" b
### =~
s=$(rep 3000 a); [[ ${s}b =~ ^(a+)+$ ]]; [[ ${s}b =~ (a*)*\1c ]]; [[ $s =~ ^(a|aa)+b ]]; [[ ${s} =~ (.*)(.*)(.*)(.*)c ]]; echo $?
### nl -b p
{ rep 5000 a; echo b; } > f; nl -b 'p\(a*\)*c' f | wc -c; nl -b 'p\(a*\)\1*c' f | wc -c
### tac -s -r
rep 300000 a > f; tac -s a f | wc -c; tac -r -s 'a*b' f | wc -c; tac -r -s '\(a*\)*b' f | wc -c; tac -r -s a f | wc -c; tac -r -s '\(a\|aa\)*\1' f | wc -c
### less usual users of expressions
{ rep 5000 a; echo b; } > f; rg --files -g '*a*a*a*a*a*a*b'; tar cf t f --exclude='*a*a*a*a*a*a*a*b'; ls -I '*a*a*a*a*a*a*b'; ls --hide='[[[[[[[*' ; diff -I '\(a*\)*b' f f; tree -P '*a*a*a*a*b'; du --exclude='*a*a*a*b'; grep -r --include='*a*a*a*a*b' a .
### wildcards that backtrack
n=$(rep 250 a); > $n; find . -name "$(rep 60 '*a')b"; ls -I "$(rep 60 'a*')b"; grep -r --include="$(rep 60 '*a')b" x .; unzip -l /dev/null "$(rep 60 '*a')b"; tar cf t . --exclude "$(rep 60 '*a')b"; find . -path "$(rep 60 '*a')b" -o -lname "$(rep 60 '*a')b"; rg --files -g "$(rep 60 '*a')b"; case $n in $(rep 60 '*a')b) ;; esac; echo $?
### one long expression
e=$(rep 200000 'ab?'); grep -cE "$e" <<< a; sed -E "s/$e/x/" <<< a; awk "/$e/" <<< a; jq -n --arg e "$e" '"a" | test($e)'; expr a : "$e"
### a class of everything
e="[$(rep 200000 'a-z')]"; grep -c "$e" <<< a; sed "s/$e/x/" <<< a; awk "/$e/" <<< a; jq -n --arg e "$e" '"a" | test($e)'; tr "$e" b <<< a
### many expressions
for i in {1..60}; do grep -cE "(a|b$i){1,60}c$i?" <<< ab; done | tail -1
### expressions in many options
rep 5000 'a*b\n' > p; args=(); for i in {1..5000}; do args+=(-e "a*b$i"); done; grep "${args[@]}" <<< x; sed "${args[@]/#a/s,a}" <<< x; rg "${args[@]}" p | wc -c
