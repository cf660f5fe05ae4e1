# What agents do: text.

### text: palindromes
for w in level hello noon; do [[ $w == $(rev <<< "$w") ]] && echo "$w yes" || echo "$w no"; done
#| level yes
#| hello no
#| noon yes

### text: vowels and letters
s='Hello World'; echo "${#s}"; echo "$s" | grep -o '[aeiou]' | wc -l; v=${s//[^aeiouAEIOU]/}; echo "${#v}"
#| 11
#| 3
#| 3

### text: sort words of a line
echo 'pear apple fig' | tr ' ' '\n' | sort | paste -sd' '; echo 'b a c' | xargs -n1 | sort | xargs
#| apple fig pear
#| a b c

### text: substrings
p=/usr/share/doc/readme.tar.gz; echo "${p##*/} ${p%/*} ${p%%.*} ${p#*.} ${p:5:5} ${p: -2}"; basename $p .gz; dirname $p
#| readme.tar.gz /usr/share/doc /usr/share/doc/readme tar.gz share gz
#| readme.tar
#| /usr/share/doc

### text: repeat and pad
printf '%s\n' "$(printf -- '-%.0s' {1..20})"; printf '[%10s][%-10s][%05d]\n' right left 42; printf '%s|' a b c; echo
#| --------------------
#| [     right][left      ][00042]
#| a|b|c|

### text: caesar cipher
echo 'Attack' | tr 'A-Za-z' 'N-ZA-Mn-za-m'; echo 'Nggnpx' | tr 'A-Za-z' 'N-ZA-Mn-za-m'
#| Nggnpx
#| Attack

### text: primes
for ((n=2; n<30; n++)); do for ((d=2; d*d<=n; d++)); do (( n % d == 0 )) && continue 2; done; printf '%d ' $n; done; echo; factor 84
#|= '2 3 5 7 11 13 17 19 23 29 \n'
#| 84: 2 2 3 7

### text: fibonacci
a=0 b=1; for i in {1..10}; do printf '%d ' $a; t=$((a+b)); a=$b; b=$t; done; echo
#|= '0 1 1 2 3 5 8 13 21 34 \n'

### text: sum of digits
n=98765; s=0; while (( n )); do (( s += n % 10, n /= 10 )); done; echo $s; echo 12345 | grep -o . | paste -sd+ | bc
#| 35
#| 15

### text: unicode
s='naïve café'; echo "${#s} ${s^^}"; echo "$s" | wc -m; echo "$s" | wc -c; echo "$s" | cut -c1-4; printf '\u00e9\n'
#| 10 NAÏVE CAFÉ
#| 11
#| 13
#| naï
#| é

### text: ranges and sequences
echo {a..e} {1..10..3} {01..03}; seq 10 -3 1 | paste -sd,; seq -s: 3; seq 0.5 0.5 2
#| a b c d e 1 4 7 10 01 02 03
#| 10,7,4,1
#| 1:2:3
#| 0.5
#| 1.0
#| 1.5
#| 2.0

### text: matching with case
for f in a.tar.gz b.zip c.txt d; do case $f in *.tar.gz|*.tgz) echo "$f tar";; *.zip) echo "$f zip";; *.*) echo "$f ${f##*.}";; *) echo "$f none";; esac; done
#| a.tar.gz tar
#| b.zip zip
#| c.txt txt
#| d none

### text: extended patterns
shopt -s extglob; mkdir /eg && cd /eg && touch a1 a22 b1 c && echo a+([0-9]) !(a*) @(b1|c); shopt -s nullglob; echo x*; x=aaab; echo "${x/+(a)/Z}"
#! bash: -c: line 1: syntax error near unexpected token `('
#! bash: -c: line 1: `shopt -s extglob; mkdir /eg && cd /eg && touch a1 a22 b1 c && echo a+([0-9]) !(a*) @(b1|c); shopt -s nullglob; echo x*; x=aaab; echo "${x/+(a)/Z}"'
#? 2

### text: squeeze
echo 'a    b   c' | tr -s ' '; printf 'a\n\n\n\nb\n' | cat -s; echo 'aabbcc' | tr -d b; echo hello | tr -c 'a-z\n' _
#| a b c
#| a
#|
#| b
#| aacc
#| hello

### text: line endings
printf 'a\r\nb\r\n' | tr -d '\r' | od -c | head -n 1; printf 'a\r\n' | sed 's/\r$//' | wc -c
#| 0000000   a  \n   b  \n
#| 2

### text: anagram key
for w in listen silent; do echo "$w $(grep -o . <<< $w | sort | tr -d '\n')"; done
#| listen eilnst
#| silent eilnst

### text: validate emails
for e in a@b.co bad@ x.y@z.org '@no'; do [[ $e =~ ^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$ ]] && echo "$e ok" || echo "$e no"; done
#| a@b.co ok
#| bad@ no
#| x.y@z.org ok
#| @no no

### text: parse a url
u='https://user@example.com:8080/p/q?x=1#f'; [[ $u =~ ^([a-z]+)://([^@]+@)?([^:/]+)(:([0-9]+))?(/[^?#]*)? ]] && printf '%s\n' "${BASH_REMATCH[1]}" "${BASH_REMATCH[3]}" "${BASH_REMATCH[5]}" "${BASH_REMATCH[6]}"
#| https
#| example.com
#| 8080
#| /p/q

### text: indent and dedent
printf 'a\nb\n' | sed 's/^/    /'; printf '    x\n      y\n' | sed 's/^    //'; printf 'a\n' | awk '{printf "%8s\n", $0}'
#|     a
#|     b
#| x
#|   y
#|        a

### text: queue and stack in arrays
q=(); q+=(a b c); echo "${q[0]}"; q=("${q[@]:1}"); echo "${q[*]}"; unset 'q[-1]'; echo "${#q[@]}"; declare -a s=(1 2 3); for ((i=${#s[@]}-1; i>=0; i--)); do printf '%s ' "${s[i]}"; done; echo
#| a
#| b c
#| 1
#|= '3 2 1 \n'
