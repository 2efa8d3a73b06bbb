import { globSync } from "node:fs";
import { isTest, root } from "./sources";

/** Folders of pure functions that every noun may use; the table of docs/architecture.md lists them together. */
export const pure = ["time", "text", "net", "access", "status", "failures", "fields", "plan"];

/** Folders at the top of app/ that are not nouns: each is its own kind. */
const ground = [...pure, "db", "commit", "platform", "i18n", "html", "http", "auth", "chart", "ui", "door"];
const kindFolders = ["rules", "queries", "engine", "contract", "kinds", "print", "formats", "api", "desk", "views"];

/** Returns the kind of a file of app/, by its place; null at the top of app/, whose files compose the others. */
export function kindOf(path: string): string | null {
  const [top, first, ...folders] = path.split("/").slice(0, -1);
  if (top === "server" || top === "agent" || top === "cli") return top;
  if (path === "app/nouns.ts") return "nouns";
  if (path.endsWith("/noun.ts")) return "noun";
  if (first === undefined) return null;
  if (ground.includes(first) || first === "api") return first;
  if (folders.includes("desk") && folders.at(-1) === "words") return "words";
  return folders.find((each) => kindFolders.includes(each)) ?? "verbs";
}

/** Returns the source files of these kinds in app/, without tests. */
export const filesOf = (...kinds: string[]): string[] =>
  globSync("app/**/*.{ts,tsx}", { cwd: root })
    .filter((path) => !isTest(path) && !path.endsWith(".d.ts") && kinds.includes(kindOf(path) ?? "top"))
    .sort();
