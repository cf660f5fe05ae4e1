# chown chgrp envsubst: owners that change, and variables that are filled in.
touch f g; mkdir -p d/e; touch d/e/x; ln -s f l; ln -s nowhere dl

### chown; chown root; chown nosuch f; chown :nosuch f; chown root:nosuch f; chown root nosuch; echo $?
chown; chown root; chown nosuch f; chown :nosuch f; chown root:nosuch f; chown root nosuch; echo $?
#| 1
#! chown: missing operand
#! Try 'chown --help' for more information.
#! chown: missing operand after ‘root’
#! Try 'chown --help' for more information.
#! chown: invalid user: ‘nosuch’
#! chown: invalid group: ‘:nosuch’
#! chown: invalid group: ‘root:nosuch’
#! chown: cannot access 'nosuch': No such file or directory

### chown root f; chown root: f; chown :root f; chown root:root f; echo $?; stat -c '%U %G' f
chown root f; chown root: f; chown :root f; chown root:root f; echo $?; stat -c '%U %G' f
#| 0
#| root root

### chown -v root f; chown -v root:root f; chown -v :root f; chown -v root: f; chown -c root f; chown -v
chown -v root f; chown -v root:root f; chown -v :root f; chown -v root: f; chown -c root f; chown -v : f; chown -v '' f
#| ownership of 'f' retained as root
#| ownership of 'f' retained as root:root
#| ownership of 'f' retained as root:root
#| ownership of 'f' retained as root:root
#| ownership of 'f' retained
#| ownership of 'f' retained

### chown -R root d; chown -Rv root d | sort; chown --reference=g f; chown --reference=nosuch f; chown -
chown -R root d; chown -Rv root d | sort; chown --reference=g f; chown --reference=nosuch f; chown -f nosuch f; chown -f root nosuch; echo $?
#| ownership of 'd' retained as root
#| ownership of 'd/e' retained as root
#| ownership of 'd/e/x' retained as root
#| 1
#! chown: failed to get attributes of 'nosuch': No such file or directory
#! chown: invalid user: ‘nosuch’

### chown root dl; chown -h root dl; chown -v -h root l; chown -R --dereference root d; echo $?
chown root dl; chown -h root dl; chown -v -h root l; chown -R --dereference root d; echo $?
#| ownership of 'l' retained as root
#| 1
#! chown: cannot dereference 'dl': No such file or directory
#! chown: -R --dereference requires either -H or -L

### chown --preserve-root -R root /; echo $?
chown --preserve-root -R root /; echo $?
#| 1
#! chown: it is dangerous to operate recursively on '/'
#! chown: use --no-preserve-root to override this failsafe

### chgrp; chgrp root; chgrp nosuch f; chgrp root f; chgrp -v root f; chgrp -v '' f; chgrp root nosuch; 
chgrp; chgrp root; chgrp nosuch f; chgrp root f; chgrp -v root f; chgrp -v '' f; chgrp root nosuch; chgrp --reference=g -v f; chgrp -Rv root d | sort; chgrp root dl
#| group of 'f' retained as root
#| ownership of 'f' retained
#| group of 'f' retained as root
#| group of 'd' retained as root
#| group of 'd/e' retained as root
#| group of 'd/e/x' retained as root
#! chgrp: missing operand
#! Try 'chgrp --help' for more information.
#! chgrp: missing operand after ‘root’
#! Try 'chgrp --help' for more information.
#! chgrp: invalid group: ‘nosuch’
#! chgrp: cannot access 'nosuch': No such file or directory
#! chgrp: cannot dereference 'dl': No such file or directory
#? 1

### echo 'a $HOME b ${HOME} c $nosuch d $$ ${X:-y} $1 ${1} $HOMEX ${HOME' | X=1 envsubst
echo 'a $HOME b ${HOME} c $nosuch d $$ ${X:-y} $1 ${1} $HOMEX ${HOME' | X=1 envsubst
#| a /nowhere b /nowhere c  d $$ ${X:-y} $1 ${1}  ${HOME

### printf '$HOME$PATH\n$HOME-x\n' | envsubst '$HOME'; printf '${HOME}$PATH' | envsubst 'a ${PATH} b'; p
printf '$HOME$PATH\n$HOME-x\n' | envsubst '$HOME'; printf '${HOME}$PATH' | envsubst 'a ${PATH} b'; printf '$A' | A='x
y' envsubst
#| /nowhere$PATH
#| /nowhere-x
#| ${HOME}/usr/bin:/binx
#|= 'y'

### envsubst -v 'a $B ${C} $B d'; envsubst --variables '$é'; envsubst a b; envsubst -v; envsubst -x; ech
envsubst -v 'a $B ${C} $B d'; envsubst --variables '$é'; envsubst a b; envsubst -v; envsubst -x; echo $?
#| B
#| C
#| B
#| 1
#! envsubst: too many arguments
#! envsubst: missing arguments
#! envsubst: invalid option -- 'x'
#! Try 'envsubst --help' for more information.

### printf 'é$Aé$B_\0$A' | A=1 envsubst | od -c; envsubst < /dev/null
printf 'é$Aé$B_\0$A' | A=1 envsubst | od -c; envsubst < /dev/null
#| 0000000 303 251   1 303 251  \0   1
#| 0000007
