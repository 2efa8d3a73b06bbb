import { readFileSync } from "node:fs";
import type { Importing } from "./imports";
import { isTest } from "./sources";

/** What a room may import: other rooms, some of them as types alone, and the packages that it needs (null = any). */
interface Law {
  rooms: string[];
  types: string[];
  packages: string[] | null;
}

const document = new URL("../../docs/architecture.md", import.meta.url);
const wordsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

/** The table of docs/architecture.md "Who may import what" is the law; a room without a row there has none. */
function lawsIn(text: string): Map<string, Law> {
  const table = text.split("## Who may import what")[1]?.split("\n## ")[0] ?? "";
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.map((line) => {
      const [names = "", rooms = "", types = "", packages = ""] = line.split("|").slice(1);
      const [name = ""] = wordsIn(names);
      const law = { rooms: [name, ...wordsIn(rooms)], types: wordsIn(types) };
      return [name, { ...law, packages: packages.trim() === "any" ? null : wordsIn(packages) }];
    }),
  );
}

export const laws = lawsIn(readFileSync(document, "utf8"));

export const roomOf = (path: string): string | null => /^app\/([^/]+)\//.exec(path)?.[1] ?? null;

const packageOf = (from: string) => (from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0]);

const adapterOf = (path: string): string | null =>
  /^app\/(?:ingest\/sources|monitors\/kinds|notify\/channels|mail\/mailers)\/([^./]+)/.exec(path)?.[1] ?? null;

/** Use cases know the registry and the contract of a kind of adapter, never an adapter; adapters not each other. */
function isAdapterLeak(path: string, target: string): boolean {
  const [own, other] = [adapterOf(path), adapterOf(target)];
  if (other === null || /^app\/(ingest|monitors|notify|mail)\/registry\.ts$/.test(path)) return false;
  return own === null || !(other.startsWith(own) || own.startsWith(other));
}

/** Files at the top of app/ and the door compose what others made; the database is not theirs to ask. */
const composing: Law = { rooms: [...laws.keys()].filter((each) => each !== "db"), types: [], packages: null };

/** What a browser runs too may name what a use case answers; only a route module and plain files beside it call one. */
const callsNobody = (path: string) => /^app\/(desk|chart)\//.test(path) && /(?<!\.route)\.tsx$/.test(path);

function isAllowed({ rooms, types }: Law, path: string, target: string, typeOnly: boolean): boolean {
  if (types.includes(target)) return typeOnly;
  if (!rooms.includes(target)) return false;
  return typeOnly || target !== "usecases" || !callsNobody(path);
}

/** One line for every import that the law forbids. */
export function forbiddenImports(files: readonly Importing[]): string[] {
  return files
    .filter(({ path }) => path.startsWith("app/") && !isTest(path))
    .flatMap(({ path, imports }) => {
      const room = roomOf(path);
      const law = room === null || path === "app/http/door.ts" ? composing : laws.get(room);
      if (!law) return [`${path}: the room ${room} has no row in docs/architecture.md`];
      return imports.flatMap(({ from, file, typeOnly }) => {
        if (file === null) {
          const known = law.packages === null || law.packages.includes(packageOf(from) ?? "");
          return known || typeOnly ? [] : [`${path} imports the package ${from}`];
        }
        const target = roomOf(file);
        if (isAdapterLeak(path, file)) return [`${path} imports the adapter ${file}`];
        return target === null || isAllowed(law, path, target, typeOnly) ? [] : [`${path} imports ${file}`];
      });
    });
}

/** Folders of a room that reach themselves again through their files, each circle once. */
export function folderCircles(files: readonly Importing[], room: string): string[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const inside = files.filter(({ path }) => path.startsWith(`app/${room}/`) && !isTest(path));
  const folders = new Map<string, Importing["imports"]>();
  for (const { path, imports } of inside) {
    const outside = imports.filter(({ file }) => file?.startsWith(`app/${room}/`) && folderOf(file) !== folderOf(path));
    const known = folders.get(folderOf(path)) ?? [];
    folders.set(folderOf(path), [...known, ...outside.map((each) => ({ ...each, file: folderOf(each.file ?? "") }))]);
  }
  return circles([...folders].map(([path, imports]) => ({ path, imports })));
}

/** Files that reach themselves again, each circle once, as a readable chain. Types alone make no circle at run time. */
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

/** Rooms that may reach themselves again by the table, each circle once. */
export const roomCircles = (): string[] =>
  circles(
    [...laws].map(([path, { rooms }]) => ({
      path,
      imports: rooms.filter((each) => each !== path).map((file) => ({ from: file, file, typeOnly: false })),
    })),
  );
