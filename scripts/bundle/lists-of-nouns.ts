import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vite";
import { jsonParseExpression } from "./parsed-data.ts";

const app = fileURLToPath(new URL("../../app", import.meta.url));

/** Returns true for a module that derives a list from the nouns; it imports nothing else. */
const isList = (code: string): boolean => /^import \* as nouns from "(?:~|\.)\/nouns";$/m.test(code);

/** Runs the module and returns its exports. */
async function exportsOf(path: string): Promise<[name: string, value: unknown][]> {
  const settings = { bundle: true, write: false, format: "esm", alias: { "~": app } } as const;
  const { outputFiles } = await build({ entryPoints: [path], ...settings });
  const [{ text = "" } = {}] = outputFiles;
  return Object.entries(await import(`data:text/javascript,${encodeURIComponent(text)}`));
}

/**
 * Lists of nouns are worked out by the build: a browser, and the worker's start, get each list as data and nothing of the
 * nouns that it came from (decisions/0014).
 */
export const nounListsPlugin = (): Plugin => {
  let isServer = false;
  return {
    name: "upfront-lists-of-nouns",
    enforce: "pre",
    configResolved: ({ build: { ssr } }) => {
      isServer = Boolean(ssr);
    },
    async transform(code, id) {
      const [path = ""] = id.split("?");
      if (!path.startsWith(`${app}/`) || !isList(code)) return null;
      const written = isServer ? jsonParseExpression : JSON.stringify;
      const lists = await exportsOf(path);
      return { code: lists.map(([name, list]) => `export const ${name} = ${written(list)};`).join("\n"), map: null };
    },
  };
};
