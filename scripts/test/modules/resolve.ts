import { statSync } from "node:fs";
import type { ResolveFnOutput, ResolveHookSync } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { root } from "../../setup/install.mjs";

const rootUrl = pathToFileURL(root).href;

/** True for a file of this repository, not of a package. */
export const isRepositoryFile = (url: string): boolean => url.startsWith(rootUrl) && !url.includes("/node_modules/");

/** Marks a CommonJS package whose names are exported one by one (`./commonjs.ts`). */
export const namedModuleMark = "?named";

const endings = ["", ".ts", ".tsx", "/index.ts"];
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const known = new Map<string, string>();

/**
 * Returns the file of an import without an ending. Only found files are cached, because a watched test may get a new
 * file.
 */
function fileOf(base: string): string | null {
  const path = known.get(base) ?? endings.map((ending) => base + ending).find(isFile);
  if (path !== undefined) known.set(base, path);
  return path ?? null;
}

const parted = /^([^?]*)(\?.*)?$/;

function ownFile(specifier: string, parent: string): string | null {
  const [, bare = "", query = ""] = parted.exec(specifier) ?? [];
  const base = bare.startsWith("~/") ? join(root, "app", bare.slice(2)) : join(dirname(fileURLToPath(parent)), bare);
  const file = fileOf(base);
  return file === null ? null : pathToFileURL(file).href + query;
}

/**
 * Marks CommonJS packages: Node finds their names by parsing the text, and misses those of bundles; a bundler has them
 * all.
 */
function named(found: ResolveFnOutput): ResolveFnOutput {
  const isCommonJs = found.format === "commonjs" || found.format === null;
  return isCommonJs ? { ...found, url: found.url + namedModuleMark, format: "module" } : found;
}

const isPath = (specifier: string) => /^(~\/|\.|file:)/.test(specifier);

/**
 * Cache of resolved packages. All our files find a package in the same place, but Node would read its package.json
 * again for each file.
 */
const packages = new Map<string, ResolveFnOutput>();

export const resolveModuleHook: ResolveHookSync = (specifier, context, next) => {
  const { parentURL: parent, conditions } = context;
  if (!parent || !isRepositoryFile(parent) || conditions.includes("require")) return next(specifier, context);
  if (isPath(specifier)) {
    const url = ownFile(specifier, parent);
    return url === null ? next(specifier, context) : { url, shortCircuit: true };
  }
  const found = packages.get(specifier) ?? named(next(specifier, context));
  packages.set(specifier, found);
  return { ...found, shortCircuit: true };
};
