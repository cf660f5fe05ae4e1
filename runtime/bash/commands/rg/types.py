"""The file types that rg knows by name (after ripgrep's list), and ``--type-add``, ``--type-clear``."""

from __future__ import annotations

__all__ = ["BadType", "types"]

_LIST = """\
asciidoc *.adoc *.asc *.asciidoc
asm *.S *.asm *.s
avro *.avdl *.avpr *.avsc
awk *.awk
bat *.bat
bazel *.bazel *.bazelrc *.bzl BUILD MODULE.bazel WORKSPACE
c *.[chH] *.[chH].in *.cats
clojure *.clj *.cljc *.cljs *.cljx
cmake *.cmake CMakeLists.txt
config *.cfg *.conf *.config *.ini
cpp *.C *.H *.cc *.cpp *.cxx *.h *.hh *.hpp *.hxx *.inl
crystal *.cr *.ecr Projectfile shard.yml
cs *.cs
csharp *.cs
css *.css *.scss
csv *.csv
cython *.pxd *.pxi *.pyx
d *.d
dart *.dart
diff *.diff *.patch
docker *Dockerfile*
dockercompose docker-compose.*.yml docker-compose.yml
elixir *.eex *.ex *.exs *.heex *.leex *.livemd
elm *.elm
erb *.erb
erlang *.erl *.hrl
fish *.fish
fortran *.F *.F77 *.F90 *.F95 *.f *.f77 *.f90 *.f95 *.pfo
fsharp *.fs *.fsi *.fsx
go *.go
gradle *.gradle *.gradle.kts gradle-wrapper.* gradle.properties gradlew gradlew.bat
graphql *.graphql *.graphqls
groovy *.gradle *.groovy
h *.h *.hh *.hpp
haskell *.c2hs *.cpphs *.hs *.hsc *.lhs
hs *.hs *.lhs
html *.ejs *.htm *.html
ini *.ini
java *.java *.jsp *.jspx *.properties
js *.cjs *.js *.jsx *.mjs *.vue
json *.json *.sarif composer.lock
jsonl *.jsonl
julia *.jl
jupyter *.ipynb *.jpynb
kotlin *.kt *.kts
less *.less
license *[.-]LICEN[CS]E* AGPL-*[0-9]* APACHE-*[0-9]* BSD-*[0-9]* CC-BY-* COPYING COPYING[.-]* COPYRIGHT COPYRIGHT[.-]* GPL-*[0-9]* LICEN[CS]E LICEN[CS]E[.-]* MIT-*[0-9]* NOTICE NOTICE[.-]* PATENTS PATENTS[.-]* UNLICEN[CS]E UNLICEN[CS]E[.-]*
lisp *.el *.jl *.lisp *.lsp *.sc *.scm
lock *.lock package-lock.json
log *.log
lua *.lua
make *.mak *.mk Makefile.* [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile [Mm]akefile.am [Mm]akefile.in
man *.[0-9][cEFMmpSx] *.[0-9lnpx]
markdown *.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn
md *.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn
meson meson.build meson_options.txt
nim *.nim *.nimble *.nimf *.nims
nix *.nix
objc *.h *.m
objcpp *.h *.mm
ocaml *.ml *.mli *.mll *.mly
org *.org *.org_archive
pascal *.dpr *.inc *.lpr *.pas *.pp
pdf *.pdf
perl *.PL *.perl *.pl *.plh *.plx *.pm *.t
php *.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml
protobuf *.proto
ps *.cdxml *.ps1 *.ps1xml *.psd1 *.psm1
puppet *.epp *.erb *.pp *.rb
py *.py *.pyi
python *.py *.pyi
r *.R *.Rmd *.Rnw *.r
readme *README README*
rst *.rst
ruby *.gemspec *.rb *.rbw .irbrc Gemfile Rakefile config.ru
rust *.rs
sass *.sass *.scss
scala *.sbt *.scala
sh *.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout .bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login bash_logout bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc
sql *.psql *.sql
stylus *.styl
svelte *.svelte *.svelte.ts
svg *.svg
swift *.swift
systemd *.automount *.conf *.device *.link *.mount *.path *.scope *.service *.slice *.socket *.swap *.target *.timer
tcl *.tcl
tex *.bib *.cls *.dtx *.ins *.ltx *.sty *.tex
tf *.auto.tfvars *.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars *.tfvars.json terraform.rc terraform.tfvars
thrift *.thrift
toml *.toml Cargo.lock
ts *.cts *.mts *.ts *.tsx
txt *.txt
typescript *.cts *.mts *.ts *.tsx
vala *.vala
vb *.vb
verilog *.sv *.svh *.v *.vh
vhdl *.vhd *.vhdl
vim *.vim .gvimrc .vimrc _gvimrc _vimrc gvimrc vimrc
vue *.vue
wasm *.wasm *.wat *.wast
xml *.dtd *.rng *.sch *.svg *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt
yacc *.y
yaml *.yaml *.yml
zig *.zig
zsh *.zsh .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc
"""


class BadType(Exception):
    """A definition or a name is none; the message is rg's."""


def types(order: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Globs by name, after the options ``type-add`` and ``type-clear`` in their order."""
    found = {name: globs.split() for name, _, globs in (line.partition(" ") for line in _LIST.splitlines())}
    for key, value in order:
        if key == "type-clear":
            found.pop(value, None)
        elif key == "type-add":
            _add(found, value)
    return found


def _add(found: dict[str, list[str]], definition: str) -> None:
    name, colon, glob = definition.partition(":")
    if not colon or not name or not glob or not name.replace("_", "").isalnum():
        raise BadType("invalid definition (format is type:glob, e.g., html:*.html)")
    if not glob.startswith("include:"):
        found.setdefault(name, []).append(glob)
        return
    for other in glob.removeprefix("include:").split(","):
        if other not in found:
            raise BadType(f"unrecognized file type: {other}")
        found.setdefault(name, []).extend(found[other])
