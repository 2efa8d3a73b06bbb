import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = fileURLToPath(new URL("../../", import.meta.url));

export interface Import {
  /** As written. */
  from: string;
  /** File in the repository, relative to it; null for packages. */
  file: string | null;
  typeOnly: boolean;
}

export interface SourceFile {
  /** Relative to the repository, with slashes. */
  path: string;
  text: string;
  tree: ts.SourceFile;
  imports: Import[];
}

export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");

/** All TypeScript and JavaScript files under the given folders. */
export function sourcesOf(...folders: string[]): SourceFile[] {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const files = paths.filter((path) => /\.(tsx?|mjs|js)$/.test(path)).sort();
  return files.map((path) => parse(path, new Set(files)));
}

function parse(path: string, files: ReadonlySet<string>): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, text, tree, imports: importsOf(tree, path, files) };
}

function resolved(from: string, path: string, files: ReadonlySet<string>): string | null {
  const bare = from.replace(/\?.*$/, "");
  const base = bare.startsWith("~/") ? join("app", bare.slice(2)) : join(dirname(path), bare);
  if (!bare.startsWith("~/") && !bare.startsWith(".")) return null;
  const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`];
  return candidates.find((each) => files.has(each)) ?? relative(root, join(root, base));
}

/** Every way in which a file can pull another one in, `import()` and re-exports too. */
function importsOf(tree: ts.SourceFile, path: string, files: ReadonlySet<string>): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Expression | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteral(node))
      found.push({ from: node.text, file: resolved(node.text, path, files), typeOnly });
  };
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal as ts.StringLiteral, true);
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
  });
  return found;
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

export interface FunctionSize {
  name: string;
  lines: number;
  line: number;
}

type NamedFunction = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction | ts.MethodDeclaration;

const isFunction = (node: ts.Node): node is NamedFunction =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

function nameOf(node: NamedFunction): string {
  if (node.name) return node.name.getText();
  const parent = node.parent;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : "(unnamed)";
}

/** How many lines each function of a file takes, its signature included. */
export function functionsOf({ tree }: SourceFile): FunctionSize[] {
  const found: FunctionSize[] = [];
  walk(tree, (node) => {
    if (!isFunction(node)) return;
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const last = tree.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    found.push({ name: nameOf(node), lines: last - line + 1, line });
  });
  return found;
}
