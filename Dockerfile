# One file for amd64 and arm64: docker build -t upfront . (docs/operations.md, "In a container")
# The digest is that of docker-library/repo-info, repos/node/remote/24.21.0-bookworm-slim.md; so is the size, of the page
# repos/node/local/24.21.0-slim.md. Whoever changes the version takes all three from there.
# Unpacked: 229.94 MB
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
# Builds, and lays out what runs: the start's own sources, which Node reads as they are, what they import, the packages
# that those need, and of the application the built worker. The build fails above 400 MB.
RUN npm run image -- --folder /image

FROM base
ENV NODE_ENV=production UPFRONT_STATE=/data
WORKDIR /app
COPY --from=build /image /app
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "scripts/setup/healthy.mjs"]
ENTRYPOINT ["node", "scripts/start.mjs", "--built", "--host", "0.0.0.0"]
CMD ["--empty"]
