#!/usr/bin/env bash
# Builds the image, starts the service in it with a database of its own, and asks it: npm run image
# With Docker, or with buildah where there is none (no daemon, no privileges of its own). BASE names another base image.
set -euo pipefail
cd "$(dirname "$0")/../.."
port=${PORT:-3900}
base=${BASE:-node:24-bookworm-slim}

if docker info >/dev/null 2>&1; then
  builder=docker
elif command -v buildah >/dev/null; then
  builder=buildah
  export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=${STORAGE_DRIVER:-vfs}
else
  echo "No builder of images here (Docker or buildah): the image was not tried."
  exit 0
fi
echo "Building with $builder from $base"
$builder build ${BUILD_FLAGS:-} --build-arg "BASE=$base" -t earmark-try .

work=$(mktemp -d)
cleanup() {
  if [ -n "${running:-}" ]; then kill "$running" 2>/dev/null || true; wait "$running" 2>/dev/null || true; fi
  if [ "$builder" = docker ]; then docker rm -f earmark-try-server >/dev/null 2>&1 || true; fi
  if [ -n "${box:-}" ]; then buildah rm "$box" >/dev/null 2>&1 || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

settings=(PORT="$port" EARMARK_BASE_URL="http://localhost:$port" EARMARK_ENCODER=off)
if [ "$builder" = docker ]; then
  docker run -d --name earmark-try-server --read-only --tmpfs /tmp -p "$port:$port" \
    "${settings[@]/#/--env=}" earmark-try >/dev/null
else
  box=$(buildah from earmark-try)
  buildah run --user earmark "${settings[@]/#/--env=}" "$box" -- node server/main.ts >"$work/log" 2>&1 &
  running=$!
fi

for _ in $(seq 120); do
  if curl -fs "http://localhost:$port/readyz"; then
    echo
    curl -fs "http://localhost:$port/v1/mcp/health"
    echo
    curl -fs -o /dev/null -w 'front page: %{http_code}\n' "http://localhost:$port/"
    curl -fs "http://localhost:$port/metrics" | grep -E '^earmark_(build_info|episodes\{state="processed"\})' || true
    echo "The image serves."
    exit 0
  fi
  sleep 1
done
echo "The image did not become ready:"
if [ "$builder" = docker ]; then docker logs earmark-try-server; else cat "$work/log"; fi
exit 1
