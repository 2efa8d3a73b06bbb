# One file for amd64 and arm64: docker build -t upfront . (docs/operations.md, "In a container")
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --loglevel=error
COPY . .
RUN npm run build
# What wrangler.toml says, kept for a start on a root that cannot be written.
RUN node scripts/setup/keep-options.mjs

FROM node:24-slim
ENV NODE_ENV=production UPFRONT_STATE=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "scripts/setup/healthy.mjs"]
ENTRYPOINT ["node", "scripts/start.mjs", "--built", "--host", "0.0.0.0"]
CMD ["--empty"]
