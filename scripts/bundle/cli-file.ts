import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { root } from "../setup/install.mjs";
import { leanNodePlugin, nodeProgramOptions } from "./node-program.ts";

/**
 * Commands that need much code: each is a part of the file, packed in a comment at its end, so that Node does not parse
 * it at every start. By the module's path below cli/, with what is taken from it.
 */
const parts = {
  "commands/configuration": ["validateFiles", "planFile", "applyFile"],
  "commands/import": ["importPage"],
  "commands/copies": ["backUpDeployment", "restoreDeployment"],
  "commands/incident-template": ["incidentFromTemplate"],
} as const;
type PartName = keyof typeof parts;

const head = `#!/usr/bin/env node
// The command-line tool of Upfront. One file for Node 20 or later (docs/cli.md). It is made of cli/ and of what it calls.
import { createRequire } from "node:module";
const builtinModule = createRequire(import.meta.url);
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);
function readPart(name) {
  const file = builtinModule("node:fs").readFileSync(new URL(import.meta.url), "latin1");
  const start = file.lastIndexOf("\\n//" + name + " ") + name.length + 4;
  const packed = file.slice(start, file.indexOf("\\n", start));
  const text = builtinModule("node:zlib").brotliDecompressSync(Buffer.from(packed, "base64")).toString();
  const source = "(function (builtinModule, toolUrl) {" + text + "\\nreturn part;\\n})";
  return builtinModule("node:vm").runInThisContext(source, { filename: "upfront/" + name })(builtinModule, import.meta.url);
}`;

/** Returns a module's source that ends the command with a sentence: what it does needs a clone with its packages. */
const onlyInClone = (names: readonly string[], sentence: string) =>
  `import { WrongOptionError } from "./options.ts";
${names.map((name) => `export const ${name} = async () => { throw new WrongOptionError(${JSON.stringify(sentence)}); };`).join("\n")}`;

const offline =
  "Upfront is not running on this folder. Start it, or run this in a clone of the repository, where it can be read without: npm run backup, npm run restore.";
const cloudflare =
  "--cloudflare needs a clone of the repository, signed in to Cloudflare: npm run backup -- --cloudflare, npm run restore -- FILE --cloudflare.";

/** Modules that need packages of a clone, by the ends of their paths. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\/server\/runtime\.ts$/, onlyInClone(["startRuntime"], offline)],
  [/\/scripts\/deploy\/copy\.ts$/, onlyInClone(["backupRemoteDatabase", "cloudflareRestoreTarget"], cloudflare)],
  [
    /\/server\/state\/application-module\.ts$/,
    'export const bundlePathOf = (path) => path;\nexport const importApplicationModule = () => import("../../app/backup/file.ts");',
  ],
];

/**
 * Modules of Node that only some commands use, with what is taken from them: each is read with its first use. The
 * parser imports the first for subcommands that are programs of their own, and Node 20 has not the second.
 */
const seldomUsed: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["spawn", "spawnSync"],
  "node:sqlite": ["DatabaseSync"],
};

/** Returns the source of a module of Node. */
function builtinSource(path: string): string {
  const read = `builtinModule(${JSON.stringify(path)})`;
  const taken = seldomUsed[path]?.map((name) => `get ${name}() { return ${read}.${name}; }`);
  return `module.exports = ${taken ? `{ ${taken.join(", ")} }` : read};`;
}

/** Modules of Node, also as the reader of YAML names them. */
const builtinNames = /^(?:node:.*|process|buffer)$/;

/** Modules are read where they are first used: also those of Node, which a plain import would all read at the start. */
const lazy: Plugin = {
  name: "upfront-lazy-cli",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: builtinNames }, ({ path }) => ({
      path: `node:${path.replace(/^node:/, "")}`,
      namespace: "builtin",
      sideEffects: false,
    }));
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({ contents: builtinSource(path) }));
    for (const [filter, contents] of replaced)
      onLoad({ filter }, () => ({ contents, loader: "ts", resolveDir: join(root, "server/state") }));
  },
};

/** Replaces the modules of parts in the first part of the file by functions that read them. */
const partReaders: Plugin = {
  name: "upfront-cli-parts",
  setup({ onLoad }) {
    for (const [name, taken] of Object.entries(parts)) {
      const call = (each: string) =>
        `export const ${each} = (...given) => readPart(${JSON.stringify(name)}).${each}(...given);`;
      onLoad({ filter: new RegExp(`/cli/${name}\\.ts$`) }, () => ({ contents: taken.map(call).join("\n") }));
    }
  },
};

const common = { ...nodeProgramOptions, minifySyntax: true, minifyWhitespace: true } as const;

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...common, ...options, write: false });
  return outputFiles[0]?.text ?? "";
}

const bundlePart = (name: PartName) =>
  bundled({
    entryPoints: [join(root, `cli/${name}.ts`)],
    format: "iife",
    globalName: "part",
    define: { "import.meta.url": "toolUrl" },
    plugins: [lazy, leanNodePlugin],
  });

async function packedPart(name: PartName): Promise<readonly [PartName, string]> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return [name, brotliCompressSync(await bundlePart(name), { params }).toString("base64")];
}

/** Returns the tool as people download it: in ASCII, which Node keeps in half the memory and reads faster. */
export async function bundleCli(): Promise<string> {
  const names = Object.keys(parts) as PartName[];
  const packed = await Promise.all(names.map(packedPart));
  const plugins = [partReaders, lazy, leanNodePlugin];
  const options = { banner: { js: head }, charset: "ascii", plugins } as const;
  const text = await bundled({ ...options, entryPoints: [join(root, "cli/main.ts")] });
  return `${text}\n${packed.map(([name, part]) => `//${name} ${part}\n`).join("")}`;
}
