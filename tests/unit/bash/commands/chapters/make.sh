# make: makefiles and what they make.

### rules and prerequisites
cat > Makefile <<'END'
all: b c
	@echo $@ from $^
b:
	echo b > b
c: b
	cat b b > c
END
make
make
make b c
cat c
#| echo b > b
#| cat b b > c
#| all from b c
#| all from b c
#| make: 'b' is up to date.
#| make: 'c' is up to date.
#| b
#| b

### what is older is made again
touch -d @5 out one; touch in
cat > Makefile <<'END'
out: in one
	@echo $@ $< $^ $?
	@touch out
END
make
make out
#| out in in one in
#| make: 'out' is up to date.

### only what is newer
touch -d @5 one; touch -d @7 out; touch -d @9 in
cat > Makefile <<'END'
out: in one | dir
	@echo '$?' '$|' '$+'
dir:
	mkdir $@
END
make
#| mkdir dir
#| in dir in one

### order-only prerequisites are no reason
touch -d @5 in; touch -d @7 out; touch late
cat > Makefile <<'END'
out: in | late
	touch out
late:
END
make
#| make: 'out' is up to date.

### flavors of variables
cat > Makefile <<'END'
A = $(B)
B = one
C := $(B)
B = two
D ?= d
A2 ?= x
B += more
C += more $(B)
E ::= $(A)
F != printf 'a\nb\n'
$(info $(A)|$(C)|$(D)|$(E)|$(F)|$(B))
x:;@:
END
make
#| two more|one more two more|d|two more|a b|two more

### override and the command line
cat > Makefile <<'END'
A = file
B = file
override B = forced
override C += more
x:
	@echo $(A) $(B) $(C) $(origin A) $(origin B) $(flavor A)
END
make A=line B=line C=line
A=env make x
A=env make -e x
make A:=1 A+=2
#| line forced line more command line override recursive
#| file forced more file override recursive
#| env forced more environment override override recursive
#| 1 2 forced more command line override simple

### define and call
cat > Makefile <<'END'
define two
@echo $(1) one
@echo $@ two
endef
rev = $(if $(1),$(call rev,$(wordlist 2,9,$(1))) $(firstword $(1)))
x:
	$(two)
	@echo '$(call rev,a b c) $(call sub,1)'
define sub =
<$1>
endef
END
make
#| one
#| x two
#|  c b a <1>

### export and unexport
cat > Makefile <<'END'
export A = a
B = b
export B
C = c
export D=d
unexport D
x: export E = e
x:
	@echo "$$A $$B $$C $$D $$E $$F $$HOME"
END
F=1 make F=2
make
#| a b   e 2 /nowhere
#| a b   e  /nowhere

### variables of targets
cat > Makefile <<'END'
V = global
x: V = of x
x: W += of x
W = w
%.o: V := pattern $V
x: y z.o
	@echo $@ $(V) $(W)
y:
	@echo $@ $(V) $(W)
z.o:
	@echo $@ $(V)
END
make
make y
#| y of x w of x
#| z.o pattern global
#| x of x w of x
#| y global w

### pattern rules
mkdir sub; touch a.c sub/b.c
cat > Makefile <<'END'
all: a.o sub/b.o
%.o: %.c
	@echo $@ $< $* $(@D) $(@F) $(<D) $(<F) $(*D) $(*F)
END
make
#| a.o a.c a . a.o . a.c . a
#| sub/b.o sub/b.c sub/b sub b.o sub b.c sub b

### the shortest stem
touch libx.c y.c
cat > Makefile <<'END'
%.o: %.c
	@echo long $@
lib%.o: lib%.c
	@echo short $@ $*
END
make libx.o y.o
#| short libx.o x
#| long y.o

### chains of patterns
touch -d @5 q.z
cat > Makefile <<'END'
%.x: %.y
	cp $< $@
%.y: %.z
	cp $< $@
END
make q.x
ls
make q.x
#| cp q.z q.y
#| cp q.y q.x
#| rm q.y
#| Makefile
#| q.x
#| q.z
#| make: 'q.x' is up to date.

