"""What OPA's built-in functions take and give, as OPA 1.21 declares them.

One line each: name, kinds of the arguments, kinds of the result, after a colon those of its members. A kind is one letter, several are alternatives: ``n``
null, ``b`` boolean, ``#`` number, ``s`` string, ``a`` array, ``o`` object, ``S`` set, ``*`` anything.
"""

from __future__ import annotations

import re

import msgspec

_TABLE = """
    abs (#) #
    all (Sa) b
    any (Sa) b
    array.concat (a a) a
    array.flatten (a) a
    array.reverse (a) a
    array.slice (a # #) a
    base64.decode (s) s
    base64.encode (s) s
    base64.is_valid (s) b
    base64url.decode (s) s
    base64url.encode (s) s
    base64url.encode_no_pad (s) s
    bits.and (# #) #
    bits.lsh (# #) #
    bits.negate (#) #
    bits.or (# #) #
    bits.rsh (# #) #
    bits.xor (# #) #
    cast_array (*) a
    cast_boolean (*) b
    cast_null (*) n
    cast_object (*) o
    cast_set (*) S
    cast_string (*) s
    ceil (#) #
    concat (s Sa) s
    contains (s s) b
    count (Saos) #
    crypto.hmac.equal (s s) b
    crypto.hmac.md5 (s s) s
    crypto.hmac.sha1 (s s) s
    crypto.hmac.sha256 (s s) s
    crypto.hmac.sha512 (s s) s
    crypto.md5 (s) s
    crypto.parse_private_keys (s) a:o
    crypto.sha1 (s) s
    crypto.sha256 (s) s
    crypto.x509.parse_and_verify_certificates (s) a:ab
    crypto.x509.parse_and_verify_certificates_with_options (s o) a:ab
    crypto.x509.parse_certificate_request (s) o
    crypto.x509.parse_certificates (s) a:o
    crypto.x509.parse_keypair (s s) o
    crypto.x509.parse_rsa_private_key (s) o
    endswith (s s) b
    floor (#) #
    format_int (# #) s
    glob.match (s an s) b
    glob.quote_meta (s) s
    graph.reachable (o Sa) S
    graph.reachable_paths (o Sa) S:a
    graphql.is_valid (os os) b
    graphql.parse (os os) a:o
    graphql.parse_and_verify (os os) a:bo
    graphql.parse_query (s) o
    graphql.parse_schema (s) o
    graphql.schema_is_valid (os) b
    hex.decode (s) s
    hex.encode (s) s
    http.send (o) o
    indexof (s s) #
    indexof_n (s s) a:#
    intersection (S) S
    io.jwt.decode (s) a:os
    io.jwt.decode_verify (s o) a:bo
    io.jwt.encode_sign (o o o) s
    io.jwt.encode_sign_raw (s s s) s
    io.jwt.verify_eddsa (s s) b
    io.jwt.verify_es256 (s s) b
    io.jwt.verify_es384 (s s) b
    io.jwt.verify_es512 (s s) b
    io.jwt.verify_hs256 (s s) b
    io.jwt.verify_hs384 (s s) b
    io.jwt.verify_hs512 (s s) b
    io.jwt.verify_ps256 (s s) b
    io.jwt.verify_ps384 (s s) b
    io.jwt.verify_ps512 (s s) b
    io.jwt.verify_rs256 (s s) b
    io.jwt.verify_rs384 (s s) b
    io.jwt.verify_rs512 (s s) b
    is_array (*) b
    is_boolean (*) b
    is_null (*) b
    is_number (*) b
    is_object (*) b
    is_set (*) b
    is_string (*) b
    json.filter (o Sa) o
    json.is_valid (s) b
    json.marshal (*) s
    json.marshal_with_options (* o) s
    json.match_schema (os os) a:ab
    json.patch (* a) *
    json.remove (o Sa) o
    json.unmarshal (s) *
    json.verify_schema (os) a:bns
    lower (s) s
    max (Sa) *
    min (Sa) *
    net.cidr_contains (s s) b
    net.cidr_contains_matches (Saos Saos) S:a
    net.cidr_expand (s) S:s
    net.cidr_intersects (s s) b
    net.cidr_is_valid (s) b
    net.cidr_merge (Sa) S:s
    net.cidr_overlap (s s) b
    net.lookup_ip_addr (s) S:s
    numbers.range (# #) a:#
    numbers.range_step (# # #) a:#
    object.filter (o Sao) o
    object.get (o * *) *
    object.keys (o) S
    object.remove (o Sao) o
    object.subset (Sao Sao) b
    object.union (o o) o
    object.union_n (a) o
    opa.runtime () o
    print (...) -
    product (Sa) #
    providers.aws.sign_req (o o #) o
    rand.intn (s #) #
    re_match (s s) b
    regex.find_all_string_submatch_n (s s #) a:a
    regex.find_n (s s #) a:s
    regex.globs_match (s s) b
    regex.is_valid (s) b
    regex.match (s s) b
    regex.replace (s s s) s
    regex.split (s s) a:s
    regex.template_match (s s s s) b
    rego.metadata.chain () a
    rego.metadata.rule () *
    rego.parse_module (s s) o
    replace (s s s) s
    round (#) #
    semver.compare (s s) #
    semver.is_valid (*) b
    set_diff (S S) S
    sort (Sa) a
    split (s s) a:s
    sprintf (s a) s
    startswith (s s) b
    strings.any_prefix_match (Sas Sas) b
    strings.any_suffix_match (Sas Sas) b
    strings.count (s s) #
    strings.render_template (s o) s
    strings.replace_n (o s) s
    strings.reverse (s) s
    strings.split_n (s s #) a:s
    substring (s # #) s
    sum (Sa) #
    time.add_date (# # # #) #
    time.clock (#a) a:#
    time.date (#a) a:#
    time.diff (#a #a) a:#
    time.format (#a) s
    time.now_ns () #
    time.parse_duration_ns (s) #
    time.parse_ns (s s) #
    time.parse_rfc3339_ns (s) #
    time.weekday (#a) s
    to_number (#bns) #
    trace (s) b
    trim (s s) s
    trim_left (s s) s
    trim_prefix (s s) s
    trim_right (s s) s
    trim_space (s) s
    trim_suffix (s s) s
    type_name (*) s
    union (S) S
    units.parse (s) #
    units.parse_bytes (s) #
    upper (s) s
    uri.is_valid (s) b
    uri.parse (s) o:s
    urlquery.decode (s) s
    urlquery.decode_object (s) o:a
    urlquery.encode (s) s
    urlquery.encode_object (o) s
    uuid.parse (s) o
    uuid.rfc4122 (s) s
    walk (*) a
    yaml.is_valid (s) b
    yaml.marshal (*) s
    yaml.unmarshal (s) *
"""
_LINE = re.compile(r"(?P<name>\S+) \((?P<arguments>[^)]*)\) (?P<result>[^\s:]+)(?::(?P<element>\S+))?")


