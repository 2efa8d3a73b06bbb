import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./sources";

interface Unit {
  file: string;
  /** Top-level name → the names that it mentions. */
  mentions: Map<string, Set<string>>;
  /** Local name → where it comes from, as `file#name`. */
  imports: Map<string, string>;
  exported: Set<string>;
}

const app = join(root, "app");

const filesIn = (folder: string): string[] =>
  readdirSync(join(app, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

/** `../change` seen from `usecases/alerts/attach.ts` → `usecases/change`. */
function moduleOf(from: string, name: string): string {
  if (name.startsWith("~/")) return name.slice(2);
  return join(from, "..", name).replace(/\.ts$/, "");
}

function identifiers(node: ts.Node, found = new Set<string>()): Set<string> {
  if (ts.isIdentifier(node)) found.add(node.text);
  node.forEachChild((child) => void identifiers(child, found));
  return found;
}

function importsOf(statement: ts.ImportDeclaration, unit: Unit): void {
  const bindings = statement.importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(statement.moduleSpecifier)) return;
  const module = moduleOf(unit.file, statement.moduleSpecifier.text);
  for (const each of bindings.elements) {
    if (!each.isTypeOnly) unit.imports.set(each.name.text, `${module}#${(each.propertyName ?? each.name).text}`);
  }
}

function note(unit: Unit, name: string, node: ts.Node, statement: ts.Statement): void {
  unit.mentions.set(name, identifiers(node));
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) unit.exported.add(name);
}

function unitOf(file: string): Unit {
  const text = readFileSync(join(app, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const unit: Unit = { file, mentions: new Map(), imports: new Map(), exported: new Set() };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) importsOf(statement, unit);
    else if (ts.isFunctionDeclaration(statement) && statement.name)
      note(unit, statement.name.text, statement, statement);
    else if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) note(unit, each.name.getText(source), each, statement);
    }
  }
  return unit;
}

const keyOf = (unit: Unit, name: string): string =>
  unit.imports.get(name) ?? `${unit.file.replace(/\.tsx?$/, "")}#${name}`;

/**
 * Every use case that writes what is audited and that a route, a program's address or a job calls, as `noun/verb#name`:
 * what reaches `commit` of app/db/commit, however many functions lie between.
 */
export function auditedUseCases(): string[] {
  const units = filesIn("usecases").map(unitOf);
  const writing = new Set(["db/commit#commit"]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const unit of units) {
      for (const [name, mentioned] of unit.mentions) {
        const key = keyOf(unit, name);
        if (writing.has(key) || ![...mentioned].some((each) => writing.has(keyOf(unit, each)))) continue;
        writing.add(key);
        grown = true;
      }
    }
  }
  const callers = ["desk", "visitors", "machines"].flatMap(filesIn).map(unitOf);
  const called = new Set(callers.flatMap(({ imports }) => [...imports.values()]));
  return [...writing]
    .filter((key) => called.has(key) && key.startsWith("usecases/"))
    .map((key) => key.slice("usecases/".length))
    .sort();
}
