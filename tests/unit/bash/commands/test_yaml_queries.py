"""yq: documents through filters of jq; formats, edits in place, and documents made to exhaust whoever reads them."""

from __future__ import annotations

import pytest

from runtime.bash import Bash, Limits

FILES = {
    "/w/a.yml": '# top\nname: "x y"   # line\nn: 007\no: 0o17\nf: 1.50\nyes: yes\nd: 2001-12-14\nlist:\n- a\n-   c: 1\n    d: [1, {x: y}]\n'
    'txt: |\n  line1\n  line2\nfold: >-\n  aa\n  bb\nanc: &A {k: 1}\nref: *A\nmrg:\n  <<: *A\n  z: 2\nempty: {}\n"q: k": v\n',
    "/w/m.yml": "a: 1\n---\na: 2\n",
    "/w/one.yml": "x: 1\ny:\n  z: 1\n",
    "/w/two.yml": "y:\n  w: 2\nb: 3\n",
    "/w/c.csv": 'n,v,t\na,1,x y\n"q,r",,true\n',
    "/w/o.json": '[{"a":"x","b":1},{"a":"y, z","b":2}]',
    "/w/x.xml": '<?xml version="1.0"?>\n<r a="1"><b>x</b><b>2</b><c k="v">t</c><e/></r>\n',
    "/w/t.toml": 'a = 1\nd = 2001-01-01\n[s]\nb = "x"\nc = [1,2]\n[[t]]\nq = 1.5\n',
    "/w/p.properties": "# c\na.b = 1\na.c = x \\\n  y\n",
    "/w/s.ini": "top = 1\n[a]\nk = v\n; c\n",
    "/w/bad.yml": "a: b: c\n",
}
# What mikefarah's yq 4.44.3 prints for the same files, but where the last column says otherwise.
SAME = [
    ("yq '.name, .n, .f, .d' a.yml", "x y\n007\n1.50\n2001-12-14\n"),
    ("yq -o json -I0 '[.n, .o, .f, .yes, .d, .fold, .mrg]' a.yml", '[7,15,1.5,"yes","2001-12-14","aa bb",{"k":1,"z":2}]\n'),
    ("yq .list a.yml", "- a\n- c: 1\n  d: [1, {x: y}]\n"),
    ("yq .txt a.yml", "line1\nline2\n\n"),
    ("yq '.list[]' a.yml", "a\nc: 1\nd: [1, {x: y}]\n"),
    ("yq '.missing' a.yml", "null\n"),
    ("yq 'keys | .[0:3]' a.yml", "- name\n- n\n- o\n"),
    ("yq .a m.yml; yq -N .a m.yml; yq . m.yml", "1\n---\n2\n1\n2\na: 1\n---\na: 2\n"),
    ("yq -o json . m.yml", '{\n  "a": 1\n}\n{\n  "a": 2\n}\n'),
    ("yq ea '[.]' m.yml; yq eval-all '. as $i ireduce ({}; . * $i)' m.yml", "- a: 1\n- a: 2\na: 2\n"),
    ("yq ea 'select(fileIndex == 0) * select(fi == 1)' one.yml two.yml", "x: 1\ny:\n  z: 1\n  w: 2\nb: 3\n"),
    ("yq e -n '.a.b = 3'; yq -n '\"x\"'", "a:\n  b: 3\nx\n"),
    ("X=5 Y='[1]' yq -n '.a = env(X) | .b = strenv(X) | .c = env(Y)'", 'a: 5\nb: "5"\nc: [1]\n'),
    ("yq '.a = load(\"one.yml\").x' m.yml", "a: 1\n---\na: 1\n"),
    ("yq -P '.anc' a.yml; yq '.anc' a.yml", "k: 1\n{k: 1}\n"),
    ("echo 's: \"a: b\"' | yq -r=false .s; echo 's: \"a: b\"' | yq -o=json .s", '"a: b"\n"a: b"\n'),
    ("echo 'foo-bar: 3' | yq .foo-bar", "3\n"),
    ("yq '.[] | select(.a == \"x\") | .b' o.json; yq -o yaml . o.json", '1\n- a: x\n  b: 1\n- a: y, z\n  b: 2\n'),
    ("yq -o csv . o.json; yq -o tsv . o.json", 'a,b\nx,1\n"y, z",2\na\tb\nx\t1\ny, z\t2\n'),
    ("yq -p csv -o json -I0 . c.csv", '[{"n":"a","v":1,"t":"x y"},{"n":"q,r","v":null,"t":true}]\n'),
    ("yq -o json -I0 . x.xml", '{"+p_xml":"version=\\"1.0\\"","r":{"+@a":"1","b":["x","2"],"c":{"+content":"t","+@k":"v"},"e":null}}\n'),
    ("yq .r x.xml", '<b>x</b>\n<b>2</b>\n<c k="v">t</c>\n<e></e>\n'),
    ("yq -p toml -o json -I0 . t.toml", '{"a":1,"d":"2001-01-01","s":{"b":"x","c":[1,2]},"t":[{"q":1.5}]}\n'),
    ("yq -p props . p.properties; yq -o props .y one.yml", 'a:\n  b: "1"\n  c: x y\nz = 1\n'),
    ("yq -o shell . one.yml", "x=1\ny_z=1\n"),
    ("yq 'with(.y; .z = 2) | sort_keys(.)' one.yml; yq .y.z one.yml one.yml", "x: 1\ny:\n  z: 2\n1\n---\n1\n"),
    ("printf '%s' '- - a\n  - b\n- k: v\n  l:\n  - m\n-\n  - q' | yq .", "- - a\n  - b\n- k: v\n  l:\n    - m\n- - q\n"),
    ("echo 'l: [3, 1]' | yq '.l |= sort_by(.)'; echo 'l: [3]' | yq '.l += [\"x\"]'", "l: [1, 3]\nl: [3, x]\n"),
]  # fmt: skip
STRINGS = {
    "1": '"1"', "x: y": "'x: y'", "": '""', " x": "' x'", "a#b": "a#b", "a #c": "'a #c'", "- x": "'- x'", "null": '"null"', "yes": "yes",
    "é": "é", "@x": "'@x'", "1.5": '"1.5"', "0x1": '"0x1"', "2001-01-01": '"2001-01-01"', "~": '"~"', "true": '"true"', "a: ": "'a: '",
    "#c": "'#c'", "-x": "-x", "a:b": "a:b", "it's": "it's", "'q'": "'''q'''", "a\x01": '"a\\x01"', "multi\nline": "|-\n  multi\n  line", "a\n": "|\n  a",
}  # fmt: skip


