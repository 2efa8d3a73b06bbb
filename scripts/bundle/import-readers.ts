import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "vite";
import { root } from "../setup/install.mjs";

const kinds = join(root, "app/importers/kinds");
const isOfReaders = (path: string) => /\/app\/importers\/(?:kinds|contract|rules)\//.test(path);

/** Leaves out packages and what the rest of the worker has anyway. */
const readersAlone: Plugin = {
  name: "upfront-readers-alone",
  enforce: "pre",
  resolveId(id, from) {
    if (from === undefined) return null;
    if (!/^[.~]/.test(id)) return { id, external: true };
    const path = id.startsWith("~") ? join(root, "app", id.slice(2)) : resolve(dirname(from), id);
    return isOfReaders(path)
      ? `${path.replace(/\.ts$/, "")}.ts`
      : { id: path.replace(`${root}/app`, "~"), external: true };
  },
};

/** Names of all origins: each has a file of its name in `kinds`. */
export const importReaderNames = (): string[] =>
  readdirSync(kinds)
    .flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? [])
    .filter((name) => name !== "registry" && name !== "known-kinds");

export interface ImportReaderSize {
  name: string;
  /** True for the file of one origin; false for a file that several origins use. */
  isOrigin: boolean;
  packedBytes: number;
}

/**
 * Builds the readers as the worker’s build does, and returns the size of each file, gzip: an origin’s has all that no
 * other origin reads, and what two of them read is in files of its own.
 */
export async function importReaderSizes(): Promise<ImportReaderSize[]> {
  const names = importReaderNames();
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [readersAlone],
    build: {
      write: false,
      // A worker preloads no part, so it is built as one.
      ssr: true,
      target: "es2022",
      minify: "terser",
      terserOptions: { ecma: 2020, compress: { passes: 3 }, format: { comments: false } },
      rollupOptions: {
        preserveEntrySignatures: "strict",
        input: Object.fromEntries(names.map((name) => [name, join(kinds, `${name}.ts`)])),
        output: { chunkFileNames: "parts/[name].js", hoistTransitiveImports: false, minifyInternalExports: true },
      },
    },
  });
  const outputs = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  return outputs.flatMap((each) =>
    each.type === "chunk"
      ? [{ name: each.name, isOrigin: each.isEntry, packedBytes: gzipSync(each.code, { level: 9 }).length }]
      : [],
  );
}
