# make: more of its language.

### a shell function in a recipe and its failure
cat > Makefile <<'END'
x:
	@echo $(shell nosuch) '$(shell exit 3)' $(.SHELLSTATUS) $(shell echo '#x' | tr a-z A-Z)
END
make
#|  3
#! make: nosuch: No such file or directory

### a program that is there and may not run
echo 'echo hi' > prog; printf '#!/bin/sh\necho run $1\n' > prog2; chmod +x prog2
cat > Makefile <<'END'
x:
	./prog
y:
	./prog2
END
make
make y
#| ./prog
#| ./prog2
#| run
#! make: ./prog: Permission denied
#! make: *** [Makefile:2: x] Error 127

### recipe prefix
cat > Makefile <<'END'
.RECIPEPREFIX = >
x:
> @echo one
>@echo two
END
make
#| one
#| two

### variables with odd names
cat > Makefile <<'END'
a.b-c = 1
a/b = 2
$(info $(a.b-c) $(a/b) $(undefined thing) [$()] [$( )])
x:;@:
END
make
#| 1 2  [] []

### define with operators
cat > Makefile <<'END'
define A :=
$(shell echo now)
line two
endef
define A +=
more
endef
override define B
  b
endef
$(info $(A)|$(B)|)
define nested
define inner
x
endef
endef
$(info $(nested))
x:;@:
END
make B=1
#| now
#| line two more|  b|
#| define inner
#| x
#| endef

### conditionals within recipes
cat > Makefile <<'END'
x:
	@echo one
ifdef A
	@echo A
endif
  ifeq (1,1)
	@echo two
  else
	@echo never
  endif

B = 2
	@echo three $(B)
END
make
make A=1
#! Makefile:13: *** recipe commences before first target.  Stop.
#! Makefile:13: *** recipe commences before first target.  Stop.
#? 2

### tabs outside of rules
cat > Makefile <<'END'
A = 1
	B = 2
x:
	@echo $(A) $(B)
END
make
#| 1 2

### blank lines in recipes
cat > Makefile <<'END'
x:

	@echo one

# comment
	# shell comment

	@echo two
END
make
#| one
#| # shell comment
#| two

### exported functions of make
cat > Makefile <<'END'
export
A = $(shell echo a)
B = b
a-b = no
x:
	@echo $$A $$B; env | grep -c 'a-b'
END
make
#| a b
#| 0
#! make: *** [Makefile:6: x] Error 1
#? 2

### sub-makes get variables
printf 'all:\n\t@echo $(V) $(W) $(X) $(origin V) $(origin W) $(MAKELEVEL) "$(MAKEFLAGS)"\n' > sub.mk
cat > Makefile <<'END'
export V = v
all: ; @$(MAKE) -f sub.mk W=w
END
make
make V=line X='a b'
make -s -k
#| make[1]: Entering directory '/tmp/t'
#| v w environment command line 1 w -- W=w
#| make[1]: Leaving directory '/tmp/t'
#| make[1]: Entering directory '/tmp/t'
#| line w a b command line command line 1 w -- W=w V=line X=a\ b
#| make[1]: Leaving directory '/tmp/t'
#| v w environment command line 1 ks -- W=w

### more than one failure with -k
cat > Makefile <<'END'
all: a b c
a: ; false
b: a2 ; echo b
a2: ; exit 2
c: ; @echo c
END
make -k; echo $?
make -k a c; echo $?
#| false
#| exit 2
#| c
#| 2
#| false
#| c
#| 2
#! make: *** [Makefile:2: a] Error 1
#! make: *** [Makefile:4: a2] Error 2
#! make: Target 'all' not remade because of errors.
#! make: *** [Makefile:2: a] Error 1

### a target that its recipe does not make
cat > Makefile <<'END'
x: y
	@echo x
y: z
	@echo y
END
touch -d @5 y; touch z; make; make
touch x; make
#| y
#| x
#| y
#| x
#| y

### move if change
cat > Makefile <<'END'
x: y
	@echo x
y: z
	@cmp -s z y || cp z y
END
touch -d @5 x y z; make
echo a > z; touch x; make
#| make: 'x' is up to date.
#| x

### pattern of a folder
mkdir -p src/d; touch src/a.c src/d/b.c
cat > Makefile <<'END'
out/%.o: src/%.c
	@echo $@ $< $*
all: out/a.o out/d/b.o
END
make all
#| out/a.o src/a.c a
#| out/d/b.o src/d/b.c d/b

### patterns with a prerequisite for all
touch a.md b.md head.txt
cat > Makefile <<'END'
%.html: %.md head.txt
	@echo $@ from $^
all: a.html b.html
b.html: extra
END
make all
touch extra; make all
#| a.html from a.md head.txt
#| a.html from a.md head.txt
#| b.html from b.md head.txt extra
#! make: *** No rule to make target 'extra', needed by 'b.html'.  Stop.

### a pattern is cancelled
touch a.c
cat > Makefile <<'END'
%.o: %.c
	@echo one $@
%.o: %.c
END
make a.o
#! make: *** No rule to make target 'a.o'.  Stop.
#? 2

### a later pattern replaces
touch a.c
cat > Makefile <<'END'
%.o: %.c
	@echo one $@
%.o: %.c
	@echo two $@
END
make a.o
#| two a.o

### match anything
touch a.tmpl b.term
cat > Makefile <<'END'
%: %.tmpl
	@echo $@ of $<
%:: %.term
	@echo $@ by $<
END
make a b
#| a of a.tmpl
#| b by b.term

### explicit over pattern
touch a.c a.h b.c
cat > Makefile <<'END'
a.o: a.h
%.o: %.c
	@echo $@ $^
b.o: b.c
	@echo own $@
END
make a.o b.o
#| a.o a.c a.h
#| own b.o

