# The history of command lines, where it is switched on in a script.

### HISTCONTROL leaves out what begins with a blank and what repeats
HISTCONTROL=ignoreboth
set -o history
echo a
echo a
 echo hidden
echo b
history
#| a
#| a
#| hidden
#| b
#|     1  echo a
#|     2  echo b
#|     3  history

### HISTCONTROL erases older copies
HISTCONTROL=erasedups
set -o history
echo a
echo b
echo a
history
#| a
#| b
#| a
#|     1  echo b
#|     2  echo a
#|     3  history

### HISTIGNORE names what is not kept
HISTIGNORE='echo z*:pwd'
set -o history
echo a
echo zed
pwd > /dev/null
history
#| a
#| zed
#|     1  echo a
#|     2  pwd > /dev/null
#|     3  history

### A command of several lines is kept as one
set -o history
for i in 1 2; do
  echo $i
done
if true
then
  echo yes
else
  echo no
fi
f() {
  echo f
}
case x in
  x) echo x
  ;;
esac
while
  false
do
  :
done
history
#| 1
#| 2
#| yes
#| x
#|     1  for i in 1 2; do   echo $i; done
#|     2  if true; then   echo yes; else   echo no; fi
#|     3  f() {   echo f; }
#|     4  case x in   x) echo x;   ;; esac
#|     5  while   false; do   :; done
#|     6  history

### Quotes and here-documents keep their lines
set -o history
echo 'in
quotes'
cat <<END
doc
END
history
#| in
#| quotes
#| doc
#|     1  echo 'in
#| quotes'
#|     2  cat <<END
#| doc
#| END
#|
#|     3  history

### Without cmdhist and with lithist lines stay lines
set -o history
shopt -s lithist
for i in 1
do :
done
history | tail -n 4
#|     2  for i in 1
#| do :
#| done
#|     3  history | tail -n 4

### HISTSIZE keeps the newest
set -o history
HISTSIZE=2
echo a
echo b
history
#| a
#| b
#|     3  echo b
#|     4  history

### History is switched off again
set -o history
echo kept
set +o history
echo not kept
history
#| kept
#| not kept
#|     1  echo kept
#|     2  set +o history

### fc -l does not list itself
set -o history
echo a
echo b
fc -l
fc -ln -1
fc -lr
#| a
#| b
#| 1	 echo a
#| 2	 echo b
#| 	 fc -l
#| 4	 fc -ln -1
#| 3	 fc -l
#| 2	 echo b
#| 1	 echo a

### fc -s runs a line again, changed
set -o history
echo one
fc -s one=two
history
#| one
#| two
#|     1  echo one
#|     2  echo two
#|     3  history
#! echo two

### What eval, traps and sourced files run is not kept
set -o history
echo 'echo sourced' > f
. ./f
eval 'echo evaluated'
trap 'echo trapped' USR1
kill -USR1 $$
history
#| sourced
#| evaluated
#| trapped
#|     1  echo 'echo sourced' > f
#|     2  . ./f
#|     3  eval 'echo evaluated'
#|     4  trap 'echo trapped' USR1
#|     5  kill -USR1 $$
#|     6  history

### History expansion needs an interactive shell or set -H
set -o history
echo a
echo !!
#| a
#| !!

### A blank line is no command
set -o history

echo a


history
#| a
#|     1  echo a
#|     2  history
