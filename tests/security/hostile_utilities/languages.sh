### awk, a string doubled [limit]
awk 'BEGIN { s = "x"; while (1) s = s s }'
### awk, a string in an array doubled [limit]
awk 'BEGIN { a[1] = "x"; while (1) a[1] = a[1] a[1] }'
### awk, a field doubled [limit]
echo x | awk '{ while (1) $1 = $1 $1 }'
### awk, the record doubled [limit]
echo x | awk '{ while (1) $0 = $0 $0 }'
### awk, many fields [limit]
awk 'BEGIN { $999999999 = "x"; print length($0) }'
### awk, NF [limit]
awk 'BEGIN { NF = 999999999; print length($0) }'
### awk, NF by little [limit]
awk 'BEGIN { while (1) { NF += 1000000 } }'
### awk, OFS that multiplies
awk 'BEGIN { OFS = sprintf("%9999s", ""); $100000 = 1; print length($0) }'
### awk, an array that floods [limit]
awk 'BEGIN { for (i = 0; ; i++) a[i] = i }'
### awk, an array with long keys
awk 'BEGIN { s = sprintf("%9999s", ""); for (i = 0; ; i++) a[s i] }'
### awk, an array with long values
awk 'BEGIN { s = sprintf("%9999s", ""); for (i = 0; ; i++) a[i] = s i }'
### awk, many subscripts [limit]
awk 'BEGIN { for (i = 0; ; i++) a[i,i,i,i] = i "x" }'
### awk, arrays of arrays
awk 'BEGIN { for (i = 0; ; i++) a[i][i] = i }'
### awk, variables without end [limit]
awk 'BEGIN { while (1) { x1 = x1 "a"; x2 = x2 x1; x3 = x3 x2 } }'
### awk, recursion
awk 'function f(n) { return f(n + 1) } BEGIN { f(1) }'
### awk, recursion in two
awk 'function f(n) { return g(n) + 1 } function g(n) { return f(n) + 1 } BEGIN { f(1) }'
### awk, recursion with arrays
awk 'function f(n,  a) { a[n] = sprintf("%9999s", ""); return f(n + 1) } BEGIN { f(1) }'
### awk, recursion that branches [limit]
awk 'function f(n) { return f(n + 1) + f(n + 1) } function g(n) { if (n > 90) return 1; return g(n + 1) + g(n + 1) } BEGIN { g(1) }'
### awk, loops [limit]
awk 'BEGIN { while (1); }'
### awk, for without end [limit]
awk 'BEGIN { for (;;) ; }'
### awk, do without end [limit]
awk 'BEGIN { do { continue } while (1) }'
### awk, a loop in END over few keys [limit]
awk 'BEGIN { a[1]; while (1) for (k in a) n++ }'
### awk, deletion in a loop [limit]
awk 'BEGIN { while (1) { a[++n]; delete a[n - 1] } }'
### awk, getline loops [limit]
awk 'BEGIN { while ((getline x < "/dev/zero") > 0) n++ }'
### awk, getline of nothing [limit]
awk 'BEGIN { while ((getline x < "/nosuch") != 5) n++ }'
### awk, getline from commands
awk 'BEGIN { while (1) { "echo x" i++ | getline y } }'
### awk, getline from an endless command [limit]
awk 'BEGIN { while (("yes" | getline x) > 0) n++ }'
### awk, pipes that are not closed
awk 'BEGIN { for (i = 0; ; i++) print "x" | ("cat > /dev/null #" i) }'
### awk, files that are not closed
awk 'BEGIN { for (i = 0; ; i++) print "x" > ("f" i) }'
### awk, files that are closed [limit]
awk 'BEGIN { for (i = 0; ; i++) { print "x" > ("f" i); close("f" i) } }'
### awk, /dev/stdout under many names [limit]
awk 'BEGIN { while (1) { print "x" > "/dev/stdout"; print "x" > "/dev/fd/1"; print "y" > "/dev/stderr" } }'
### awk, print without end [limit]
awk 'BEGIN { while (1) print "x" }'
### awk, print into a file without end [limit]
awk 'BEGIN { while (1) print "xxxxxxxxxxxxxxxxxxxxx" > "f" }'
### awk, print into a pipe without end [limit]
awk 'BEGIN { while (1) print "x" | "cat > /dev/null" }'
### awk, print into sort without end [limit]
awk 'BEGIN { while (1) print "x" | "sort" }'
### awk, system recursion
printf '%s' 'BEGIN { system("awk -f p") }' > p; awk -f p
### awk, system in a loop [limit]
awk 'BEGIN { while (1) system("true") }'
### awk, two-way pipes
awk 'BEGIN { while (1) { print "x" |& "cat"; "cat" |& getline y } }'
### awk, reading what it writes [limit]
echo x > f; awk '{ print > "f"; print >> "f"; fflush() }' f; awk '{ print >> "g"; close("g"); while ((getline y < "g") > 0) print y >> "g" }' <<< x
### awk, substr
awk 'BEGIN { x = substr("abc", -1e300, 2e300); print length(x); print substr("abc", 1, 1e18), substr("abc", "nan"), index("", ""), length(substr("x", 0, 99999999999999999999)) }'
### awk, numbers
awk 'BEGIN { print 2^1e9, 10^400, -log(0), int("0x" sprintf("%99999d", 0)), 1e400 % 3, exp(1e9), lshift(1, 1e9), strtonum("1e999999"), srand(1e300), int(-1e300), substr("x", 1e300) }' 2>&1
### awk, integers that are printed
awk 'BEGIN { printf "%d %x %o %c %i\n", 1e300, 1e300, 2^53, 1e9, -1e300; print 2^1000; x = 2^1000 ""; print length(x) }' 2>&1
### awk, gsub that multiplies [limit]
awk 'BEGIN { s = "x"; while (1) gsub(/x/, "xx", s) }'
### awk, gsub with & [limit]
awk 'BEGIN { s = "x"; while (1) gsub(/.*/, "&&", s) }'
### awk, gensub
awk 'BEGIN { s = "x"; while (1) s = gensub(/x/, "\\0\\0", "g", s) }'
### awk, split that floods
awk 'BEGIN { s = sprintf("%9999s", ""); while (1) n += split(s, a, / /) }'
### awk, split into many arrays
awk 'BEGIN { s = sprintf("%9999s", ""); while (1) split(s, a[n++], / /) }'
### awk, asort of many
awk 'BEGIN { for (i = 0; i < 200000; i++) a[i] = rand(); n = asort(a); n = asorti(a, b); print n }'
### awk, PROCINFO order
awk 'BEGIN { PROCINFO["sorted_in"] = "@ind_str_asc"; for (i = 0; i < 100000; i++) a[i]; for (k in a) n++; while (1) for (k in a) n++ }'
### awk, a function that sorts
awk 'function c(i, j) { while (1); } BEGIN { a[1]; a[2]; asort(a, b, "c") }'
### awk, deep expressions
awk "BEGIN { print $(rep 50000 '(')1$(rep 50000 ')') }"; awk "BEGIN { print $(rep 50000 '-')1 }"; awk "BEGIN { print 1$(rep 50000 '+1') }"; awk "BEGIN { $(rep 20000 '{')$(rep 20000 '}') }"; awk "BEGIN { $(rep 20000 'if (1) ') x = 1 }"; awk "BEGIN { print $(rep 20000 '!')x }"; awk "BEGIN { print 1$(rep 9000 '?1:1') }"; awk "BEGIN { print x$(rep 9000 '[x') }"
### awk, long programs
awk "$(rep 50000 'BEGIN { x = 1 };')" /dev/null; awk "BEGIN { x = \"$(rep 900000 a)\"; print length(x) }"; awk "BEGIN { print $(rep 900000 9) }" | head -c 9; awk "BEGIN { print x$(rep 90000 ' x') }"
### awk, -v floods
s=$(rep 900000 x); awk -v "a=$s" -v "b=$s" 'BEGIN { while (1) a = a b }'
### awk, tolower and toupper
awk 'BEGIN { s = sprintf("%9999s", ""); while (1) s = toupper(s) tolower(s) }'
### awk, printf with many arguments
awk 'BEGIN { s = sprintf("%9999s", ""); while (1) x = x sprintf("%s%s%s%s%s%s%s%s%s", s, s, s, s, s, s, s, s, s) }'
### awk, uninitialised RS and FS [limit]
yes | awk 'BEGIN { RS = ""; FS = "" } { n += NF } END { print n }'
### awk, FPAT and FIELDWIDTHS
rep 300000 'ab,' > f; awk 'BEGIN { FPAT = "[^,]*" } { print NF }' f; awk 'BEGIN { FIELDWIDTHS = "1 999999999 3" } { print NF }' f; awk 'BEGIN { FIELDWIDTHS = "1:99999999999" } { print NF }' f
### awk, nextfile and getline over itself
echo x > f; awk 'BEGIN { ARGV[1] = "f"; ARGC = 1e9 } { n++ }'
### awk, ARGC
awk 'BEGIN { ARGC = 999999999 } { n++ }' f
### awk, in the shape of a here-document
awk 'BEGIN { while (1) { ("cat << E\n" i++ "\nE") | getline x } }'
### sed, a branch to itself [limit]
sed ':a;ba' <<< x
### sed, t without end [limit]
sed ':a;s/x/x/;ta' <<< x
### sed, D without end [limit]
sed 'G;D' <<< $'x\ny'
### sed, N and D [limit]
yes | sed '$!N;P;D' > /dev/null
### sed, the pattern space grows [limit]
sed ':a;s/x/&&&&&&/g;ta' <<< x
### sed, s and the hold space double [limit]
sed ':a;G;h;ba' <<< x
### sed, H and G [limit]
sed ':a;H;G;x;ba' <<< x
### sed, N of everything [limit]
yes | sed ':a;N;$!ba;s/\n//g'
### sed, H of everything [limit]
yes | sed -n 'H'
### sed, a chain of s [limit]
sed 's/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g;s/x/&&&&&&&&/g' <<< x
### sed, s of nothing grows
sed ':a;s/$/y/;s/^/xxxxxxxxxxxxxxxxx/;s/x*/&&/;ba' <<< x
### sed, y in a loop [limit]
sed ':a;y/xy/yx/;ba' <<< x
### sed, l without end [limit]
sed ':a;l;ba' <<< x
### sed, p without end [limit]
sed ':a;p;ba' <<< x
### sed, = without end [limit]
sed ':a;=;ba' <<< x
### sed, i without end [limit]
sed -e ':a' -e 'i\' -e 'x' -e ba <<< x
### sed, a without end [limit]
sed -e ':a' -e 'a\' -e 'xxxxxxxxxxxxxxxx' -e ba <<< x
### sed, r without end [limit]
head -c 900000 /dev/zero > f; sed ':a;r f
ba' <<< x
### sed, R without end [limit]
sed ':a;R /dev/zero
ba' <<< x
### sed, r of endless files [limit]
sed 'r /dev/zero' <<< x | wc -c
### sed, w of many files
s=; for i in {1..5000}; do s+="w f$i"$'\n'; done; sed "$s" <<< x; ls | wc -l
### sed, w into what is read [limit]
echo x > f; yes | sed 'w f
r f'
### sed, e
sed ':a;e echo x
ba' <<< x
### sed, s with e
sed ':a;s/.*/echo x/e;ba' <<< x
### sed, e recursion
echo 'e sed -f p' > p; sed -f p <<< x
### sed, in place of many
for i in {1..300}; do echo x > f$i; done; sed -i 's/x/y/' f*; cat f* | sort -u; sed -i.bak d f*; ls | wc -l
### sed, labels and blocks
sed "$(rep 50000 '{')$(rep 50000 '}')" <<< x; sed "$(rep 50000 ':a;')" <<< x; sed "$(rep 90000 'p;')" <<< x | wc -l; sed "$(rep 90000 '!')p" <<< x; sed "y/$(rep 300000 a)/$(rep 300000 b)/" <<< x; sed "s/x/$(rep 900000 y)/" <<< x | wc -c; sed "$(rep 900000 ' ')p" <<< x; sed "a $(rep 900000 x)" <<< x | wc -c
### sed, many labels
s=; for i in {1..5000}; do s+=":l$i;"; done; sed "$s bl5000" <<< x
### sed, numbers
sed "$(rep 90000 9)p" <<< x; sed '1~99999999999999999999p' <<< x; sed "s/x/y/$(rep 90000 9)" <<< x; sed 'q99999999999999' <<< x; sed '0~0p;5,~0p;2,+99999999999999999999p' <<< x; sed 'l 99999999999' <<< x; sed -l 9999999999999 l <<< x
### sed, addresses over many lines
seq 1 200000 | sed -n '/1/,/2/{/3/,/4/{/5/,/6/{/7/,/8/p}}}' | wc -l; seq 1 200000 | sed '1!G;h;$!d' | tail -1
### jq, recursion
jq -n 'def f: f; f'
### jq, recursion with a tail
jq -n 'def f: 1 + f; f'
### jq, recursion with arguments
jq -n 'def f(x): f(x + 1); f(1)'
### jq, recursion with closures
jq -n 'def f(g): g | f(g | g); 1 | f(. + 1)'
### jq, recursion of two
jq -n 'def f: def g: f; g; [f]'
### jq, recursion with reduce
jq -n 'def f: reduce range(2) as $x (0; f); f'
### jq, a generator without end
jq -n 'def f: 1, f; [f]'
### jq, a range [limit]
jq -n '[range(1e9)] | length'
### jq, ranges of ranges [limit]
jq -n '[range(1e5) | range(1e5) | range(1e5)] | length'
### jq, a range backwards and still
jq -n 'range(0; 1; 0)'
### jq, a range with tiny steps [limit]
jq -n '[range(0; 1; 1e-12)] | length'
### jq, range infinite [limit]
jq -n '[range(infinite)] | length'
### jq, limit
jq -nc '[limit(3; repeat(1))], [limit(0; repeat(1))], first(repeat(1)), [limit(1; error)?], isempty(repeat(1)), nth(5; repeat(1)), any(repeat(1); . == 1)'
### jq, limit of less than nothing
jq -n '[limit(-1; repeat(1))]'
### jq, limit that never fills
jq -n '[limit(3; repeat(empty))]'
### jq, until [limit]
jq -n '0 | until(false; . + 1)'
### jq, while [limit]
jq -n '[0 | while(true; . + 1)] | length'
### jq, recurse [limit]
jq -n '[0 | recurse(. + 1)] | length'
### jq, recurse that doubles
jq -n '[1 | recurse(., .)] | length'
### jq, repeat [limit]
jq -n '[1 | repeat(. * 2)] | length'
### jq, repeat printed [limit]
jq -n 'repeat(1)'
### jq, last of repeat [limit]
jq -n 'last(repeat(1))'
### jq, input loops [limit]
yes 1 | jq -n 'reduce inputs as $x (0; . + $x)'
### jq, input that is repeated
jq -n 'repeat(input?)' <<< '1 2 3'
### jq, inputs in arrays [limit]
yes 1 | jq -n '[inputs] | length'
### jq, arrays that double [limit]
jq -n '[1] | until(false; . + .)'
### jq, arrays of all below [limit]
jq -n '[[1]] | until(false; [.[] | ..])'
### jq, arrays in arrays [limit]
jq -n '[1] | until(false; [., .])'
### jq, arrays in arrays, printed [limit]
jq -n '[1] | reduce range(60) as $i (.; [., .])'
### jq, objects that double [limit]
jq -n '{a: 1} | until(false; {a: ., b: .})'
### jq, objects compared [limit]
jq -n '([1] | reduce range(60) as $i (.; [., .])) as $x | ([1] | reduce range(60) as $i (.; [., .])) == $x'
### jq, shared structures walked [limit]
jq -n '[1] | reduce range(60) as $i (.; [., .]) | [paths] | length'
### jq, shared structures flattened [limit]
jq -n '[1] | reduce range(60) as $i (.; [., .]) | flatten | length'
### jq, shared structures as text [limit]
jq -n '[1] | reduce range(60) as $i (.; [., .]) | tojson | length'
### jq, shared structures sorted [limit]
jq -n '([1] | reduce range(60) as $i (.; [., .])) as $x | [$x, $x, [$x]] | sort | length'
### jq, shared structures contained [limit]
jq -n '([1] | reduce range(60) as $i (.; [., .])) as $x | $x | contains($x)'
### jq, shared structures merged
jq -n '({a: 1} | reduce range(60) as $i (.; {a: ., b: .})) as $x | $x * $x | length'
### jq, strings that double [limit]
jq -n '"x" | until(false; . + .)'
### jq, strings that multiply [limit]
jq -n '"x" | until(false; . * 99)'
### jq, strings that interpolate [limit]
jq -n '"x" | until(false; "\(.)\(.)")'
### jq, strings that join [limit]
jq -n '["x", "x"] | until(false; [join("xx"), join("yy")])'
### jq, strings that are quoted [limit]
jq -n '"\"" | until(false; tojson)'
### jq, strings in formats [limit]
jq -n '"\u0027<&" | until(false; @sh "\(.)" + @html "\(.)" + @uri "\(.)" + @base64 "\(.)")'
### jq, strings exploded [limit]
jq -n '"x" * 1000000 | [explode, explode, explode, explode, explode, explode, explode, explode] | length, (repeat(explode)? // 1)'
### jq, strings reversed and split
jq -n '"x" * 1000000 | [limit(1000; repeat([split(""), reverse, ascii_downcase] | length)?)]'
### jq, implode of many
jq -n '[range(1e6) | 65] | implode | length'
### jq, ltrimstr without end
jq -n '"x" * 9000 | repeat(ltrimstr("x"), rtrimstr("x"), ltrimstr(""), trim)' > /dev/null
### jq, paths without end [limit]
jq -n '[1] | until(false; [.]) | [paths]'
### jq, path of a generator [limit]
jq -n '[path(repeat(.a?))] | length'
### jq, path of recursion
jq -n '[path(def f: .[0] | f; f)]'
### jq, path of ranges [limit]
jq -n '[path(.[range(1e9)])] | length'
### jq, paths of wide arrays [limit]
jq -n '[range(300000)] | repeat([paths] | length)'
### jq, combinations [limit]
jq -n '[[range(10)] | combinations(20)] | length'
### jq, combinations of arrays [limit]
jq -n '[[range(100)], [range(100)], [range(100)], [range(100)], [range(100)]] | [combinations] | length'
### jq, cartesian products [limit]
jq -n '[[range(1e4)][] as $a | [range(1e4)][] as $b | [$a, $b]] | length'
### jq, cartesian objects [limit]
jq -n '[{a: range(1e3), b: range(1e3), c: range(1e3)}] | length'
### jq, cartesian strings [limit]
jq -n '["\(range(1e4))\(range(1e4))"] | length'
### jq, cartesian operators [limit]
jq -n '[range(1e5) + range(1e5)] | length'
### jq, transpose and group
jq -n '[range(3000) | [range(300)]] | transpose | length'; jq -n '[range(200000)] | group_by(. % 3) | length'; jq -n '[range(200000)] | unique_by(. % 3), min_by(-.), max_by(-.) | tojson | length'; jq -n '[range(200000) | tostring] | sort | .[0]'
### jq, transpose of one long row [limit]
jq -n '[[range(1e6)], []] | repeat(transpose)' | wc -c
### jq, getpath
jq -nc 'getpath(["a", 1e9]), getpath([1e9, 1e9]), ([1] | getpath([1e300])), (try getpath([{}]) catch .)'; echo $?
### jq, setpath far away
jq -n '.[1e9] = 1 | length'
### jq, setpath far from the end
jq -n '.[-1e9] = 1'; jq -n '[1] | .[-1e9] = 1'; jq -n 'setpath([1e18]; 1)'; jq -n 'setpath([1e300]; 1)'; jq -n 'setpath([nan]; 1)'; jq -n 'null | .[infinite] = 1'
### jq, setpath by little
jq -n 'reduce range(1e3) as $i ([]; .[$i * 100000] = 1) | length'
### jq, slices far away
jq -n '[1, 2, 3] | .[1e300:], .[:1e300], .[-1e300:1e300], .[nan:]'; jq -n '"abc" | .[1e18:], .[-1e18:]'; jq -n '[1, 2] | .[1e9:] = [3]'; jq -n 'null | .[5:1e9] = [1] | length'
### jq, deep setpath
jq -n '[range(100000) | "a"] as $p | setpath($p; 1) | tojson | length'
### jq, deep getpath
jq -n '[range(100000) | "a"] as $p | getpath($p)'
### jq, deep delpaths
jq -n '[range(9000) | 0] as $p | setpath($p; 1) | delpaths([$p]) | tojson | length'
### jq, deep fromjson
jq -n '"[" * 100000 + "]" * 100000 | fromjson | length'; jq -n '"{\"a\":" * 100000 | fromjson'
### jq, deep tojson
jq -n 'reduce range(100000) as $i (1; [.]) | tojson | length'
### jq, deep @text and printing
jq -n 'reduce range(100000) as $i (1; [.])' | wc -c; jq -n 'reduce range(100000) as $i (1; {a: .}) | @text, @json | length'; jq -cn 'reduce range(100000) as $i (1; [.])' | wc -c
### jq, deep walk and flatten
jq -n 'reduce range(9000) as $i (1; [.]) | flatten, (walk(.) | tojson | length), ([..] | length), ([leaf_paths] | length), ([tostream] | length), (. == .), (contains(.)), ([.] | sort | length), ([., .] | unique | length), (.. |= .) | tojson | length'
### jq, deep comparison
jq -n '(reduce range(100000) as $i (1; [.])) as $a | (reduce range(100000) as $i (1; [.])) as $b | $a == $b, ([$a, $b] | sort | length), ($a | contains($b)), ($a | inside($b)), ([$a] | index([$b]))'
### jq, deep merging
jq -n '(reduce range(100000) as $i (1; {a: .})) as $a | $a * $a | tojson | length'
### jq, deep values freed
jq -n 'reduce range(900000) as $i (1; [.]) | length'
### jq, deep input
{ rep 100000 '['; rep 100000 ']'; } | jq -c . | wc -c; { rep 100000 '{"a":'; } | jq .; { rep 100000 '['; rep 100000 ']'; } | jq -c --stream . | wc -c; { rep 100000 '['; rep 100000 ']'; } | jq -cn 'fromstream(inputs)' --stream | wc -c; { rep 9000 '['; rep 9000 ']'; } | jq '.. | numbers'; { rep 9999 '['; rep 9999 ']'; } | jq .  | wc -c
### jq, stream of endless arrays
{ printf '['; yes '1,'; } | jq -c --stream . | tail -1
### jq, an endless array
{ printf '['; yes '1,'; } | jq -c . | tail -1
### jq, an endless number
cat /dev/zero | tr '\0' 9 | jq .
### jq, an endless string
{ printf '"'; cat /dev/zero | tr '\0' x; } | jq .
### jq, huge numbers
rep 900000 9 | jq . | wc -c; rep 900000 9 | jq '. + 1'; jq -n "1e$(rep 90000 9)"; jq -n '1e1000 | tojson'; jq -n '[1e1000, -1e1000, nan] | tojson, tostring'; jq -n "$(rep 90000 9)" | wc -c; jq -n '1e1000 | @text'; jq -n '"1" + "0" * 90000 | tonumber'; jq -n '[limit(5; 1e308 | repeat(. * 10))]' -c; jq -n '1e18 % 7, 5 % 1e-9?, pow(10; 400), (1e300 | floor, sqrt, significand, gamma, frexp), ldexp(1; 1e9), scalb(1; 1e9), scalbln(1; 1e9), nearbyint?' -c
### jq, keys that collide
jq -n 'reduce range(200000) as $i ({}; .["\($i)"] = $i) | length'
### jq, objects that flood [limit]
jq -n 'reduce range(1e9) as $i ({}; .["\($i)"] = $i) | length'
### jq, foreach [limit]
jq -n 'foreach range(1e9) as $i (0; . + $i; empty)'
### jq, label and break
jq -n 'label $x | repeat(1, break $x)'; jq -n '[limit(3; label $f | repeat(label $g | 1, break $f))]'
### jq, try in try
jq -n 'repeat(try error("x") catch .)' > /dev/null
### jq, errors as large as values
jq -n '"x" * 9000000 | error' 2>&1 | wc -c; jq -n '[range(1e5)] | error' 2>&1 | wc -c; jq -n '[range(1e5)] | .a' 2>&1 | wc -c; jq -n '{a: ("x" * 9000000)} | .[0]' 2>&1 | wc -c
### jq, debug flood [limit]
jq -n 'repeat("x" * 1000 | debug)' > /dev/null
### jq, stderr flood [limit]
jq -n 'repeat("x" * 1000 | stderr)' > /dev/null
### jq, input_line_number and friends
jq -n 'input_filename, input_line_number, $__loc__, ($__prog_args? // 0), now > 0, ([splits("a";"b")?] | length), halt_error' -c 2>&1; jq -n '$__prog_args' 2>&1; jq -n '"x" * 90000 | halt_error' 2>&1 | wc -c; jq -n '{} | halt_error(1e9)' 2>&1; jq -n 'halt_error("x")' 2>&1; echo $?
### jq, modules
echo 'def f: f;' > m.jq; echo '[1,2]' > d.json; jq -n -L . 'import "m" as m; m::f' 2>&1 | tail -1; jq -nc -L . 'import "d" as $d; $d'; jq -n 'include "/etc/passwd"; 1' 2>&1; jq -n 'import "../../../../etc/passwd" as $x; $x' 2>&1; jq -n 'import "/proc/self/environ" as $x; $x' 2>&1; jq -n 'import "x" as x {search: "/usr/lib"}; 1' 2>&1; echo 'include "m"; def g: 1;' > m.jq; jq -n -L . 'include "m"; g' 2>&1 | tail -1
### jq, modules in a circle
echo 'import "b" as b; def f: 1;' > a.jq; echo 'import "a" as a; def g: 2;' > b.jq; jq -n -L . 'import "a" as a; a::f'
### jq, modules without end
yes 'def f: 1;' > m.jq; jq -n -L . 'include "m"; f'; jq -n -L /dev 'import "zero" as $z; 1'; jq -n -f /dev/zero; jq -n --slurpfile a /dev/zero 1; jq -n --rawfile a /dev/zero 1; jq -n --from-file /dev/urandom
### jq, @sh injection
jq -rn '"$(echo owned >&2); `x`; '"'"'; rm -rf /" | @sh "echo \(.)"' > s; . ./s; jq -rn '[1, "a b", null, true] | @sh'; jq -rn '{} | @sh' 2>&1; jq -rn '"x\u0000y" | @sh' | od -c | head -1
### jq, deep programs
jq -n "$(rep 20000 '(')1$(rep 20000 ')')"; jq -n "$(rep 20000 '[')1$(rep 20000 ']')" | wc -c; jq -n "$(rep 20000 '-')1"; jq -n "1$(rep 20000 '+1')"; jq -n "1$(rep 20000 '|1')"; jq -n "1$(rep 20000 ',1')" | wc -l; jq -n "$(rep 9000 'if 1 then ')"; jq -n "$(rep 9000 'try ')error"; jq -n "$(rep 9000 'def f: 1; ')f"; jq -n "$(rep 9000 'def f: ')"; jq -n "$(rep 9000 '1 as $x | ')1"; jq -n "\"$(rep 9000 '\("')"; jq -n ".$(rep 9000 '[0]')"; jq -n ".$(rep 9000 'a.')a"; jq -n ". as $(rep 9000 '[')\$x$(rep 9000 ']') | 1"; jq -n ".$(rep 9000 '?')"; jq -n "1$(rep 9000 ' // 1')"
### jq, many variables
jq -n "$(for i in {1..3000}; do echo "$i as \$v$i |"; done) 1"; jq -n "$(for i in {1..3000}; do echo "def f$i: $i;"; done) f3000"
### jq, env and $ENV
jq -n 'env, $ENV' -c; x=1 jq -n 'env.x, $ENV.x, env.SECRET_OF_THE_HOST, $ENV.SECRET_OF_THE_HOST, $ENV.VIRTUAL_ENV, env.PYTHONPATH' -c
### jq, SQL and dates
jq -n '1e300 | todate' 2>&1; jq -n '-1e300 | todate' 2>&1; jq -n '"x" * 9000 | strptime("%Y" * 9000)' 2>&1 | tail -c 99; jq -n '0 | strftime("%c" * 90000) | length'; jq -n '[1e9, 1e9, 1e9, 1e9, 1e9, 1e9] | mktime' 2>&1; jq -n '1e18 | gmtime' 2>&1; jq -n '"9" * 9000 + "-01-01T00:00:00Z" | fromdate' 2>&1 | tail -c 99; jq -n '0 | strflocaltime("%999999999d")' 2>&1 | tail -c 99; jq -n '[INDEX(range(200000); .)] | length'; jq -n '[range(1000)] | [IN(range(1000); .[])] | length'
### jq, getpath and limit in one another [limit]
jq -n 'def f: limit(10; 1, f); [f | f | f]| length, repeat(1)'
### jq, ltrimstr, splits, ascii, implode of strange values
jq -n '[1114112, 55296, -1, 1e300] | implode' 2>&1; jq -n '"x" | test("a{1000}{1000}")' 2>&1; jq -n '"x" | test("(?<a>x)" * 3000)' 2>&1 | tail -c 99; jq -n '"x" * 3000 | test("(x+x+)+y")' 2>&1; jq -n '"x" | ascii' 2>&1; jq -n '1 | splits("a")' 2>&1; jq -n '@base64d' 2>&1; jq -n '"=" * 9000000 | @base64d' 2>&1 | tail -c 99
### jq, tojson of many numbers
jq -n '[range(1e6)] | tojson | length'; jq -nc '[range(1e6)]' | wc -c
### jq, indentation
jq -n --indent 7 'reduce range(9000) as $i (1; [.])' | wc -c; jq -n --indent 999999999 1; jq -n --tab '[[[1]]]'
### jq, wide output of deep values [limit]
jq -n --indent 7 'reduce range(9000) as $i (1; [., [range(50)]])'
### jq, slurps
yes '[1,2,3,{"a":"b"}]' | jq -s length; yes '"x"' | jq -Rn '[inputs] | length'
### jq, ltrimstr in reduce [limit]
jq -n 'reduce range(1e9) as $i ("x"; . + "x")  | length'
### jq, args
s=$(rep 900000 x); jq -n --arg a "$s" '$a * 9 | length'; jq -n --argjson a "$(rep 9000 '[')$(rep 9000 ']')" '1'; jq -n --args '$ARGS.positional | length' $(rep 9000 'a '); jq -n '$ARGS | repeat(.)' --args $(rep 9000 'a ') | tail -1
