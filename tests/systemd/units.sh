#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What systemd thinks of the units: units.sh PROGRAM UNIT... 77: there is no systemd-analyze here.
set -euo pipefail

command -v systemd-analyze >/dev/null || exit 77
program=$(realpath "$1")
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cp "$@" "$folder"
cd "$folder"
# The program may not be installed here.
sed -i "s|^ExecStart=[^ ]*|ExecStart=$program|" ./*.service

systemd-analyze verify --man=no ./paperwatch.service ./paperwatch.socket ./paperwatch-sync@x.service \
  ./paperwatch-sync@x.timer
for unit in paperwatch.service paperwatch-sync@x.service; do
  systemd-analyze security --offline=yes --threshold=15 --no-pager "./$unit" | tail -n 1
done
