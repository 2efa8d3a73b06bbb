import ts from "typescript";

/** A line that says something, as it is written and with every name and value of it replaced. */
export interface CodeLine {
  number: number;
  text: string;
  shape: string;
}

/** What stands for a name or a value in a shape; null where the node is neither. */
function placeholder(node: ts.Node): string | null {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return "a";
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) return "1";
  if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)) return '"';
  if (ts.isJsxText(node)) return node.containsOnlyTriviaWhiteSpaces ? "" : '"';
  return null;
}

/** Imports say where things come from, not what is done with them. */
const isImport = (node: ts.Node) =>
  ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined);

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ""));

/** The same lines with `words` in place of what was written; a text of many lines (a statement of SQL) says one word. */
const inPlaceOf = (written: string, words: string) => {
  const before = /^\s*/.exec(written)?.[0] ?? "";
  return before + words + written.slice(before.length).replace(/[^\n]/g, "");
};

function rewritten(tree: ts.SourceFile): { text: string; shape: string } {
  const code = tree.text;
  let [text, shape, at] = ["", "", 0];
  const replace = (from: number, to: number, words: string) => {
    const between = withoutComments(code.slice(at, from));
    const written = code.slice(from, to);
    text += between + (written.includes("\n") ? inPlaceOf(written, words) : written);
    shape += between + inPlaceOf(written, words);
    at = to;
  };
  const visit = (node: ts.Node) => {
    const words = isImport(node) ? "" : placeholder(node);
    if (words === null) ts.forEachChild(node, visit);
    else replace(ts.isJsxText(node) ? node.pos : node.getStart(tree), node.end, words);
  };
  visit(tree);
  const rest = withoutComments(code.slice(at));
  return { text: text + rest, shape: shape + rest };
}

const folded = (line: string) => line.trim().replace(/\s+/g, " ");

/** Lines of a file that say something: no blank line, no comment, no import, no lone punctuation. */
export function codeLines(path: string, code: string): CodeLine[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : undefined;
  const { text, shape } = rewritten(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind));
  const texts = text.split("\n");
  return shape
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: folded(texts[index] ?? ""), shape: folded(line) }))
    .filter((line) => /[\w"]/.test(line.shape));
}
