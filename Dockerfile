# The service as one image; server and worker are two commands of it. BASE is any Debian or Ubuntu with Node 20 or newer:
# it only begins the build, what serves is the Node of the lock file.
ARG BASE=node:24-bookworm-slim
FROM ${BASE} AS build
WORKDIR /opt/earmark
COPY . .
RUN npm run slim

FROM ${BASE}
ENV NODE_ENV=production EARMARK_DATA_DIR=/var/lib/earmark PATH=/opt/earmark/node_modules/node/bin:$PATH
RUN useradd --system --home-dir /var/lib/earmark --create-home --shell /usr/sbin/nologin earmark \
  && install -d -o earmark -g earmark /var/lib/earmark/backups
COPY --from=build /opt/earmark /opt/earmark
WORKDIR /opt/earmark
USER earmark
VOLUME /var/lib/earmark
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--no-regexp-tier-up", "server/main.ts"]
