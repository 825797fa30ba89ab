#!/usr/bin/env bash
# Runs in the container that ops/systemd/try.sh boots.
set -euo pipefail
until_so() {
  local what=$1
  shift
  for _ in $(seq 120); do
    if "$@" >/dev/null 2>&1; then
      echo "$what"
      return
    fi
    sleep 1
  done
  fail "In vain: $what"
}
fail() {
  echo "$1"
  systemctl status --no-pager -l 'earmark*' || true
  journalctl --no-pager -n 60 -u 'earmark*' || true
  exit 1
}
must_be() {
  [ "$2" = "$3" ] || fail "$1: $2, not $3"
  echo "$1: $2"
}
of() { systemctl show -p "$2" --value "$1"; }
ready() { curl -fs "http://127.0.0.1:$1/readyz"; }

until_so 'The server that was enabled is ready.' ready 3000
must_be 'pid 1' "$(cat /proc/1/comm)" systemd
must_be 'state of the unit' "$(of earmark ActiveState)" active
must_be 'user of its process' "$(stat -c %U "/proc/$(of earmark MainPID)")" earmark
must_be 'health' "$(curl -fs http://127.0.0.1:3000/v1/mcp/health | grep -o '"status":"[a-z]*"')" '"status":"ok"'
must_be 'the front page' "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:3000/)" 200
must_be 'may it write to its checkout' "$(nsenter -t "$(of earmark MainPID)" -m setpriv --reuid earmark --clear-groups sh -c 'touch /opt/earmark/x 2>/dev/null && echo yes || echo no')" no

systemctl start earmark-worker@1
until_so 'The worker is ready.' ready 3101
must_be 'state of the worker' "$(of earmark-worker@1 ActiveState)" active

kill -9 "$(of earmark MainPID)"
until_so 'Killed with -9, it is started again.' sh -c '[ "$(systemctl show -p NRestarts --value earmark)" = 1 ] && curl -fs http://127.0.0.1:3000/readyz'
systemctl stop earmark-worker@1 earmark
must_be 'result of the server that was stopped' "$(of earmark Result)" success
must_be 'result of the worker that was stopped' "$(of earmark-worker@1 Result)" success
echo "memory at its highest: $(of earmark MemoryPeak 2>/dev/null)"
systemctl start earmark
until_so 'Started again, it is ready.' ready 3000
echo 'The units serve, and work.'
