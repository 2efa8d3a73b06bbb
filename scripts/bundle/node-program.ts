import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { root } from "../setup/install.mjs";
import { charsetNamesModuleSource } from "./by-the-runtime.ts";

/** Replaces modules that are unnecessary in Node: names of charsets, and zod's messages in other languages. */
export const leanNodePlugin: Plugin = {
  name: "upfront-lean-node",
  setup({ onLoad }) {
    const names = charsetNamesModuleSource.replace(
      "module.exports =",
      "export const { labelToName, getBOMEncoding } =",
    );
    onLoad({ filter: /@exodus\/bytes\/encoding-lite\.js$/ }, () => ({ contents: names, loader: "js" }));
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
      resolveDir: join(root, "node_modules/zod/v4/locales"),
    }));
  },
};

/** Options of esbuild for programs of one file for Node. */
export const nodeProgramOptions = {
  alias: { "~": join(root, "app") },
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  target: "node20",
  charset: "utf8",
  legalComments: "eof",
  logLevel: "error",
} as const satisfies BuildOptions;

/**
 * Writes a program under a name by its contents, unless that file exists; several processes may do so at once. Returns
 * the path.
 */
export function writeProgramFile(folder: string, text: string): string {
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, path);
  return path;
}
