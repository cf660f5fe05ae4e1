# make: makefiles as projects have them.

### a project with levels
mkdir a b; printf 'all: ; @echo build a\nclean: ; @echo clean a\n' > a/Makefile; printf 'all: ; @echo build b; exit 4\nclean: ; @echo clean b\n' > b/Makefile
cat > Makefile <<'END'
SUBDIRS := a b
.PHONY: all clean $(SUBDIRS)
all: $(SUBDIRS)
$(SUBDIRS):
	$(MAKE) -C $@ $(MAKECMDGOALS)
clean: $(SUBDIRS)
b: a
END
make
make clean
make -k all 2>&1
make -s
#|= 'make -C a \n'
#| make[1]: Entering directory '/tmp/t/a'
#| build a
#| make[1]: Leaving directory '/tmp/t/a'
#|= 'make -C b \n'
#| make[1]: Entering directory '/tmp/t/b'
#| build b
#| make[1]: Leaving directory '/tmp/t/b'
#| make -C a clean
#| make[1]: Entering directory '/tmp/t/a'
#| clean a
#| make[1]: Leaving directory '/tmp/t/a'
#| make -C b clean
#| make[1]: Entering directory '/tmp/t/b'
#| clean b
#| make[1]: Leaving directory '/tmp/t/b'
#| make -C a all
#| make[1]: Entering directory '/tmp/t/a'
#| build a
#| make[1]: Leaving directory '/tmp/t/a'
#| make -C b all
#| make[1]: Entering directory '/tmp/t/b'
#| build b
#| make[1]: *** [Makefile:1: all] Error 4
#| make[1]: Leaving directory '/tmp/t/b'
#| make: *** [Makefile:5: b] Error 2
#| make: Target 'all' not remade because of errors.
#| build a
#| build b
#! make[1]: *** [Makefile:1: all] Error 4
#! make: *** [Makefile:5: b] Error 2
#! make[1]: *** [Makefile:1: all] Error 4
#! make: *** [Makefile:5: b] Error 2
#? 2

### dependencies that are generated
echo a > a.c; echo b > b.c; touch -d @5 *.c
cat > Makefile <<'END'
SRCS := a.c b.c
OBJS := $(SRCS:.c=.o)
DEPS := $(OBJS:.o=.d)
prog: $(OBJS)
	cat $^ > $@
%.o: %.c
	cp $< $@
%.d: %.c
	@printf '%s %s: %s\n' $(@:.d=.o) $@ $< > $@
-include $(DEPS)
clean: ; rm -f prog $(OBJS) $(DEPS)
END
make
make
make clean
ls
#| cp a.c a.o
#| cp b.c b.o
#| cat a.o b.o > prog
#| make: 'prog' is up to date.
#| rm -f prog a.o b.o a.d b.d
#| Makefile
#| a.c
#| b.c

### versions from git and date
echo 1.2 > VERSION
cat > Makefile <<'END'
VERSION ?= $(shell cat VERSION)
NAME := app-$(VERSION)
ifeq ($(origin VERSION),file)
FROM := file
else
FROM := $(origin VERSION)
endif
all: dist/$(NAME).txt
dist/%.txt: | dist
	@echo $* > $@
dist:
	@mkdir -p $@
show:
	@echo $(NAME) $(FROM)
END
make; ls dist; make show
make show VERSION=9; VERSION=8 make show
#| app-1.2.txt
#| app-1.2 file
#| app-9 command line
#| app-8 environment

### targets from lists
cat > Makefile <<'END'
PROGRAMS = server client
server_OBJS = s1 s2
client_OBJS = c1
all: $(PROGRAMS)
define PROGRAM_template
$(1): $$($(1)_OBJS)
	@echo link $$@ from $$^
ALL += $$($(1)_OBJS)
endef
$(foreach prog,$(PROGRAMS),$(eval $(call PROGRAM_template,$(prog))))
$(ALL): ; @echo compile $@
END
make
make client
#| compile s1
#| compile s2
#| link server from s1 s2
#| compile c1
#| link client from c1
#| compile c1
#| link client from c1

### a check of the environment
cat > Makefile <<'END'
check-%:
	@if [ -z '$($*)' ]; then echo "$* is not set"; exit 1; fi
deploy: check-TARGET
	@echo deploy to $(TARGET)
END
make deploy
make deploy TARGET=x
TARGET=y make deploy
#| TARGET is not set
#| deploy to x
#| deploy to y
#! make: *** [Makefile:2: check-TARGET] Error 1

### help from comments
cat > Makefile <<'END'
help: ## Show help
	@awk 'BEGIN {FS = ":.*##"} /^[a-z-]+:.*?##/ { printf "%-8s%s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
build-all: help ## Build it
	@echo build
END
make
make build-all
#| help     Show help
#| build-all Build it
#| help     Show help
#| build-all Build it
#| build

### recipes with heredoc-like printf and pipes
cat > Makefile <<'END'
x:
	@printf '%s\n' a b c \
	  | sort -r \
	  | head -n 2
	@set -e; for f in one two; do \
		echo "$$f"; \
		test $$f = one || exit 5; \
	done
END
make
#| c
#| b
#| one
#| two
#! make: *** [Makefile:3: x] Error 5
#? 2

