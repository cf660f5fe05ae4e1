### make, a variable of itself
printf 'A = $(B) x\nB = $(A)\nx:;echo $(A)\n' | make -f -; printf 'A = $(eval A += $(A))$(A)\nx:;@echo $(A)\n' | make -f -
### make, doubling [limit]
{ echo 'A0 = xxxxxxxxxx'; for ((i = 1; i < 40; i++)); do echo "A$i = \$(A$((i-1)))\$(A$((i-1)))"; done; echo 'x:;@echo $(A39)'; } | make -f -
### make, doubling at once [limit]
{ echo 'A0 := xxxxxxxxxx'; for ((i = 1; i < 40; i++)); do echo "A$i := \$(A$((i-1)))\$(A$((i-1)))"; done; echo 'x:;@echo $(A39)'; } | make -f -
### make, many wide variables [limit]
{ echo 'A0 := xxxxxxxxxx'; for ((i = 1; i < 18; i++)); do echo "A$i := \$(A$((i-1)))\$(A$((i-1)))"; done; echo '$(foreach i,1 2 3 4 5 6 7 8 9,$(foreach j,1 2 3 4 5 6 7 8 9,$(eval B$i$j := $(A17))))'; echo 'x:'; } | make -f -
### make, foreach of foreach [limit]
printf 'D = 0 1 2 3 4 5 6 7 8 9\nx:;@echo $(foreach a,$(D),$(foreach b,$(D),$(foreach c,$(D),$(foreach d,$(D),$(foreach e,$(D),$(foreach f,$(D),$(foreach g,$(D),x)))))))\n' | make -f -
### make, a call of itself [limit]
printf 'f = $(call f,$1x)\nx:;@echo $(call f,a)\n' | make -f -
### make, a call of itself twice [limit]
printf 'f = $(if $(word 60,$1),,$(call f,$1 x)$(call f,$1 x))\nx:;@echo $(call f,a)\n' | make -f -
### make, an include of itself [limit]
echo 'include Makefile' > Makefile; make
### make, an eval of itself [limit]
printf 'define e\n$(eval $(value e))\nendef\n$(eval $(value e))\nx:\n' | make -f -
### make, a make within itself [limit]
printf 'x:\n\t$(MAKE) x\n' > Makefile; make
### make, two makes within each [limit]
printf 'x:\n\t-$(MAKE) x\n\t-$(MAKE) x\n' > Makefile; make
### make, a makefile that is always made anew
printf 'include a.mk\nx:;@echo done\na.mk: FORCE\n\techo "# $$RANDOM" > a.mk; touch -d "@$$RANDOM" a.mk\nFORCE:\n' > Makefile; make
### make, a chain of prerequisites
{ echo 'x: x1'; for ((i = 1; i < 9000; i++)); do echo "x$i: x$((i+1))"; done; echo 'x9000:;@echo end'; } > Makefile; make
### make, prerequisites of each other
{ for ((i = 0; i < 300; i++)); do echo "x$i: $(printf 'x%s ' {0..299})"; done; } > Makefile; make 2>&1 | tail -n 1
### make, patterns that lead on
{ for ((i = 0; i < 400; i++)); do printf '%%.a%s: %%.a%s\n\techo $@\n' $i $((i+1)); done; } > Makefile; make q.a0
### make, patterns that lead everywhere
{ for ((i = 0; i < 14; i++)); do for ((j = 0; j < 14; j++)); do printf '%%.a%s: %%.a%s %%.b\n\techo $@\n' $i $j; done; done; } > Makefile; make q.a0
### make, a pattern that fits all
printf '%%: %%x\n\techo $@\n' > Makefile; make q; printf '%%:: %%x\n\techo $@\n' > Makefile; make q; printf '%%: x%%\n\techo $@\n%%: y%%\n\techo $@\n' > Makefile; make q
### make, deep parentheses
{ printf 'x:;@echo '; rep 100000 '$('; echo; } | make -f -; { printf 'x:;@echo '; rep 5000 '$('; rep 5000 ')'; echo; } | make -f -
### make, deep parentheses that close [limit]
{ printf 'x:;@echo '; rep 5000 '$(if a,'; rep 5000 ')'; echo; } | make -f -
### make, deep conditionals
{ rep 50000 $'ifeq (a,a)\n'; } | make -f -
### make, a long line
{ printf 'x: '; rep 900000 'a '; echo; } | make -nf -; { printf 'x:;@echo '; rep 900000 'a $$ '; echo; } | make -nf - | wc -c
### make, a line that goes on
{ printf 'A = '; rep 300000 $'a \\\n'; echo; echo 'x:;@echo $(words $(A))'; } | make -f -
### make, patterns and words
{ printf 'A = '; rep 20000 'a '; echo; printf 'B = '; for ((i = 0; i < 5000; i++)); do printf '%s%% ' $i; done; echo; echo 'x:;@echo $(words $(filter $(B),$(A)))'; } | make -f -
### make, substitutions that grow [limit]
printf 'A := $(subst a,aaaaaaaaaa,aaaaaaaaaa)\nA := $(subst a,$(A),$(A))\nA := $(subst a,$(A),$(A))\nA := $(subst a,$(A),$(A))\nA := $(subst a,$(A),$(A))\nx:;@echo $(words $(A))\n' | make -f -
### make, a shell that never ends [limit]
printf 'A := $(shell yes)\nx:\n' | make -f -
### make, a recipe that never ends [limit]
printf 'x:\n\t@while :; do :; done\n' | make -f -
### make, endless input [limit]
yes 'x: y' | make -f -
### make, endless input without a line [limit]
cat /dev/zero | make -f -
### make, a define that never ends
{ echo 'define a'; rep 200000 $'define b\n'; } | make -f -
### make, appending without end [limit]
printf 'A := xxxxxxxxxxxxxxxx\nD = 1 2 3 4 5 6 7 8 9 0\n$(foreach a,$(D),$(foreach b,$(D),$(foreach c,$(D),$(foreach d,$(D),$(eval A += $(A) $(A))))))\nx:\n' | make -f -
### make, variables of targets around each other
{ echo 'x: V = a'; for ((i = 0; i < 500; i++)); do echo "x$i: V += b\$(V)"; echo "x$i: x$((i+1))"; done; echo 'x500:;@echo $(words $(V))'; } | make -f - x0
### make, an environment that is wide
{ echo 'export A0 := xxxxxxxxxx'; for ((i = 1; i < 16; i++)); do echo "export A$i := \$(A$((i-1)))\$(A$((i-1)))"; done; printf 'x:\n'; for ((i = 0; i < 500; i++)); do printf '\t@true\n'; done; } | make -f -
### make, variables that each target adds to
{ for ((i = 0; i < 4500; i++)); do echo "x$i: V += b"; echo "x$i: x$((i+1))"; done; echo 'x4500:;@echo $(words $(V))'; } | make -f - x0
