# sqlite3: what each command line gives on these files.
printf "create table t(a integer primary key, b text, c real);\ninsert into t values(1,'x,y',1.5),(2,null,2e20),(3,'it''s \"q\"',-0.25);\n" > t.sql; printf 'a,b\n1,2\n3\n4,5,6\n' > i.csv; printf 'a,a,,b c\n1,2,3,4\n"x ""y""",,"l1\nl2",z\n' > j.csv
cat > d.sql <<'END'
create table "we ird"(id integer primary key autoincrement, v);
insert into "we ird"(v) values('a
b'),(x'00ff'),(null),(1.5),(1e999),('é'),(-1e999);
create view vw as select v from "we ird";
create index i1 on "we ird"(v);
create trigger tr after insert on "we ird" begin select 1; select 2; end;
create table q(a primary key,b default 3) without rowid; create table aaaaaaaaaaaaaaaaaaaaaaaaaaaa(x); create table "select"(x);
END

### select
sqlite3 :memory: ".read t.sql" "select * from t"
#| 1|x,y|1.5
#| 2||2.0e+20
#| 3|it's "q"|-0.25

### mode list
sqlite3 :memory: ".read t.sql" ".mode list" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode list" "select a,b from t"
#| 1|x,y|1.5
#| 2||2.0e+20
#| 3|it's "q"|-0.25
#| a|b
#| 1|x,y
#| 2|
#| 3|it's "q"

### mode csv
sqlite3 :memory: ".read t.sql" ".mode csv" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode csv" "select a,b from t"
#|= '1,"x,y",1.5\r\n'
#|= '2,,2.0e+20\r\n'
#|= '3,"it\'s ""q""",-0.25\r\n'
#|= 'a,b\r\n'
#|= '1,"x,y"\r\n'
#|= '2,\r\n'
#|= '3,"it\'s ""q"""\r\n'

### mode column
sqlite3 :memory: ".read t.sql" ".mode column" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode column" "select a,b from t"
#|= 'a  b         c      \n'
#| -  --------  -------
#|= '1  x,y       1.5    \n'
#| 2            2.0e+20
#|= '3  it\'s "q"  -0.25  \n'
#|= 'a  b       \n'
#| -  --------
#|= '1  x,y     \n'
#|= '2          \n'
#| 3  it's "q"

### mode json
sqlite3 :memory: ".read t.sql" ".mode json" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode json" "select a,b from t"
#| [{"a":1,"b":"x,y","c":1.5},
#| {"a":2,"b":null,"c":2.0e+20},
#| {"a":3,"b":"it's \"q\"","c":-0.25}]
#| [{"a":1,"b":"x,y"},
#| {"a":2,"b":null},
#| {"a":3,"b":"it's \"q\""}]

### mode line
sqlite3 :memory: ".read t.sql" ".mode line" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode line" "select a,b from t"
#|     a = 1
#|     b = x,y
#|     c = 1.5
#|
#|     a = 2
#|= '    b = \n'
#|     c = 2.0e+20
#|
#|     a = 3
#|     b = it's "q"
#|     c = -0.25
#|     a = 1
#|     b = x,y
#|
#|     a = 2
#|= '    b = \n'
#|
#|     a = 3
#|     b = it's "q"

### mode table
sqlite3 :memory: ".read t.sql" ".mode table" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode table" "select a,b from t"
#| +---+----------+---------+
#| | a |    b     |    c    |
#| +---+----------+---------+
#| | 1 | x,y      | 1.5     |
#| | 2 |          | 2.0e+20 |
#| | 3 | it's "q" | -0.25   |
#| +---+----------+---------+
#| +---+----------+
#| | a |    b     |
#| +---+----------+
#| | 1 | x,y      |
#| | 2 |          |
#| | 3 | it's "q" |
#| +---+----------+

### mode markdown
sqlite3 :memory: ".read t.sql" ".mode markdown" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode markdown" "select a,b from t"
#| | a |    b     |    c    |
#| |---|----------|---------|
#| | 1 | x,y      | 1.5     |
#| | 2 |          | 2.0e+20 |
#| | 3 | it's "q" | -0.25   |
#| | a |    b     |
#| |---|----------|
#| | 1 | x,y      |
#| | 2 |          |
#| | 3 | it's "q" |

### mode box
sqlite3 :memory: ".read t.sql" ".mode box" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode box" "select a,b from t"
#| ┌───┬──────────┬─────────┐
#| │ a │    b     │    c    │
#| ├───┼──────────┼─────────┤
#| │ 1 │ x,y      │ 1.5     │
#| │ 2 │          │ 2.0e+20 │
#| │ 3 │ it's "q" │ -0.25   │
#| └───┴──────────┴─────────┘
#| ┌───┬──────────┐
#| │ a │    b     │
#| ├───┼──────────┤
#| │ 1 │ x,y      │
#| │ 2 │          │
#| │ 3 │ it's "q" │
#| └───┴──────────┘

### mode tabs
sqlite3 :memory: ".read t.sql" ".mode tabs" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode tabs" "select a,b from t"
#| 1	x,y	1.5
#| 2		2.0e+20
#| 3	it's "q"	-0.25
#| a	b
#| 1	x,y
#|= '2\t\n'
#| 3	it's "q"

### mode html
sqlite3 :memory: ".read t.sql" ".mode html" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode html" "select a,b from t"
#| <TR><TD>1</TD>
#| <TD>x,y</TD>
#| <TD>1.5</TD>
#| </TR>
#| <TR><TD>2</TD>
#| <TD></TD>
#| <TD>2.0e+20</TD>
#| </TR>
#| <TR><TD>3</TD>
#| <TD>it&#39;s &quot;q&quot;</TD>
#| <TD>-0.25</TD>
#| </TR>
#| <TR><TH>a</TH>
#| <TH>b</TH>
#| </TR>
#| <TR><TD>1</TD>
#| <TD>x,y</TD>
#| </TR>
#| <TR><TD>2</TD>
#| <TD></TD>
#| </TR>
#| <TR><TD>3</TD>
#| <TD>it&#39;s &quot;q&quot;</TD>
#| </TR>

### mode quote
sqlite3 :memory: ".read t.sql" ".mode quote" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode quote" "select a,b from t"
#| 1,'x,y',1.5
#| 2,NULL,2.0e+20
#| 3,'it''s "q"',-0.25
#| 'a','b'
#| 1,'x,y'
#| 2,NULL
#| 3,'it''s "q"'

### mode tcl
sqlite3 :memory: ".read t.sql" ".mode tcl" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode tcl" "select a,b from t"
#| "1" "x,y" "1.5"
#| "2" "" "2.0e+20"
#| "3" "it's \"q\"" "-0.25"
#| "a" "b"
#| "1" "x,y"
#| "2" ""
#| "3" "it's \"q\""

### mode ascii
sqlite3 :memory: ".read t.sql" ".mode ascii" "select * from t"; sqlite3 -header :memory: ".read t.sql" ".mode ascii" "select a,b from t"
#|= '1\x1fx,y\x1f1.5\x1e2\x1f\x1f2.0e+20\x1e3\x1fit\'s "q"\x1f-0.25\x1ea\x1fb\x1e1\x1fx,y\x1e2\x1f\x1e3\x1fit\'s "q"\x1e'

### headers
sqlite3 -header :memory: ".read t.sql" "select a, b as 'the b' from t" ; sqlite3 -header -csv :memory: ".read t.sql" "select * from t"
#| a|the b
#| 1|x,y
#| 2|
#| 3|it's "q"
#| a,b,c
#| 1,"x,y",1.5
#| 2,,2.0e+20
#| 3,"it's ""q""",-0.25

### no rows
sqlite3 -box :memory: "select 1 where 0"; sqlite3 -json :memory: "select 1 where 0"; sqlite3 -header -csv :memory: "select 1 where 0"

### no such table
sqlite3 :memory: "select * from nope"
#! Error: in prepare, no such table: nope
#? 1

### a syntax error is pointed out
sqlite3 :memory: "selec 1"
#! Error: in prepare, near "selec": syntax error
#!   selec 1
#!   ^--- error here
#? 1

### the second of two statements fails
sqlite3 :memory: "select 1; select zz; select 3"
#| 1
#! Error: in prepare, no such column: zz
#!   select zz; select 3
#!          ^--- error here
#? 1

### errors in a script do not end it
printf 'select 1;\nselect zz;\nselec 2;\nselect 3;\n.foo\n.mode bogus\n' | sqlite3 :memory:
#| 1
#| 3
#! Parse error near line 2: no such column: zz
#!   select zz;
#!          ^--- error here
#! Parse error near line 3: near "selec": syntax error
#!   selec 2;
#!   ^--- error here
#! Error: unknown command or invalid arguments:  "foo". Enter ".help" for help
#! Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table tabs tcl
#? 1

### -bail ends it
printf 'select 1;\nselect zz;\nselect 3;\n' | sqlite3 -bail :memory:
#| 1
#! Parse error near line 2: no such column: zz
#!   select zz;
#!          ^--- error here
#? 1

### constraints
printf 'create table t(a unique);\ninsert into t values(1);\ninsert into t values(1);\nselect abs(-9223372036854775808);\nselect 5' | sqlite3
#| 5
#! Runtime error near line 3: UNIQUE constraint failed: t.a (19)
#! Runtime error near line 4: integer overflow
#? 1

### constraints on the command line
sqlite3 :memory: "create table t(a not null check(a>1))" "insert into t values(null)"; sqlite3 :memory: "create table t(a check(a>1)); insert into t values(1)"
#! Error: stepping, NOT NULL constraint failed: t.a (19)
#! Error: stepping, CHECK constraint failed: a>1 (19)
#? 19

### messages with places
printf 'create table t(a,b);insert into t values(1);\nselect a,zzz,b from t;\ninsert into t values(1,2,3);\nselect f(1);\nselect 1 1 1;select count(1,2);\nselect t.q from t;\nselect (1;\ninsert into t(c) values(1);\ndrop table u;\ncreate table t(a);\n' | sqlite3
#! Parse error near line 1: table t has 2 columns but 1 values were supplied
#! Parse error near line 2: no such column: zzz
#!   select a,zzz,b from t;
#!            ^--- error here
#! Parse error near line 3: table t has 2 columns but 3 values were supplied
#! Parse error near line 4: no such function: f
#!   select f(1);
#!          ^--- error here
#! Parse error near line 5: near "1": syntax error
#!   select 1 1 1;select count(1,2);
#!            ^--- error here
#! Parse error near line 6: no such column: t.q
#!   select t.q from t;
#!          ^--- error here
#! Parse error near line 7: near ";": syntax error
#!   select (1;
#!            ^--- error here
#! Parse error near line 8: table t has no column named c
#! Parse error near line 9: no such table: u
#! Parse error near line 10: table t already exists
#!   create table t(a);
#!                ^--- error here
#? 1

### a place far to the right
printf 'select 1 from (select 2 as aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) where bbbb=(select cccccccccccccccccccccccccccccccccccccccc);' | sqlite3
#! Parse error near line 1: no such column: bbbb
#!   aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) where bbbb=(select ccccccccccccccc
#!                                       error here ---^
#? 1

### a place in the middle
sqlite3 :memory: "select 1, 2, 3, 4, 5, 6, 7, 8, 9, wrong, 11, 12"
#! Error: in prepare, no such column: wrong
#!   select 1, 2, 3, 4, 5, 6, 7, 8, 9, wrong, 11, 12
#!                       error here ---^
#? 1

### an open string
printf "select 'abc\n;" | sqlite3
#! Parse error near line 1: unrecognized token: "'abc
#! ;"
#!   select 'abc ;
#!          ^--- error here
#? 1

### unknown option
sqlite3 -foo
#! sqlite3: Error: unknown option: -foo
#! Use -help for a list of options.
#? 1

### a file that cannot be made
sqlite3 nowhere/x.db "select 1"
#! Error: unable to open database "nowhere/x.db": unable to open database file
#? 1

### a file that is no database
echo junkjunkjunkjunkjunk > junk.db; sqlite3 junk.db "select 1 from x"
#! Error: in prepare, file is not a database (26)
#? 26

### readonly
sqlite3 r.db "create table t(a)"; sqlite3 -readonly r.db "insert into t values(1)"; sqlite3 -readonly r.db "select count(*) from t"; sqlite3 -readonly none.db "select 1"
#| 0
#! Error: stepping, attempt to write a readonly database (8)
#! Error: unable to open database "none.db": unable to open database file
#? 1

### a database is kept
sqlite3 k.db "create table t(a, b); insert into t values(1,'x'),(2,'y')"; sqlite3 k.db "update t set b='z' where a=2"; sqlite3 k.db "select * from t order by a desc"
#| 2|z
#| 1|x

### what came before an error is kept
sqlite3 k2.db "create table t(a); insert into t values(1); nonsense"; sqlite3 k2.db .dump
#| PRAGMA foreign_keys=OFF;
#| BEGIN TRANSACTION;
#| CREATE TABLE t(a);
#| INSERT INTO t VALUES(1);
#| COMMIT;
#! Error: in prepare, near "nonsense": syntax error
#!   nonsense
#!   ^--- error here

### an open transaction is taken back
sqlite3 k3.db "create table t(a)"; sqlite3 k3.db "begin; insert into t values(1)"; sqlite3 k3.db "select count(*) from t"
#| 0

### import csv
sqlite3 i.db ".import --csv i.csv t" "select * from t"; sqlite3 i.db .schema
#| 1|2
#| 3|
#| 4|5
#| CREATE TABLE IF NOT EXISTS "t"(
#| "a" TEXT, "b" TEXT);
#! i.csv:3: expected 2 columns but found 1 - filling the rest with NULL
#! i.csv:4: expected 2 columns but found 3 - extras ignored

### import into a table
sqlite3 :memory: "create table t(a,b int)" ".import --csv --skip 1 i.csv t" "select *,typeof(b) from t"
#| 1|2|integer
#| 3||null
#| 4|5|integer
#! i.csv:3: expected 2 columns but found 1 - filling the rest with NULL
#! i.csv:4: expected 2 columns but found 3 - extras ignored

### import verbosely
sqlite3 :memory: ".import --csv -v i.csv t"
#| CREATE TABLE "t"(
#| "a" TEXT, "b" TEXT)
#|
#| Added 3 rows with 0 errors using 4 lines of input
#! i.csv:3: expected 2 columns but found 1 - filling the rest with NULL
#! i.csv:4: expected 2 columns but found 3 - extras ignored

### import names that repeat
sqlite3 :memory: ".import --csv j.csv t" ".mode quote" "select * from t" .schema
#| '1','2','3','4'
#| 'x "y"','','l1
#| l2','z'
#| CREATE TABLE IF NOT EXISTS "t"(
#| "a_1" TEXT, "a_2" TEXT, "?" TEXT, "b c" TEXT);
#! Columns renamed during .import j.csv due to duplicates:
#! "a" to "a_1",
#! "a" to "a_2"

### import by separator
printf 'a|b\n1|2\n' > p.txt; sqlite3 :memory: ".import p.txt t" "select * from t" .schema; sqlite3 -separator ';' :memory: ".import p.txt t" "select * from t"
#| 1|2
#| CREATE TABLE IF NOT EXISTS "t"(
#| "a" TEXT, "b" TEXT);
#| 1|2

### import tabs
printf 'a\tb\n1\t2\n' > p.tsv; sqlite3 :memory: ".mode tabs" ".import p.tsv t" "select * from t"
#| 1	2

### import in csv mode
sqlite3 :memory: ".mode csv" ".import i.csv t" "select * from t"
#| 1,2
#| 3,
#| 4,5
#! i.csv:3: expected 2 columns but found 1 - filling the rest with NULL
#! i.csv:4: expected 2 columns but found 3 - extras ignored

### import of nothing
: > empty; sqlite3 :memory: ".import --csv empty t"; sqlite3 :memory: ".import nothere t"
#! empty: empty file
#! Error: cannot open "nothere"
#? 1

### import that violates
sqlite3 :memory: "create table t(a unique)" ".mode list" ".import i.csv t" ".import i.csv t" "select * from t"
#! i.csv:1: INSERT failed: UNIQUE constraint failed: t.a
#! i.csv:2: INSERT failed: UNIQUE constraint failed: t.a
#! i.csv:3: INSERT failed: UNIQUE constraint failed: t.a
#! i.csv:4: INSERT failed: UNIQUE constraint failed: t.a
#? 19

### dump
sqlite3 d.db < d.sql; sqlite3 d.db .dump
#| PRAGMA foreign_keys=OFF;
#| BEGIN TRANSACTION;
#| CREATE TABLE IF NOT EXISTS "we ird"(id integer primary key autoincrement, v);
#| INSERT INTO "we ird" VALUES(1,replace('a\nb','\n',char(10)));
#| INSERT INTO "we ird" VALUES(2,X'00ff');
#| INSERT INTO "we ird" VALUES(3,NULL);
#| INSERT INTO "we ird" VALUES(4,1.5);
#| INSERT INTO "we ird" VALUES(5,1e999);
#| INSERT INTO "we ird" VALUES(6,'é');
#| INSERT INTO "we ird" VALUES(7,-1e999);
#| CREATE TABLE q(a primary key,b default 3) without rowid;
#| CREATE TABLE aaaaaaaaaaaaaaaaaaaaaaaaaaaa(x);
#| CREATE TABLE IF NOT EXISTS "select"(x);
#| DELETE FROM sqlite_sequence;
#| INSERT INTO sqlite_sequence VALUES('we ird',7);
#| CREATE VIEW vw as select v from "we ird";
#| CREATE INDEX i1 on "we ird"(v);
#| CREATE TRIGGER tr after insert on "we ird" begin select 1; select 2; end;
#| COMMIT;

### dump and back
sqlite3 d.db < d.sql; sqlite3 d.db .dump | sqlite3 e.db; sqlite3 e.db .dump | diff - <(sqlite3 d.db .dump) && echo same
#| same

### schema
sqlite3 d.db < d.sql; sqlite3 d.db .schema ".schema q" ".schema vw" ".schema nope"
#| CREATE TABLE IF NOT EXISTS "we ird"(id integer primary key autoincrement, v);
#| CREATE TABLE sqlite_sequence(name,seq);
#| CREATE VIEW vw as select v from "we ird"
#| /* vw(v) */;
#| CREATE INDEX i1 on "we ird"(v);
#| CREATE TRIGGER tr after insert on "we ird" begin select 1; select 2; end;
#| CREATE TABLE q(a primary key,b default 3) without rowid;
#| CREATE TABLE aaaaaaaaaaaaaaaaaaaaaaaaaaaa(x);
#| CREATE TABLE IF NOT EXISTS "select"(x);
#| CREATE TABLE q(a primary key,b default 3) without rowid;
#| CREATE VIEW vw as select v from "we ird"
#| /* vw(v) */;

### tables and indexes
sqlite3 d.db < d.sql; sqlite3 d.db .tables ".tables q%" .indexes ".indexes q" .fullschema
#|= 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa  vw                          \n'
#|= 'q                             we ird                      \n'
#|= 'select                      \n'
#| q
#| i1
#| CREATE TABLE IF NOT EXISTS "we ird"(id integer primary key autoincrement, v);
#| CREATE VIEW vw as select v from "we ird";
#| CREATE INDEX i1 on "we ird"(v);
#| CREATE TRIGGER tr after insert on "we ird" begin select 1; select 2; end;
#| CREATE TABLE q(a primary key,b default 3) without rowid;
#| CREATE TABLE aaaaaaaaaaaaaaaaaaaaaaaaaaaa(x);
#| CREATE TABLE IF NOT EXISTS "select"(x);
#| /* No STAT tables available */

### dump one
sqlite3 d.db < d.sql; sqlite3 d.db ".dump q"
#| PRAGMA foreign_keys=OFF;
#| BEGIN TRANSACTION;
#| CREATE TABLE q(a primary key,b default 3) without rowid;
#| COMMIT;

### plan
sqlite3 :memory: "create table q(a primary key, b)" "explain query plan select * from q where a=1"
#| QUERY PLAN
#| `--SEARCH q USING INDEX sqlite_autoindex_q_1 (a=?)

### cells of many lines
for m in column box table markdown csv line html; do sqlite3 :memory: ".mode $m" "select 'a'||char(10)||'b' as x, 'c' as yy union all select 'd','é'"; done
#| x  yy
#| -  --
#|= 'a  c \n'
#|= 'b    \n'
#|
#|= 'd  \xe9 \n'
#| ┌───┬────┐
#| │ x │ yy │
#| ├───┼────┤
#| │ a │ c  │
#| │ b │    │
#| ├───┼────┤
#| │ d │ é  │
#| └───┴────┘
#| +---+----+
#| | x | yy |
#| +---+----+
#| | a | c  |
#| | b |    |
#| +---+----+
#| | d | é  |
#| +---+----+
#| | x | yy |
#| |---|----|
#| | a | c  |
#| | b |    |
#| | d | é  |
#| "a
#|= 'b",c\r\n'
#|= 'd,"\xe9"\r\n'
#|     x = a
#| b
#|    yy = c
#|
#|     x = d
#|    yy = é
#| <TR><TD>a
#| b</TD>
#| <TD>c</TD>
#| </TR>
#| <TR><TD>d</TD>
#| <TD>é</TD>
#| </TR>

### widths
sqlite3 :memory: ".mode column" ".headers off" ".width 3 -5" "select 'abcdef' as longheadername, 12 as b"; sqlite3 :memory: ".mode column" ".width 5" "select 'abcdefgh' as h, 1 as i"
#| abc     12
#|= 'def       \n'
#| h      i
#| -----  -
#| abcde  1
#|= 'fgh     \n'

### values
sqlite3 :memory: "select x'6162', 1.0, 1e100, 0.1+0.2, null, 9007199254740993, 'é', 1/0, 2.5e-7, 123456789012345678, 1e15, 1e16, -0.0"
#| ab|1.0|1.0e+100|0.3||9007199254740993|é||2.5e-07|123456789012345678|1.0e+15|1.0e+16|0.0

### values quoted
sqlite3 -quote :memory: "select x'0001ff' as b, 1.0 as c, 1e100 as d, 0.25 as e, null as f, 'a''b' as g, 1e999, -1e999"
#| X'0001ff',1.0,1.0e+100,0.25,NULL,'a''b',Inf,-Inf

### values as json
sqlite3 -json :memory: "select 1.0 as c, 1e100 as d, 0.25 as e, null as f, 'a\"b\\c' as g, char(10,9,13,8,12,1) as h, 'é' as i"
#| [{"c":1.0,"d":1.0e+100,"e":0.25,"f":null,"g":"a\"b\\c","h":"\n\t\r\b\f\u0001","i":"é"}]

### values as csv
sqlite3 -csv -header :memory: "select 'a b' as 'x y', '' as e, ' ' as f, 'a''b' as g, 'a\"b', 'a-b', null as n, 'é' as i"
#| "x y",e,f,g,"'a""b'","'a-b'",n,i
#| "a b",""," ","a'b","a""b",a-b,,"é"

### ends of lines in csv
sqlite3 -csv :memory: "select 1,2" | od -c; sqlite3 :memory: ".mode csv" "select 1,2" | od -c
#| 0000000   1   ,   2  \n
#| 0000004
#| 0000000   1   ,   2  \r  \n
#| 0000005

### separators
sqlite3 -separator ';' :memory: "select 1,2"; sqlite3 -separator X -nullvalue NIL :memory: "select 1,null"; sqlite3 :memory: ".separator ' - ' '!'" "select 1,2" ".nullvalue nil" "select null"
#| 1;2
#| 1XNIL
#|= '1 - 2!nil!'

### dot commands
sqlite3 :memory: ".print hello 'a  b' \"c\\td\"" ".headers on" "select 3 as three" ".show"; sqlite3 x.db ".databases" | sed 's/ .*x.db/ x.db/'
#| hello a  b c	d
#| three
#| 3
#|         echo: off
#|          eqp: off
#|      explain: auto
#|      headers: on
#|         mode: list
#|    nullvalue: ""
#|       output: stdout
#| colseparator: "|"
#| rowseparator: "\n"
#|        stats: off
#|= '       width: \n'
#|     filename: :memory:
#| main: x.db r/w

### usages
printf '.mode bogus\n.headers maybe\n.echo\n.bail\n.changes\n.print\n.schema a b c\n.separator\n.nosuch\n.nullvalue\n.h on\n.mo csv\nselect 1 as x;\n.q\nselect 2;\n' | sqlite3
#|
#|= 'x\r\n'
#|= '1\r\n'
#! Error: mode should be one of: ascii box column csv html insert json line list markdown qbox quote table tabs tcl
#! ERROR: Not a boolean value: "maybe". Assuming "no".
#! Usage: .echo on|off
#! Usage: .bail on|off
#! Usage: .changes on|off
#! Usage: .schema ?--indent? ?--nosys? ?LIKE-PATTERN?
#! Usage: .separator COL ?ROW?
#! Error: unknown command or invalid arguments:  "nosuch". Enter ".help" for help
#! Usage: .nullvalue STRING
#? 1

### exit with a status
printf '.exit 3\nselect 1;\n' | sqlite3; echo $?; sqlite3 :memory: ".quit" "select 1"
#| 3

### output and once
sqlite3 :memory: ".output o2.txt" "select 3" ".output" "select 4"; cat o2.txt; printf '.once o.txt\nselect 1;\nselect 2;\n.output no/where\nselect 5;\n' | sqlite3; cat o.txt
#| 4
#| 3
#| 2
#| 5
#| 1
#! Error: cannot open "no/where"
#! Error: cannot write to "no/where"

### read
echo 'select 1; selec' > bad.sql; sqlite3 :memory: ".read bad.sql" "select 2"; echo $?; sqlite3 :memory: ".read nothere"
#| 1
#| 1
#! Parse error near line 1: near "selec": syntax error
#!   selec
#!   ^--- error here
#! Error: cannot open "nothere"
#? 1

### cmd and init
sqlite3 -cmd "select 9" -cmd ".mode csv" :memory: "select 1,2"; echo '.mode box' > rc; sqlite3 -init rc :memory: "select 1" 2>/dev/null
#| 9
#|= '1,2\r\n'
#| ┌───┐
#| │ 1 │
#| ├───┤
#| │ 1 │
#| └───┘

### echo
printf '.headers on\nselect 1;\n\nselect\n2;\n' | sqlite3 -echo
#| .headers on
#| select 1;
#| 1
#| 1
#|
#| select
#| 2;
#| 2
#| 2

### changes
printf '.changes on\ncreate table t(x);\ninsert into t values(1),(2);\nselect 1;\n' | sqlite3
#| changes: 0   total_changes: 0
#| changes: 2   total_changes: 2
#| 1
#| changes: 2   total_changes: 2

### comments and empty statements
sqlite3 :memory: "select 1;;; select 2; -- c"; sqlite3 :memory: "/* x */ select ';' as a; -- d
select 3"; sqlite3 :memory: ""; printf -- '-- note\nselect 4; -- tail\n/* a\n b */ select 5\n;' | sqlite3
#| 1
#| 2
#| ;
#| 3
#| 4
#| 5

### triggers
printf 'create table t(a); create table l(x);\ncreate trigger tr after insert on t begin\n insert into l values(new.a);\n insert into l values(-new.a);\nend;\ninsert into t values(7);\nselect * from l;\n' | sqlite3
#| 7
#| -7

### quoted names
sqlite3 :memory: 'create table "a;b"("c d")' 'insert into "a;b" values(1)' 'select * from [a;b]' .schema
#| 1
#| CREATE TABLE IF NOT EXISTS "a;b"("c d");

### a pipeline
printf 'b,2\na,1\n' | sqlite3 :memory: "create table t(k,v)" ".import --csv /dev/stdin t" "select k, sum(v) from t group by k"
#| a|1
#| b|2

### windows, ctes and json
sqlite3 :memory: "with recursive c(x) as (select 1 union all select x+1 from c where x<5) select x, sum(x) over (order by x) from c" "select json_extract('{\"a\":[1,2]}','\$.a[1]'), json_group_array(value) from json_each('[1,2,3]')"
#| 1|1
#| 2|3
#| 3|6
#| 4|10
#| 5|15
#| 2|[1,2,3]

### functions
sqlite3 :memory: "select instr('hello','l'), instr(x'0102',x'02'), instr(null,1), instr(12345,34), replace('aXbX','X','--'), replace(121,1,'x'), replace('a','','z'), trim('  a '), trim('xxaxx','x'), ltrim('abca','a'), rtrim('abc','bc'), typeof(random()), length(randomblob(5)), typeof(date('now')), date('2024-01-31','+1 month'), strftime('%Y-%j','2024-12-31'), datetime(0,'unixepoch'), julianday('2000-01-01'), time('12:30','-45 minutes'), unixepoch('1970-01-02')"
#| 3|2||3|a--b--|x2x|a|a|a|bca|a|integer|5|text|2024-03-02|2024-366|1970-01-01 00:00:00|2451544.5|11:45:00|86400

### journal mode of memory
sqlite3 :memory: "pragma synchronous=off" "pragma foreign_keys=on" "pragma user_version=7" "pragma user_version" "pragma table_info(x)"
#| 7

### vacuum
sqlite3 v.db "create table t(a); insert into t values(1); vacuum; select * from t"
#| 1

### parameters are null
sqlite3 :memory: "select 1 where 1=1 limit 1 offset 0"
#| 1

### line mode
sqlite3 -line :memory: "select 1 as abc, 'x' as defghijklmnop union all select null, 2"
#|           abc = 1
#| defghijklmnop = x
#|
#|= '          abc = \n'
#| defghijklmnop = 2

### go
printf 'select 1\ngo\nselect 2\n/\n' | sqlite3
#| 1
#| 2

### insert mode
sqlite3 :memory: ".mode insert tt" "select 1 as a, null as b, 'q''s' as c" ".headers on" "select 1 as a" ".mode insert" "select 'x'||char(10)||'y'"
#| INSERT INTO tt VALUES(1,NULL,'q''s');
#| INSERT INTO tt(a) VALUES(1);
#| INSERT INTO "table"("'x'||char(10)||'y'") VALUES(replace('x\ny','\n',char(10)));
