# What agents do: dates.

### dates: formats of a fixed day
date -u -d '2024-03-10 14:05:09' '+%Y-%m-%d %H:%M:%S %a %b %j %u %V %s'; date -u -d @1700000000 +%FT%TZ
#| 2024-03-10 14:05:09 Sun Mar 070 7 10 1710079509
#| 2023-11-14T22:13:20Z

### dates: day arithmetic
date -u -d '2024-02-28 +2 days' +%F; date -u -d '2024-01-31 +1 month' +%F; date -u -d '2024-03-01 -1 day' +%F; date -u -d '2023-12-31 next day' +%F
#| 2024-03-01
#| 2024-03-02
#| 2024-02-29
#| 2024-01-01

### dates: days between
a=$(date -u -d 2024-01-01 +%s); b=$(date -u -d 2024-12-25 +%s); echo $(( (b - a) / 86400 ))
#| 359

### dates: a list of days
for i in 0 1 2 3; do date -u -d "2024-02-27 +$i day" '+%a %d %b'; done
#| Tue 27 Feb
#| Wed 28 Feb
#| Thu 29 Feb
#| Fri 01 Mar

### dates: leap years
for y in 1900 2000 2023 2024; do if (( y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) )); then echo "$y yes"; else echo "$y no"; fi; done
#| 1900 no
#| 2000 yes
#| 2023 no
#| 2024 yes

### dates: time zones
TZ=America/New_York date -d '2024-07-01 12:00 UTC' '+%H:%M %Z'; TZ=Asia/Tokyo date -d @0 '+%F %T %z'; TZ=UTC date -d '2024-01-01T00:00:00+02:00' +%FT%TZ
#| 08:00 EDT
#| 1970-01-01 09:00:00 +0900
#| 2023-12-31T22:00:00Z

### dates: seconds into a clock
t=98765; printf '%02d:%02d:%02d\n' $((t/3600)) $((t%3600/60)) $((t%60)); date -u -d @$t +%T
#| 27:26:05
#| 03:26:05

### dates: bash's own times
TZ=UTC; export TZ; printf '%(%Y-%m-%d)T\n' 86400; printf '%(%H:%M)T\n' 3600
#| 1970-01-02
#| 01:00

### dates: files by age
mkdir /ag && cd /ag && touch -d '2024-01-01' old && touch -d '2024-06-01' new && find . -type f -newer old && find . -type f ! -newermt 2024-03-01 && ls -t && stat -c '%y' old | cut -c1-10
#| ./new
#| ./old
#| new
#| old
#| 2024-01-01

### dates: weekday of a birthday
LC_ALL=C date -u -d '1990-05-17' +%A; date -u -d '1990-05-17' +%w
#| Thursday
#| 4

### dates: rfc formats
date -u -d @1000000000 -R; date -u -d @1000000000 -I; date -u -d @1000000000 -Iseconds; date -u -d @1000000000 --rfc-3339=seconds
#| Sun, 09 Sep 2001 01:46:40 +0000
#| 2001-09-09
#| 2001-09-09T01:46:40+00:00
#| 2001-09-09 01:46:40+00:00

### dates: parse words
date -u -d '10 Jan 2024 3pm' '+%F %R'; date -u -d '2024/05/06' +%F; date -u -d '20240506' +%F; date -d junk 2>/dev/null || echo invalid
#| 2024-01-10 15:00
#| 2024-05-06
#| 2024-05-06
#| invalid

### dates: last day of a month
for m in 01 02 04 12; do date -u -d "2024-$m-01 +1 month -1 day" +%F; done
#| 2024-01-31
#| 2024-02-29
#| 2024-04-30
#| 2024-12-31

### dates: sorting dates
printf '03/01/2024\n12/25/2023\n01/15/2024\n' | sort -t/ -k3,3n -k1,1n -k2,2n; printf '2024-1-9\n2024-1-10\n' | sort -V
#| 12/25/2023
#| 01/15/2024
#| 03/01/2024
#| 2024-1-9
#| 2024-1-10

### dates: week numbers
for d in 2024-01-01 2024-12-30 2021-01-03; do date -u -d $d '+%F %G-W%V-%u'; done
#| 2024-01-01 2024-W01-1
#| 2024-12-30 2025-W01-1
#| 2021-01-03 2020-W53-7
