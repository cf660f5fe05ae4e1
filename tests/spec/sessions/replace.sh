# What agents do: replace.

### replace: rename a function in all files
mkdir -p /src && cd /src && printf 'old_name(1)\nx = old_name(2)\n' > a.py && printf 'print(old_name)\nold_names\n' > b.py && grep -rl 'old_name' . | sort | xargs sed -i 's/\bold_name\b/new_name/g' && cat a.py b.py
#| new_name(1)
#| x = new_name(2)
#| print(new_name)
#| old_names

### replace: count a word in many files
mkdir -p /t && cd /t && printf 'TODO a\nb\nTODO c\n' > 1 && printf 'x\nTODO\n' > 2 && touch 3 && grep -c TODO * ; grep -rn TODO . | sort
#| 1:2
#| 2:1
#| 3:0
#| ./1:1:TODO a
#| ./1:3:TODO c
#| ./2:2:TODO

### replace: change a value in a config
printf 'debug=false\nport=80\n' > /app.conf && sed -i -e 's/^debug=.*/debug=true/' -e 's/^port=.*/port=8080/' /app.conf && cat /app.conf
#| debug=true
#| port=8080

### replace: add a line after a match
printf 'a\n[x]\nb\n' > /f && sed -i '/^\[x\]/a key=1' /f && cat /f && sed -i '/^\[x\]/i # before' /f && cat /f
#| a
#| [x]
#| key=1
#| b
#| a
#| # before
#| [x]
#| key=1
#| b

### replace: delete comments and blank lines
printf '# c\n\nx=1 # t\n  # d\ny=2\n' > /f && sed -E '/^\s*(#|$)/d; s/\s*#.*//' /f
#| x=1
#| y=2

### replace: replace only in one section
printf '[a]\nv=1\n[b]\nv=1\n' > /f && sed '/^\[b\]/,/^\[/ s/v=1/v=2/' /f
#| [a]
#| v=1
#| [b]
#| v=2

### replace: swap two columns
printf 'a b\nc d\n' | sed -E 's/(\w+) (\w+)/\2 \1/'; printf 'a,b,c\n' | awk -F, -v OFS=, '{t=$1;$1=$3;$3=t;print}'
#| b a
#| d c
#| c,b,a

### replace: extract between markers
printf 'x\n<!-- b -->\none\ntwo\n<!-- e -->\ny\n' | sed -n '/<!-- b -->/,/<!-- e -->/{//!p}'
#| one
#| two

### replace: case changes
echo 'Hello World' | tr a-z A-Z; echo 'HELLO' | sed 's/.*/\L&/'; v=hello; echo "${v^} ${v^^}"; echo 'snake_case_name' | sed -E 's/_(.)/\U\1/g'
#| HELLO WORLD
#| hello
#| Hello HELLO
#| snakeCaseName

### replace: trim spaces
printf '  a b  \n\tc\t\n' | sed 's/^[[:space:]]*//; s/[[:space:]]*$//' | cat -A
#| a b$
#| c$

### replace: join lines that end with a backslash
printf 'a \\\n b\nc\n' | sed -e ':a' -e '/\\$/N; s/\\\n//; ta'
#| a  b
#| c

### replace: replace with slashes in the text
echo 'path=/usr/local/bin' | sed 's|/usr/local|/opt|'; p=/a/b; echo "x/a/by" | sed "s#$p#Q#"
#| path=/opt/bin
#| xQy

### replace: bulk rename with parameter expansion
mkdir /r && cd /r && touch IMG_001.jpeg IMG_002.jpeg && for f in *.jpeg; do mv "$f" "photo_${f#IMG_}"; done && for f in *.jpeg; do mv -- "$f" "${f%.jpeg}.jpg"; done && ls
#| photo_001.jpg
#| photo_002.jpg

### replace: files that hold one word and not another
mkdir /g && cd /g && echo 'import os' > a && echo 'import os, sys' > b && echo none > c && grep -l os * | xargs grep -L sys
#| a

### replace: context of a match
seq 1 20 | grep -n -B1 -A2 '^10$'; printf 'a\nERR x\nb\n' | grep -C1 ERR
#| 9-9
#| 10:10
#| 11-11
#| 12-12
#| a
#| ERR x
#| b

### replace: only what matched
echo 'ids: id=12, id=345' | grep -oE 'id=[0-9]+' | cut -d= -f2 | paste -sd,
#| 12,345

### replace: replace the n-th match
echo 'a a a a' | sed 's/a/b/3'; echo 'a a a a' | sed 's/a/b/2g'
#| a a b a
#| a b b b

### replace: a script's own variables in awk
name=World; awk -v n="$name" 'BEGIN { print "Hello, " n; printf "%05.2f\n", 3.14159 }'
#| Hello, World
#| 03.14

### replace: unified difference of an edit
printf 'a\nb\nc\n' > /o && sed 's/b/B/' /o > /n && diff -u /o /n | tail -n +3; diff /o /n > /p; cat /p; patch -s /o /p && cmp /o /n && echo same
#| @@ -1,3 +1,3 @@
#|  a
#| -b
#| +B
#|  c
#| 2c2
#| < b
#| ---
#| > B
#| same

### replace: find and delete old kinds
mkdir -p /c/x && touch /c/a.pyc /c/x/b.pyc /c/k.py && find /c -name '*.pyc' -print -delete | sort && find /c -type f
#| /c/a.pyc
#| /c/x/b.pyc
#| /c/k.py
