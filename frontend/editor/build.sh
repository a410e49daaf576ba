#!/bin/sh
# Builds public/editor.js from the packages that package-lock.json pins, with the texts of their licences beside it.
set -eu
cd "$(dirname "$0")"
npm ci --ignore-scripts --no-audit --no-fund
node node_modules/esbuild/bin/esbuild editor.js --bundle --minify --format=esm --target=es2022 --legal-comments=none \
  --banner:js='// CodeMirror and what it needs; licences in editor.licences.txt. Built from frontend/editor.' --outfile=../../public/editor.js
{
  for name in @codemirror/autocomplete @codemirror/commands @codemirror/lang-sql @codemirror/language @codemirror/state \
    @codemirror/view @lezer/common @lezer/highlight @lezer/lr @marijn/find-cluster-break crelt style-mod w3c-keyname; do
    printf '%s\n\n' "$name"
    cat "node_modules/$name/LICENSE"
    printf '\n'
  done
} > ../../public/editor.licences.txt
size=$(wc -c < ../../public/editor.js)
[ "$size" -le 400000 ] || { echo "editor.js has $size bytes, at most 400000 are allowed" >&2; exit 1; }
