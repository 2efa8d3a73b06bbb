import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { wordGroupsPath } from "./app/i18n/catalogue-rooms.ts";
import { remixSettings } from "./remix.config.js";
import { adaptersWithoutSamplesPlugin } from "./scripts/bundle/adapters-without-samples.ts";
import { deskEnglishPlugin, deskRoomOfModule } from "./scripts/bundle/desk-english.ts";
import { leanWorkerPlugin } from "./scripts/bundle/lean-worker.ts";
import { licencesPlugin } from "./scripts/bundle/licences.ts";
import { linkDiscoveryPlugin } from "./scripts/bundle/link-discovery.ts";
import { nounListsPlugin } from "./scripts/bundle/lists-of-nouns.ts";
import { fastStartBundlePlugin } from "./scripts/bundle/parsed-data.ts";
import { sharedChunksPlugin } from "./scripts/bundle/shared-chunks.ts";
import { sheetRulesImportPlugin } from "./scripts/bundle/sheet-rules.ts";
import { schemaMakers, undescribedApiPlugin } from "./scripts/bundle/undescribed-api.ts";

/** Hooks that only return something: a call whose result is unused on the server goes. */
const returningHooks = ["useCallback", "useMemo", "useRef"];

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
              external: [/^cloudflare:/, "node:buffer", "node:zlib"],
              output: {
                inlineDynamicImports: false,
                chunkFileNames: "parts/[name].js",
                experimentalMinChunkSize: 8000,
                // All files are there at the start: naming early what another one imports anyway would win nothing.
                hoistTransitiveImports: false,
                generatedCode: { symbols: false },
              },
              treeshake: { manualPureFunctions: [...returningHooks, ...schemaMakers] },
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

/** In the room itself, and where its words are taken from outside, a group stands as `"group.key"` or by its name. */
function groupsIn(room: string, modules: ReadonlySet<string>, infoOf: Rollup.GetModuleInfo): string[] {
  const english = [...modules].find((id) => deskRoomOfModule(id) === room) ?? "";
  const imports = (id: string, of: ReadonlySet<string>) =>
    infoOf(id)?.importedIds.some((each) => of.has(each)) === true;
  const sources = [...modules].filter((id) => !id.endsWith(".json"));
  const speaking = new Set(sources.filter((id) => imports(id, new Set([english]))));
  const own = dirname(dirname(english));
  const taking = sources.filter((id) => dirname(id) === own || speaking.has(id) || imports(id, speaking));
  const all = taking.map((id) => readFileSync(id, "utf8")).join("\n");
  const groups = Object.keys(JSON.parse(readFileSync(english, "utf8")));
  return groups.filter((group) => new RegExp(`["\`]${group}["\`.]`).test(all));
}

const groupsFile = join(remixSettings.buildDirectory ?? "build", "client", wordGroupsPath);
/** Fields keep their English in the script; a translation comes as data, whole. */
const fieldCatalogue = /\/app\/([^/]+)\/rules\/words\/en\.json$/;
const fieldsIn = (modules: ReadonlySet<string>): [string, string[]][] =>
  [...modules].sort().flatMap((id): [string, string[]][] => {
    const noun = fieldCatalogue.exec(id)?.[1];
    return noun ? [[`fields/${noun}`, Object.keys(JSON.parse(readFileSync(id, "utf8")))]] : [];
  });

/** What a module, or one that it imports, reads on demand: not what others read that only share a file with it. */
function readOnDemand(first: string, infoOf: Rollup.GetModuleInfo): Set<string> {
  const found = new Set([first]);
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
  return new Set([...found].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? []));
}

/** All files that come with these. */
function together(bundle: Rollup.OutputBundle, first: readonly Rollup.OutputChunk[]): Set<Rollup.OutputChunk> {
  const found = new Set(first);
  for (const { imports } of found) {
    for (const name of imports) {
      const next = bundle[name];
      if (next?.type === "chunk") found.add(next);
    }
  }
  return found;
}

/** A page's words come as its data, so the server knows which each page needs. */
const wordsAsData: Plugin = {
  name: "upfront-words-as-data",
  apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
  writeBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const routes = chunks.flatMap((chunk) => {
      const entry = chunk.facadeModuleId ?? "";
      const route = /\/app\/(.+\.route)\.tsx/.exec(entry)?.[1];
      if (route === undefined) return [];
      const asked = readOnDemand(entry, this.getModuleInfo);
      const begun = [chunk, ...chunks.filter(({ moduleIds }) => moduleIds.some((id) => asked.has(id)))];
      const ids = [...together(bundle, begun)].flatMap((each) => each.moduleIds);
      const modules = new Set(ids.map((id) => id.replace(/\?.*$/, "")));
      const rooms = new Set([...modules].flatMap((id) => deskRoomOfModule(id) ?? []));
      const said = [...rooms]
        .sort()
        .map((room): [string, string[]] => [room, groupsIn(room, modules, this.getModuleInfo)]);
      return [[route, Object.fromEntries([...said, ...fieldsIn(modules)])]];
    });
    mkdirSync(dirname(groupsFile), { recursive: true });
    writeFileSync(groupsFile, JSON.stringify(Object.fromEntries(routes)));
  },
};

const conditions = ["workerd", "worker", "module", "browser"];

/** Remarks of rollup about comments inside zod say nothing to us. */
const onwarn = (warning: Rollup.RollupLog, warn: (warning: Rollup.RollupLog) => void) => {
  if (warning.code !== "INVALID_ANNOTATION" && warning.code !== "EMPTY_BUNDLE") warn(warning);
};

/** Browsers run Preact under React's names, a third of its size (decisions/0030); the server renders with React. */
const smallReact = Object.entries({
  "react-dom": "preact/compat",
  "react/jsx-runtime": "preact/jsx-runtime",
  react: fileURLToPath(new URL("./scripts/bundle/react-in-browsers.mjs", import.meta.url)),
}).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }));

/** Without a browser the router looks only whether react-dom has a `flushSync`: 130 KB that each start would parse. */
const noDom = [{ find: /^react-dom$/, replacement: "react" }];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    leanWorkerPlugin(),
    undescribedApiPlugin(),
    adaptersWithoutSamplesPlugin(),
    nounListsPlugin(),
    fastStartBundlePlugin(),
    sheetRulesImportPlugin(),
    tailwindcss(),
    remix(remixSettings),
    workerEntry,
    sharedChunksPlugin(),
    deskEnglishPlugin(),
    licencesPlugin(),
    linkDiscoveryPlugin(),
    publicScripts,
    wordsAsData,
  ],
  resolve: {
    alias: [
      { find: "~", replacement: fileURLToPath(new URL("./app", import.meta.url)) },
      ...(isSsrBuild ? noDom : smallReact),
    ],
    ...(isSsrBuild ? { conditions } : {}),
  },
  ssr: {
    target: "webworker",
    noExternal: true,
    external: ["node:buffer", "node:crypto", "node:path", "node:stream"],
    resolve: { conditions, externalConditions: conditions },
  },
  build: {
    target: "es2022",
    // Ten times as slow as esbuild: browsers load 4 kB less of each management page, and the worker is 32 kB smaller (gzip).
    minify: "terser",
    // What runs it knows the language of `target`: shorthands are written as such.
    // Licences are in a file of their own (scripts/bundle/licences).
    terserOptions: {
      ecma: 2020,
      // In the worker a large function in the place of its one call costs more names than it saves (gzip).
      compress: { passes: 3, inline: isSsrBuild ? 1 : true },
      format: { comments: false },
    },
    chunkSizeWarningLimit: 4096,
    rollupOptions: { onwarn },
  },
}));
