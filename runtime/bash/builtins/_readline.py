"""What GNU Readline 8.2 binds by default, as ``bind -p`` and ``bind -v`` list it in a terminal-less emacs mode."""

from __future__ import annotations

__all__ = ["BINDINGS", "FUNCTIONS", "VARIABLES"]

# A function and its keys in each line.
_BOUND = r"""
abort \C-g \C-x\C-g \e\C-g
accept-line \C-j \C-m
backward-char \C-b \eOD \e[D
backward-delete-char \C-h \C-?
backward-kill-line \C-x\C-?
backward-kill-word \e\C-h \e\C-?
backward-word \e[1;3D \e[1;5D \eb
beginning-of-history \e<
beginning-of-line \C-a \eOH \e[H
bracketed-paste-begin \e[200~
call-last-kbd-macro \C-xe
capitalize-word \ec
character-search \C-]
character-search-backward \e\C-]
clear-display \e\C-l
clear-screen \C-l
complete \C-i \e\e
complete-command \e!
complete-filename \e/
complete-hostname \e@
complete-into-braces \e{
complete-username \e~
complete-variable \e$
delete-char \C-d
delete-horizontal-space \e\\
digit-argument \e- \e0 \e1 \e2 \e3 \e4 \e5 \e6 \e7 \e8 \e9
display-shell-version \C-x\C-v
downcase-word \el
dynamic-complete-history \e\C-i
edit-and-execute-command \C-x\C-e
end-kbd-macro \C-x)
end-of-history \e>
end-of-line \C-e \eOF \e[F
exchange-point-and-mark \C-x\C-x
forward-char \C-f \eOC \e[C
forward-search-history \C-s
forward-word \e[1;3C \e[1;5C \ef
glob-complete-word \eg
glob-expand-word \C-x*
glob-list-expansions \C-xg
history-expand-line \e^
insert-comment \e#
insert-completions \e*
insert-last-argument \e. \e_
kill-line \C-k
kill-word \e[3;5~ \ed
next-history \C-n \eOB \e[B
non-incremental-forward-search-history \en
non-incremental-reverse-search-history \ep
operate-and-get-next \C-o
possible-command-completions \C-x!
possible-completions \e= \e?
possible-filename-completions \C-x/
possible-hostname-completions \C-x@
possible-username-completions \C-x~
possible-variable-completions \C-x$
previous-history \C-p \eOA \e[A
quoted-insert \C-q \C-v
re-read-init-file \C-x\C-r
reverse-search-history \C-r
revert-line \e\C-r \er
set-mark \C-@ \eSPC
shell-backward-word \e\C-b
shell-expand-line \e\C-e
shell-forward-word \e\C-f
shell-kill-word \e\C-d
shell-transpose-words \e\C-t
spell-correct-word \C-xs
start-kbd-macro \C-x(
tilde-expand \e&
transpose-chars \C-t
transpose-words \et
undo \C-x\C-u \C-_
unix-line-discard \C-u
unix-word-rubout \C-w
upcase-word \eu
yank \C-y
yank-last-arg \e. \e_
yank-nth-arg \e\C-y
yank-pop \ey
"""
_UNBOUND = """
alias-expand-line arrow-key-prefix backward-byte copy-backward-word copy-forward-word copy-region-as-kill
dabbrev-expand delete-char-or-list do-lowercase-version dump-functions dump-macros dump-variables
emacs-editing-mode fetch-history forward-backward-delete-char forward-byte history-and-alias-expand-line
history-search-backward history-search-forward history-substring-search-backward
history-substring-search-forward kill-region kill-whole-line magic-space menu-complete
menu-complete-backward next-screen-line non-incremental-forward-search-history-again
non-incremental-reverse-search-history-again old-menu-complete overwrite-mode previous-screen-line
print-last-kbd-macro redraw-current-line self-insert shell-backward-kill-word skip-csi-sequence tab-insert
tty-status universal-argument unix-filename-rubout vi-append-eol vi-append-mode vi-arg-digit vi-bWord
vi-back-to-indent vi-backward-bigword vi-backward-word vi-bword vi-change-case vi-change-char vi-change-to
vi-char-search vi-column vi-complete vi-delete vi-delete-to vi-eWord vi-edit-and-execute-command
vi-editing-mode vi-end-bigword vi-end-word vi-eof-maybe vi-eword vi-fWord vi-fetch-history vi-first-print
vi-forward-bigword vi-forward-word vi-fword vi-goto-mark vi-insert-beg vi-insertion-mode vi-match
vi-movement-mode vi-next-word vi-overstrike vi-overstrike-delete vi-prev-word vi-put vi-redo vi-replace
vi-rubout vi-search vi-search-again vi-set-mark vi-subst vi-tilde-expand vi-undo vi-unix-word-rubout
vi-yank-arg vi-yank-pop vi-yank-to
"""
# name=value
_VARIABLES = """
bind-tty-special-chars=on blink-matching-paren=off byte-oriented=off colored-completion-prefix=off
colored-stats=off completion-ignore-case=off completion-map-case=off convert-meta=off
disable-completion=off echo-control-characters=on enable-active-region=off enable-bracketed-paste=off
enable-keypad=off enable-meta-key=on expand-tilde=off history-preserve-point=off
horizontal-scroll-mode=off input-meta=on mark-directories=on mark-modified-lines=off
mark-symlinked-directories=off match-hidden-files=on menu-complete-display-prefix=off meta-flag=on
output-meta=on page-completions=on prefer-visible-bell=on print-completions-horizontally=off
revert-all-at-newline=off show-all-if-ambiguous=off show-all-if-unmodified=off show-mode-in-prompt=off
skip-completed-text=off visible-stats=off bell-style=audible comment-begin=# completion-display-width=-1
completion-prefix-display-length=0 completion-query-items=100 editing-mode=emacs emacs-mode-string=@
history-size=0 keymap=emacs keyseq-timeout=500 vi-cmd-mode-string=(cmd) vi-ins-mode-string=(ins)
"""
_rows = [line.split() for line in _BOUND.strip().split("\n")]
BINDINGS = {name: tuple(key.replace("SPC", " ") for key in keys) for name, *keys in _rows}
# In the order in which `bind -l` prints them.
FUNCTIONS = tuple(sorted([*BINDINGS, *_UNBOUND.split()]))
VARIABLES = dict(pair.split("=", 1) for pair in _VARIABLES.split())
