// Regular expressions whose time is bounded by the length of the text times that of the pattern: no backtracking.
#ifndef GREP_PATTERN_H
#define GREP_PATTERN_H

#include <stdint.h>

#include "../_c/tool.h"

typedef struct pattern pattern;

// `literal`: no character is special. NULL after `fail`.
pattern *pattern_read(words source, bool literal, bool ignore_case);
// Whether some part of the line matches.
bool pattern_found(const pattern *p, words line);

#endif
