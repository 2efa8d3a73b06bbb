import { runInNewContext } from "node:vm";
import type { Plugin } from "vite";

/** Returns data as code of a script: a text is parsed several times faster than the same data as a literal. */
export const jsonParseExpression = (data: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(data))})`;

const manifest = "\0virtual:remix/server-manifest";
const literal = /^export default (\{.*\});?\s*$/s;

/**
 * Escapes letters within texts and regular expressions, the only places where a minified script has non-ASCII letters.
 */
const inAscii = (code: string): string =>
  code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

interface RouteManifest {
  routes: Record<string, { module: string; imports?: string[] }>;
}

/**
 * Returns the manifest as code that puts it together: most files are imported by dozens of routes, and their names end
 * with letters that no compression shortens.
 */
function manifestExpression(data: unknown): string {
  const manifest = data as RouteManifest;
  const files = [...new Set(Object.values(manifest.routes).flatMap(({ imports = [] }) => imports))];
  const places = new Map(files.map((name, place) => [name, place]));
  const routes = Object.entries(manifest.routes).map(([id, { imports = [], ...route }]) => [
    id,
    { ...route, imports: imports.map((name) => places.get(name)) },
  ]);
  const packed = jsonParseExpression({ ...manifest, routes: Object.fromEntries(routes), files });
  return `(({ files, ...manifest }) => {
    for (const route of Object.values(manifest.routes)) route.imports = route.imports.map((place) => files[place]);
    return manifest;
  })(${packed})`;
}

/**
 * Makes the worker load faster, because the runtime reads all of it at each start. Data becomes text, and all text
 * becomes ASCII, because a file with any other letter takes two bytes for each letter.
 */
export const fastStartBundlePlugin = (): Plugin => ({
  name: "upfront-quick-to-read",
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  config: () => ({ esbuild: { charset: "ascii" }, json: { stringify: true, namedExports: false } }),
  // This runs last, so that nothing changes regular expressions after it.
  generateBundle(_, bundle) {
    for (const each of Object.values(bundle)) if (each.type === "chunk") each.code = inAscii(each.code);
  },
  transform(code, id) {
    const data = id === manifest ? literal.exec(code)?.[1] : undefined;
    return data === undefined
      ? null
      : { code: `export default ${manifestExpression(runInNewContext(`(${data})`))};`, map: null };
  },
});
