#!/bin/bash
# SPDX-License-Identifier: MIT
# What run.sh lets a booted tree do: the package's life from installation to purge. /trial holds the
# packages; /trial/status is 0 afterwards if all was well.
cd /trial
failures=0
config=/etc/paperwatch/paperwatch.yaml

say() { printf '\n== %s\n' "$*"; }
# check WHAT COMMAND...: whether the command succeeds
check() {
  local what=$1
  shift
  if "$@" >/trial/last 2>&1; then
    echo "ok      $what"
  else
    echo "FAILED  $what: $*"
    sed 's/^/        /' /trial/last | tail -n 20
    failures=$((failures + 1))
  fi
}
not() { ! "$@"; }
# within SECONDS COMMAND...: until it succeeds
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >within 2>&1; do
    [ $SECONDS -lt $end ] || { cat within; return 1; }
    sleep 0.2
  done
}
of_unit() { systemctl show --value --property "$1" "${2:-paperwatch.service}"; }
is_value() { [ "$(of_unit "$1")" = "$2" ] || { of_unit "$1"; return 1; }; }
status_says() { of_unit StatusText | grep -q "$1" || { of_unit StatusText; return 1; }; }
journal_says() { journalctl --unit "${2:-paperwatch.service}" --output cat | grep -qe "$1"; }
answers() { curl --silent --fail --max-time 20 "http://127.0.0.1:8330$1"; }
ask_for_visit() {
  curl --silent --fail --request POST --header "Authorization: Bearer $(cat /trial/token)" \
    "http://127.0.0.1:8330/api/v1/sync/two-words"
}
papers_are() { answers /api/v1/status | grep -qE "\"papers\": ?$1\b"; }
visits() { sqlite3 /var/lib/paperwatch/paperwatch.db 'select count(*) from visit'; }
has_more_visits_than() { [ "$(visits)" -gt "$1" ]; }
is_process() { [ "$(of_unit MainPID)" = "$1" ]; }
belongs_to_us() { [ -n "$1" ] && [ "$(stat -c %U:%a "$1")" = "paperwatch:$2" ] || { stat "$1"; return 1; }; }
foreign_files() { find /var/lib/paperwatch ! -user paperwatch | grep .; }
links() { find /etc/systemd/system -lname '*paperwatch*' | grep .; }
what_is_left() {
  find / -xdev \( -path /proc -o -path /sys -o -path /trial -o -path /run/log -o -path /var/log \) -prune \
    -o -iname '*paperwatch*' -print | grep .
}

