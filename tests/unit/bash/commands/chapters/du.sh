# du: what each command line gives on these files.
mkdir -p d/e; seq 1 1000 > d/e/b

### du d
du d
#| 8	d/e
#| 12	d

### du -h d
du -h d
#| 8.0K	d/e
#| 12K	d

### du -s d
du -s d
#| 12	d

### du -a d
du -a d
#| 4	d/e/b
#| 8	d/e
#| 12	d

### du -c d
du -c d
#| 8	d/e
#| 12	d
#| 12	total

### du -k nope
du -k nope
#! du: cannot access 'nope': No such file or directory
#? 1

### du -d 0 d
du -d 0 d
#| 12	d

### du -b d/e/b
du -b d/e/b
#| 3893	d/e/b

### du -m d
du -m d
#| 1	d/e
#| 1	d

### du -S d
du -S d
#| 8	d/e
#| 4	d

### du --exclude=e d
du --exclude=e d
#| 4	d

### du -sa d
du -sa d
#! du: cannot both summarize and show all entries
#! Try 'du --help' for more information.
#? 1

### du -d x d
du -d x d
#! du: invalid maximum depth ‘x’
#! Try 'du --help' for more information.
#? 1
