#!/usr/bin/env bash
# Boots a Debian with systemd in a container, starts the units in it as docs/operations.md says, calls them, kills one and stops
# both: npm run units. Needs root, systemd-nspawn, debootstrap and Debian's packages. The container has only a loopback network.
# BUILT names a checkout in which `npm run slim` has run, BASE a folder that debootstrap made, with Node.
set -euo pipefail
cd "$(dirname "$0")/../.."

not_tried() {
  echo "The units were not started: $1"
  exit 0
}
if command -v systemd-analyze >/dev/null; then
  root=$(mktemp -d)
  install -D -m 755 /bin/true "$root/opt/earmark/node_modules/node/bin/node"
  install -D -m 644 -t "$root/etc/systemd/system" ops/systemd/earmark.service ops/systemd/earmark-worker@.service
  ln -s earmark-worker@.service "$root/etc/systemd/system/earmark-worker@1.service"
  said=$(systemd-analyze verify --recursive-errors=no --man=no --root="$root" "$root"/etc/systemd/system/earmark{,-worker@1}.service 2>&1 || true)
  rm -rf "$root"
  [ -z "$said" ] && echo 'systemd-analyze finds nothing wrong with the units.' || echo "systemd-analyze: $said"
fi
[ "$(id -u)" = 0 ] || not_tried 'only root may boot a machine.'
for needed in systemd-nspawn debootstrap; do command -v $needed >/dev/null || not_tried "there is no $needed here."; done

machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
chmod 755 "$machine"
if [ -n "${BASE:-}" ]; then cp -a "$BASE/." "$machine"; else debootstrap --variant=minbase --include=ca-certificates bookworm "$machine" >/dev/null || not_tried "debootstrap failed."; fi
# A link there would lead out of the container's folder.
cp --remove-destination /etc/resolv.conf "$machine/etc/resolv.conf"
chroot "$machine" sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends systemd systemd-sysv curl >/dev/null 2>&1'
mkdir -p "$machine/opt/earmark"
if [ -n "${BUILT:-}" ]; then
  cp -a "$BUILT/." "$machine/opt/earmark"
else
  git archive HEAD | tar -x -C "$machine/opt/earmark"
  [ -x "$machine/usr/local/bin/node" ] || install -m 755 "$(readlink -f "$(command -v node)")" "$machine/usr/local/bin/node"
  chroot "$machine" sh -c 'cd /opt/earmark && npm run slim'
fi
chroot "$machine" useradd --system --home-dir /var/lib/earmark --shell /usr/sbin/nologin earmark
cp "$machine"/opt/earmark/ops/systemd/*.service "$machine/etc/systemd/system/"
(umask 077 && printf 'PORT=3000\nEARMARK_ENCODER=off\nEARMARK_WORKER=off\nEARMARK_DRAIN_SECONDS=1\n' >"$machine/etc/earmark.env")
install -m 755 ops/systemd/try-inside.sh "$machine/usr/local/bin/try-inside"
cat >"$machine/etc/systemd/system/try.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c '/usr/local/bin/try-inside >/said 2>&1; echo $? >/code; systemctl --no-block --force poweroff'
[Install]
WantedBy=graphical.target
UNIT
chroot "$machine" systemctl enable -q earmark.service try.service
echo 'Booting the machine.'
timeout 600 systemd-nspawn --register=no --keep-unit --private-network -q -D "$machine" -b >"$machine/console" 2>&1 || true
[ -s "$machine/code" ] || { tail -n 20 "$machine/console"; not_tried 'the machine did not boot, see above.'; }
cat "$machine/said"
exit "$(cat "$machine/code")"
