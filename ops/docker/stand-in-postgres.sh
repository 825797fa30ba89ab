#!/bin/sh
# Does what PostgreSQL's image does at its first start with the settings of compose.yml, then serves.
set -eu
bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/postgres)")
as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
chown postgres:postgres "$PGDATA" && chmod 700 "$PGDATA"
ln -sf "$bin/pg_isready" /usr/local/bin/pg_isready
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password && chown postgres /tmp/password
  as "$bin/initdb" -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE \"$POSTGRES_DB\"" | as "$bin/postgres" --single -D "$PGDATA" postgres >/dev/null
fi
exec setpriv --reuid postgres --regid postgres --init-groups "$bin/postgres" -D "$PGDATA" -c 'listen_addresses=*'
