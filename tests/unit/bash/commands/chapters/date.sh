# date: what each command line gives on these files.
mkdir -p d/e; touch f d/g d/e/h; chmod 644 f; chmod 755 d; ln -s f l; ln -s nx bad; chmod 600 d/g; chmod 4755 d/e/h; touch -d '2020-01-02 03:04:05' f

### date -d 2024-01-02
date -d 2024-01-02
#| Tue Jan  2 00:00:00 UTC 2024

### date -u -d @0
date -u -d @0
#| Thu Jan  1 00:00:00 UTC 1970

### date -R -d @0
date -R -d @0
#| Thu, 01 Jan 1970 00:00:00 +0000

### date -I -d @0
date -I -d @0
#| 1970-01-01

### date -Iseconds -d @0
date -Iseconds -d @0
#| 1970-01-01T00:00:00+00:00

### date -Ins -d @0
date -Ins -d @0
#| 1970-01-01T00:00:00,000000000+00:00

### date -Ihours -d @0
date -Ihours -d @0
#| 1970-01-01T00+00:00

### date -Iminutes -d @0
date -Iminutes -d @0
#| 1970-01-01T00:00+00:00

### date --rfc-3339=seconds -d @0
date --rfc-3339=seconds -d @0
#| 1970-01-01 00:00:00+00:00

### date --rfc-3339=ns -d @0
date --rfc-3339=ns -d @0
#| 1970-01-01 00:00:00.000000000+00:00

### date --rfc-3339=date -d @0
date --rfc-3339=date -d @0
#| 1970-01-01

### date --rfc-3339=x
date --rfc-3339=x
#! date: invalid argument ‘x’ for ‘--rfc-3339’
#! Valid arguments are:
#!   - ‘date’
#!   - ‘seconds’
#!   - ‘ns’
#! Try 'date --help' for more information.
#? 1

### date -Ix
date -Ix
#! date: invalid argument ‘x’ for ‘--iso-8601’
#! Valid arguments are:
#!   - ‘hours’
#!   - ‘minutes’
#!   - ‘date’
#!   - ‘seconds’
#!   - ‘ns’
#! Try 'date --help' for more information.
#? 1

### date -r f
date -r f
#| Thu Jan  2 03:04:05 UTC 2020

### date -r nx
date -r nx
#! date: nx: No such file or directory
#? 1

### date -d foo
date -d foo
#! date: invalid date ‘foo’
#? 1

### date +%Y-%m-%d +x
date +%Y-%m-%d +x
#! date: extra operand ‘+x’
#! Try 'date --help' for more information.
#? 1

### date foo
date foo
#! date: invalid date ‘foo’
#? 1

### date -d @0 foo
date -d @0 foo
#! date: the argument ‘foo’ lacks a leading '+';
#! when using an option to specify date(s), any non-option
#! argument must be a format string beginning with '+'
#! Try 'date --help' for more information.
#? 1

### date -f -
printf '@0\nfoo\n2024-01-01\n' | date -f -
#| Thu Jan  1 00:00:00 UTC 1970
#| Mon Jan  1 00:00:00 UTC 2024
#! date: invalid date ‘foo’
#? 1

### date -f nx
date -f nx
#! date: nx: No such file or directory
#? 1

### date -d @0 -r f
date -d @0 -r f
#! date: the options to specify dates for printing are mutually exclusive
#! Try 'date --help' for more information.
#? 1

### date -I -R
date -I -R
#! date: multiple output formats specified
#? 1

### date --resolution
date --resolution
#| 0.000000001

### date -d "2024-01-01" "+%A, week %V"
date -d "2024-01-01" "+%A, week %V"
#| Monday, week 01

### date -x
date -x
#! date: invalid option -- 'x'
#! Try 'date --help' for more information.
#? 1

### date --date=@5 +%s
date --date=@5 +%s
#| 5

### date -ud "2024-01-01 12:00 +0300" +%T
date -ud "2024-01-01 12:00 +0300" +%T
#| 09:00:00

### date -r f +%s
date -r f +%s
#| 1577934245

### date -d "2020-01-01" -I +%s
date -d "2020-01-01" -I +%s
#! date: multiple output formats specified
#? 1

### date as random lines found it: date -u -d '2024-01-01 12:00 +1 day' +%FT%T
date -u -d '2024-01-01 12:00 +1 day' +%FT%T
#| 2024-01-02T11:00:00

### date as random lines found it: date -u -d '2024-01-01 10:00 a week' +%FT%T
date -u -d '2024-01-01 10:00 a week' +%FT%T
#| 2024-01-08T09:00:00

### date as random lines found it: date -u -d '2023-11-30 3 tuesday' +%F
date -u -d '2023-11-30 3 tuesday' +%F
#| 2023-11-30

### date as random lines found it: date -u -d '1 Jan 10:00' +%F
date -u -d '1 Jan 10:00' +%F
#! date: invalid date ‘1 Jan 10:00’
#? 1

### date as random lines found it: date -u -d ago
date -u -d ago
#! date: invalid date ‘ago’
#? 1

### date as random lines found it: date -u -d '2024-01-01 (note) 10:00' +%FT%T
date -u -d '2024-01-01 (note) 10:00' +%FT%T
#| 2024-01-01T10:00:00

### date as random lines found it: TZ=America/New_York date -d '2024-07-03 01:30 EST'
TZ=America/New_York date -d '2024-07-03 01:30 EST'
#! date: invalid date ‘2024-07-03 01:30 EST’
#? 1

### date as random lines found it: TZ=America/New_York date -d '2024-11-03 01:30 EST' +%T%z
TZ=America/New_York date -d '2024-11-03 01:30 EST' +%T%z
#| 01:30:00-0500

### date as random lines found it: date -u -d '2024-01-01 X' +%T
date -u -d '2024-01-01 X' +%T
#| 11:00:00

### date as random lines found it: date -u -d @1.5 '+[%_N|%-3N|%Ed|%5|%#P]'
date -u -d @1.5 '+[%_N|%-3N|%Ed|%5|%#P]'
#| [5        |5|%Ed|  %5|am]
