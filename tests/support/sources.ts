import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../.././", import.meta.url));

export interface SourceFile {
  /** Relative to the repository, with slashes. */
  path: string;
  text: string;
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");

/** Returns all TypeScript and JavaScript files under the given folders. */
export function sourcesOf(...folders: string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const files = paths.filter((path) => /\.(tsx?|mjs|js)$/.test(path)).sort();
  return files.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
