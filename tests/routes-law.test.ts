import ts from "typescript";
import { expect, test } from "vitest";
import { type SourceFile, sourcesOf } from "./support/sources";

const modules = sourcesOf("app").filter(({ path }) => /^app\/desk\/.+\.route\.tsx$/.test(path));

const exportsOf = ({ tree }: SourceFile): string[] =>
  tree.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      const from = statement.moduleSpecifier?.getText().slice(1, -1) ?? ".";
      return statement.exportClause.elements.map(({ name }) => `${name.text} of ${from}`);
    }
    const words = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!words.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (words.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ["default"];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    return ts.isFunctionDeclaration(statement) && statement.name ? [statement.name.text] : [];
  });

/** Those of `list` for which `lacks` holds, by path. */
const lawless = (list: SourceFile[], lacks: (file: SourceFile, exported: string[]) => boolean): string[] =>
  list.filter((file) => lacks(file, exportsOf(file))).map(({ path }) => path);

const sendsPlainly = (_: SourceFile, exported: string[]) =>
  exported.includes("action") &&
  exported.includes("default") &&
  !exported.includes("clientAction of ../frame/client-action");

const showsOldOnes = ({ text }: SourceFile, exported: string[]) =>
  text.includes("<Conflict") && !exported.includes("shouldRevalidate of ../frame/revalidate");

test("every page with a form keeps what is typed where it cannot be sent", () => {
  expect(lawless(modules, sendsPlainly)).toEqual([]);
});

test("every page that can show both versions reads theirs again", () => {
  expect(lawless(modules, showsOldOnes)).toEqual([]);
});

test("the laws bite: a page without its lines is named", () => {
  const [account] = modules.filter(({ path }) => path.endsWith("/incident.route.tsx"));
  if (!account) throw new Error("there is no page of an incident");
  const tree = (text: string) => ts.createSourceFile("a.tsx", text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const bare = account.text.replace(/^export \{ (clientAction|shouldRevalidate) \}.*$/gm, "");
  const broken: SourceFile = { ...account, text: bare, tree: tree(bare) };
  expect([lawless([broken], sendsPlainly), lawless([broken], showsOldOnes)]).toEqual([[account.path], [account.path]]);
  expect(modules.length).toBeGreaterThan(60);
});
