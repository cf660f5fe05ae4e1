"""Which built-in functions a policy may call.

`PURE` is an allowlist: a function that a later engine brings is refused until somebody has looked at it.
"""

from __future__ import annotations

from importlib.util import find_spec

from runtime.policy.mended import REFUSED

_PURE = """
    abs array.concat array.flatten array.reverse array.slice base64.decode base64.encode base64.is_valid base64url.decode
    base64url.encode base64url.encode_no_pad bits.and bits.lsh bits.negate bits.or bits.rsh bits.xor ceil concat contains
    count crypto.hmac.equal crypto.hmac.md5 crypto.hmac.sha1 crypto.hmac.sha256 crypto.hmac.sha512 crypto.md5 crypto.sha1
    crypto.sha256 crypto.x509.parse_rsa_private_key endswith floor format_int glob.match glob.quote_meta graph.reachable
    graph.reachable_paths graphql.is_valid graphql.parse graphql.parse_and_verify graphql.parse_query graphql.parse_schema
    graphql.schema_is_valid hex.decode hex.encode indexof indexof_n intersection io.jwt.decode io.jwt.decode_verify
    io.jwt.encode_sign io.jwt.encode_sign_raw io.jwt.verify_eddsa io.jwt.verify_es256 io.jwt.verify_es384
    io.jwt.verify_es512 io.jwt.verify_hs256 io.jwt.verify_hs384 io.jwt.verify_hs512 io.jwt.verify_ps256 io.jwt.verify_ps384
    io.jwt.verify_ps512 io.jwt.verify_rs256 io.jwt.verify_rs384 io.jwt.verify_rs512 is_array is_boolean is_null is_number
    is_object is_set is_string json.filter json.is_valid json.marshal json.marshal_with_options json.match_schema json.patch
    json.remove json.unmarshal json.verify_schema lower max min net.cidr_contains net.cidr_contains_matches net.cidr_expand
    net.cidr_intersects net.cidr_is_valid net.cidr_merge numbers.range numbers.range_step object.filter object.get
    object.keys object.remove object.subset object.union object.union_n product providers.aws.sign_req
    regex.find_all_string_submatch_n regex.find_n regex.globs_match regex.is_valid regex.match regex.replace regex.split
    replace round semver.compare semver.is_valid sort split sprintf startswith strings.any_prefix_match
    strings.any_suffix_match strings.count strings.render_template strings.replace_n strings.reverse strings.split_n
    substring sum time.add_date time.clock time.date time.format time.parse_duration_ns time.parse_rfc3339_ns time.weekday
    to_number trim trim_left trim_prefix trim_right trim_space trim_suffix type_name union units.parse units.parse_bytes
    upper uri.is_valid uri.parse urlquery.decode urlquery.decode_object urlquery.encode urlquery.encode_object uuid.parse
    walk
"""
PURE = frozenset(_PURE.split())

_GRAPHQL = "graphql."

IMPURE = {
    "time.now_ns": "reads the clock",
    "rand.intn": "draws random numbers",
    "uuid.rfc4122": "draws random numbers",
}
"""Refused unless the operator allows them by name; a bundle that calls one is never cached."""

FORBIDDEN = {
    "http.send": "reaches the network",
    "net.lookup_ip_addr": "reaches the network",
    "opa.runtime": "shows the host's environment",
    "trace": "writes outside the decision",
    "print": "writes outside the decision",
}
"""Refused whatever is configured."""

IN_TESTS = frozenset({"print", "trace"})
"""What a test may call besides: its output goes to its author."""


def objection(name: str, *, allowed: frozenset[str], in_test: bool = False) -> str | None:
    """Why this built-in may not be called, or None; None too where no built-in has that name."""
    if in_test and (name in IN_TESTS or name in IMPURE):
        return None
    if name in REFUSED:
        return f"{name} answers otherwise here than in OPA; {REFUSED[name]}"
    if name in FORBIDDEN:
        return f"{name} {FORBIDDEN[name]}, so no policy may call it"
    if name.startswith(_GRAPHQL) and find_spec("graphql") is None:
        return f"{name} needs the extra graphql: pip install 'cathedral-runtime[graphql]'"
    if name in IMPURE and name not in allowed:
        return f"{name} {IMPURE[name]}; decisions may depend on it only where it is allowed by name"
    return None


def is_known(name: str) -> bool:
    """Whether a built-in of that name exists."""
    return name in PURE or name in REFUSED or name in IMPURE or name in FORBIDDEN
