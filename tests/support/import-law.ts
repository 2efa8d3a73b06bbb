import { isTest, type SourceFile } from "./sources";

/** What a room may import: other rooms, and the packages that it needs (null = any). */
interface Law {
  rooms: string[];
  packages: string[] | null;
}

const edge: Law = {
  rooms: [
    "usecases",
    "feeds",
    "ui",
    "http",
    "auth",
    "i18n",
    "rules",
    "platform",
    "routes",
    "machines",
    "jobs",
    "styles",
  ],
  packages: null,
};

/** Design §3. A room that is not named here has no tenant yet: naming it is a decision. */
export const laws: Record<string, Law> = {
  rules: { rooms: ["rules"], packages: ["zod", "temporal-polyfill", "ipaddr.js", "croner", "rrule"] },
  db: { rooms: ["db", "rules", "platform"], packages: ["drizzle-orm"] },
  engines: {
    rooms: ["engines", "rules", "db", "monitors", "notify", "mail", "letters", "platform"],
    packages: [],
  },
  usecases: {
    rooms: [
      "usecases",
      "engines",
      "rules",
      "db",
      "ingest",
      "monitors",
      "notify",
      "mail",
      "letters",
      "platform",
      "audit",
    ],
    packages: ["zod", "drizzle-orm", "papaparse", "@simplewebauthn/server", "oauth4webapi"],
  },
  ingest: { rooms: ["ingest", "rules"], packages: ["zod", "standardwebhooks"] },
  monitors: { rooms: ["monitors", "rules"], packages: ["zod", "jsonpath-rfc9535"] },
  notify: { rooms: ["notify", "rules"], packages: ["zod", "standardwebhooks"] },
  mail: { rooms: ["mail", "rules"], packages: ["zod", "nodemailer"] },
  letters: { rooms: ["letters", "rules", "i18n"], packages: ["react", "react-dom"] },
  feeds: { rooms: ["feeds", "rules"], packages: ["feedsmith", "ical-generator"] },
  i18n: { rooms: ["i18n", "rules"], packages: ["i18next", "negotiator"] },
  platform: { rooms: ["platform", "rules"], packages: null },
  http: { rooms: ["http", "auth", "usecases", "rules", "platform", "i18n"], packages: null },
  auth: { rooms: ["auth", "http", "usecases", "rules", "platform"], packages: null },
  ui: { rooms: ["ui", "rules", "i18n", "styles"], packages: null },
  routes: edge,
  machines: edge,
  jobs: { ...edge, rooms: [...edge.rooms, "engines"] },
  styles: { rooms: [], packages: [] },
};

export const roomOf = (path: string): string | null => /^app\/([^/]+)\//.exec(path)?.[1] ?? null;

const packageOf = (from: string) => (from.startsWith("@") ? from.split("/").slice(0, 2).join("/") : from.split("/")[0]);

/** Types say nothing at run time, so `ui` may name what a use case answers; `db` and adapters stay out of sight. */
const typesOnly: Record<string, string[]> = { ui: ["usecases"], mail: ["platform"], monitors: ["platform"] };

const adapterOf = (path: string): string | null =>
  /^app\/(?:ingest\/sources|monitors\/kinds|notify\/channels|mail\/mailers)\/([^./]+)/.exec(path)?.[1] ?? null;

/** Use cases know the registry and the contract of a kind of adapter, never an adapter; adapters not each other. */
function isAdapterLeak(path: string, target: string): boolean {
  const [own, other] = [adapterOf(path), adapterOf(target)];
  if (other === null || /^app\/(ingest|monitors|notify|mail)\/registry\.ts$/.test(path)) return false;
  return own === null || !(other.startsWith(own) || own.startsWith(other));
}

/** The files at the top of app/ and the door compose what others made; the database is not theirs to ask. */
const composing: Law = { rooms: [...edge.rooms, "jobs"], packages: null };

/** One line for every import that the law forbids. */
export function forbiddenImports(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith("app/") && !isTest(path))
    .flatMap(({ path, imports }) => {
      const room = roomOf(path);
      const law = room === null || path === "app/http/door.ts" ? composing : laws[room];
      if (!law) return [`${path}: the room ${room} has no law; name it in tests/support/import-law.ts`];
      return imports.flatMap(({ from, file, typeOnly }) => {
        if (file === null) {
          const known = law.packages === null || law.packages.includes(packageOf(from) ?? "");
          return known || typeOnly ? [] : [`${path} imports the package ${from}`];
        }
        const target = roomOf(file);
        if (isAdapterLeak(path, file)) return [`${path} imports the adapter ${file}`];
        if (target === null || law.rooms.includes(target)) return [];
        return typeOnly && room && typesOnly[room]?.includes(target) ? [] : [`${path} imports ${file}`];
      });
    });
}

/** Folders of a room that reach themselves again through their files, each circle once. */
export function folderCircles(files: readonly SourceFile[], room: string): string[] {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const inside = files.filter(({ path }) => path.startsWith(`app/${room}/`) && !isTest(path));
  const folders = new Map<string, SourceFile["imports"]>();
  for (const { path, imports } of inside) {
    const outside = imports.filter(({ file }) => file?.startsWith(`app/${room}/`) && folderOf(file) !== folderOf(path));
    const known = folders.get(folderOf(path)) ?? [];
    folders.set(folderOf(path), [...known, ...outside.map((each) => ({ ...each, file: folderOf(each.file ?? "") }))]);
  }
  return circles([...folders].map(([path, imports]) => ({ path, imports })));
}

/** Files that reach themselves again, each circle once, as a readable chain. Types alone make no circle at run time. */
export function circles(files: readonly Pick<SourceFile, "path" | "imports">[]): string[] {
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
