# zip: what each command line gives on these files.
echo hi > a; seq 1 1000 > b; mkdir d; cp b d; touch -d '2020-01-02 03:04' a b d d/b

### zip t.zip a b
zip t.zip a b
#|   adding: a (stored 0%)
#|   adding: b (deflated 53%)

### zip -q t.zip a; zip t.zip a
zip -q t.zip a; zip t.zip a
#| updating: a (stored 0%)

### zip t.zip a nope
zip t.zip a nope
#| 	zip warning: name not matched: nope
#|   adding: a (stored 0%)

### zip -r t.zip d
zip -r t.zip d
#|   adding: d/ (stored 0%)
#|   adding: d/b (deflated 53%)

### zip -j t.zip d/b
zip -j t.zip d/b
#|   adding: b (deflated 53%)

### zip -q t.zip a b; zip -d t.zip a
zip -q t.zip a b; zip -d t.zip a
#| deleting: a

### zip new
zip new
#|
#| zip error: Nothing to do! (new.zip)
#? 12

### zip -0 t.zip b
zip -0 t.zip b
#|   adding: b (stored 0%)

### zip -r t.zip d -x "d/b"
zip -r t.zip d -x "d/b"
#|   adding: d/ (stored 0%)
