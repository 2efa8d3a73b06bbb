import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rollup } from "vite";

/** The folder of the package that a module is of; null = it is ours. */
const packageOf = (id: string): string | null =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replace("\0", ""))?.[0] ?? null;

/** What is left of these when all that nobody uses is gone. */
const run = (modules: Rollup.OutputChunk["modules"]) =>
  Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? "" : `\n\n${readFileSync(join(folder, file), "utf8").trim()}`;
  return `${name} ${version}, ${license}${text}\n`;
}

/** As bundlers keep it: the lines of a licence in a comment of their own. */
const comment = /\/\*[*!]\n(?: \*[^\n]*\n){2,14} \*\//g;

/** The worker keeps each licence's comment once: its packages say theirs in every file of theirs. */
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
 * The licences of what browsers run, in one file at `/licences.txt`: as comments in the scripts they were half a kilobyte
 * of each page of management.
 */
export const licences = (): Plugin => ({
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
