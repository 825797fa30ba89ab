#!/usr/bin/env bash
# Builds the image, starts a server and a worker in it with a database of their own, and calls both: npm run image
# Uses Docker, or else buildah, which needs no daemon. BASE names another base image, IMAGE an image of the service that is
# already built.
set -euo pipefail
cd "$(dirname "$0")/../.."
port=${PORT:-3900}
worker_port=$((port + 1))
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
image=${IMAGE:-earmark-try}
if [ -z "${IMAGE:-}" ]; then
  echo "Building with $builder from $base"
  # buildah's own format has no health check.
  if [ "$builder" = buildah ]; then BUILD_FLAGS="--format docker ${BUILD_FLAGS:-}"; fi
  $builder build ${BUILD_FLAGS:-} --build-arg "BASE=$base" -t "$image" .
fi

work=$(mktemp -d)
cleanup() {
  for pid in ${running:-}; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
  if [ "$builder" = docker ]; then docker rm -fv earmark-try-server >/dev/null 2>&1 || true; fi
  if [ -n "${box:-}" ]; then buildah rm "$box" >/dev/null 2>&1 || true; fi
  rm -rf "$work"
}
trap cleanup EXIT

settings=(PORT="$port" EARMARK_BASE_URL="http://localhost:$port" EARMARK_ENCODER=off EARMARK_WORKER=off
  EARMARK_WORKER_PORT="$worker_port" EARMARK_METRICS_NETWORKS=0.0.0.0/0)

start_server() {
  if [ "$builder" = docker ]; then
    docker run -d --name earmark-try-server --read-only --tmpfs /tmp -p "$port:$port" -p "$worker_port:$worker_port" \
      "${settings[@]/#/--env=}" "$image" >/dev/null
    return
  fi
  box=$(buildah from "$image")
  buildah run --user earmark "${settings[@]/#/--env=}" "$box" -- node --no-regexp-tier-up server/main.ts >"$work/log" 2>&1 &
  running=$!
}

start_worker() {
  if [ "$builder" = docker ]; then
    docker exec -d earmark-try-server node server/cli.ts worker
    return
  fi
  buildah run --user earmark "${settings[@]/#/--env=}" "$box" -- node server/cli.ts worker >>"$work/log" 2>&1 &
  running="$! $running"
}

# Waits until a process answers that it is ready.
await() {
  for _ in $(seq "${READY_SECONDS:-180}"); do
    if curl -fs "http://localhost:$2/readyz"; then
      echo " ($1)"
      return
    fi
    sleep 1
  done
  echo "The $1 of the image did not become ready:"
  if [ "$builder" = docker ]; then docker logs earmark-try-server; else cat "$work/log"; fi
  exit 1
}

start_server
await server "$port"
start_worker
await worker "$worker_port"
curl -fs "http://localhost:$port/v1/mcp/health"
echo
curl -fs -o /dev/null -w 'front page: %{http_code}\n' "http://localhost:$port/"
for asked in "$port" "$worker_port"; do
  curl -fs "http://localhost:$asked/metrics" | grep -E '^earmark_(build_info|episodes\{state="processed"\})'
done
echo "The image serves, and works."
