# What agents do: json.

### json: pick fields
echo '{"user":{"name":"Ann","tags":["a","b"]},"n":3}' > /j && jq -r '.user.name, .user.tags[], .n+1' /j
#| Ann
#| a
#| b
#| 4

### json: filter a list
echo '[{"n":"a","v":1},{"n":"b","v":5}]' | jq -c '[.[] | select(.v>2) | .n]'; echo '[3,1,2]' | jq -c 'sort, add, max, length'
#| ["b"]
#| [1,2,3]
#| 6
#| 3
#| 3

### json: build an object
jq -n --arg name demo --argjson port 80 '{name:$name, port:$port, tags:["x"]}'
#| {
#|   "name": "demo",
#|   "port": 80,
#|   "tags": [
#|     "x"
#|   ]
#| }

### json: update in place
echo '{"a":1,"b":{"c":2}}' > /c.json && jq '.b.c=9 | .new=true | del(.a)' /c.json > /t && mv /t /c.json && cat /c.json
#| {
#|   "b": {
#|     "c": 9
#|   },
#|   "new": true
#| }

### json: group and count
echo '[{"t":"x"},{"t":"y"},{"t":"x"}]' | jq -c 'group_by(.t) | map({t:.[0].t, n:length})'
#| [{"t":"x","n":2},{"t":"y","n":1}]

### json: lines of json
printf '{"l":"info"}\n{"l":"err"}\n{"l":"err"}\n' | jq -r '.l' | sort | uniq -c | awk '{print $2,$1}'; printf '{"v":1}\n{"v":2}\n' | jq -s 'map(.v)|add'
#| err 2
#| info 1
#| 3

### json: to csv
echo '[{"id":1,"n":"a,b"},{"id":2,"n":"c"}]' | jq -r '.[] | [.id,.n] | @csv'; echo '[[1,2],[3,4]]' | jq -r '.[]|@tsv'
#| 1,"a,b"
#| 2,"c"
#| 1	2
#| 3	4

### json: defaults and missing keys
echo '{"a":null}' | jq -c '.a // "none", .b // 0, has("a"), (.c? // "x")'; echo '{}' | jq -e '.x' > /dev/null; echo "status $?"
#| "none"
#| 0
#| true
#| "x"
#| status 1

### json: nested search
echo '{"a":{"id":1},"b":[{"id":2},{"x":{"id":3}}]}' | jq -c '[.. | .id? | numbers]'; echo '{"a":{"b":1}}' | jq -c 'paths'
#| [1,2,3]
#| ["a"]
#| ["a","b"]

### json: strings
echo '"a-b-c"' | jq -c 'split("-"), length, ascii_upcase, test("b"), sub("b";"X")'; echo '{"n":"x"}' | jq -r '"name=\(.n)"'
#| ["a","b","c"]
#| 5
#| "A-B-C"
#| true
#| "a-X-c"
#| name=x

### json: keys and entries
echo '{"b":1,"a":2}' | jq -c 'keys, to_entries, (to_entries|map(.value)|add)'; echo '{"b":1,"a":2}' | jq -S -c .
#| ["a","b"]
#| [{"key":"b","value":1},{"key":"a","value":2}]
#| 3
#| {"a":2,"b":1}

### json: loop over objects in bash
echo '[{"h":"a","p":1},{"h":"b","p":2}]' | jq -r '.[] | "\(.h) \(.p)"' | while read -r h p; do echo "$h:$p"; done
#| a:1
#| b:2

### json: compact and pretty
printf '{"a":[1,2]}' | jq .; printf '{\n "a": 1\n}' | jq -c .; printf '{"a":1}' | jq --tab .
#| {
#|   "a": [
#|     1,
#|     2
#|   ]
#| }
#| {"a":1}
#| {
#| 	"a": 1
#| }

### json: validate
for f in '{"a":1}' '{"a":}' '[]'; do if echo "$f" | jq -e . > /dev/null 2>&1; then echo ok; else echo bad; fi; done
#| ok
#| bad
#| ok

### json: merge two files
echo '{"a":1,"o":{"x":1}}' > /1.json; echo '{"b":2,"o":{"y":2}}' > /2.json; jq -s -c '.[0] * .[1]' /1.json /2.json
#| {"a":1,"o":{"x":1,"y":2},"b":2}

### json: numbers and rounding
echo '[1.5,2.25,10]' | jq -c 'map(floor), (add/length|round), (map(.*100)|add)'
#| [1,2,10]
#| 5
#| 1375

### json: conditionals
echo '[1,5,10]' | jq -c 'map(if .<3 then "low" elif .<8 then "mid" else "high" end)'
#| ["low","mid","high"]

### json: dates in json
echo '{"t":0}' | jq -r '.t|todate'; echo '"2024-01-02T03:04:05Z"' | jq 'fromdate'
#| 1970-01-01T00:00:00Z
#| 1704164645

### json: environment in jq
NAME=x jq -n -r 'env.NAME, $ENV.NAME'; jq -n --args -c '$ARGS.positional' a b
#| x
#| x
#| ["a","b"]

### json: slices and indices
echo '[0,1,2,3,4]' | jq -c '.[1:3], .[-1], .[2:], index(3), (.[1:3]=[9])'
#| [1,2]
#| 4
#| [2,3,4]
#| 3
#| [0,9,3,4]
