#!/usr/bin/env bash
# Starts compose.yml from nothing, calls it through its proxy, takes its database and its Redis away, and removes it: npm run compose
# Uses Docker, or podman and podman-compose. If the images of PostgreSQL, Redis and Caddy cannot be pulled, Debian's packages on BASE
# stand in for them (stand-ins.Containerfile). IMAGE names an image of the service that is already built.
set -euo pipefail
cd "$(dirname "$0")/../.."
base=${BASE:-node:24-bookworm-slim}
files=(-f ops/docker/compose.yml)
export BASE=$base POSTGRES_PASSWORD=a-password-to-try-with EARMARK_SECRET=a-secret-of-32-characters-to-try EARMARK_HOST=localhost EARMARK_SAMPLES=on

not_tried() {
  echo "The compose file was not tried: $1"
  exit 0
}
if docker info >/dev/null 2>&1; then
  engine=docker
  compose=(docker compose)
elif command -v podman >/dev/null && command -v podman-compose >/dev/null; then
  engine=podman
  compose=(podman-compose)
  echo "Tried with podman: nobody runs the health checks but this script, and the server is not held back until the database answers."
else
  not_tried "neither Docker nor podman with podman-compose is here."
fi

build() { BUILDAH_ISOLATION=chroot $engine build ${BUILD_FLAGS:-} --build-arg "BASE=$base" "$@" .; }
[ "$engine" = docker ] || BUILD_FLAGS="--format docker ${BUILD_FLAGS:-}"
$engine image inspect "$base" >/dev/null 2>&1 || $engine pull "$base" >/dev/null 2>&1 || not_tried "the image $base cannot be pulled; BASE names another."
said=$($engine run --rm --network none "$base" true 2>&1) || not_tried "no container starts here: $said"
[ -z "${IMAGE:-}" ] && build -t earmark || $engine tag "$IMAGE" earmark
for needed in postgres:17 redis:7 caddy:2; do
  $engine image inspect "docker.io/library/$needed" >/dev/null 2>&1 || $engine pull "docker.io/library/$needed" >/dev/null 2>&1 || standing_in=yes
done
if [ -n "${standing_in:-}" ]; then
  echo "PostgreSQL, Redis and Caddy cannot be pulled: Debian's packages stand in for their images."
  for part in postgres redis proxy; do
    $engine image inspect "localhost/earmark-stand-in-$part" >/dev/null 2>&1 ||
      build -q -f ops/docker/stand-ins.Containerfile --target "$part" -t "localhost/earmark-stand-in-$part"
  done
  files+=(-f ops/docker/compose.stand-ins.yml)
fi

log=$(mktemp)
run() { "${compose[@]}" -p earmark-try "${files[@]}" "$@" >>"$log" 2>&1; }
cleanup() {
  code=$?
  [ "$code" = 0 ] || { tail -n 40 "$log"; for part in server worker proxy; do echo "== $part"; $engine logs --tail 20 "$(named "$part")" 2>&1 || true; done; }
  run down -v || true
  rm -f "$log"
  exit "$code"
}
trap cleanup EXIT
named() { $engine ps -a --format '{{.Names}}' | grep -E "^earmark-try[-_]$1[-_]1$"; }
inside() { local part=$1; shift; $engine exec "$(named "$part")" "$@"; }
through() { curl -sk --max-time 20 "$@"; }
status() { through -o /dev/null -w '%{http_code}' "https://localhost$1"; }
# Waits until the command after the sentence succeeds.
until_so() {
  local what=$1
  shift
  for _ in $(seq "${READY_SECONDS:-180}"); do
    if "$@" >/dev/null 2>&1; then
      echo "$what"
      return
    fi
    sleep 1
  done
  echo "In vain: $what"
  exit 1
}
must_be() {
  [ "$2" = "$3" ] || { echo "$1: $2, not $3"; exit 1; }
  echo "$1: $2"
}
answers() { [ "$(status "$1")" = "$2" ]; }
ready() { inside "$1" node -e "fetch('http://127.0.0.1:$2/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"; }
earmark() { inside server node server/cli.ts "$@"; }
none_waits() { earmark episode list --json | grep -q '"episodes":\[\]'; }
serves_theses() { through 'https://localhost/v1/agent/thesis-history?ticker=NVDA' | grep -q '"quote"'; }

run up -d
until_so 'The proxy serves the front page over https.' answers / 200
until_so 'The worker is ready.' ready worker 3001
until_so 'The record is served.' serves_theses
earmark corpus reanalyse --engine rules --background
until_so 'The worker has read them all again.' none_waits
must_be 'health' "$(through https://localhost/v1/mcp/health | grep -o '"status":"[a-z]*"')" '"status":"ok"'
must_be 'the front page over http' "$(curl -s -o /dev/null -w '%{http_code}' http://localhost/)" 308
for kept in /readyz /livez /metrics; do must_be "$kept from outside" "$(status "$kept")" 404; done
must_be 'calls that Redis counts' "$(through -o /dev/null 'https://localhost/v1/agent/thesis-history?ticker=AMD' && [ "$(inside redis redis-cli dbsize | grep -o '[0-9]*')" -gt 0 ] && echo some)" some
earmark doctor | tail -n 3 || echo '(the doctor finds something to do)'

$engine stop "$(named postgres)" >/dev/null
until_so 'Without the database a call is 503.' answers '/v1/agent/thesis-history?ticker=NVDA' 503
$engine start "$(named postgres)" >/dev/null
until_so 'With it back, calls work again, with no restart.' answers '/v1/agent/thesis-history?ticker=NVDA' 200
$engine stop "$(named redis)" >/dev/null
until_so 'Without Redis calls are still answered.' answers '/v1/agent/thesis-history?ticker=AMD' 200
$engine start "$(named redis)" >/dev/null
began=$SECONDS
$engine stop -t 45 "$(named server)" >/dev/null
must_be 'exit code of the server that is stopped' "$($engine inspect --format '{{.State.ExitCode}}' "$(named server)")" 0
echo "It took $((SECONDS - began)) s to drain."
until_so 'The proxy says that nobody serves.' answers / 503
echo 'The compose file serves, and works.'
