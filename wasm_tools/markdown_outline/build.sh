#!/usr/bin/env bash
# No --shrinkLevel: with it AssemblyScript's Array#join copies all that went before for every part.
set -euo pipefail
asc markdown_outline.ts --outFile markdown_outline.wasm --runtime stub --use abort= --optimizeLevel 3
