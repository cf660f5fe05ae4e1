# look less more: what they show where there is no terminal.
printf 'apple\napricot\nbanana\nbanned\ncherry\n' > w; mkdir d; printf 'App-le\napply\nBanana\n' > v; printf 'no newline' > k

### look ap w; look ban w; look x w; echo $?; look banana w; look '' w; look z w
look ap w; look ban w; look x w; echo $?; look banana w; look '' w; look z w
#| apple
#| apricot
#| banana
#| banned
#| 1
#| banana
#| apple
#| apricot
#| banana
#| banned
#| cherry
#? 1

### look -f BAN w; look -t n banq w; look -d -f 'appl' v; look nosuch nofile; echo $?; look; echo $?; lo
look -f BAN w; look -t n banq w; look -d -f 'appl' v; look nosuch nofile; echo $?; look; echo $?; look ban w w
#| banana
#| banned
#| banana
#| banned
#| App-le
#| apply
#| 1
#| 1
#! look: nofile: No such file or directory
#! look: bad usage
#! Try 'look --help' for more information.
#! look: bad usage
#! Try 'look --help' for more information.
#? 1

### more w; more w v; more nosuch; echo $?; more d; cat w | more; more -n 3 +2 w; more k
more w; more w v; more nosuch; echo $?; more d; cat w | more; more -n 3 +2 w; more k
#| ::::::::::::::
#| w
#| ::::::::::::::
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| ::::::::::::::
#| w
#| ::::::::::::::
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| ::::::::::::::
#| v
#| ::::::::::::::
#| App-le
#| apply
#| Banana
#| 0
#|
#| *** d: directory ***
#|
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| ::::::::::::::
#| w
#| ::::::::::::::
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| ::::::::::::::
#| k
#| ::::::::::::::
#|= 'no newline'
#! more: cannot open nosuch: No such file or directory

### less w; less w v; less nosuch; echo $?; cat w | less; less -R -S -N w; less -FRX w; less k
less w; less w v; less nosuch; echo $?; cat w | less; less -R -S -N w; less -FRX w; less k
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| App-le
#| apply
#| Banana
#| nosuch: No such file or directory
#| 0
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| apple
#| apricot
#| banana
#| banned
#| cherry
#| apple
#| apricot
#| banana
#| banned
#| cherry
#|= 'no newline'

### cat w | more | head -2; cat w | less -R | tail -1
cat w | more | head -2; cat w | less -R | tail -1
#| apple
#| apricot
#| cherry
