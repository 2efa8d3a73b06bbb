import { mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { remixSettings } from "./remix.config.js";

/**
 * The server build begins at the worker's entry, which imports `virtual:remix/server-build`: pages and programs are one
 * module graph, so that what is kept in memory is kept once. What is imported when it is needed is a file in parts/, and
 * runs then (decisions/0014). After Remix's plugin, whose own input it replaces.
 */
const workerEntry: Plugin = {
  name: "upfront-worker-entry",
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {
          build: {
            rollupOptions: {
              input: "app/entry.worker.ts",
              external: [/^cloudflare:/],
              output: { inlineDynamicImports: false, chunkFileNames: "parts/[name].js" },
            },
          },
        }
      : undefined,
};

/** Scripts that public pages name are bundled with the worker that prints them, and are files for browsers. */
const publicScripts: Plugin = {
  name: "upfront-public-scripts",
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  writeBundle({ dir = "" }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /^assets\/.+\.js$/.test(each))) {
      const target = join(dir, "../client", name);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(join(dir, name), target);
    }
  },
};

const conditions = ["workerd", "worker", "module", "browser"];

/** Remarks of rollup about comments inside zod say nothing to us. */
const onwarn = (warning: Rollup.RollupLog, warn: (warning: Rollup.RollupLog) => void) => {
  if (warning.code !== "INVALID_ANNOTATION" && warning.code !== "EMPTY_BUNDLE") warn(warning);
};

/** Without a browser the router looks only whether react-dom has a `flushSync`: 130 KB that each start would parse. */
const noDom = { find: /^react-dom$/, replacement: "react" };

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixSettings), workerEntry, publicScripts],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      ...(isSsrBuild ? [noDom] : []),
    ],
    ...(isSsrBuild ? { conditions } : {}),
  },
  ssr: {
    target: "webworker",
    noExternal: true,
    external: ["node:path", "node:stream"],
    resolve: { conditions, externalConditions: conditions },
  },
  build: { target: "es2022", minify: true, chunkSizeWarningLimit: 4096, rollupOptions: { onwarn } },
}));
