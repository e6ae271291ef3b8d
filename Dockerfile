# Three images, a target each; built from the project's root:
#   docker build --target gateway --tag toolpress-gateway .
#   docker build --target worker --tag toolpress-worker .
#   docker build --target single --tag toolpress .       (gateway, worker and Redis in one container)
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# What `npm ci` reads and nothing else: while that stays the same, the installations below come from the cache.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /context
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM ${NODE_IMAGE} AS compiled
WORKDIR /app
COPY --from=manifests /context ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build \
  && find apps packages -path '*/dist/*' \( -name '*.test.js' -o -name '*.d.ts' -o -name '*.map' -o -name .tsbuildinfo \) -delete \
  && find apps packages -path '*/dist/*' -type d -name testing -prune -exec rm -r {} +

# /images/gateway, /images/worker and /images/single: what each runs on, without anything of development.
FROM ${NODE_IMAGE} AS assembled
WORKDIR /manifests
COPY --from=manifests /context ./
# Without the manifests' development parts: npm would follow them to the test packages, and take what those run on for ours.
RUN --mount=type=cache,target=/root/.npm \
  npm pkg delete devDependencies --workspaces --include-workspace-root \
  && rm -r packages/testkit packages/e2e packages/bench fonts \
  && mkdir /images && cp -r . /images/gateway && cp -r . /images/worker && cp -r . /images/single \
  && (cd /images/gateway && npm ci --omit=dev --workspace=@toolpress/gateway --workspace=@toolpress/cli) \
  && (cd /images/worker && npm ci --omit=dev --workspace=@toolpress/worker) \
  && (cd /images/single && npm ci --omit=dev --workspace=@toolpress/gateway --workspace=@toolpress/cli --workspace=@toolpress/worker) \
  && find /images -path '*/node_modules/*' -type f \( -name '*.ts' -o -name '*.[cm]ts' -o -name '*.map' \) -delete
COPY --from=compiled /app/apps /compiled/apps
COPY --from=compiled /app/packages /compiled/packages
# Compiled code, Lua scripts and assets for each of our packages that an image runs on; of the others not even the manifest stays.
RUN for image in /images/*; do \
    cd $image || exit 1; \
    for package in $(readlink -f node_modules/@toolpress/*); do \
      compiled="/compiled${package#$image}"; \
      for folder in dist views page-scripts/dist; do \
        if test -d "$compiled/$folder"; then (cd "$compiled" && cp -r --parents "$folder" "$package/") || exit 1; fi; \
      done; \
      if test -d "$compiled/src"; then (cd "$compiled" && find src -name '*.lua' -exec cp --parents {} "$package/" ';') || exit 1; fi; \
    done; \
    find apps packages -mindepth 1 -maxdepth 1 ! -exec test -d '{}/dist' ';' -exec rm -r {} + ; \
    rm package-lock.json .npmrc; \
  done
COPY scripts/lib/licenses.mjs scripts/lib/
RUN for image in /images/*; do node scripts/lib/licenses.mjs $image >$image/THIRD_PARTY_LICENSES || exit 1; done

# The built-in fonts, out of npm packages of their own.
FROM ${NODE_IMAGE} AS fonts
WORKDIR /app
COPY fonts ./fonts
COPY packages/document/src/fonts/families.json ./packages/document/src/fonts/
RUN --mount=type=cache,target=/root/.npm node fonts/install.mjs \
  && find fonts -mindepth 1 -maxdepth 1 ! -name files ! -name fonts.conf -exec rm -r {} +

# What all images end with.
FROM ${NODE_IMAGE} AS service
# tini takes in orphaned processes, those of a killed Chromium too, and hands signals on.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
WORKDIR /app
ENV NODE_ENV=production
ENTRYPOINT ["tini", "--"]
LABEL org.opencontainers.image.licenses="MIT"

# The gateway, and the operator's command line.
FROM service AS gateway
COPY --from=assembled /images/gateway /app
# The guides that are served below /docs.
COPY docs /app/docs
# `toolpress` operates the gateway of its own container unless BASE_URL names another one.
RUN printf '#!/bin/sh\nBASE_URL="${BASE_URL:-http://127.0.0.1:$PORT}" exec node /app/apps/cli/dist/main.js "$@"\n' \
    >/usr/local/bin/toolpress && chmod 755 /usr/local/bin/toolpress
ENV PORT=8080
EXPOSE 8080
# By number: Kubernetes can't tell whether a name is root's. The files are root's, so that the process can't change its code.
USER 1000:1000
CMD ["node", "--max-semi-space-size=16", "apps/gateway/dist/main.js"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Toolpress gateway" \
  org.opencontainers.image.description="The HTTP edge of Toolpress: PDFs from HTML and JSON, and calls to other services"

# Chromium and fonts.
FROM service AS browser
# The headless shell prints twice as fast as the whole browser. The fonts: Latin; all other scripts; Chinese, Japanese and
# Korean; emoji. What is removed again, some 190 MB, drives graphics cards: documents are drawn without one.
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fontconfig \
    fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /usr/lib/*/dri /usr/lib/*/libLLVM* /usr/lib/*/libz3.* /usr/lib/chromium/libVkLayer_* \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /usr/share/locale/* \
  && find /usr/share/doc -type f ! -name copyright -delete
COPY --from=fonts /app/fonts /app/fonts
# Made here, because the running container can't write it.
RUN FONTCONFIG_FILE=/app/fonts/fonts.conf fc-cache --force --system-only
# Chromium wants a home to write to: the only place that a read-only container has is /tmp.
ENV HOME=/tmp METRICS_PORT=8081
EXPOSE 8081

# The worker.
FROM browser AS worker
COPY --from=assembled /images/worker /app
USER 1000:1000
# The default of Node.js 20. The young generation of Node.js 24 is larger, and may cost processor time (docs/performance.md).
CMD ["node", "--max-semi-space-size=16", "apps/worker/dist/main.js"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Toolpress worker" \
  org.opencontainers.image.description="The renderer of Toolpress: prints documents with Chromium and stores them"

# Gateway, worker and Redis in one container, with all data in a volume.
FROM browser AS single
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /usr/share/locale/* \
  && find /usr/share/doc -type f ! -name copyright -delete \
  && install -d -o 1000 -g 1000 -m 700 /data
COPY --from=assembled /images/single /app
COPY docs /app/docs
COPY scripts/lib /app/scripts/lib
RUN printf '#!/bin/sh\nexec node /app/apps/cli/dist/main.js "$@"\n' >/usr/local/bin/toolpress && chmod 755 /usr/local/bin/toolpress
ENV PORT=8080 TOOLPRESS_DATA=/data
EXPOSE 8080
VOLUME /data
USER 1000:1000
# The lock keeps a second container from using the same volume: two Redis servers would corrupt it.
CMD ["sh", "-c", "exec 9>/data/lock; flock --nonblock 9 || { echo 'Another container uses this volume.' >&2; exit 1; }; exec node scripts/lib/container.mjs"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Toolpress" \
  org.opencontainers.image.description="PDFs from HTML and JSON, and calls to other services: gateway, worker and Redis in one container"
