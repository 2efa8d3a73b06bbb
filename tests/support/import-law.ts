import { readFileSync } from "node:fs";
import type { Importing } from "./imports";
import { kindOf, pure } from "./kinds";
import { isTest } from "./sources";

/** The imports that files of a kind may have: other kinds, some of them as types only, and packages (null = any). */
interface Law {
  kinds: string[];
  types: string[];
  packages: string[] | null;
}

const document = new URL("../../docs/architecture.md", import.meta.url);
const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

const spelledOut = (kinds: string[]) => kinds.flatMap((each) => (each === "pure" ? pure : each));

/** Reads the law from the table of docs/architecture.md "Who may import what"; a kind without a row has none. */
function lawsIn(text: string): Map<string, Law> {
  const table = text.split("## Who may import what")[1]?.split("\n## ")[0] ?? "";
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.map((line) => {
      const [names = "", kinds = "", types = "", packages = ""] = line.split("|").slice(1);
      const [name = ""] = wordsIn(names);
      const law = { kinds: [name, ...spelledOut(wordsIn(kinds))], types: spelledOut(wordsIn(types)) };
      return [name, { ...law, packages: packages.trim() === "any" ? null : wordsIn(packages) }];
    }),
  );
}

export const laws = lawsIn(readFileSync(document, "utf8"));

const packageOf = (from: string) => (from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0]);

const adapterOf = (path: string): string | null =>
  /^app\/[\w-]+\/kinds\/(?!registry\.|known-kinds\.)([^./]+)/.exec(path)?.[1] ?? null;

/**
 * Returns true for an import of an adapter. Others may import only a kind's registry and contract; adapters must not
 * import each other.
 */
function isAdapterLeak(path: string, target: string): boolean {
  const [own, other] = [adapterOf(path), adapterOf(target)];
  if (other === null || /\/kinds\/registry\.ts$/.test(path)) return false;
  return own === null || !(other.startsWith(own) || own.startsWith(other));
}

/** Files at the top of app/ compose the others, but may not query the database. */
const composing: Law = { kinds: [...laws.keys()].filter((each) => each !== "db"), types: [], packages: null };

/**
 * Returns true for files that also run in a browser: they may import types of a verb's answer. Only a route module and
 * plain files beside it call one.
 */
const callsNobody = (path: string, kind: string) =>
  (kind === "desk" || kind === "chart") && /(?<!\.route)\.tsx$/.test(path);

interface Wanted {
  /** The kind of the imported file. */
  target: string;
  typeOnly: boolean;
}

function isAllowed({ kinds, types }: Law, path: string, own: string, { target, typeOnly }: Wanted) {
  if (typeOnly && types.includes(target)) return true;
  if (!kinds.includes(target)) return false;
  return typeOnly || target !== "verbs" || !callsNobody(path, own);
}

/** Returns true for product code; scripts and tests are not judged. */
const isJudged = (path: string): boolean => /^(?:app|agent|cli|server)\//.test(path);

/** Returns one line for every import that the law forbids. */
export function forbiddenImports(files: readonly Importing[]): string[] {
  return files
    .filter(({ path }) => isJudged(path) && !isTest(path))
    .flatMap(({ path, imports }) => {
      const kind = kindOf(path);
      const law = kind === null ? composing : laws.get(kind);
      if (!law) return [`${path}: the kind ${kind} has no row in docs/architecture.md`];
      return imports.flatMap(({ from, file, typeOnly }) => {
        if (file === null) {
          const known = law.packages === null || law.packages.includes(packageOf(from) ?? "");
          return known || typeOnly ? [] : [`${path} imports the package ${from}`];
        }
        if (!isJudged(file)) return [];
        const target = kindOf(file);
        if (isAdapterLeak(path, file)) return [`${path} imports the adapter ${file}`];
        const allowed = target === null ? kind === null : isAllowed(law, path, kind ?? "", { target, typeOnly });
        return allowed ? [] : [`${path} imports ${file}`];
      });
    });
}

/** Returns circles among folders of one kind through their files, each once. */
export function folderCircles(files: readonly Importing[], kind: string): string[] {
  const folderOf = (path: string) => path.replace(/\/[^/]*$/, "");
  const isInside = (path: string | null) => path !== null && isJudged(path) && !isTest(path) && kindOf(path) === kind;
  const folders = new Map<string, Importing["imports"]>();
  for (const { path, imports } of files.filter((each) => isInside(each.path))) {
    const outside = imports.filter(({ file }) => isInside(file) && folderOf(file ?? "") !== folderOf(path));
    const known = folders.get(folderOf(path)) ?? [];
    folders.set(folderOf(path), [...known, ...outside.map((each) => ({ ...each, file: folderOf(each.file ?? "") }))]);
  }
  return circles([...folders].map(([path, imports]) => ({ path, imports })));
}

/** Returns circles among files, each once, as a readable chain. Type imports make no circle at run time. */
export function circles(files: readonly Importing[]): string[] {
  const next = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap(({ file, typeOnly }) => (file && !typeOnly ? file : []))]),
  );
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, chain: string[]) => {
    const at = chain.indexOf(path);
    if (at >= 0) found.add([...chain.slice(at), path].join(" → "));
    if (at >= 0 || done.has(path)) return;
    for (const each of next.get(path) ?? []) visit(each, [...chain, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return [...found];
}

/** Returns circles among kinds that the table allows, each once. */
export const kindCircles = (): string[] =>
  circles(
    [...laws].map(([path, { kinds }]) => ({
      path,
      imports: kinds.filter((each) => each !== path).map((file) => ({ from: file, file, typeOnly: false })),
    })),
  );
