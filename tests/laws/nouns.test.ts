import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as nouns from "~/nouns";
import { nounListsPlugin } from "../../scripts/bundle/lists-of-nouns.ts";
import { generatedFilesOfNouns } from "../../scripts/nouns/files-of-nouns.ts";
import { importsOf } from "../support/imports";
import { isTest, root, sourcesOf } from "../support/sources";
import { type Node, treeOf, written } from "../support/syntax";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);
const app = sourcesOf("app").filter(({ path }) => !isTest(path));
const paths = new Set(app.map(({ path }) => path));
const told = app.filter(({ path }) => path.endsWith("/noun.ts"));

/** What a value is written with that is the same whenever it is read. */
const plain = new Set([
  "ExpressionStatement",
  "VariableDeclaration",
  "VariableDeclarator",
  "ExportNamedDeclaration",
  "Identifier",
  "Literal",
  "ObjectExpression",
  "ArrayExpression",
  "Property",
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSTypeReference",
]);

const isImport = ({ type }: Node) => /^Import/.test(type);

function foreignIn(path: string, text: string): string[] {
  const { nodes, program } = treeOf(path, text);
  const imports = program.body.filter((each) => each.type === "ImportDeclaration" && each.importKind !== "type");
  const others = nodes.filter((node) => node.type !== "Program" && !isImport(node) && !plain.has(node.type));
  const references = nodes.filter(
    (node) => node.type === "Property" && (node.shorthand || node.computed || node.value.type === "Identifier"),
  );
  return [...imports, ...others, ...references].map((node) => `${path}: ${written(node)}`);
}

describe("a noun", () => {
  test("is data alone", () => {
    expect(told.length).toBeGreaterThan(20);
    expect(told.flatMap(({ path, text }) => foreignIn(path, text))).toEqual([]);
    const odd = (value: string) =>
      foreignIn("a/noun.ts", `export const a = { name: ${value} } as const satisfies Noun;`);
    expect(odd(`"a"`)).toEqual([]);
    for (const value of ["nameOf()", "name", "`a`", "1 + 1"]) expect(odd(value), value).not.toEqual([]);
    expect(foreignIn("a/noun.ts", `import { b } from "./b";`)).not.toEqual([]);
  });

  test("has its line", () => {
    const exported = told.flatMap(({ text }) => [...text.matchAll(/^export const (\w+)/gm)].map(([, name]) => name));
    expect(exported.sort()).toEqual(Object.keys(nouns).sort());
  });

  test("has a name, and its messages theirs, that no other has", () => {
    const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at);
    expect(twice(all.map(({ name }) => name))).toEqual([]);
    expect(twice(all.flatMap(({ done = {} }) => Object.keys(done)))).toEqual([]);
    expect(twice(all.flatMap(({ tables = [] }) => tables.map(({ name }) => name)))).toEqual([]);
    expect(twice(all.flatMap(({ routes = {} }) => Object.keys(routes)))).toEqual([]);
  });

  test("has a place of its own in each list", () => {
    const places = all.flatMap(({ menu, search, ways = [], api }) => [
      ...(menu && "area" in menu ? [`menu ${menu.area} ${menu.order}`] : []),
      ...(search ? [`search ${search.order}`] : []),
      ...ways.map(({ order }) => `ways ${order}`),
      ...(api?.routes ?? []).map(({ order }) => `api ${order}`),
    ]);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });
});

test("what follows from them and stands in a file is what `npm run nouns` writes", () => {
  const stale = generatedFilesOfNouns(all).filter(([path, text]) => readFileSync(join(root, path), "utf8") !== text);
  expect(stale.map(([path]) => path)).toEqual([]);
});

test("a noun more is in each of those files", () => {
  const further: nouns.NounDefinition = {
    name: "gadget",
    at: "gadgets",
    menu: { area: "team", order: 99, name: "gadgets", called: "Gadgets" },
    search: { kind: "gadget", order: 999, called: "Gadget" },
    audit: {
      fields: { from: "gadgets/rules/fields", name: "gadgetFields" },
      actions: { create: "{{actor}} made one" },
    },
    api: { routes: [{ from: "gadgets/api/gadgets", add: "addGadgets", order: 999 }] },
    done: { "gadget-created": "Gadget created." },
    refusals: { about: "Forms of gadgets.", texts: { limit: "No more." } },
  };
  const changed = generatedFilesOfNouns([...all, further]).filter(([, text]) => /gadget/i.test(text));
  expect(changed.map(([path]) => path).sort()).toEqual([
    "app/audit/desk/audited-fields.ts",
    "app/audit/desk/words/en.json",
    "app/audit/desk/words/notes.json",
    "app/failures/words/en.json",
    "app/failures/words/notes.json",
    "app/rest-nouns.ts",
    "app/search/desk/words/en.json",
    "app/ui/done/words/en.json",
    "app/ui/frame/words/en.json",
  ]);
});

const importing = app.map(({ path, text }) => ({ path, text, imports: importsOf(treeOf(path, text), path, paths) }));
const lists = importing.filter(({ imports }) =>
  imports.some(({ file, typeOnly }) => file === "app/nouns.ts" && !typeOnly),
);

describe("a list of nouns", () => {
  const { transform } = nounListsPlugin();

  test("imports nothing else", () => {
    expect(lists.length).toBeGreaterThan(7);
    const more = lists.flatMap(({ path, imports }) =>
      imports.filter(({ file, typeOnly }) => !typeOnly && file !== "app/nouns.ts").map(({ from }) => `${path} ${from}`),
    );
    expect(more).toEqual([]);
  });

  test.each(lists)("$path is the same when the build has worked it out", async ({ path, text }) => {
    if (typeof transform !== "function") throw new Error("The plug-in has no transform.");
    const place = join(root, path);
    const done = await transform.call({} as never, text, place);
    if (typeof done !== "object" || typeof done?.code !== "string") throw new Error(`${path} is left as it is`);
    const built = await import(`data:text/javascript,${encodeURIComponent(done.code)}`);
    expect({ ...built }).toEqual({ ...(await import(/* @vite-ignore */ place)) });
    expect(done.code).not.toContain("created a template");
  });
});

test("every page that a noun names is there", () => {
  const modules = all.flatMap(({ routes = {} }) => Object.values(routes));
  const known = new Set(globSync("app/**/*.route.tsx", { cwd: root }));
  expect(modules.filter((name) => !known.has(`app/${name}.route.tsx`))).toEqual([]);
});
