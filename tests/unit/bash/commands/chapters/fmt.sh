# fmt: what each command line gives on these files.
printf 'The quick brown fox jumps over the lazy dog. It was a sunny day, and the birds were singing (loudly) in the trees. What a day!  Indeed it was.\nAnother line here that should be merged.\n\nSecond paragraph is here.\n   indented line one with words\n   indented line two with words and more words to fill the line up to the end\n' > f

### fmt f
fmt f
#| The quick brown fox jumps over the lazy dog. It was a sunny day, and the
#| birds were singing (loudly) in the trees. What a day!  Indeed it was.
#| Another line here that should be merged.
#|
#| Second paragraph is here.
#|    indented line one with words indented line two with words and more
#|    words to fill the line up to the end

### fmt -w 40 f
fmt -w 40 f
#| The quick brown fox jumps over the
#| lazy dog. It was a sunny day, and the
#| birds were singing (loudly) in the
#| trees. What a day!  Indeed it was.
#| Another line here that should be
#| merged.
#|
#| Second paragraph is here.
#|    indented line one with words
#|    indented line two with words and
#|    more words to fill the line up to
#|    the end

### fmt -40 f
fmt -40 f
#| The quick brown fox jumps over the
#| lazy dog. It was a sunny day, and the
#| birds were singing (loudly) in the
#| trees. What a day!  Indeed it was.
#| Another line here that should be
#| merged.
#|
#| Second paragraph is here.
#|    indented line one with words
#|    indented line two with words and
#|    more words to fill the line up to
#|    the end

### fmt -s -w 30 f
fmt -s -w 30 f
#| The quick brown fox jumps
#| over the lazy dog. It
#| was a sunny day, and the
#| birds were singing (loudly)
#| in the trees. What a day!
#| Indeed it was.
#| Another line here that should
#| be merged.
#|
#| Second paragraph is here.
#|    indented line one with
#|    words
#|    indented line two with
#|    words and more words
#|    to fill the line up to
#|    the end

### fmt -u f
fmt -u f
#| The quick brown fox jumps over the lazy dog. It was a sunny day, and the
#| birds were singing (loudly) in the trees. What a day!  Indeed it was.
#| Another line here that should be merged.
#|
#| Second paragraph is here.
#|    indented line one with words indented line two with words and more
#|    words to fill the line up to the end

### fmt -c f
fmt -c f
#| The quick brown fox jumps over the lazy dog. It was a sunny day, and the
#| birds were singing (loudly) in the trees. What a day!  Indeed it was.
#| Another line here that should be merged.
#|
#| Second paragraph is here.  indented line one with words indented line
#|    two with words and more words to fill the line up to the end

### fmt -t f
fmt -t f
#| The quick brown fox jumps over the lazy dog. It was a sunny day, and the
#|    birds were singing (loudly) in the trees. What a day!  Indeed it was.
#| Another line here that should be merged.
#|
#| Second paragraph is here.  indented line one with words indented line
#|    two with words and more words to fill the line up to the end

### fmt -w 20 -g 15 f
fmt -w 20 -g 15 f
#| The quick brown
#| fox jumps over the
#| lazy dog. It was a
#| sunny day, and the
#| birds were singing
#| (loudly) in the
#| trees. What a day!
#| Indeed it was.
#| Another line
#| here that should
#| be merged.
#|
#| Second paragraph
#| is here.
#|    indented line
#|    one with words
#|    indented line
#|    two with words
#|    and more words
#|    to fill the line
#|    up to the end

### fmt -w x f
fmt -w x f
#! fmt: invalid width: ‘x’
#? 1

### fmt nope
fmt nope
#! fmt: cannot open 'nope' for reading: No such file or directory
#? 1

### fmt -w 10 f
fmt -w 10 f
#| The quick
#| brown fox
#| jumps
#| over
#| the lazy
#| dog. It
#| was a
#| sunny
#| day, and
#| the birds
#| were
#| singing
#| (loudly)
#| in the
#| trees.
#| What
#| a day!
#| Indeed
#| it was.
#| Another
#| line
#| here that
#| should be
#| merged.
#|
#| Second
#| paragraph
#| is here.
#|    indented
#|    line
#|    one
#|    with
#|    words
#|    indented
#|    line
#|    two
#|    with
#|    words
#|    and
#|    more
#|    words
#|    to
#|    fill
#|    the
#|    line
#|    up to
#|    the
#|    end

### seq 1 200 | tr "\n" " " | fmt
seq 1 200 | tr "\n" " " | fmt
#| 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
#| 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51
#| 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75
#| 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99
#| 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117
#| 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135
#| 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150 151 152 153
#| 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 169 170 171
#| 172 173 174 175 176 177 178 179 180 181 182 183 184 185 186 187 188 189
#| 190 191 192 193 194 195 196 197 198 199 200

### printf "# a comment that is long\n# and goes on\ncode here\n" | fmt -p "#" -w 60
printf "# a comment that is long\n# and goes on\ncode here\n" | fmt -p "#" -w 60
#| # a comment that is long and goes on
#| code here
