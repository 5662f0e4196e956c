#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pages in a real browser: run.sh PAPERWATCH SERVE_FOLDER [FOLDER FOR PICTURES]
# Watches the demonstration's listing change and break, serves it, and lets Chromium look.
# Exit status 77: chromium, chromedriver or node is not installed.
set -euo pipefail

paperwatch=$(realpath "$1")
serve_folder=$(realpath "$2")
here=$(cd "$(dirname "$0")" && pwd)
for program in chromium chromedriver node; do
  command -v "$program" >/dev/null || { echo "$program is not installed: skipped"; exit 77; }
done

work=$(mktemp -d)
pictures=${3:-$work/pictures}
mkdir -p "$pictures"
started=()
finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

# Waits until the file $1 matches $2 and prints what the group in it says.
wait_for() {
  for _ in $(seq 300); do
    if [ -s "$1" ] && sed -nE "s#.*$2.*#\\1#p" "$1" | grep -m1 .; then return; fi
    sleep 0.1
  done
  echo "waited in vain for $2 in $1:" >&2
  cat "$1" >&2
  exit 1
}

ln -s "$here/../../seeds/demo/first-week" "$work/site"
"$serve_folder" "$work/site" --port 0 >"$work/site.log" &
started+=($!)
port=$(wait_for "$work/site.log" 'http://127.0.0.1:([0-9]+)')
{
  sed "s/@PORT@/$port/" "$here/../../seeds/demo/paperwatch.yaml"
  echo 'serve: {listen: "127.0.0.1:0", token: {file: token}}'
} >"$work/paperwatch.yaml"
echo "a token for the browser" >"$work/token"

visit() { PAPERWATCH_NOW=$1 "$paperwatch" -q --config "$work/paperwatch.yaml" sync >/dev/null || true; }
visit 2026-11-23T09:00:00Z
ln -sfn "$here/../../seeds/demo/second-week" "$work/site"
visit 2026-11-30T09:00:00Z
# A listing that suddenly shows nothing looks broken: there is something to review.
mkdir "$work/broken"
echo '<!doctype html><html><body><p>Nothing to see.</p></body></html>' >"$work/broken/index.html"
cp "$here/../../seeds/demo/second-week/routes.txt" "$work/broken/"
for page in 1 2 3; do cp "$work/broken/index.html" "$work/broken/page-$page.html"; done
ln -sfn "$work/broken" "$work/site"
visit 2026-11-30T21:00:00Z

"$paperwatch" --config "$work/paperwatch.yaml" daemon 2>"$work/daemon.log" &
started+=($!)
address=$(wait_for "$work/daemon.log" 'address=(http://127.0.0.1:[0-9]+)')
chromedriver --port=0 >"$work/driver.log" 2>&1 &
started+=($!)
driver=$(wait_for "$work/driver.log" 'on port ([0-9]+)\.')

node "$here/pages.mjs" "http://127.0.0.1:$driver" "$address" "a token for the browser" "$pictures"