class BuiltinSignature(msgspec.Struct, frozen=True):
    """One function's arguments and result, each as its kinds."""

    arguments: tuple[str, ...]
    result: str
    element: str = "*"
    """Of a result that is a collection."""
    is_variadic: bool = False


def _read() -> dict[str, BuiltinSignature]:
    return {
        found["name"]: BuiltinSignature(
            () if found["arguments"] == "..." else tuple(found["arguments"].split()),
            found["result"],
            found["element"] or "*",
            is_variadic=found["arguments"] == "...",
        )
        for found in _LINE.finditer(_TABLE)
    }


SIGNATURES = _read()

OPERATORS = {
    "Add": BuiltinSignature(("#", "#"), "#"),
    "Sub": BuiltinSignature(("#S", "#S"), "#S"),
    "Mul": BuiltinSignature(("#", "#"), "#"),
    "Div": BuiltinSignature(("#", "#"), "#"),
    "Mod": BuiltinSignature(("#", "#"), "#"),
    "Union": BuiltinSignature(("S", "S"), "S"),
    "Intersection": BuiltinSignature(("S", "S"), "S"),
    **{name: BuiltinSignature(("*", "*"), "b") for name in ("Lt", "Le", "Eq", "Ge", "Gt", "Ne")},
    "In": BuiltinSignature(("*", "*"), "b"),
    "InWithKey": BuiltinSignature(("*", "*", "*"), "b"),
}
"""The same for infix operators, under the names of the engine's syntax tree."""