### spaces before colons
cat > Makefile <<'END'
x : y
	@echo $@
y : ; @echo y
z :: ; @echo z
END
make x z
#| y
#| x
#| z

### percent in recipes and values
cat > Makefile <<'END'
A = 100%
x:
	@printf '%s\n' '$(A)' $(patsubst \%%,p%,%a b) $(subst %,p,a%b)
END
make
#| 100%
#| pa
#| b
#| apb

### functions with odd arguments
cat > Makefile <<'END'
comma := ,
empty :=
space := $(empty) $(empty)
$(info $(subst $(space),$(comma),a b c)|$(foreach x,,y)|$(words )|$(sort )|$(word 1,)|$(patsubst a,b)|)
x:
END
make
#! Makefile:4: *** insufficient number of arguments (2) to function 'patsubst'.  Stop.
#? 2

### wrong numbers
cat > Makefile <<'END'
$(info $(word a,b))
x:
END
make
echo '$(word 0,a)' > m; make -f m
echo '$(wordlist 0,1,a)' > m; make -f m
echo '$(wordlist 1,x,a)' > m; make -f m
echo '$(call)$(error )' > m; make -f m
#! Makefile:1: *** non-numeric first argument to 'word' function: 'a'.  Stop.
#! m:1: *** first argument to 'word' function must be greater than 0.  Stop.
#! m:1: *** invalid first argument to 'wordlist' function: '0'.  Stop.
#! m:1: *** non-numeric second argument to 'wordlist' function: 'x'.  Stop.
#! m:1: *** .  Stop.
#? 2

### call with builtins and nested calls
cat > Makefile <<'END'
up = $(call upper,$1)-$(call upper,$2)
upper = $(shell echo $1 | tr a-z A-Z)
map = $(foreach x,$2,$(call $1,$x))
$(info $(call up,a,b) $(call map,upper,c d) $(call subst,a,b,aaa) $(call nope,1) $(call first,a,b,c))
first = $0$1$#
x:;@:
END
make
#|= 'A-B C D bbb  \n'

### assignments with the shell
cat > Makefile <<'END'
A != echo one two
B := $(shell printf 'a\n\nb\n\n')
x:;@echo '$(A)|$(B)'
END
make
#| one two|a  b

### undefined and warnings of else
cat > Makefile <<'END'
ifdef A
else extra
endif more
x:;@:
END
make
#! Makefile:2: extraneous text after 'else' directive
#! Makefile:3: extraneous text after 'endif' directive

### unknown options
cat > Makefile <<'END'
x:
END
make --nope 2>&1 | head -n 1
make -Z 2>&1 | head -n 1
make -f 2>&1 | head -n 1
#| make: unrecognized option '--nope'
#| make: invalid option -- 'Z'
#| make: option requires an argument -- 'f'

### version
cat > Makefile <<'END'
x:
END
make --version > v; make -v > w; cmp v w; make -h > v; make --help > w; cmp v w

### goals with slashes and dots
cat > Makefile <<'END'
dir/x: ; @echo $@ $(@D) $(@F)
./y: ; @echo $@ $(@D)
../z: ; @echo $@
END
make dir/x y ../z
#| dir/x dir x
#| y .
#| ../z

### a folder as a target
cat > Makefile <<'END'
d: ; mkdir d
x: | d ; @echo x > d/x
END
make x; make d; make x
#| mkdir d
#| make: 'd' is up to date.

### links
cat > Makefile <<'END'
x: l ; @echo x
END
touch -d @5 real x; ln -s real l; make; touch real; make
#| make: 'x' is up to date.
#| x

### silent by flags in the makefile
cat > Makefile <<'END'
MAKEFLAGS += --no-print-directory -s
x:
	echo x
	$(MAKE) -C . y
y:
	echo y
END
make
#| x
#| y

### rules without targets
cat > Makefile <<'END'
EMPTY =
$(EMPTY): dep
	@echo never
x: ; @echo x
END
make
#| x

### a value over lines in the environment
cat > Makefile <<'END'
define A
one
two
endef
export A
x:
	@echo "$$A"
END
make
#| one
#| two

### automatic variables in prerequisites are empty
cat > Makefile <<'END'
x: y$@ ; @echo $^
y: ; @echo made y
END
make
#| made y
#| y

### secondary expansion of automatic variables
touch x.in a.dep q.c h
cat > Makefile <<'END'
.SECONDEXPANSION:
x: $$@.in $$(wildcard *.dep) ; @echo $^
%.o: $$*.c $$(@D)/h | $$(D) ; @echo $@: $^
END
make x q.o
#| x.in a.dep
#| q.o: q.c h

### intermediate is made again only when needed
touch -d @5 q.z
cat > Makefile <<'END'
all: q.x
%.x: %.y ; cp $< $@
%.y: %.z ; cp $< $@
END
make; make; touch -d @7 q.z; touch -d @6 q.x; make -n
#| cp q.z q.y
#| cp q.y q.x
#| rm q.y
#| make: Nothing to be done for 'all'.
#| cp q.z q.y
#| cp q.y q.x
#| rm q.y

### ifeq with commas and quotes
cat > Makefile <<'END'
A = a,b
ifeq ($(A),a,b)
$(info yes)
else
$(info no)
endif
ifeq "a b" 'a b'
$(info same)
endif
ifeq ($(strip $(E)),)
$(info empty)
endif
ifneq (,$(filter b,a b))
$(info has b)
endif
x:;@:
END
make
#| yes
#| same
#| empty
#| has b

### the end without a newline
cat > Makefile <<'END'
x: ; @echo x
END
printf 'x:\n\t@echo no newline' > m; make -f m
printf 'A = a \\' > m; make -f m
#| no newline
#! make: *** No targets.  Stop.
#? 2
