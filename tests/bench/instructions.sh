#!/usr/bin/env bash
# instructions.sh PROGRAM TABLE           counts what PROGRAM (counted_work) does, compares with TABLE
# instructions.sh PROGRAM TABLE --renew   writes the counts of this build into TABLE
#
# Seconds depend on what else a machine does, instructions hardly. They do depend on the compiler and
# the libraries, so that TABLE has lines for each kind of build; one that it does not know is skipped.
set -euo pipefail
program=$1 table=$2 renew=${3:-}
tolerance=10 # percent
skipped=77

if ! command -v valgrind callgrind_annotate >/dev/null; then
  echo "skipped: valgrind is not installed"
  exit $skipped
fi
build=$("$program" --build)
known() { awk -F'\t' -v build="$build" '$1 == build' "$table"; }
if [ -z "$renew" ] && [ -z "$(known)" ]; then
  echo "skipped: no figures for this build ($build); ./dev instructions writes them"
  exit $skipped
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! valgrind --tool=callgrind --callgrind-out-file="$work/out" --dump-before='work_*' "$program" >"$work/log" 2>&1; then
  cat "$work/log"
  exit 1
fi
# The dump before a work ends what all threads did since the work before it began.
counts=$(for dump in $(ls -v "$work"/out.*); do cat "$dump"; done | awk '
  /^desc: Trigger: --dump-before=/ { sub(/.*--dump-before=/, ""); next_name = $0 }
  /^totals:/ { if (name != "") print name "\t" $2; name = next_name }')

if [ -n "$renew" ]; then
  { awk -F'\t' -v build="$build" '$1 != build' "$table"; sed "s/^/$build\t/" <<<"$counts"; } >"$work/table"
  cat "$work/table" >"$table"
  grep -F "$build" "$table"
  exit
fi
known | awk -F'\t' -v counts="$counts" -v tolerance=$tolerance '
  BEGIN {
    lines = split(counts, line, "\n")
    for (i = 1; i <= lines; ++i) { split(line[i], part, "\t"); now[part[1]] = part[2] }
  }
  {
    change = ($2 in now) ? 100 * (now[$2] - $3) / $3 : 0
    bad = !($2 in now) || change > tolerance || change < -tolerance
    printf "%-20s %12d instructions, %d in the table: %+.1f %%%s\n", $2, now[$2], $3, change, bad ? "  BEYOND ±" tolerance " %" : ""
    worst = worst || bad
  }
  END {
    if (worst) print "If that is meant, `./dev instructions` writes the new counts into the table."
    exit worst
  }'