### static patterns
cat > Makefile <<'END'
objects = a.o b.o c.x
$(filter %.o,$(objects)): %.o: %.c h
	@echo $@ $^ $*
h a.c b.c:
	@echo make $@
END
make a.o b.o
#| make a.c
#| make h
#| a.o a.c h a
#| make b.c
#| b.o b.c h b

### suffix rules
touch q.in
cat > Makefile <<'END'
.SUFFIXES: .in .out2
.in.out2:
	@echo $< to $@ $*
all: q.out2
END
make all
#| q.in to q.out2 q

### double colons
cat > Makefile <<'END'
x:: a
	@echo first
x:: b
	@echo second
y::
	@echo always
a b:
END
touch -d @5 a x b; make
make y y
#| make: 'x' is up to date.
#| always
#| make: 'y' is up to date.

### phony
cat > Makefile <<'END'
.PHONY: all clean
all: clean
clean:
	echo clean
empty:
END
touch clean all; make
make empty
make all clean
#| echo clean
#| clean
#| make: Nothing to be done for 'empty'.
#| echo clean
#| clean
#| make: Nothing to be done for 'clean'.

### nothing to be done
cat > Makefile <<'END'
x: y
y:
END
make
make y x
touch y; make y; touch z; make z
#| make: Nothing to be done for 'x'.
#| make: Nothing to be done for 'y'.
#| make: Nothing to be done for 'x'.
#| make: Nothing to be done for 'y'.
#| make: Nothing to be done for 'z'.

### default goal
cat > Makefile <<'END'
.hidden:
	@echo hidden
%.x:
	@echo pattern
first:
	@echo first
second:
	@echo second
END
make
make second first
echo '.DEFAULT_GOAL = second' >> Makefile; make
#| first
#| second
#| first
#| second

### .DEFAULT
cat > Makefile <<'END'
x: y z
.DEFAULT:
	@echo default $@ $<
END
make; make other
#| default y y
#| default z z
#| default other other

### prefixes of recipes
cat > Makefile <<'END'
x:
	@echo silent
	-false
	- @echo both
	@-exit 3
	+echo plus
	false
	echo never
END
make
make -n
make -s
make -i
#| silent
#| false
#| both
#| echo plus
#| plus
#| false
#| echo silent
#| false
#| echo both
#| exit 3
#| echo plus
#| plus
#| false
#| echo never
#| silent
#| both
#| plus
#| silent
#| false
#| both
#| echo plus
#| plus
#| false
#| echo never
#| never
#! make: [Makefile:3: x] Error 1 (ignored)
#! make: [Makefile:5: x] Error 3 (ignored)
#! make: *** [Makefile:7: x] Error 1
#! make: *** [Makefile:7: x] Error 1
#! make: [Makefile:3: x] Error 1 (ignored)
#! make: [Makefile:5: x] Error 3 (ignored)
#! make: [Makefile:7: x] Error 1 (ignored)

### lines that go on
cat > Makefile <<'END'
A = one \
    two \
	three
x: a \
  b
	echo '$(A)' \
	more \
	  end
	@echo 'in \
quotes'
a b:
END
make
#| echo 'one two three' \
#| more \
#|   end
#| one two three more end
#| in \
#| quotes

