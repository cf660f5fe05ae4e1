# What agents do: scaffold.

### scaffold: make a python package
mkdir -p /app/src/pkg /app/tests && touch /app/src/pkg/__init__.py && printf 'def add(a, b):\n    return a + b\n' > /app/src/pkg/core.py && find /app -type f | sort && wc -l /app/src/pkg/core.py
#| /app/src/pkg/__init__.py
#| /app/src/pkg/core.py
#| 2 /app/src/pkg/core.py

### scaffold: write a config with a here-document
mkdir -p /etc/myapp && cat > /etc/myapp/app.conf <<EOF
[server]
host = ${HOST:-0.0.0.0}
port = 8080
EOF
cat /etc/myapp/app.conf && grep -c '=' /etc/myapp/app.conf
#| [server]
#| host = 0.0.0.0
#| port = 8080
#| 2

### scaffold: several components from a list
cd /app 2>/dev/null || mkdir -p /app && cd /app
for c in Header Footer Nav; do mkdir -p components/$c; echo "export const $c = () => null;" > components/$c/index.js; done; ls -R components; cat components/*/index.js
#| components:
#| Footer
#| Header
#| Nav
#|
#| components/Footer:
#| index.js
#|
#| components/Header:
#| index.js
#|
#| components/Nav:
#| index.js
#| export const Footer = () => null;
#| export const Header = () => null;
#| export const Nav = () => null;

### scaffold: a script that is made executable and run
mkdir -p /scripts && cat > /scripts/hello.sh <<'EOF'
#!/bin/bash
set -euo pipefail
name=${1:-world}
echo "hello, $name"
EOF
chmod +x /scripts/hello.sh && /scripts/hello.sh && /scripts/hello.sh agent && stat -c '%a %n' /scripts/hello.sh
#| hello, world
#| hello, agent
#| 755 /scripts/hello.sh

### scaffold: folders by brace expansion
mkdir -p /project/{src/{main,test},docs,build} && find /project -type d | sort && rmdir /project/docs && ls /project
#| /project
#| /project/build
#| /project/docs
#| /project/src
#| /project/src/main
#| /project/src/test
#| build
#| src

### scaffold: a package.json and a gitignore
mkdir -p /app && cd /app && printf '{\n  "name": "demo",\n  "version": "1.0.0"\n}\n' > package.json && printf 'node_modules/\n*.log\n.env\n' > .gitignore && ls -A && jq -r .name package.json
#| .gitignore
#| package.json
#| demo

### scaffold: a license header for all sources
mkdir -p /src && cd /src && for f in a b c; do echo "code $f" > $f.py; done && for f in *.py; do { echo "# Copyright"; cat "$f"; } > tmp && mv tmp "$f"; done && head -n 2 *.py
#| ==> a.py <==
#| # Copyright
#| code a
#|
#| ==> b.py <==
#| # Copyright
#| code b
#|
#| ==> c.py <==
#| # Copyright
#| code c

### scaffold: an installed tool in the path
printf '#!/bin/sh\necho "tool $*"\n' > /usr/local/bin/mytool && chmod 755 /usr/local/bin/mytool && mytool a b && command -v mytool
#| tool a b
#| /usr/local/bin/mytool

### scaffold: copy a template tree and rename
mkdir -p /tpl/{{name}} && echo 'name={{name}}' > '/tpl/{{name}}/conf' && cp -r '/tpl/{{name}}' /tpl/prod && sed -i 's/{{name}}/prod/' /tpl/prod/conf && cat /tpl/prod/conf && ls /tpl | sort
#| name=prod
#| prod
#| {{name}}

### scaffold: symbolic links between releases
mkdir -p /srv/releases/{1,2} && echo one > /srv/releases/1/v && echo two > /srv/releases/2/v && ln -s releases/1 /srv/current && cat /srv/current/v && ln -sfn releases/2 /srv/current && cat /srv/current/v && readlink /srv/current
#| one
#| two
#| releases/2

### scaffold: env file and its use
mkdir -p /app && printf 'DB=postgres\nPORT=5432\n# note\n' > /app/.env && set -a && . /app/.env && set +a && env | grep -E '^(DB|PORT)=' | sort
#| DB=postgres
#| PORT=5432

### scaffold: a module with init files everywhere
mkdir -p /app/a/b/c && find /app -type d -exec touch {}/__init__.py \; && find /app -name '__init__.py' | sort | wc -l
#| 4

### scaffold: docker file and its check
mkdir -p /app && cat > /app/Dockerfile <<'EOF'
FROM debian:12
RUN apt-get update \
    && apt-get install -y curl
COPY . /app
CMD ["bash"]
EOF
grep -n '^[A-Z]' /app/Dockerfile; awk '/^FROM/{print $2}' /app/Dockerfile
#| 1:FROM debian:12
#| 2:RUN apt-get update \
#| 4:COPY . /app
#| 5:CMD ["bash"]
#| debian:12

### scaffold: numbered files and their sum
mkdir -p /data && for i in $(seq -w 1 12); do echo "$((10#$i * 2))" > /data/file_$i.txt; done; ls /data | head -3; cat /data/*.txt | paste -sd+ | bc
#| file_01.txt
#| file_02.txt
#| file_03.txt
#| 156

### scaffold: temporary folder cleaned by a trap
bash -c 'd=$(mktemp -d); trap "rm -rf $d; echo cleaned" EXIT; echo x > $d/f; cat $d/f; test -d $d && echo there'
#| x
#| there
#| cleaned

### scaffold: readme with a table
{ echo '# Demo'; echo; echo '| a | b |'; echo '|---|---|'; for i in 1 2 3; do echo "| $i | $((i*i)) |"; done; } > /README.md && cat /README.md
#| # Demo
#|
#| | a | b |
#| |---|---|
#| | 1 | 1 |
#| | 2 | 4 |
#| | 3 | 9 |

### scaffold: permissions of secrets
mkdir -p /secrets && (umask 077; echo s3cret > /secrets/key) && stat -c '%a' /secrets/key && chmod u+x,g+r /secrets/key && stat -c '%A' /secrets/key
#| 600
#| -rwxr-----

### scaffold: move by extension
mkdir -p /in && cd /in && touch a.jpg b.txt c.jpg d.pdf && for f in *.*; do e=${f##*.}; mkdir -p $e; mv "$f" $e/; done; find . -type f | sort
#| ./jpg/a.jpg
#| ./jpg/c.jpg
#| ./pdf/d.pdf
#| ./txt/b.txt

### scaffold: idempotent setup
setup() { [ -d /opt/app ] && { echo exists; return; }; mkdir -p /opt/app && echo made; }; setup; setup; ls -d /opt/app
#| made
#| exists
#| /opt/app

### scaffold: a makefile project
mkdir -p /proj && cd /proj && printf 'all: out.txt\n\nout.txt: in.txt\n\ttr a-z A-Z < in.txt > $@\n\nclean:\n\trm -f out.txt\n.PHONY: all clean\n' > Makefile && echo abc > in.txt && make && cat out.txt && make && make clean && ls
#| tr a-z A-Z < in.txt > out.txt
#| ABC
#| make: Nothing to be done for 'all'.
#| rm -f out.txt
#| Makefile
#| in.txt
