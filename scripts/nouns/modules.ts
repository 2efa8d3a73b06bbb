import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NounDefinition } from "../../app/nouns.ts";
import { root } from "../setup/install.mjs";

interface NamedImport {
  from: string;
  name: string;
}

const head = "// Written by `npm run nouns` from the noun.ts of each noun.\n";

/** Returns import statements in the order of the formatter: by path, each name once. */
function importsOf(all: readonly NamedImport[], more: readonly string[] = []): string {
  const paths = [...new Set(all.map(({ from }) => from))];
  const lines = paths.map((path) => {
    const names = [...new Set(all.flatMap(({ from, name }) => (from === path ? [name] : [])))];
    return `import { ${names.sort().join(", ")} } from "~/${path}";`;
  });
  const pathIn = (line: string) => line.split('"')[1] ?? "";
  return [...lines, ...more].sort((one, other) => (pathIn(one) < pathIn(other) ? -1 : 1)).join("\n");
}

/** Returns the module that lists each noun's part of the API, in the order of its reference. */
function restNouns(nouns: readonly NounDefinition[]): string {
  const all = nouns.flatMap(({ api }) => api?.routes ?? []).toSorted((one, other) => one.order - other.order);
  const imports = importsOf(
    all.map(({ from, add }) => ({ from, name: add })),
    ['import type { Api } from "~/api/environment";'],
  );
  return `${head}${imports}

/** Functions that add the routes of each noun to the API, in the order of its reference. */
export const restNouns: readonly ((api: Api) => void)[] = [
${all.map(({ add }) => `  ${add},`).join("\n")}
];
`;
}

/** Returns the module that lists the fields whose labels name those of an entry, by subject. */
function auditedFields(nouns: readonly NounDefinition[]): string {
  const all = nouns.flatMap(({ name, audit }) => (audit?.fields ? [{ subject: name, ...audit.fields }] : []));
  return `${head}${importsOf(all, ['import type { Fields } from "~/fields/fields";'])}

/** The fields of a subject, by its kind. */
export const auditedFieldsBySubject: Readonly<Record<string, Fields>> = {
${all.map(({ subject, name }) => `  ${subject}: ${name},`).join("\n")}
};
`;
}

/** Returns the module that lists the registries of adapters, by subject. */
function registries(nouns: readonly NounDefinition[]): string {
  const all = nouns.flatMap(({ name, kinds }) => (kinds ? [{ subject: name, ...kinds.registry }] : []));
  return `${head}${importsOf(all)}

/** Functions that find an adapter by its kind, by subject of the audit log. */
export const adapterFinderBySubject = {
${all.map(({ subject, name }) => `  ${subject}: ${name},`).join("\n")}
};
`;
}

const schema = "app/db/schema";

/** Returns the module of all tables, by which a backup and the migrations find them. */
function tables(): string {
  const modules = readdirSync(join(root, schema)).map((name) => name.replace(/\.ts$/, ""));
  const others = modules.filter((name) => name !== "index" && name !== "version").sort();
  return others.map((name) => `export * from "./${name}";\n`).join("");
}

function version(): string {
  const { entries } = JSON.parse(readFileSync(join(root, "migrations/meta/_journal.json"), "utf8"));
  return `/**
 * The last migration that these tables include: a backup records the migration under which it was made
 * (docs/backup.md).
 */
export const schemaVersion = "${entries.at(-1).tag}";
`;
}

/** Returns modules with lists of code, which data cannot hold. */
export const modulesOfNouns = (nouns: readonly NounDefinition[]): [path: string, text: string][] => [
  ["app/rest-nouns.ts", restNouns(nouns)],
  ["app/audit/desk/audited-fields.ts", auditedFields(nouns)],
  ["app/change/adapter-settings/registries.ts", registries(nouns)],
  [`${schema}/index.ts`, tables()],
  [`${schema}/version.ts`, version()],
];
