import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rollup } from "vite";

/** Returns the folder of the package that contains a module; null = it is ours. */
const packageOf = (id: string): string | null =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace("\0", ""))?.[0] ?? null;

/** Returns the modules with code remaining after unused code is removed. */
const run = (modules: Rollup.OutputChunk["modules"]) =>
  Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
  return `${name} ${version}, ${license}${text}\n`;
}

/** Matches a licence as bundlers keep it: its lines in a comment of their own. */
const comment = /\/\*[*!]\n(?: \*[^\n]*\n){2,14} \*\//g;

/** Keeps each licence's comment once in the worker: packages repeat it in every file. */
function keepOnce(chunks: readonly Rollup.OutputChunk[]): void {
  const kept = new Set<string>();
  for (const chunk of chunks) {
    chunk.code = chunk.code.replace(comment, (text) => {
      if (!/licen[cs]e/i.test(text) || !kept.has(text)) {
        kept.add(text);
        return text;
      }
      return "";
    });
  }
}

/**
 * Writes the licences of browser code into one file at `/licences.txt`. As comments in the scripts they would add half
 * a kilobyte to each page of management.
 */
export const licencesPlugin = (): Plugin => ({
  name: "upfront-licences",
  config: (_config, { isSsrBuild }) => (isSsrBuild ? undefined : { esbuild: { legalComments: "none" } }),
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    if (this.environment.config.build.ssr) return keepOnce(chunks);
    const ids = chunks.flatMap((each) => run(each.modules));
    const folders = [...new Set(ids.flatMap((id) => packageOf(id) ?? []))].sort();
    this.emitFile({
      type: "asset",
      fileName: "licences.txt",
      source: folders.map(licenceOf).join(`\n${"-".repeat(72)}\n\n`),
    });
  },
});
