import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { circles, folderCircles, forbiddenImports, roomCircles } from "./support/import-law";
import { functionsOf, isTest, root, type SourceFile, sourcesOf, walk } from "./support/sources";

const app = sourcesOf("app");
const all = [...app, ...sourcesOf("scripts", "tests")];

const lineOf = ({ tree, path }: SourceFile, node: ts.Node) =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

test("every room imports only what docs/architecture.md lets it", () => {
  expect(forbiddenImports(app)).toEqual([]);
});

test("the law bites: a rule that asks the database, a route that asks an adapter", () => {
  const [sample] = app;
  const lawless = (path: string, from: string, file: string | null): SourceFile => ({
    ...(sample as SourceFile),
    path,
    imports: [{ from, file, typeOnly: false }],
  });
  const breaches = forbiddenImports([
    lawless("app/rules/a.ts", "~/db/read", "app/db/read.ts"),
    lawless("app/rules/b.ts", "hono", null),
    lawless("app/desk/c.tsx", "~/ingest/sources/alertmanager", "app/ingest/sources/alertmanager.ts"),
    lawless("app/engines/settling/d.ts", "~/usecases/change", "app/usecases/change.ts"),
    lawless("app/desk/e.tsx", "~/engines/tick/run", "app/engines/tick/run.ts"),
    lawless("app/cellar/f.ts", "./g", "app/cellar/g.ts"),
  ]);
  expect(breaches).toHaveLength(6);
});

test("no file reaches itself again", () => {
  expect(circles(all)).toEqual([]);
});

test("no room may import one that may import it", () => {
  expect(roomCircles()).toEqual([]);
});

test.each(["engines", "rules", "usecases"])("no folder of %s reaches itself again", (room) => {
  expect(folderCircles(app, room)).toEqual([]);
});

test("files have whole names in kebab-case, and none is a drawer for odds and ends", () => {
  const odd = all.filter(({ path }) => {
    const name = path.split("/").at(-1) ?? "";
    return !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|client|server|worker|route|d))?\.(tsx?|mjs|js)$/.test(name);
  });
  const drawers = all.filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.)/.test(path));
  expect([...odd, ...drawers].map(({ path }) => path)).toEqual([]);
});

/** One file because people copy it to another machine. */
const copied: Record<string, number> = { "scripts/agent.mjs": 550 };

test("files stay under 300 lines, functions under 50, components under 100", () => {
  const long = all.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return lines > (copied[path] ?? 300) ? [`${path} has ${lines} lines`] : [];
  });
  const large = all
    .filter(({ path }) => !isTest(path))
    .flatMap((file) =>
      functionsOf(file).flatMap(({ name, lines, line }) => {
        const limit = file.path.endsWith(".tsx") && /^[A-Z]/.test(name) ? 100 : 50;
        return lines > limit ? [`${file.path}:${line} ${name} has ${lines} lines, ${limit} at most`] : [];
      }),
    );
  expect([...long, ...large]).toEqual([]);
});

const forbiddenCalls: [RegExp, string][] = [
  [/^(Date|performance|Temporal\.Now)\b/, "the clock"],
  [/^Math\.random$/, "chance"],
  [/^(globalThis\.)?crypto\.(getRandomValues|randomUUID)$/, "chance"],
  [/^(process\.env|import\.meta\.env)$/, "the environment"],
];

/** `Date.now()`, `new Date()` and the like: what a test could not move. Plain `Date` as a value or a type is fine. */
function unmovable(node: ts.Node): string | null {
  if (ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length) return "the clock";
  if (ts.isCallExpression(node) && node.expression.getText() === "Date") return "the clock";
  if (!ts.isPropertyAccessExpression(node)) return null;
  const text = node.getText();
  if (/^(Date\.(UTC|parse)|performance\.mark)$/.test(text)) return null;
  return forbiddenCalls.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

test("only the platform and the entry know the clock, chance and the environment", () => {
  const outside = app.filter(
    ({ path }) => !isTest(path) && !path.startsWith("app/platform/") && path !== "app/entry.worker.ts",
  );
  const found: string[] = [];
  for (const file of outside) {
    walk(file.tree, (node) => {
      const what = unmovable(node);
      if (what) found.push(`${lineOf(file, node)} asks for ${what}: ${node.getText()}`);
    });
  }
  expect(found).toEqual([]);
});

test("names are exported by name; defaults stand only where Remix or the runtime demand them", () => {
  const demanded = /^(?:tests\/support\/database-object\.mjs|app\/(routes\.ts|root\.tsx|entry\.[a-z]+\.tsx?|.+\.route\.tsx))$/;
  const found = all.filter(
    ({ path, tree }) =>
      !demanded.test(path) &&
      tree.statements.some(
        (statement) =>
          ts.isExportAssignment(statement) ||
          (ts.canHaveModifiers(statement) &&
            ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)),
      ),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("no error is swallowed without a word, no check is switched off", () => {
  const found: string[] = [];
  for (const file of all) {
    walk(file.tree, (node) => {
      if (ts.isCatchClause(node) && node.block.statements.length === 0) found.push(`${lineOf(file, node)} empty catch`);
      if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${lineOf(file, node)} any`);
    });
    if (/@ts-(ignore|nocheck|expect-error)\b/.test(file.text) && file.path !== "tests/architecture.test.ts") {
      found.push(`${file.path} switches the type check off`);
    }
  }
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
