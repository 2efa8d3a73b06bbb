import { runInNewContext } from "node:vm";
import type { Plugin } from "vite";

/** Data as a script holds it: a text is read several times faster than the same as a literal. */
export const asParsed = (data: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(data))})`;

const manifest = "\0virtual:remix/server-manifest";
const literal = /^export default (\{.*\});?\s*$/s;

/** Within texts and regular expressions, where alone a minified script has other letters. */
const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * The runtime reads all of the worker at each start. What is data there is a text, and all of it is ASCII: a file with one
 * other letter has two bytes for each.
 */
export const quickToRead = (): Plugin => ({
  name: "upfront-quick-to-read",
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  config: () => ({ esbuild: { charset: "ascii" }, json: { stringify: true, namedExports: false } }),
  // Regular expressions are left as they are by then.
  generateBundle(_, bundle) {
    for (const each of Object.values(bundle)) if (each.type === "chunk") each.code = inAscii(each.code);
  },
  transform(code, id) {
    const data = id === manifest ? literal.exec(code)?.[1] : undefined;
    return data === undefined ? null : { code: `export default ${asParsed(runInNewContext(`(${data})`))};`, map: null };
  },
});
