# Small programs that scripts often call.
printf 'hello\n' > f; printf 'a\r\nb\r\n' > dos; printf 'hi\377\376?>' > raw; printf 'caf\351\n' > latin

### every base that basenc knows, and back
for b in base64 base64url base32 base32hex base16 base2msbf base2lsbf; do basenc --$b raw; basenc --$b raw | basenc --$b -d | cmp - raw; done; basenc raw; echo $?
#| aGn//j8+
#| aGn__j8-
#| NBU777R7HY======
#| D1KVVVHV7O======
#| 6869FFFE3F3E
#| 011010000110100111111111111111100011111100111110
#| 000101101001011011111111011111111111110001111100
#| 1
#! basenc: missing encoding type
#! Try 'basenc --help' for more information.

### iconv between encodings
iconv -f latin1 -t utf-8 latin; printf 'café\n' | iconv -f utf-8 -t latin1 | od -An -tx1; printf 'café “q”\n' | iconv -f utf8 -t ascii//TRANSLIT; printf 'café\n' | iconv -c -f utf8 -t ascii; printf 'ab' | iconv -t utf-16be | od -An -tx1; iconv -f nosuch -t utf8 f; echo $?; iconv -f utf8 -t latin1 nosuch; echo $?
#| café
#|  63 61 66 e9 0a
#| cafe "q"
#| caf
#|  00 61 00 62
#| 1
#| 1
#! iconv: failed to start conversion processing: No such file or directory
#! iconv: cannot open input file `nosuch': No such file or directory

### getent of what every machine has
getent passwd root | cut -d: -f1,3; getent group 0 | cut -d: -f1; getent passwd nosuch; echo $?; getent nosuch 2>&1 | head -n 1
#| root:0
#| root
#| 2
#| Unknown database: nosuch

### setsid runs its command
setsid echo hi; setsid -w sh -c 'exit 3'; echo $?; setsid nosuch; echo $?
#| hi
#| 3
#| 127
#! setsid: failed to execute nosuch: No such file or directory

### processes by their names
sleep 0.5 & p=$!; pgrep -x sleep | grep -c "^$p$"; wait; pgrep nosuchprog; echo $?; pgrep a b 2>&1 | head -n 1; pidof nosuchprog; echo $?; pkill nosuchprog; echo $?
#| 1
#| 1
#| pgrep: only one pattern can be provided
#| 1
#| 1

### locks on files and on descriptors
(flock -n 9 && echo locked) 9>lk; flock lk echo in; flock -n lk -c 'echo c'; exec 8>lk; flock 8; (exec 7>lk; flock -n 7; echo "n $?"); flock -u 8; (exec 7>lk; flock -n 7; echo "n $?"); flock -w 0.1 lk true; echo $?; flock -n -E 5 8; echo $?
#| locked
#| in
#| c
#| n 1
#| n 0
#| 0
#| 0

### digests, base64 and passphrases of openssl
openssl dgst -sha256 f; openssl sha512 f | cut -c1-30; openssl md5 f; openssl dgst -sha1 -r f; openssl dgst -sha256 -hmac key f; openssl base64 < f; openssl enc -base64 -in f | openssl enc -d -base64; openssl enc -aes-256-cbc -pbkdf2 -pass pass:x -in f -out g; openssl enc -d -aes-256-cbc -pbkdf2 -pass pass:x -in g; openssl rand -hex 8 | wc -c; openssl enc -aes-128-cbc -K 00112233445566778899aabbccddeeff -iv 00000000000000000000000000000000 -in f -base64; openssl enc -aes-256-cbc -k pw -S 0011223344556677 -in f -base64 2>/dev/null; openssl dgst -binary f | wc -c
#| SHA2-256(f)= 5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03
#| SHA2-512(f)= e7c22b994c59d9cf2
#| MD5(f)= b1946ac92492d2347c6235b4d2611184
#| f572d396fae9206628714fb2ce00f72e94f2258f *f
#| HMAC-SHA2-256(f)= 8e384ff349a3d90f2c7837b0d76de8f81c6e85b390ed38905f521ae77cb9a29a
#| aGVsbG8K
#| hello
#| hello
#| 17
#| JIkiYwD4nLenYFa4f8k3+g==
#| BUdXz+keFAv7yAfkggSUDA==
#| 32