### colors and escapes
cat > Makefile <<'END'
RED := \033[31m
NC := \033[0m
x:
	@printf "$(RED)red$(NC)\n"
END
make
#|= '\x1b[31mred\x1b[0m\n'

### status of pipes
cat > Makefile <<'END'
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
x:
	@false | true
y:
	@echo {1..3}
END
make
make y
#| 1 2 3
#! make: *** [Makefile:4: x] Error 1

### a default that is empty
cat > Makefile <<'END'
.DEFAULT_GOAL :=
x: ; @echo x
y: ; @echo y
END
make
#| x

### several files and goals
cat > Makefile <<'END'
a b c: common
	@echo $@ $?
common:
	@echo once
END
make a b c
make b a b
#| once
#| a common
#| b common
#| c common
#| once
#| b common
#| a common
#| make: 'b' is up to date.

### late variables
echo 'Y := from extra' > extra.mk
cat > Makefile <<'END'
all: ; @echo $(X)
X = $(Y)
Y = late
X += more
include extra.mk
END
make
make Y=cmd
#| from extra more
#| cmd more

### override of what is appended
cat > Makefile <<'END'
CFLAGS += -Wall
override CFLAGS += -g
x: CFLAGS += -x
x: ; @echo $(CFLAGS)
y: ; @echo $(CFLAGS)
END
make x y
make x y CFLAGS=-O
CFLAGS=-E make y x
#| -Wall -g -x
#| -Wall -g
#| -O -g -x
#| -O -g
#| -Wall -g
#| -Wall -g -x

### a private variable
cat > Makefile <<'END'
x: private V = x
V = top
x: y ; @echo $@ $(V)
y: ; @echo $@ $(V)
END
make
#| y top
#| x x

### pattern and target variables together
cat > Makefile <<'END'
%.a: V = pattern
x.a: V = own
x.%: V += narrower
all: x.a y.a
x.a y.a: ; @echo $@ $(V)
END
make all
#| x.a own
#| y.a pattern

### order of evaluation
cat > Makefile <<'END'
$(info one)
A := $(info two)a
B = $(info late)b
$(info three)
x: $(info deps)y ; @echo $(B) $(B)
	@echo $(info in recipe)done
y: ;
END
make
#| one
#| two
#| three
#| deps
#| late
#| late
#| in recipe
#| b b
#| done

### goals that fail to be found
cat > Makefile <<'END'
x: missing/file
	echo x
%.o: %.nope
	echo $@
END
make
make z.o
make -k x z.o
make -n x; make -q x; make -t x
#! make: *** No rule to make target 'missing/file', needed by 'x'.  Stop.
#! make: *** No rule to make target 'z.o'.  Stop.
#! make: *** No rule to make target 'missing/file', needed by 'x'.
#! make: Target 'x' not remade because of errors.
#! make: *** No rule to make target 'z.o'.
#! make: *** No rule to make target 'missing/file', needed by 'x'.  Stop.
#! make: *** No rule to make target 'missing/file', needed by 'x'.  Stop.
#! make: *** No rule to make target 'missing/file', needed by 'x'.  Stop.
#? 2

### errors of files in the way
cat > Makefile <<'END'
SHELL = /bin/bash
x:
	@echo x > dir/x
END
make
make -f dir
#! /bin/bash: line 1: dir/x: No such file or directory
#! make: *** [Makefile:3: x] Error 1
#! make: dir: No such file or directory
#! make: *** No rule to make target 'dir'.  Stop.
#? 2

### an error in an included file
printf '\n$(error in sub)\n' > sub.mk
cat > Makefile <<'END'
include sub.mk
x:
END
make
printf 'A = 1\n\n\toops\n  what is this\n' > sub.mk; make
#! sub.mk:2: *** in sub.  Stop.
#! sub.mk:3: *** recipe commences before first target.  Stop.
#? 2

### an error behind a continuation
cat > Makefile <<'END'
A = a \
 b \
 c
x: a \
  b
	@true
	@false \
	  more
a b:
END
make
#! make: *** [Makefile:7: x] Error 1
#? 2

### the line of an error in a call
cat > Makefile <<'END'
define f
$(error bad $1)
endef


x:
	@echo one
	@echo $(call f,arg)
END
make
#! Makefile:8: *** bad arg.  Stop.
#? 2

### eval of what is wrong
cat > Makefile <<'END'
define f
x:
  no tab
endef

$(eval $(f))
END
make
#! Makefile:6: *** missing separator.  Stop.
#? 2

### warnings of one target twice in a rule
cat > Makefile <<'END'
x: a a b ; @echo '$^' '$+'
a b:
x x: c
c:
END
make
#| a b c a a b c c

### unexport of what was there
cat > Makefile <<'END'
unexport HOME
export NEW ?= new
x: ; @echo "[$$HOME] $$NEW"
END
make
NEW=old make
#| [] new
#| [] old

### jobs within jobs
cat > Makefile <<'END'
x: ; @$(MAKE) -s y
y: z
.PHONY: z
z: ; @echo z
END
make -s
make --no-print-directory
#| z
#| z

### the recipe is empty after expansion
cat > Makefile <<'END'
NOTHING =
x:
	$(NOTHING)
	@$(NOTHING)
	@
y:
	$(if ,a,)
END
make
make y; touch y; make y
#| make: 'x' is up to date.
#| make: 'y' is up to date.
#| make: 'y' is up to date.

### touch in a dry run and plus
cat > Makefile <<'END'
x: ; @echo x
	+@echo always
	$(MAKE) -s y
y: ; @echo y
END
make -n
make -nk y
#| echo x
#| echo always
#| always
#| make -s y
#| echo y
#| echo y

### question and the rest
cat > Makefile <<'END'
x: y ; touch x
y: ; touch y
END
make -q; echo $?; make; make -q; echo $?
make -q nope; echo $?
#| 1
#| touch y
#| touch x
#| 0
#| 2
#! make: *** No rule to make target 'nope'.  Stop.
