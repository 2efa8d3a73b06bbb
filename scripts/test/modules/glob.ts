import { globSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../setup/install.mjs";

const call = /import\.meta\.glob(?:<.*?>)?\(\s*(\[[^\]]*\]|"[^"]*"),\s*\{\s*eager: true,?\s*\},?\s*\)/gs;

interface GlobbedFile {
  /** Path in the pattern's form: from the root with "/", else relative to the file. */
  key: string;
  file: string;
}

function filesOf(pattern: string, folder: string): GlobbedFile[] {
  const isRooted = pattern.startsWith("/");
  const from = isRooted ? root : folder;
  return globSync(pattern.replace(/^\//, ""), { cwd: from })
    .sort()
    .map((name) => {
      const file = join(from, name);
      const path = relative(from, file);
      return { file, key: isRooted ? `/${path}` : path.startsWith(".") ? path : `./${path}` };
    });
}

/** Replaces Vite's eager `import.meta.glob`, with literal patterns, by an import for each file. */
export function expandGlobImports(path: string, text: string): string {
  if (!text.includes("import.meta.glob")) return text;
  const imports: string[] = [];
  const replaced = text.replace(call, (_, list: string) => {
    const patterns = [JSON.parse(list.replace(/,\s*\]$/, "]"))].flat() as string[];
    const entries = patterns
      .flatMap((pattern) => filesOf(pattern, dirname(path)))
      .map(({ key, file }) => {
        const name = `globbed${imports.length}`;
        imports.push(`import * as ${name} from ${JSON.stringify(pathToFileURL(file).href)};`);
        return `${JSON.stringify(key)}: ${name}`;
      });
    return `({ ${entries.join(", ")} })`;
  });
  // The imports are put before the first line, so that line numbers stay the same.
  return imports.join(" ") + replaced;
}