# configure PATH [MORE...]: watches that page of listing.py
configure() {
  cat >$config <<YAML
database: /var/lib/paperwatch/paperwatch.db
fetch: {host_delay: 0s, private_addresses: allow, retries: 0, timeout: 120s}
feeds: {directory: /var/lib/paperwatch/feeds}
serve: {listen: "127.0.0.1:8330", token: {credential: token}}
channels:
  journal: {type: log}
sources:
  - id: two-words
    url: http://127.0.0.1:8000$1
    every: 1h
    extract: {record: li, fields: {title: a, url: 'a::attr(href)'}}
YAML
  shift
  [ $# -eq 0 ] || printf '%s\n' "$@" >>$config
}
# drop_in UNIT SECTION LINE...
drop_in() {
  mkdir -p "/etc/systemd/system/$1.d"
  { printf '[%s]\n' "$2"; printf '%s\n' "${@:3}"; } >"/etc/systemd/system/$1.d/trial.conf"
  systemctl daemon-reload
}

echo 3 >papers
echo "a token of $RANDOM" >token
python3 listing.py papers 2>/dev/null &
within 20 curl --silent --output last http://127.0.0.1:8000/list || exit

say "Installed"
check "the package installs" dpkg --install paperwatch.deb
check "the user exists" getent passwd paperwatch
check "the configuration was written" test -s $config
check "it is nobody else's to read" test "$(stat -c %G:%a /etc/paperwatch)" = paperwatch:750
check "the user can read it" setpriv --reuid paperwatch --regid paperwatch --clear-groups paperwatch --config $config check
check "nothing runs before somebody chose what to watch" not systemctl is-active paperwatch.service
check "nothing is enabled either" not systemctl is-enabled paperwatch.service
check "the units are well-formed" systemd-analyze verify --man=no paperwatch.service paperwatch.socket \
  paperwatch-sync@x.service paperwatch-sync@x.timer
check "the units are hardened" systemd-analyze security --threshold=15 --no-pager paperwatch.service
tail -n 1 last
check "those that a timer starts, too" systemd-analyze security --offline=yes --threshold=15 --no-pager \
  paperwatch-sync@.service

say "Visited by hand"
configure /list
drop_in paperwatch.service Service LoadCredential=token:/trial/token WatchdogSec=10s RestartSec=1s
check "an administrator visits before the service ever ran" env CREDENTIALS_DIRECTORY=/trial \
  paperwatch --config $config sync
check "what that made belongs to the service's user" not foreign_files
check "the service starts on it" systemctl start paperwatch.service
check "it knows the papers" within 20 papers_are 3
check "it can visit" ask_for_visit
check "it does" within 20 has_more_visits_than 1
systemctl stop paperwatch.service
rm -r /var/lib/paperwatch/*

say "Started"
check "it is enabled and started" systemctl enable --now paperwatch.service
check "it is active once it said so" is_value ActiveState active
check "the listing is visited" within 30 papers_are 3
check "the status says what comes next" within 10 status_says '1 source; next visit 20'
systemctl status --no-pager paperwatch.service | sed 's/^/        /'
check "database and feeds belong to its user alone" belongs_to_us /var/lib/paperwatch/paperwatch.db 600
check "so does the folder" belongs_to_us /var/lib/paperwatch 755
check "an administrator's command reads the same database" env \
  CREDENTIALS_DIRECTORY=/run/credentials/paperwatch.service paperwatch --config $config events
echo 5 >papers
check "the credential opens the API" ask_for_visit
check "the visit finds two papers more" within 30 papers_are 5
tells_of_papers() { [ "$(journalctl --output json PAPERWATCH_KIND=paper_new | grep -c PAPERWATCH_TITLE)" = 2 ]; }
check "the journal has a line with fields for each" within 20 tells_of_papers
journalctl --output json PAPERWATCH_KIND=paper_new | tail -n 1 | sed 's/^/        /'

say "Watched"
configure /slow
check "a reload is taken" systemctl reload paperwatch.service
check "the configuration is read anew" within 10 journal_says 'configuration read anew'
process=$(of_unit MainPID)
check "a slow visit begins" ask_for_visit
check "the status tells of it" within 10 status_says '^visiting 1 of 1 sources'
sleep "${PAPERWATCH_WATCH:-60}"
check "the watchdog of 10 s was content" is_process "$process"
check "a visit is asked for once more" ask_for_visit
sleep 2
begun=$SECONDS
check "it stops in the middle of a transfer" systemctl stop paperwatch.service
check "it does so within 10 s ($((SECONDS - begun)) s)" test $((SECONDS - begun)) -le 10
check "it stops well" is_value Result success

say "Reloaded"
configure /list
check "it starts again" systemctl start paperwatch.service
configure /list 'colour: red'
systemctl reload paperwatch.service
check "a configuration at fault is refused" within 10 journal_says "colour"
check "the old one stays" within 10 journal_says 'the configuration in use stays'
check "the service goes on" papers_are 5
refused_at=$(journalctl --unit paperwatch.service --output cat --priority err | grep -c colour)
check "an error is an error of the journal, too" test "$refused_at" -gt 0
configure /list '  - {id: second, url: "http://127.0.0.1:8000/list", every: 2h, extract: {record: li, fields: {title: a}}}'
systemctl reload paperwatch.service
check "a good one counts" within 20 status_says '^2 sources'

say "Killed"
process=$(of_unit MainPID)
kill -9 "$process"
check "it is started again" within 20 is_value NRestarts 1
check "it serves again" within 20 papers_are 5
check "a configuration at fault at the start is a failure" eval \
  'configure /list "colour: red"; ! systemctl restart paperwatch.service'
sleep 3
check "that is not tried again and again" is_value ActiveState failed
configure /list
systemctl stop paperwatch.service

say "Started by its socket"
check "the socket listens" systemctl start paperwatch.socket
check "the service does not run yet" not systemctl is-active paperwatch.service
check "who connects starts it" within 20 papers_are 5
check "it runs" systemctl is-active paperwatch.service
systemctl restart paperwatch.service &
check "nobody is turned away while it restarts" answers /healthz
wait $!
systemctl stop paperwatch.socket paperwatch.service

say "Started by a timer"
drop_in paperwatch-sync@.service Service LoadCredential=token:/trial/token
drop_in paperwatch-sync@.timer Timer OnCalendar= OnActiveSec=1s RandomizedDelaySec=0 AccuracySec=100ms
before=$(visits)
check "the timer is enabled and started" systemctl enable --now paperwatch-sync@two-words.timer
check "the source is visited" within 30 has_more_visits_than "$before"
is_done() { [ "$(of_unit ActiveState paperwatch-sync@two-words.service)" = inactive ]; }
check "and done" within 20 is_done
check "well" test "$(of_unit Result paperwatch-sync@two-words.service)" = success

say "Upgraded"
systemctl start paperwatch.service
process=$(of_unit MainPID)
check "a newer package installs" dpkg --install paperwatch-newer.deb
check "the service is active" is_value ActiveState active
check "it was started anew" not is_process "$process"
check "it kept its data" within 20 papers_are 5
check "and the configuration" grep -q two-words $config
schema=$(sqlite3 /var/lib/paperwatch/paperwatch.db 'pragma user_version')
systemctl stop paperwatch.service
sqlite3 /var/lib/paperwatch/paperwatch.db "pragma user_version = $((schema + 1))"
check "an older package installs" dpkg --install --force-downgrade paperwatch.deb
check "it does not run on a newer paperwatch's database" not systemctl start paperwatch.service
check "it says why" within 5 journal_says 'newer paperwatch'
systemctl stop paperwatch.service
sqlite3 /var/lib/paperwatch/paperwatch.db "pragma user_version = $schema"
systemctl reset-failed paperwatch.service
check "it left the file as it was" systemctl start paperwatch.service
check "all is there" within 20 papers_are 5

say "Removed"
check "the package is removed while it runs" dpkg --remove paperwatch
check "nothing of it runs" not pgrep -u paperwatch
check "the data stays" test -s /var/lib/paperwatch/paperwatch.db
check "the configuration stays" test -s $config
check "nothing starts at the next boot" not links
rm -rf /etc/systemd/system/paperwatch*.d
check "it is purged" dpkg --purge paperwatch
check "nothing is left" not what_is_left
check "nor its user" not getent passwd paperwatch
check "nor its group" not getent group paperwatch
check "nor a failed unit" test -z "$(systemctl list-units --all --plain --no-legend 'paperwatch*')"
check "it installs again" dpkg --install paperwatch.deb
check "it is purged again" dpkg --purge paperwatch

say "$failures failures"
echo $((failures > 0)) >/trial/status