def ran(script: str, **how):
    return Bash(files=FILES, cwd="/w", **how).exec_sync(script)


@pytest.mark.parametrize(("script", "printed"), SAME)
def test_documents_are_printed_as_yq_prints_them(script, printed) -> None:
    done = ran(script)
    assert (done.stdout, done.stderr, done.exit_code) == (printed, "", 0)


@pytest.mark.parametrize(("text", "printed"), STRINGS.items())
def test_a_string_is_quoted_only_where_it_must_be(text, printed) -> None:
    shell = Bash(env={"X": text})
    assert shell.exec_sync("yq -n '.k = strenv(X)' | tee f").stdout == f"k: {printed}\n"
    assert shell.exec_sync("yq -o json '.k == strenv(X)' f").stdout == "true\n"


@pytest.mark.parametrize(
    ("script", "words", "status"),
    [
        ("yq .a nofile", "Error: open nofile: no such file or directory\n", 1),
        ("yq . bad.yml", "Error: bad file 'bad.yml': yaml: mapping values are not allowed in this context\n", 1),
        ("yq -e .zz m.yml > /dev/null", "Error: no matches found\n", 1),
        ("yq -o bogus . m.yml", "Error: unknown format 'bogus' please use [yaml|json|props|csv|tsv|xml|toml|ini|shell]\n", 1),
        ("yq '.a |' m.yml", "Error: syntax error, unexpected end of file in the expression (a filter of jq)\n", 1),
        ("yq '.a.b' m.yml", 'Error: Cannot index number with string "b"\n', 1),
        ("yq -n 'strenv(NOPE)'", "Error: value for env variable 'NOPE' not provided in env()\n", 1),
        ("yq -o csv . one.yml", "Error: csv encoding only works for arrays, got: !!map\n", 1),
        ("printf 'a\n%0200000d\n' 1 | yq -p csv .", "Error: bad file '-': csv: field larger than field limit (131072)\n", 1),
        ("yq -I x . m.yml", 'Error: invalid argument "x" for "-I, --indent" flag\n', 1),
        ("yq -i .a", "Error: write in place flag only applicable when giving an expression and at least one file\n", 1),
        ("echo 'a: *b' | yq .", "Error: bad file '-': yaml: unknown anchor 'b' referenced\n", 1),
        ("echo 'a: &a [*a]' | yq .", "Error: bad file '-': yaml: anchor 'a' value contains itself\n", 1),
        ("echo 'a: !!int x' | yq .", "Error: bad file '-': yaml: cannot decode !!str `x` as a !!int\n", 1),
        ("printf 'a\\001' | yq .", "Error: bad file '-': yaml: control characters are not allowed\n", 1),
    ],
)  # fmt: skip
def test_what_fails_is_said_in_one_line(script, words, status) -> None:
    done = ran(script)
    assert (done.stdout, done.stderr, done.exit_code) == ("", words, status)


