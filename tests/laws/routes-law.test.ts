import { expect, test } from "vitest";
import { type SourceFile, sourcesOf } from "../support/sources";
import { declaredBy, type Node, nameOf, treeOf } from "../support/syntax";

const modules = sourcesOf("app").filter(({ path }) => /^app\/(?:.+\/desk|ui)\/.+\.route\.tsx$/.test(path));

function exportedBy(statement: Node): (string | null)[] {
  if (statement.type === "ExportDefaultDeclaration") return ["default"];
  if (statement.type !== "ExportNamedDeclaration") return [];
  const names = statement.specifiers.map(({ exported }) => ("name" in exported ? exported.name : exported.value));
  const from = statement.source?.value ?? ".";
  return [...names.map((name) => `${name} of ${from}`), ...declaredBy(statement).map(nameOf)];
}

const exportsOf = ({ path, text }: SourceFile): string[] =>
  treeOf(path, text)
    .program.body.flatMap(exportedBy)
    .filter((name) => name !== null);

/** Those of `list` for which `lacks` holds, by path. */
const lawless = (list: SourceFile[], lacks: (file: SourceFile, exported: string[]) => boolean): string[] =>
  list.filter((file) => lacks(file, exportsOf(file))).map(({ path }) => path);

const sendsPlainly = (_: SourceFile, exported: string[]) =>
  exported.includes("action") &&
  exported.includes("default") &&
  !exported.includes("clientAction of ~/ui/frame/client-action");

const showsOldOnes = ({ text }: SourceFile, exported: string[]) =>
  /<\w*Conflict(s|Section)?\b/.test(text) && !exported.includes("shouldRevalidate of ~/ui/frame/revalidate");

test("every page with a form keeps what is typed where it cannot be sent", () => {
  expect(lawless(modules, sendsPlainly)).toEqual([]);
});

test("every page that can show both versions reads theirs again", () => {
  expect(lawless(modules, showsOldOnes)).toEqual([]);
});

test("the laws bite: a page without its lines is named", () => {
  const [account] = modules.filter(({ path }) => path.endsWith("/incident.route.tsx"));
  if (!account) throw new Error("there is no page of an incident");
  const bare = account.text.replace(/^export \{ (clientAction|shouldRevalidate) \}.*$/gm, "");
  const broken: SourceFile = { ...account, text: bare };
  expect([lawless([broken], sendsPlainly), lawless([broken], showsOldOnes)]).toEqual([[account.path], [account.path]]);
  expect(modules.length).toBeGreaterThan(60);
});