### comments
cat > Makefile <<'END'
A = a # comment
B = a\#b
C = $(subst x,#,axb)
# comment \
 goes on
x: # comment
	@echo '[$(A)]' '$(B)' '$(C)' # of the shell
	# a line of the shell
END
make
#| [a ] a#b a#b
#| # a line of the shell

### oneshell
cat > Makefile <<'END'
.ONESHELL:
SHELL = /bin/bash
.SHELLFLAGS = -eu -c
x:
	@a=1
	echo $$a
	@false
	echo never
END
make
#| 1
#! make: *** [Makefile:5: x] Error 1
#? 2

### conditionals
cat > Makefile <<'END'
ifeq ($(A),)
$(info empty)
else ifeq '$(A)' 'x'
$(info x)
else
$(info other)
 ifdef B
  $(info B)
 endif
endif
ifneq "$(A)" "x"
$(info not x)
endif
ifndef C
C = 1
endif
x:
ifdef C
	@echo C
else
	@echo no C
endif
	@echo end
END
make
make A=x
make A=y B=1 C=
#| empty
#| not x
#| C
#| end
#| x
#| C
#| end
#| other
#| B
#| not x
#| no C
#| end

### includes
echo A=1 > a.mk; echo B=2 > b.mk
cat > Makefile <<'END'
include a.mk b*.mk
-include none.mk
sinclude none.mk
$(info $(MAKEFILE_LIST))
x:;@echo $(A) $(B)
END
make
#| Makefile a.mk b.mk
#| 1 2

### an include that is missing
: > a.mk
cat > Makefile <<'END'
include a.mk nope.mk
x:
	echo x
END
make
#! Makefile:1: nope.mk: No such file or directory
#! make: *** No rule to make target 'nope.mk'.  Stop.
#? 2

### an include that is made
cat > Makefile <<'END'
include made.mk
x:
	@echo $(A)
made.mk:
	echo 'A = made' > $@
END
make
#| echo 'A = made' > made.mk
#| made

### functions of text
cat > Makefile <<'END'
$(info $(subst ee,EE,feet on the street)|$(patsubst %.c,%.o,x.c.c bar.c y)|$(strip  a  b )|$(findstring a,a b)|$(filter %.c s%,a.c b.o s)|$(filter-out a b%,a b c bb))
$(info $(sort foo bar lose bar)|$(word 2,a b c)|$(wordlist 2,3,a b c d)|$(words a b c)|$(firstword a b)|$(lastword a b)|$(word 9,a))
A = a.c b.c
$(info $(A:.c=.o)|$(A:%.c=x%)|${A}|$(A:a%=%))
x:;@:
END
make
#| fEEt on the strEEt|x.c.o bar.o y|a b|a|a.c s|c
#| bar foo lose|b|b c|3|a|b|
#| a.o b.o|xa xb|a.c b.c|.c b.c

### functions of names
mkdir sub; touch one.q two.q sub/z
cat > Makefile <<'END'
$(info $(dir src/a.c b)|$(notdir src/a.c b/)|$(suffix a.c b d.x/e)|$(basename src/a.c b.d/c)|$(addsuffix .c,a b)|$(addprefix src/,a b)|$(join a b,.c .o .x)|$(wildcard *.q sub/*)|$(realpath ./sub/../one.q nope)|$(abspath a/../b /c//d))
x:;@:
END
make
#| src/ ./|a.c |.c|src/a b.d/c|a.c b.c|src/a src/b|a.c b.o .x|one.q two.q sub/z|/tmp/t/one.q|/tmp/t/b /c/d

### functions that choose
cat > Makefile <<'END'
$(info $(if a,yes,no)|$(if ,yes,no)|$(or ,b,c)|$(and a,b)|$(and a,,c)|$(foreach i,a b c,<$(i)>)|$(value A)|$(origin A)|$(origin HOME)|$(origin CC)|$(origin nope)|$(flavor A)|$(shell echo a; echo b)|$(.SHELLSTATUS))
A = $(B)
x:;@echo $(origin @) $(origin MAKE)
END
make
#| yes|no|b|b||<a> <b> <c>||undefined|environment|default|undefined|undefined|a b|0
#| automatic default

### eval
cat > Makefile <<'END'
define rule
$(1): $(2)
	@echo $(1) of $$^ $(V)
$(2):
endef
$(foreach p,a b,$(eval $(call rule,$p,$p.x)))
$(eval V := v)
all: a b
END
make all
#| a of a.x
#| b of b.x

### warning and error
cat > Makefile <<'END'
$(warning careful)
x:
	@echo never
	$(error stop here $@)
END
make
#! Makefile:1: careful
#! Makefile:4: *** stop here x.  Stop.
#? 2

### an error while it is read
cat > Makefile <<'END'
A = 1

$(error no $(A))
END
make
#! Makefile:3: *** no 1.  Stop.
#? 2

### a recipe that fails
cat > Makefile <<'END'
all: a b
a:
	false
b:
	@echo b
END
make
make -k
make -i
make -k b a; echo $?
#| false
#| false
#| b
#| false
#| b
#| b
#| false
#| 2
#! make: *** [Makefile:3: a] Error 1
#! make: *** [Makefile:3: a] Error 1
#! make: Target 'all' not remade because of errors.
#! make: [Makefile:3: a] Error 1 (ignored)
#! make: *** [Makefile:3: a] Error 1

### statuses
cat > Makefile <<'END'
x:
	exit 7
y:
	@nosuch
z: SHELL = /bin/bash
z:
	@nosuch arg; exit 9
END
make
make y
make z
make -q x; echo $?
make -q nope
#| exit 7
#| 1
#! make: *** [Makefile:2: x] Error 7
#! make: nosuch: No such file or directory
#! make: *** [Makefile:4: y] Error 127
#! /bin/bash: line 1: nosuch: command not found
#! make: *** [Makefile:7: z] Error 9
#! make: *** No rule to make target 'nope'.  Stop.
#? 2

### no rule
cat > Makefile <<'END'
all: a.o
	echo all
END
make
make b
make -k; echo $?
make -k all b
#| 2
#! make: *** No rule to make target 'a.o', needed by 'all'.  Stop.
#! make: *** No rule to make target 'b'.  Stop.
#! make: *** No rule to make target 'a.o', needed by 'all'.
#! make: Target 'all' not remade because of errors.
#! make: *** No rule to make target 'a.o', needed by 'all'.
#! make: Target 'all' not remade because of errors.
#! make: *** No rule to make target 'b'.
#? 2

### no makefile
cat > Makefile <<'END'
x:
END
rm Makefile; make
make x
make -f nope
make -f /dev/null
#! make: *** No targets specified and no makefile found.  Stop.
#! make: *** No rule to make target 'x'.  Stop.
#! make: nope: No such file or directory
#! make: *** No rule to make target 'nope'.  Stop.
#! make: *** No targets.  Stop.
#? 2

### names of makefiles
cat > Makefile <<'END'
x:;@echo Makefile
END
make
echo 'x:;@echo makefile' > makefile; make
echo 'x:;@echo GNU' > GNUmakefile; make
make -f Makefile -f makefile
make -f - < Makefile
#| Makefile
#| makefile
#| GNU
#| makefile
#| Makefile
#! makefile:1: warning: overriding recipe for target 'x'
#! Makefile:1: warning: ignoring old recipe for target 'x'

### missing separator
cat > Makefile <<'END'
x:
  echo no tab
END
make
printf 'x:\n        echo eight\n' > m; make -f m
#! Makefile:2: *** missing separator.  Stop.
#! m:2: *** missing separator (did you mean TAB instead of 8 spaces?).  Stop.
#? 2

### circles
cat > Makefile <<'END'
a: b
	@echo a
b: c
	@echo b
c: a b
	@echo c
END
make
make b
#| c
#| b
#| a
#| a
#| c
#| b
#! make: Circular c <- a dependency dropped.
#! make: Circular c <- b dependency dropped.
#! make: Circular a <- b dependency dropped.
#! make: Circular c <- b dependency dropped.

### a variable of itself
cat > Makefile <<'END'
A = $(B)
B = $(A)
x:
	echo $(A)
END
make
#! Makefile:1: *** Recursive variable 'A' references itself (eventually).  Stop.
#? 2

### syntax that is wrong
cat > Makefile <<'END'
x:
END
printf 'ifeq (a,b)\nx:\n' > m; make -f m
printf 'else\nx:\n' > m; make -f m
printf 'endif\n' > m; make -f m
printf '\techo\n' > m; make -f m
printf 'define\n' > m; make -f m
printf 'define a\nx:\n' > m; make -f m
printf 'a: b: c\n' > m; make -f m
printf 'a: %%.o %%.x: c\n' > m; make -f m
printf 'a:\na::\n' > m; make -f m
printf 'ifeq a b\n' > m; make -f m
printf 'x:; $(subst a)\n' > m; make -f m
printf 'x:; $(subst a\n' > m; make -f m
printf '= a\n' > m; make -f m
printf 'endef\n' > m; make -f m
printf ': x\n' > m; make -f m
printf 'ifdef\nendif\n' > m; make -f m
#! m:3: *** missing 'endif'.  Stop.
#! m:1: *** extraneous 'else'.  Stop.
#! m:1: *** extraneous 'endif'.  Stop.
#! m:1: *** recipe commences before first target.  Stop.
#! m:1: *** empty variable name.  Stop.
#! m:1: *** missing 'endef', unterminated 'define'.  Stop.
#! m:1: *** target pattern contains no '%'.  Stop.
#! m:1: *** multiple target patterns.  Stop.
#! m:2: *** target file 'a' has both : and :: entries.  Stop.
#! m:1: *** invalid syntax in conditional.  Stop.
#! m:1: *** insufficient number of arguments (1) to function 'subst'.  Stop.
#! m:1: *** unterminated call to function 'subst': missing ')'.  Stop.
#! m:1: *** empty variable name.  Stop.
#! m:1: *** missing separator.  Stop.
#! make: *** No targets.  Stop.
#! make: *** No targets.  Stop.
#? 2

### an old recipe is overridden
cat > Makefile <<'END'
x:
	@echo one
x:
	@echo two
END
make
#| two
#! Makefile:4: warning: overriding recipe for target 'x'
#! Makefile:2: warning: ignoring old recipe for target 'x'

### several rules of one target
cat > Makefile <<'END'
x: a
x: b
	@echo $^ first $<
x: c a
a b c:
END
make
#| b a c first b

### make within make
mkdir sub; printf 'x:\n\t@echo $(MAKELEVEL) $(A) [$(MAKEFLAGS)]\nfails:\n\tfalse\n' > sub/Makefile
cat > Makefile <<'END'
all:
	$(MAKE) -C sub x
	@$(MAKE) -s -C sub x A=2
	@$(MAKE) --no-print-directory -C sub fails
END
make A=1
make -k
#| make -C sub x
#| make[1]: Entering directory '/tmp/t/sub'
#| 1 1 [w -- A=1]
#| make[1]: Leaving directory '/tmp/t/sub'
#| 1 2 [s -- A=2]
#| false
#| make -C sub x
#| make[1]: Entering directory '/tmp/t/sub'
#| 1 [kw]
#| make[1]: Leaving directory '/tmp/t/sub'
#| 1 2 [ks -- A=2]
#| false
#! make[1]: *** [Makefile:4: fails] Error 1
#! make: *** [Makefile:4: all] Error 2
#! make[1]: *** [Makefile:4: fails] Error 1
#! make: *** [Makefile:4: all] Error 2
#? 2

### another folder
mkdir -p sub/deep; printf 'x:\n\t@pwd; echo $(CURDIR)\n' | tee sub/Makefile > sub/deep/Makefile
cat > Makefile <<'END'
x:
	@echo never
END
make -C sub
make -C sub -C deep
make -C nope
make -C Makefile
make -w -C sub
make -sC sub
make -C sub --no-print-directory
#| make: Entering directory '/tmp/t/sub'
#| /tmp/t/sub
#| /tmp/t/sub
#| make: Leaving directory '/tmp/t/sub'
#| make: Entering directory '/tmp/t/sub/deep'
#| /tmp/t/sub/deep
#| /tmp/t/sub/deep
#| make: Leaving directory '/tmp/t/sub/deep'
#| make: Entering directory '/tmp/t/sub'
#| /tmp/t/sub
#| /tmp/t/sub
#| make: Leaving directory '/tmp/t/sub'
#| /tmp/t/sub
#| /tmp/t/sub
#| /tmp/t/sub
#| /tmp/t/sub
#! make: *** nope: No such file or directory.  Stop.
#! make: *** Makefile: Not a directory.  Stop.

### touch, dry run, question
cat > Makefile <<'END'
x: y
	@echo x
	touch x
y:
	echo y
z: x
	@echo z
END
make -t z
ls
make -n x
rm x y; make -n z
make -q z; echo $?
make -nB z
#| touch y
#| touch x
#| touch z
#| Makefile
#| x
#| y
#| z
#| make: 'x' is up to date.
#| echo y
#| echo x
#| touch x
#| echo z
#| 1
#| echo y
#| echo x
#| touch x
#| echo z

### new and old by word
cat > Makefile <<'END'
x: y
	@echo x
y:
	@echo y
END
touch -d @5 y; touch -d @7 x; make
make -W y
make -o y -B
touch y; make -o y
#| make: 'x' is up to date.
#| x
#| x
#| make: 'x' is up to date.

### always
cat > Makefile <<'END'
x: y
	@echo x $?
y:
	@echo y
END
touch x y; make -B; make -B y
#| y
#| x y
#| y

### flags that are seen
cat > Makefile <<'END'
x:
	@echo '$(MAKEFLAGS)' '$(MFLAGS)' $(MAKECMDGOALS) $(MAKE) $(MAKELEVEL) $(CURDIR)
END
make -k -s x
make -i -r A=1
make A=1 B=2 A=3
make --no-print-directory -w
make --trace -I x
MAKEFLAGS=k make
MAKEFLAGS='A=b s' make
#| ks -ks x make 0 /tmp/t
#| ir -- A=1 -ir make 0 /tmp/t
#|  -- B=2 A=3  make 0 /tmp/t
#|  --no-print-directory --no-print-directory make 0 /tmp/t
#| Makefile:2: target 'x' does not exist
#| echo ' -Ix --trace' '-Ix --trace'  make 0 /tmp/t
#|  -Ix --trace -Ix --trace make 0 /tmp/t
#| k -k make 0 /tmp/t
#|  -- A=b  make 0 /tmp/t

### canned recipes
cat > Makefile <<'END'
define run
echo one
@echo two
-false
endef
x:
	$(run)
	@$(run)
END
make
#| echo one
#| one
#| two
#| false
#| one
#| two
#! make: [Makefile:7: x] Error 1 (ignored)
#! make: [Makefile:8: x] Error 1 (ignored)

### semicolons and empty recipes
cat > Makefile <<'END'
x: a; @echo x
	@echo more
a: ;
b: ; 
	
END
make
make a
make b
#| x
#| more
#| make: 'a' is up to date.
#| make: 'b' is up to date.

### delete on error
cat > Makefile <<'END'
.DELETE_ON_ERROR:
x:
	echo half > x; false
END
make
ls
#| echo half > x; false
#| Makefile
#! make: *** [Makefile:3: x] Error 1
#! make: *** Deleting file 'x'

### silent and ignore
cat > Makefile <<'END'
.SILENT: x
.IGNORE: y
x: y
	echo x
y:
	false
END
make
#| false
#| x
#! make: [Makefile:6: y] Error 1 (ignored)

### wildcards in rules
touch a.src b.src
cat > Makefile <<'END'
all: *.src
	@echo $^
none: *.nope
	@echo $^
%.src:
	@echo src
END
make
make none
#| a.src b.src
#! make: *** No rule to make target '*.nope', needed by 'none'.  Stop.
#? 2

### targets of one pattern together
touch -d @5 a.y
cat > Makefile <<'END'
all: a.h a.c
%.h %.c: %.y
	@echo $@ $*; touch a.h a.c
END
make
#| a.h a

### grouped targets
cat > Makefile <<'END'
all: a b
a b &: 
	@echo both; touch a b
END
make
make
#| both
#| make: Nothing to be done for 'all'.

### second expansion
touch a.c m.c n.c
cat > Makefile <<'END'
.SECONDEXPANSION:
a.o: $$(basename $$@).c
	@echo $^
main_SRC = m.c n.c
main: $$($$@_SRC)
	@echo $^
END
make a.o main
#| a.c
#| m.c n.c

### secondary and precious files stay
touch q.z
cat > Makefile <<'END'
.SECONDARY:
%.x: %.y
	cp $< $@
%.y: %.z
	cp $< $@
END
make q.x; ls
#| cp q.z q.y
#| cp q.y q.x
#| Makefile
#| q.x
#| q.y
#| q.z

### intermediate files
touch -d @5 q.z
cat > Makefile <<'END'
%.x: %.y
	cp $< $@
%.y: %.z
	cp $< $@
.PRECIOUS: %.y
END
make q.x; ls
#| cp q.z q.y
#| cp q.y q.x
#| Makefile
#| q.x
#| q.y
#| q.z

### undefine and value
cat > Makefile <<'END'
A = $(B)c
B = b
$(info $(value A) $(A))
undefine B
$(info [$(A)] $(origin B))
x:;@:
END
make
#| $(B)c bc
#| [c] undefined

### nested names
cat > Makefile <<'END'
a_b = found
X = a
Y = b
$(info $($(X)_$(Y)) ${${X}_b} $(a_$(Y):fo%=F%))
x:;@echo $$HOME '$$x' $(X)y $Xy
END
make
#| found found Fund
#| /nowhere $x ay ay

### the shell's own
cat > Makefile <<'END'
x:
	@a=1; echo $$((a+1))
	@cd / && pwd
	@pwd
	@for i in 1 2; do echo $$i; done
	@echo "quoted  text" 'more' | tr a-z A-Z
END
make
#| 2
#| /
#| /tmp/t
#| 1
#| 2
#| QUOTED  TEXT MORE

### eval of options
cat > Makefile <<'END'
x:
	@echo $(A)
END
make --eval='A=1'
make -E 'A=2'
#| 1
#| 2

### trailing blanks and empties
cat > Makefile <<'END'
E =
S = $(E) a $(E)
$(info [$(S)] [$(E)])
x:;@echo '$(S)'
END
make
#| [ a ] []
#|= ' a \n'

### dots before names
cat > Makefile <<'END'
./x: ./y
	@echo $@ $<
y:
	@echo $@
END
make x
make ./x
#| y
#| x y
#| y
#| x y

### force
cat > Makefile <<'END'
x: FORCE
	@echo x
FORCE:
END
touch x; make; make
#| x
#| x

### a build of some files
mkdir src; echo a > src/a.txt; echo b > src/b.txt; touch -d @5 src/*
cat > Makefile <<'END'
SRC := $(wildcard src/*.txt)
OUT := $(patsubst src/%.txt,out/%.md,$(SRC))
.PHONY: all clean
all: $(OUT)
out/%.md: src/%.txt | out
	sed 's/^/# /' $< > $@
out:
	mkdir -p $@
clean:
	$(RM) -r out
END
make; cat out/*
make
make clean; ls
#| mkdir -p out
#| sed 's/^/# /' src/a.txt > out/a.md
#| sed 's/^/# /' src/b.txt > out/b.md
#| # a
#| # b
#| make: Nothing to be done for 'all'.
#| rm -f -r out
#| Makefile
#| src

### a usual makefile of Python
cat > Makefile <<'END'
.PHONY: help test lint all
.DEFAULT_GOAL := help
help: ## show this
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sort | awk 'BEGIN {FS = ":.*?## "}; {printf "%s: %s\n", $$1, $$2}'
test: ## run tests
	@echo testing $(ARGS)
lint: ## look
	@echo lint
all: lint test
END
make
make all ARGS='-k x'
make test lint
#| help: show this
#| lint: look
#| test: run tests
#| lint
#| testing -k x
#| testing
#| lint

### hints of the parallel
cat > Makefile <<'END'
x:
	@echo $@
END
make -j4
make -j 2 -l 3 x
make --jobs=2
make -j0 2> /dev/null; echo $?
#| x
#| x
#| x
#| 2

### warn of what is undefined
cat > Makefile <<'END'
x:
	@echo $(nope)$(HOME)
END
make --warn-undefined-variables
#| /nowhere
#! Makefile:2: warning: undefined variable 'nope'

### trace
cat > Makefile <<'END'
x: y
	@echo x
y:
	@echo y
END
make --trace
#| Makefile:4: target 'y' does not exist
#| echo y
#| y
#| Makefile:2: update target 'x' due to: y
#| echo x
#| x

### built-in rules
echo 'echo hi' > script.sh; touch -d @5 *
cat > Makefile <<'END'
x:
END
make script
make -r script2
#|= 'cat script.sh >script \n'
#| chmod a+x script
#! make: *** No rule to make target 'script2'.  Stop.
#? 2
