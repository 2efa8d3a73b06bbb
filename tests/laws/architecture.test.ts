import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { functionsOf } from "../support/function-sizes";
import { circles, folderCircles, forbiddenImports, kindCircles, laws } from "../support/import-law";
import { type Importing, importsOf } from "../support/imports";
import { kindOf } from "../support/kinds";
import { isTest, root, type SourceFile, sourcesOf } from "../support/sources";
import { lineOf, type Node, treeOf, written } from "../support/syntax";

const forbiddenCalls: [RegExp, string][] = [
  [/^(Date|performance|Temporal\.Now)\b/, "the clock"],
  [/^Math\.random$/, "chance"],
  [/^(globalThis\.)?crypto\.(getRandomValues|randomUUID)$/, "chance"],
  [/^(process\.env|import\.meta\.env)$/, "the environment"],
];

/** `Date.now()`, `new Date()` and the like: what a test could not move. Plain `Date` as a value or a type is fine. */
function unmovable(node: Node): string | null {
  if (node.type === "NewExpression" && written(node.callee) === "Date" && node.arguments.length === 0)
    return "the clock";
  if (node.type === "CallExpression" && written(node.callee) === "Date") return "the clock";
  if (node.type !== "MemberExpression" || node.computed) return null;
  const text = written(node);
  if (/^(Date\.(UTC|parse)|performance\.mark)$/.test(text)) return null;
  return forbiddenCalls.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function silenced(node: Node): string | null {
  if (node.type === "CatchClause") return node.body.body.length === 0 ? "empty catch" : null;
  return node.type === "TSAnyKeyword" ? "any" : null;
}

const isDefault = ({ type }: Node) => type === "ExportDefaultDeclaration" || type === "TSExportAssignment";

const sources = sourcesOf("app", "agent", "cli", "server", "scripts", "tests");
const paths = new Set(sources.map(({ path }) => path));

/** What the laws ask of a file's tree, which is let go: all of them together take half a gigabyte. */
function factsOf({ path, text }: SourceFile) {
  const tree = treeOf(path, text);
  const said = (judge: (node: Node) => string | null, say: (what: string, node: Node) => string) =>
    tree.nodes.flatMap((node) => {
      const what = judge(node);
      return what === null ? [] : `${path}:${lineOf(node)} ${say(what, node)}`;
    });
  return {
    path,
    text,
    imports: importsOf(tree, path, paths),
    functions: functionsOf(tree),
    hasDefault: tree.program.body.some(isDefault),
    unmovable: said(unmovable, (what, node) => `asks for ${what}: ${written(node)}`),
    silenced: said(silenced, (what) => what),
  };
}

const all = sources.map(factsOf);
const app = all.filter(({ path }) => path.startsWith("app/"));
const product = all.filter(({ path }) => /^(?:app|agent|cli|server)\//.test(path));

test("files of every kind import only what docs/architecture.md lets them", () => {
  expect(forbiddenImports(product)).toEqual([]);
});

/** A file of each kind, and one at the top, which has no row of its own. */
const examples = new Map(product.flatMap(({ path }) => (isTest(path) ? [] : [[kindOf(path), path]])));
const importing = (path: string, file: string | null, from = `~/${file}`): Importing => ({
  path,
  imports: [{ from, file, typeOnly: false }],
});

test.each([...laws])("the row of %s bites: whatever it does not name is found", (kind, { kinds, packages }) => {
  const own = examples.get(kind) ?? "";
  const forbidden = [...laws.keys()].filter((each) => !kinds.includes(each));
  const breaches = forbidden.flatMap((each) => forbiddenImports([importing(own, examples.get(each) ?? "")]));
  expect(breaches).toHaveLength(forbidden.length);
  const foreign = forbiddenImports([importing(own, null, "hono")]);
  expect(foreign).toHaveLength(packages === null ? 0 : 1);
});

test("the law bites: an adapter by another way than its registry, a component that calls a verb, a kind without a row", () => {
  const breaches = forbiddenImports([
    importing("app/people/desk/c.tsx", "app/sources/kinds/alertmanager.ts"),
    importing("app/sources/kinds/a.ts", "app/sources/kinds/b.ts"),
    importing("app/people/desk/d.tsx", "app/people/account.ts"),
    importing("app/people/rules/e.ts", "app/worker.ts"),
  ]);
  expect(breaches).toHaveLength(4);
});

test("no file reaches itself again", () => {
  expect(circles(all)).toEqual([]);
});

test("no kind may import one that may import it", () => {
  expect(kindCircles()).toEqual([]);
});

test.each([...laws.keys()])("no folder of %s reaches itself again through others of its kind", (kind) => {
  expect(folderCircles(product, kind)).toEqual([]);
});

test("files have whole names in kebab-case, and none is a drawer for odds and ends", () => {
  const odd = all.filter(({ path }) => {
    const name = path.split("/").at(-1) ?? "";
    return !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|client|server|worker|route|d))?\.(tsx?|mjs|js)$/.test(name);
  });
  const drawers = all.filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.)/.test(path));
  expect([...odd, ...drawers].map(({ path }) => path)).toEqual([]);
});

test("files stay under 300 lines, functions under 50, components under 100", () => {
  const long = all.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return lines > 300 ? [`${path} has ${lines} lines`] : [];
  });
  const large = all
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, functions }) =>
      functions.flatMap(({ name, lines, line }) => {
        const limit = path.endsWith(".tsx") && /^[A-Z]/.test(name) ? 100 : 50;
        return lines > limit ? [`${path}:${line} ${name} has ${lines} lines, ${limit} at most`] : [];
      }),
    );
  expect([...long, ...large]).toEqual([]);
});

test("only the platform and the entry know the clock, chance and the environment", () => {
  // A script of a page runs in a reader's browser, and has no other clock than theirs.
  const entries = [
    "app/entry.worker.ts",
    "app/status-page/views/frame/live-script.ts",
    "app/ui/parts/hydration-gates.ts",
  ];
  const outside = app.filter(({ path }) => !isTest(path) && kindOf(path) !== "platform" && !entries.includes(path));
  expect(outside.flatMap((file) => file.unmovable)).toEqual([]);
});

test("names are exported by name; defaults stand only where Remix or the runtime demand them", () => {
  const demanded =
    /^(?:tests\/support\/database-object\.mjs|app\/(routes\.ts|root\.tsx|entry\.[a-z]+\.tsx?|.+\.route\.tsx))$/;
  const found = all.filter(({ path, hasDefault }) => hasDefault && !demanded.test(path));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("no error is swallowed without a word, no check is switched off", () => {
  const unchecked = all.filter(
    ({ path, text }) => /@ts-(ignore|nocheck|expect-error)\b/.test(text) && path !== "tests/laws/architecture.test.ts",
  );
  const found = [
    ...all.flatMap((file) => file.silenced),
    ...unchecked.map(({ path }) => `${path} switches the type check off`),
  ];
  expect(found).toEqual([]);
});

test("migrations only ever add: a rebuilt table on D1 deletes its children", () => {
  const folder = `${root}/migrations`;
  const forbidden = /\b(DROP\s+(TABLE|COLUMN)|RENAME\s+(TO|COLUMN)|ALTER\s+COLUMN|__new_|PRAGMA\s+foreign_keys)/i;
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .filter((name) => forbidden.test(readFileSync(`${folder}/${name}`, "utf8")));
  expect(found).toEqual([]);
});
