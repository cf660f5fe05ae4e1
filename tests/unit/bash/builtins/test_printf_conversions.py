"""printf: what each conversion makes of its argument. Outputs are GNU bash 5.2's."""

import pytest


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%d %d %d %d\\n' 0x1f 010 -5 +3", "31 8 -5 3\n"),
        ("printf '%d %d %d\\n' \"'a\" '\"é' \"' \"", "97 233 32\n"),
        ("printf '%d %d\\n' '' \"'\"", "0 0\n"),
        ("printf '%d\\n' ' 12'", "12\n"),
        ("printf '%x\\n' -1", "ffffffffffffffff\n"),
        ("printf '%u %o %x %X\\n' -1 -1 255 255", "18446744073709551615 1777777777777777777777 ff FF\n"),
        ("printf '%i|%ld|%hhd|%zd|%jd\\n' 1 2 300 4 5", "1|2|300|4|5\n"),
    ],
)
def test_integers_are_read_as_c_reads_them(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%d\\n' 1.5; echo $?", "bash: line 1: printf: 1.5: invalid number\n1\n1\n"),
        ("printf '%d\\n' 08", "bash: line 1: printf: 08: invalid octal number\n0\n", 1),
        ("printf '%d\\n' 0xg", "bash: line 1: printf: 0xg: invalid hex number\n0\n", 1),
        ("printf '%d\\n' abc", "bash: line 1: printf: abc: invalid number\n0\n", 1),
        (
            "printf '%d\\n' '12 ' '1 2' 0b11",
            "bash: line 1: printf: 12 : invalid number\n12\nbash: line 1: printf: 1 2: invalid number\n1\nbash: line 1: printf: 0b11: invalid number\n0\n",
            1,
        ),
        (
            "printf '%f\\n' abc 1,5",
            "bash: line 1: printf: abc: invalid number\n0.000000\nbash: line 1: printf: 1,5: invalid number\n1.000000\n",
            1,
        ),
        (
            "printf '%d\\n' 99999999999999999999 -99999999999999999999; echo $?",
            "bash: line 1: printf: warning: 99999999999999999999: Numerical result out of range\n9223372036854775807\nbash: line 1: printf: warning: -99999999999999999999: Numerical result out of range\n-9223372036854775808\n0\n",
        ),
        (
            "printf '%x\\n' 0xffffffffffffffffff",
            "bash: line 1: printf: warning: 0xffffffffffffffffff: Numerical result out of range\nffffffffffffffff\n",
        ),
        ("printf '%*d|\\n' x 3", "bash: line 1: printf: x: invalid number\n3|\n", 1),
    ],
)
def test_text_that_is_no_number_is_said_and_counts_as_what_was_read(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "printf '%5.2s|%-5s|%05d|%+d|% d|%#x|%#o|%.3d\\n' abcdef x 42 5 5 255 8 7",
            "   ab|x    |00042|+5| 5|0xff|010|007\n",
        ),
        ("printf '%*d|%-*d|%.*f\\n' 5 42 5 42 2 3.14159", "   42|42   |3.14\n"),
        ("printf '%*s|%.*s|\\n' -10 hi -1 hi", "hi        |hi|\n"),
        ("printf '% +d %+ d %-05d|\\n' 5 5 5", "+5 +5 5    |\n"),
        ("printf '%#.3x %#X %#o\\n' 10 10 0", "0x00a 0XA 0\n"),
        ("printf '%.0d|%.0x|\\n' 0 0", "||\n"),
        ('printf "%\'d\\n" 1234567', "1234567\n"),
        (
            "printf '%010.3f|%-10.3f|%+.1e|% g\\n' 3.14159 3.14159 12345 7",
            "000003.142|3.142     |+1.2e+04| 7\n",
        ),
        ("printf '%08x|%-8x|%#08x\\n' 255 255 255", "000000ff|ff      |0x0000ff\n"),
        ("printf '%5s|%5s|\\n' é ab", "   é|   ab|\n"),
        ("printf '%.2s|\\n' éa", "é|\n"),
        ("printf '%5c|%-3c|\\n' a b", "    a|b  |\n"),
    ],
)
def test_flags_width_and_precision_lay_a_field_out(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        (
            "printf '%f %.2f %e %g %G\\n' 1.5 2.345 12345.678 1e10 1e-10",
            "1.500000 2.35 1.234568e+04 1e+10 1E-10\n",
        ),
        ("printf '%.20f %.30f\\n' 0.1 1e-5", "0.10000000000000000000 0.000009999999999999999999948913\n"),
        ("printf '%a %a %a %a\\n' 0.1 1 0 -3.75", "0xc.ccccccccccccccdp-7 0x8p-3 0x0p+0 -0xfp-2\n"),
        ("printf '%.0f %.0f %.0f\\n' 0.5 1.5 2.5", "0 2 2\n"),
        (
            "printf '%g %g %g %#g %g\\n' 100000 1000000 0.0001 1 0.00001",
            "100000 1e+06 0.0001 1.00000 1e-05\n",
        ),
        ("printf '%f %F %e %E\\n' inf inf nan nan", "inf INF nan NAN\n"),
        ("printf '%f %5.1f|%05.1f\\n' -inf inf inf", "-inf   inf|  inf\n"),
        ("printf '%e %g %a\\n' 0 0 0", "0.000000e+00 0 0x0p+0\n"),
        ("printf '%f\\n' 0x1p3 0x1.8 ' 3' .5 5.", "8.000000\n1.500000\n3.000000\n0.500000\n5.000000\n"),
        ("printf '%.3a %.0a %#.0a\\n' 1.999 1.5 1", "0xf.fdfp-3 0xcp-3 0x8.p-3\n"),
        ("printf '%020a|%A\\n' 3 10", "0x00000000000000cp-2|0XAP+0\n"),
        ("printf '%f\\n' \"'a\"", "97.000000\n"),
        (
            "printf '%f\\n' 1e5000 1e-5000",
            "bash: line 1: printf: warning: 1e5000: Numerical result out of range\ninf\nbash: line 1: printf: warning: 1e-5000: Numerical result out of range\n0.000000\n",
        ),
        ("printf '%.1f %.1e\\n' 9.96 9.96", "10.0 1.0e+01\n"),
        ("printf '%#.0f %#.0e %.3g %g\\n' 3 3 1234567 123456789", "3. 3.e+00 1.23e+06 1.23457e+08\n"),
        ("printf '%.40f\\n' 1e-10", "0.0000000001000000000000000000018377930496\n"),
        (
            "printf '%s %.5f\\n' '' 1e-4950",
            "bash: line 1: printf: warning: 1e-4950: Numerical result out of range\n 0.00000\n",
        ),
        (
            "printf '%g %g\\n' 1e4000 1e-4940",
            "bash: line 1: printf: warning: 1e-4940: Numerical result out of range\n1e+4000 1e-4940\n",
        ),
        (
            "printf '%f\\n' infinity 'nan(abc)' 1e99999999999 0e99999999999",
            "inf\nnan\nbash: line 1: printf: warning: 1e99999999999: Numerical result out of range\ninf\n0.000000\n",
        ),
    ],
)
def test_floating_point_is_a_long_double(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%c%c|\\n' abc xyz", "ax|\n"),
        ("printf '%b|\\n' 'a\\tb\\\\n' 'x\\cy' z", "a\tb\\n|\nx"),
        ("printf '%b|\\n' '\\0101 \\101 \\x41 \\u41 \\e \\q \\\"'", 'A A A A \x1b \\q \\"|\n'),
        ("printf '%8b|%-8b|%.2b|\\n' 'a\\tb' 'a\\tb' 'abc'", "     a\tb|a\tb     |ab|\n"),
        ("printf '\\0101 \\101 \\x41 \\u00e9 \\q \\\" \\? \\c x\\n'", '\x081 A A é \\q " ? \\c x\n'),
        (
            "printf '\\x \\u \\Ug\\n'",
            "bash: line 1: printf: missing hex digit for \\x\nbash: line 1: printf: missing unicode digit for \\u\nbash: line 1: printf: missing unicode digit for \\U\n\\x \\u \\Ug\n",
        ),
        (
            "printf '%b\\n' '\\x' '\\u' '\\U'",
            "bash: line 1: printf: missing hex digit for \\x\n\\x\nbash: line 1: printf: missing unicode digit for \\u\n\\u\nbash: line 1: printf: missing unicode digit for \\U\n\\U\n",
        ),
        ("printf '%s%%\\n' 5", "5%\n"),
        ("printf '\\u20ac \\U1F600 \\xe2\\x82\\xac\\n'", "€ 😀 €\n"),
        ("printf '%b' 'no newline\\c' x", "no newline"),
    ],
)
def test_strings_bytes_and_escapes(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%q %q %q %q\\n' 'a b' '' $'a\\nb' \"it's\"", "a\\ b '' $'a\\nb' it\\'s\n"),
        (
            "printf '%10q|%-10q|%.2q|%.3Q|%Q\\n' 'a b' 'a b' 'a b' 'a b c' 'x y'",
            "      a\\ b|a\\ b      |a\\|a\\ b|x\\ y\n",
        ),
        (
            "printf '%q\\n' '~' 'a~' 'a=~' '#a' 'a#' '*' '{a,b}' 'é' $'\\e[0m'",
            "\\~\na~\na=\\~\n\\#a\na#\n\\*\n\\{a\\,b\\}\né\n$'\\E[0m'\n",
        ),
    ],
)
def test_q_quotes_so_that_the_shell_reads_it_back(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%(%Y-%m-%d %H:%M:%S %z %Z %s)T\\n' 0", "1970-01-01 00:00:00 +0000 UTC 0\n"),
        ("printf '%(%F)T|%(x%%y)T|%()T|\\n' 86400 1 1", "1970-01-02|x%y|00:00:01|\n"),
        ("printf '%12(%F)T|%-12(%F)T|%.4(%F)T|\\n' 0 0 0", "  1970-01-01|1970-01-01  |1970|\n"),
        ("printf '%(%s)T\\n' abc", "bash: line 1: printf: abc: invalid number\n0\n", 1),
        ("printf '%(%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y%Y)T|\\n' 0", "|\n"),
    ],
)
def test_time_is_formatted_in_utc(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%s\\n' a b c", "a\nb\nc\n"),
        ("printf 'x\\n' a b", "x\n"),
        ("printf '%s %s\\n' a b c", "a b\nc \n"),
        ("printf '%d%s\\n' 1 a 2", "1a\n2\n"),
        ("printf '%s'", ""),
        ("printf '%s|%s|\\n'", "||\n"),
    ],
)
def test_the_format_is_used_until_no_argument_is_left(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf '%'", "bash: line 1: printf: `%': missing format character\n", 1),
        ("printf 'ab%5'", "bash: line 1: printf: `%5': missing format character\nab", 1),
        ("printf '%z'", "bash: line 1: printf: `%z': missing format character\n", 1),
        ("printf '%y' 1", "bash: line 1: printf: `y': invalid format character\n", 1),
        ("printf '%5%|\\n'", "bash: line 1: printf: `%': invalid format character\n", 1),
        ("printf 'a%ly\\n' 1", "bash: line 1: printf: `y': invalid format character\na", 1),
    ],
)
def test_a_wrong_format_ends_the_printing(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf -v x 'abc%d' 5; echo \"$x\"", "abc5\n"),
        ("printf -v x ''; echo \"${x-unset}\"", "\n"),
        ("printf -v x 'abc%d' zz; echo \"$? $x\"", "bash: line 1: printf: zz: invalid number\n1 abc0\n"),
        ("printf -v a[2] foo; declare -p a", 'declare -a a=([2]="foo")\n'),
        ("declare -A m; printf -v 'm[k x]' foo; declare -p m", 'declare -A m=(["k x"]="foo" )\n'),
        ("printf -v 'a[' foo", "bash: line 1: printf: `a[': not a valid identifier\n", 2),
        ("printf -v 1x foo", "bash: line 1: printf: `1x': not a valid identifier\n", 2),
        ("readonly r; printf -v r x; echo $?", "bash: line 1: r: readonly variable\n1\n"),
        ("printf -v x 'a\\0b'; echo \"$x\"", "a\n"),
        ("printf -v x '\\xc3\\xa9'; echo \"${#x}\"", "1\n"),
        ("declare -i n; printf -v n 2+3; echo $n", "5\n"),
        ("printf 'abc%n|' x; echo \" $x\"", "abc| 3\n"),
        ("printf '%n' 1x; echo $?", "bash: line 1: printf: `1x': not a valid identifier\n1\n"),
    ],
)
def test_v_assigns_instead_of_printing(says, case):
    says(*case)


@pytest.mark.parametrize(
    "case",
    [
        ("printf", "printf: usage: printf [-v var] format [arguments]\n", 2),
        (
            "printf -v",
            "bash: line 1: printf: -v: option requires an argument\nprintf: usage: printf [-v var] format [arguments]\n",
            2,
        ),
        (
            "printf -x",
            "bash: line 1: printf: -x: invalid option\nprintf: usage: printf [-v var] format [arguments]\n",
            2,
        ),
        ("printf -- '-%s\\n' a", "-a\n"),
        ("printf --; echo $?", "printf: usage: printf [-v var] format [arguments]\n2\n"),
        ("printf '%s' a >&-", "bash: line 1: printf: write error: Bad file descriptor\n", 1),
    ],
)
def test_bad_usage_is_said_as_bash_says_it(says, case):
    says(*case)
