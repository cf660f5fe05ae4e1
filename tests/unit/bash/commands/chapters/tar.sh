# tar: what each command line gives on these files.
mkdir -p d/e; echo hi > d/a; seq 1 1000 > d/e/b; ln -s a d/l; touch -d @1000000000 d/a d/e/b d/e d; tar cf t.tar --owner=root:0 --group=root:0 d

### tar tf t.tar | sort
tar tf t.tar | sort
#| d/
#| d/a
#| d/e/
#| d/e/b
#| d/l

### tar tvf t.tar d/a d/e/b | sort
tar tvf t.tar d/a d/e/b | sort
#| -rw-r--r-- root/root         3 2001-09-09 01:46 d/a
#| -rw-r--r-- root/root      3893 2001-09-09 01:46 d/e/b

### mkdir x; tar xf t.tar -C x --strip-components=1; find x | sort
mkdir x; tar xf t.tar -C x --strip-components=1; find x | sort
#| x
#| x/a
#| x/e
#| x/e/b
#| x/l

### tar xf t.tar nosuch
tar xf t.tar nosuch
#! tar: nosuch: Not found in archive
#! tar: Exiting with failure status due to previous errors
#? 2

### tar cf u.tar nope
tar cf u.tar nope
#! tar: nope: Cannot stat: No such file or directory
#! tar: Exiting with failure status due to previous errors
#? 2

### tar cf u.tar
tar cf u.tar
#! tar: Cowardly refusing to create an empty archive
#! Try 'tar --help' or 'tar --usage' for more information.
#? 2

### tar
tar
#! tar: You must specify one of the '-Acdtrux', '--delete' or '--test-label' options
#! Try 'tar --help' or 'tar --usage' for more information.
#? 2

### tar xf nope.tar
tar xf nope.tar
#! tar: nope.tar: Cannot open: No such file or directory
#! tar: Error is not recoverable: exiting now
#? 2

### tar czf t.tgz d; tar tzf t.tgz | sort
tar czf t.tgz d; tar tzf t.tgz | sort
#| d/
#| d/a
#| d/e/
#| d/e/b
#| d/l

### tar czf t.tgz d; tar tf t.tgz | sort
tar czf t.tgz d; tar tf t.tgz | sort
#| d/
#| d/a
#| d/e/
#| d/e/b
#| d/l

### tar cjf t.tbz d; tar xOf t.tbz d/a
tar cjf t.tbz d; tar xOf t.tbz d/a
#| hi

### tar cJf t.txz d; tar xOf t.txz d/a
tar cJf t.txz d; tar xOf t.txz d/a
#| hi

### tar xzf t.tar
tar xzf t.tar
#!
#! gzip: stdin: not in gzip format
#! tar: Child returned status 1
#! tar: Error is not recoverable: exiting now
#? 2

### tar xOf t.tar d/a
tar xOf t.tar d/a
#| hi

### tar tf d/a
tar tf d/a
#! tar: This does not look like a tar archive
#! tar: Exiting with failure status due to previous errors
#? 2

### tar cf a.tar --exclude='b' d; tar tf a.tar | sort
tar cf a.tar --exclude='b' d; tar tf a.tar | sort
#| d/
#| d/a
#| d/e/
#| d/l

### tar cf a.tar --exclude=e d; tar rf a.tar d/e/b; tar tf a.tar | sort
tar cf a.tar --exclude=e d; tar rf a.tar d/e/b; tar tf a.tar | sort
#| d/
#| d/a
#| d/e/b
#| d/l

### rm -r d; tar xvf t.tar d/e; cat d/e/b | wc -l
rm -r d; tar xvf t.tar d/e; cat d/e/b | wc -l
#| d/e/
#| d/e/b
#| 1000

### rm -r d; tar xf t.tar; stat -c '%a %Y' d/a; readlink d/l
rm -r d; tar xf t.tar; stat -c '%a %Y' d/a; readlink d/l
#| 644 1000000000
#| a

### rm -r d; tar xf t.tar --exclude=e; find d | sort
rm -r d; tar xf t.tar --exclude=e; find d | sort
#| d
#| d/a
#| d/l

### cat t.tar | tar t | sort
cat t.tar | tar t | sort
#| d/
#| d/a
#| d/e/
#| d/e/b
#| d/l

### tar cf - d | tar tf - | sort
tar cf - d | tar tf - | sort
#| d/
#| d/a
#| d/e/
#| d/e/b
#| d/l

### tar xkf t.tar d/a
tar xkf t.tar d/a
#! tar: d/a: Cannot open: File exists
#! tar: Exiting with failure status due to previous errors
#? 2

### tar tf t.tar --wildcards '*b'
tar tf t.tar --wildcards '*b'
#| d/e/b

### tar xf t.tar -C nope
tar xf t.tar -C nope
#! tar: nope: Cannot open: No such file or directory
#! tar: Error is not recoverable: exiting now
#? 2

### n=$(printf 'x%.0s' {1..150}); mkdir $n; echo 1 > $n/$n; tar cf u.tar $n; rm -r $n; tar xf u.tar; cat $n/$n
n=$(printf 'x%.0s' {1..150}); mkdir $n; echo 1 > $n/$n; tar cf u.tar $n; rm -r $n; tar xf u.tar; cat $n/$n
#| 1

### echo up > up; cd d; tar cPf ../u.tar ../up; tar xf ../u.tar; ls
echo up > up; cd d; tar cPf ../u.tar ../up; tar xf ../u.tar; ls
#| a
#| e
#| l
#! tar: Removing leading `../' from member names
#! tar: ../up: Member name contains '..'
#! tar: Exiting with failure status due to previous errors
