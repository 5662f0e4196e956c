#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The package under a running systemd: run.sh PACKAGE.deb [SUITE]. By hand, as root: `./dev systemd`.
# Makes a Debian tree (debootstrap, the only step that needs the network), boots a copy of it with
# systemd-nspawn, and lets inside.sh install, start, reload, kill, upgrade, remove and purge there.
# PAPERWATCH_WATCH: how many seconds the watchdog is looked at (60).
set -euo pipefail

package=$(realpath "$1")
suite=${2:-bookworm}
here=$(cd "$(dirname "$0")" && pwd)
trees=${PAPERWATCH_TREES:-$here/../../build/systemd}
mirror=${PAPERWATCH_MIRROR:-http://deb.debian.org/debian}
mkdir -p "$trees"
tree=$(realpath "$trees")/$suite

if [ ! -e "$tree/made" ]; then
  debootstrap --variant=minbase \
    --include=systemd-sysv,dbus,ca-certificates,python3,sqlite3,curl,procps "$suite" "$tree" "$mirror"
  touch "$tree/made"
fi

work=$(mktemp -d -p "$trees")
trap 'rm -rf --one-file-system "$work"' EXIT
echo "== A copy of the tree, with what the package needs; without systemd it installs and goes, too"
cp -a "$tree" "$work/root"
mkdir "$work/root/trial"
cp "$package" "$work/root/trial/paperwatch.deb"
cp "$here/inside.sh" "$here/listing.py" "$work/root/trial"
dpkg-deb --raw-extract "$package" "$work/newer"
sed -i 's/^Version: .*/&+newer/' "$work/newer/DEBIAN/control"
dpkg-deb --root-owner-group --build "$work/newer" "$work/root/trial/paperwatch-newer.deb" >/dev/null
chroot "$work/root" sh -e <<'SH'
export DEBIAN_FRONTEND=noninteractive
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod +x /usr/sbin/policy-rc.d
apt-get -qq update
apt-get -qq install -y --no-install-recommends /trial/paperwatch.deb >/dev/null
paperwatch --version
dpkg --purge paperwatch >/dev/null
! getent passwd paperwatch
test ! -e /etc/paperwatch -a ! -e /var/lib/paperwatch
rm /usr/sbin/policy-rc.d
cat >/etc/systemd/system/trial.service <<UNIT
[Unit]
After=multi-user.target
[Service]
Type=oneshot
Environment=PAPERWATCH_WATCH=PATIENCE
ExecStart=/bin/bash /trial/inside.sh
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=append:/trial/report
StandardError=append:/trial/report
TimeoutStartSec=20min
[Install]
WantedBy=default.target
UNIT
systemctl enable --quiet trial.service
SH
sed -i "s/PATIENCE/${PAPERWATCH_WATCH:-60}/" "$work/root/etc/systemd/system/trial.service"

echo "== Booted"
touch "$work/root/trial/report"
systemd-nspawn --quiet --machine="paperwatch-$$" --directory "$work/root" --boot --private-network --register=no --keep-unit \
  --console=pipe --link-journal=no >/dev/null </dev/null &
tail --follow --pid=$! --lines=+1 "$work/root/trial/report"
exit "$(cat "$work/root/trial/status" 2>/dev/null || echo 1)"
