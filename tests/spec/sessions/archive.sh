# What agents do: archive.

### archive: tar and back
mkdir -p /a/d && echo x > /a/d/f && echo y > /a/g && tar -czf /a.tgz -C / a && rm -r /a && tar -tzf /a.tgz | sort && tar -xzf /a.tgz -C / && cat /a/d/f /a/g
#| a/
#| a/d/
#| a/d/f
#| a/g
#| x
#| y

### archive: only some members
mkdir -p /b && cd /b && echo 1 > 1.txt && echo 2 > 2.log && tar cf t.tar *.txt *.log && tar xf t.tar -O 2.log && tar --exclude='*.log' -cf u.tar . 2>/dev/null; tar tf t.tar
#| 2
#| 1.txt
#| 2.log

### archive: strip components
mkdir -p /p/q/r /out && echo z > /p/q/r/f && tar -cf /p.tar -C / p/q/r/f && tar -xf /p.tar -C /out --strip-components=2 && find /out -type f
#| /out/r/f

### archive: zip and unzip
mkdir /z && cd /z && echo a > a.txt && mkdir s && echo b > s/b.txt && tar cf - a.txt s | (mkdir o && cd o && tar xf -) && find o -type f | sort
#| o/a.txt
#| o/s/b.txt

### archive: checksums
cd /tmp && echo data > f1 && echo more > f2 && sha256sum f1 f2 > SUMS && sha256sum -c SUMS && echo changed > f2 && sha256sum -c SUMS 2>/dev/null; echo "status $?"; md5sum < f1
#| f1: OK
#| f2: OK
#| f1: OK
#| f2: FAILED
#| status 1
#| 6137cde4893c59f76f005a8123d8e8e6  -

### archive: gzip levels and streams
seq 1000 | gzip -9 | gunzip | md5sum; echo hi | gzip | zcat; echo hi | bzip2 | bunzip2; echo hi | xz | xz -d
#| 53d025127ae99ab79e8502aae2d9bea6  -
#| hi
#| hi
#| hi

### archive: base64 there and back
echo 'secret text' | base64 | tee /b64 | base64 -d; cat /b64; printf '\x00\xff' | base64; echo -n abc | xxd -p
#| secret text
#| c2VjcmV0IHRleHQK
#| AP8=
#| 616263

### archive: split and rejoin
cd /tmp && seq 100 > n && split -l 40 n part_ && ls part_* && cat part_* | cmp - n && echo same && wc -l part_ac
#| part_aa
#| part_ab
#| part_ac
#| same
#| 20 part_ac

### archive: hex dumps
printf 'AB\n' | od -c; printf 'AB\n' | xxd; printf 'AB' | od -An -tx1
#| 0000000   A   B  \n
#| 0000003
#| 00000000: 4142 0a                                  AB.
#|  41 42

### archive: append to an archive
cd /tmp && echo 1 > one && echo 2 > two && tar cf a.tar one && tar rf a.tar two && tar tf a.tar && tar xf a.tar -O two
#| one
#| two
#| 2

### archive: backup with a date in the name
mkdir -p /backup /srv/d && echo x > /srv/d/f && d=$(date -u -d 2024-02-29 +%Y%m%d) && tar czf /backup/d-$d.tgz -C /srv d && ls /backup
#| d-20240229.tgz

### archive: difference of two trees
mkdir -p /t1/s /t2/s && echo a > /t1/f && echo b > /t2/f && echo same > /t1/s/k && echo same > /t2/s/k && touch /t1/only && diff -rq /t1 /t2; diff -r /t1 /t2 | head -n 4
#| Files /t1/f and /t2/f differ
#| Only in /t1: only
#| diff -r /t1/f /t2/f
#| 1c1
#| < a
#| ---

### archive: keep only the newest three
mkdir /bk && cd /bk && for i in 1 2 3 4 5; do echo $i > b$i; touch -d "2024-01-0$i" b$i; done; ls -t | tail -n +4 | xargs rm -- && ls
#| b3
#| b4
#| b5

### archive: copy with a list
mkdir -p /from/x /to && echo 1 > /from/a && echo 2 > /from/x/b && cd /from && printf 'a\nx/b\n' | while read -r f; do mkdir -p "/to/$(dirname "$f")"; cp "$f" "/to/$f"; done && find /to -type f | sort
#| /to/a
#| /to/x/b

### archive: sizes
cd /tmp && head -c 2048 /dev/zero > z && stat -c %s z && wc -c < z && truncate -s 10 z && wc -c z && du -b z | cut -f1
#| 2048
#| 2048
#| 10 z
#| 10
