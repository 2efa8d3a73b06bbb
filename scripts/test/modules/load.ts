import { readFileSync } from "node:fs";
import type { LoadFnOutput, LoadHookSync } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { type SourceMap, transformSync } from "oxc-transform";
import { jsonParseExpression } from "../../bundle/parsed-data.ts";
import { sheetModule } from "../../bundle/sheet-rules.ts";
import { root } from "../../setup/install.mjs";
import { commonJsModule } from "./commonjs.ts";
import { expandGlobImports } from "./glob.ts";
import { isRepositoryFile, namedModuleMark } from "./resolve.ts";

const exported = (value: unknown) => `export default ${JSON.stringify(value)};`;

/** Adds a source map, so that errors name the original line; its text is read from the file. */
function withMap(code: string, map: SourceMap): string {
  const lean = JSON.stringify({ ...map, sourcesContent: undefined });
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(lean).toString("base64")}`;
}

/** Texts that replace files of these paths in this process: scripts/mutations uses it for faults. */
export const moduleReplacements = new Map<string, string>();

function typeScript(path: string): string {
  const text = moduleReplacements.get(path) ?? readFileSync(path, "utf8");
  const { code, map, errors } = transformSync(path, expandGlobImports(path, text), {
    sourcemap: true,
    jsx: { runtime: "automatic", development: false },
    typescript: { onlyRemoveTypeImports: true },
  });
  const [error] = errors;
  if (error) throw new SyntaxError(`${path}: ${error.message}\n${error.codeframe ?? ""}`);
  return map ? withMap(code, map) : code;
}

function sheet(path: string, query: string): string {
  return query === "?inline" ? exported(readFileSync(path, "utf8")) : sheetModule(path);
}

/** Returns the source of the module at this place, or null when Node loads it itself. */
function sourceOf(path: string, query: string): string | null {
  if (query === "?url" || query === "?worker&url") return exported(`/${relative(root, path)}`);
  if (/\.tsx?$/.test(path)) return typeScript(path);
  if (path.endsWith(".json")) return `export default ${jsonParseExpression(JSON.parse(readFileSync(path, "utf8")))};`;
  return path.endsWith(".css") ? sheet(path, query) : null;
}

const asModule = (source: string): LoadFnOutput => ({ format: "module", source, shortCircuit: true });

export const loadModuleHook: LoadHookSync = (url, context, next) => {
  if (url.endsWith(namedModuleMark))
    return asModule(commonJsModule(fileURLToPath(url.slice(0, -namedModuleMark.length))));
  if (!isRepositoryFile(url)) return next(url, context);
  const { search } = new URL(url);
  const source = sourceOf(fileURLToPath(url), search);
  return source === null ? next(url, context) : asModule(source);
};