@pytest.mark.parametrize("way", ["-p csv . c.csv", "-o csv -n '[[1, 2]]'"])
def test_a_separator_of_several_characters_is_refused(way) -> None:
    done = ran(f"yq --csv-separator :: {way}")
    assert (done.stdout, done.exit_code) == ("", 1)
    assert done.stderr.startswith("Error: ")
    assert '"delimiter" must be a' in done.stderr


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (
            "toml",
            'a = 1\nl = [1, "x"]\n\n[s]\nb = true\n\n[[t]]\n"q k" = 1.5\n\n[[t]]\nq = [[], [{ z = 1 }, 2]]\n',
        ),
        ("ini", "top = 1\n\n[a]\nk = v\n"),
        ("xml", '<r a="1">\n  <b>x &amp; y</b>\n  <b>2</b>\n  <c k="v">t</c>\n</r>\n'),
        ("props", "a.b = 1\na.c = x y\n"),
        ("csv", 'n,v\na,"x, y"\n'),
    ],
)
def test_a_format_is_read_and_written_back(form, text) -> None:
    done = Bash(files={"/f": text}).exec_sync(
        f"yq -p {form} -o {form} . /f; yq -p {form} -o json . /f | yq -p json -o {form} ."
    )
    assert done.stdout == text * 2


EDITED = """\
# head
name: "x"   # the name
spec:
    n: 2  # two
    image: 'a:1'
    list:
    - a  # first
    - b
    - name: c
      v: 1   # vee
    flow: {a: 1, b: [1, 2]}  # fl
    text: |
      one
    nothing:
# tail
anc: &x {k: v}
ref: *x
"""


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (".spec.n = 3", "n: 2 ", "n: 3 "),
        ('.name = "z: q"', '"x"', '"z: q"'),
        ('.spec.image = "b:2"', "'a:1'", "'b:2'"),
        ('.spec.list[0] = "q"', "- a", "- q"),
        (".spec.list[2].v = 9", "v: 1", "v: 9"),
        ('.spec.list += ["n"]', "# vee\n", "# vee\n    - n\n"),
        ('.spec.list[2].w = "x: y"', "# vee\n", "# vee\n      w: 'x: y'\n"),
        ("del(.spec.image)", "    image: 'a:1'\n", ""),
        ("del(.spec.list[1])", "    - b\n", ""),
        (".spec.flow.b[1] = 7", "[1, 2]", "[1, 7]"),
        (".spec.flow.c = 5", "2]}", "2], c: 5}"),
        ('.spec.text = "new\\n"', "one", "new"),
        (".spec.nothing = {\"a\": [1]}", "nothing:\n", "nothing:\n      a:\n        - 1\n"),
        (".top = null", "ref: *x\n", "ref: *x\ntop: null\n"),
        (".", "", ""),
    ],
)  # fmt: skip
def test_an_edit_in_place_changes_its_place_alone(edit, old, new) -> None:
    shell = Bash(files={"/f.yml": EDITED})
    done = shell.exec_sync(f"yq -i '{edit}' /f.yml")
    assert (done.stdout, done.stderr) == ("", "")
    assert shell.fs.read_bytes("/f.yml").decode() == EDITED.replace(old, new, 1)


@pytest.mark.parametrize("edit", [".ref.k = 3", ".spec = 1", ".spec.list |= reverse", ".spec.list = []"])
def test_an_edit_in_place_that_would_lose_comments_is_refused(edit) -> None:
    shell = Bash(files={"/f.yml": EDITED})
    done = shell.exec_sync(f"yq -i '{edit}' /f.yml")
    assert (done.exit_code, "has comments" in done.stderr) == (1, True)
    assert shell.fs.read_bytes("/f.yml").decode() == EDITED


def test_an_edit_in_place_without_comments_writes_the_file_anew() -> None:
    shell = Bash(files={"/f.yml": "b: 1\na: [2]\n", "/j.json": '{"a":1}', "/two.yml": "a: 1\n---\na: 2\n"})
    shell.exec_sync(
        "yq -i 'to_entries | reverse | from_entries' /f.yml; yq -i '.b=2' /j.json; yq -i '.a += 1' /two.yml; yq -iP . /f.yml"
    )
    assert shell.exec_sync("cat /f.yml /j.json /two.yml").stdout == (
        'a:\n  - 2\nb: 1\n{\n  "a": 1,\n  "b": 2\n}\na: 2\n---\na: 3\n'
    )


LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{','.join(['*' + chr(97 + n)] * 10)}]\n" for n in range(9)
)


@pytest.mark.parametrize(
    "script", ["yq . f", "yq -o json . f", "yq -o props . f", "yq -o xml . f", "yq -o toml . f", "yq -P . f"]
)
def test_aliases_of_aliases_end_at_a_limit_when_they_are_printed(script) -> None:
    """T-SH-02: a billion values in a kilobyte of YAML."""
    done = Bash(files={"/w/f": LAUGHS}, cwd="/w", limits=Limits(max_variable_bytes=200_000)).exec_sync(script)
    assert done.error == "limit.variable_bytes"


def test_aliases_that_nobody_prints_cost_nothing() -> None:
    shell = Bash(files={"/w/f": LAUGHS}, cwd="/w", limits=Limits(timeout_s=5))
    done = shell.exec_sync("yq .a f; yq -i '.z = 1' f; tail -n 1 f")
    assert done.stdout == "[x, x, x, x, x, x, x, x, x, x]\nz: 1\n"


def test_mappings_that_merge_one_another_end_at_a_limit() -> None:
    """T-SH-02: a chain of merges grows by the square."""
    chain = "a0: &a0 {k: v}\n" + "".join(f"a{n}: &a{n} {{<<: *a{n - 1}, k{n}: v}}\n" for n in range(1, 2000))
    done = Bash(files={"/f": chain}).exec_sync("yq .a0 /f")
    assert done.error == "limit.variable_bytes"


@pytest.mark.parametrize(
    ("form", "text", "words"),
    [
        ("yaml", "[" * 100_000, "exceeded max depth of 500"),
        ("yaml", "".join(" " * n + "a:\n" for n in range(600)), "exceeded max depth of 500"),
        ("json", "[" * 9000 + "]" * 9000, "exceeded max depth of 500"),
        ("toml", "a = " + "[" * 100_000, "nested too deeply"),
        ("toml", "a" + ".a" * 100_000 + " = 1", "nested too deeply"),
        ("toml", "a = " + "9" * 10_000, "invalid text, date or number"),
        ("xml", "<a>" * 100_000, "exceeded max depth of 300"),
        (
            "xml",
            '<!DOCTYPE l [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><l>&b;</l>',
            "entities are not supported",
        ),
        ("xml", '<!DOCTYPE l [<!ENTITY a SYSTEM "/etc/passwd">]><l>&a;</l>', "entities are not supported"),
        ("xml", "<a><b></a>", "mismatched tag"),
        ("props", "a" + ".a" * 1000 + "=1", "exceeded max depth of 500"),
        ("ini", "[a]\nnothing", "key-value delimiter not found"),
    ],
)
def test_documents_made_to_break_their_reader_are_refused(form, text, words) -> None:
    """T-SH-03: nesting, entities and numbers that end other readers."""
    done = Bash(files={"/f": text}).exec_sync(f"yq -p {form} . /f")
    assert (done.exit_code, done.error) == (1, None)
    assert words in done.stderr


def test_a_tag_of_python_makes_nothing() -> None:
    """T-SH-05: YAML asks the host's Python for an object."""
    done = Bash().exec_sync("""echo '!!python/object/apply:os.system ["id"]' | yq -o json -I0 .""")
    assert done.stdout == '["id"]\n'


def test_numbers_too_large_for_anybody_are_kept_as_text() -> None:
    done = Bash(files={"/f": f"a: 0x{'f' * 5000}\nb: {'9' * 5000}\n"}).exec_sync(
        "yq . /f | wc -c; yq -o json '.a + 1 > .a' /f"
    )
    assert done.stdout.splitlines()[0] == "10010"
    assert done.error is None


def test_help_says_whose_language_it_is() -> None:
    done = Bash().exec_sync("yq --help; yq -V; yq; yq -h")
    assert "EXPRESSION is a filter of jq" in done.stdout
    assert "version v4" in done.stdout


def test_special_values_have_their_yaml_spelling() -> None:
    done = Bash().exec_sync(
        "printf 'a: .inf\nb: -.INF\nc: .nan\nd: ~\ne: +1\nf: 1_0\ng: 1:30\nh: [no, on]\n' | yq ."
    )
    assert done.stdout == "a: .inf\nb: -.inf\nc: .nan\nd: null\ne: +1\nf: 1_0\ng: 1:30\nh: [no, on]\n"
