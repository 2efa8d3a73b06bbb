import { endOfName, type Node, treeOf } from "./syntax";

/** A line of code, as written and with every name and value replaced. */
export interface CodeLine {
  number: number;
  text: string;
  shape: string;
}

type Literal = Extract<Node, { type: "Literal" }>;

/** Imports say where things come from, not what the code does. */
const isImport = (node: Node) =>
  node.type === "ImportDeclaration" ||
  node.type === "ExportAllDeclaration" ||
  (node.type === "ExportNamedDeclaration" && node.source !== null);

function ofLiteral(node: Literal): string | null {
  if (typeof node.value === "number" || typeof node.value === "bigint") return "1";
  return typeof node.value === "string" || "regex" in node ? '"' : null;
}

/** `constructor` is a keyword of the grammar. */
const isName = (node: Node) =>
  node.type === "PrivateIdentifier" ||
  node.type === "JSXIdentifier" ||
  (node.type === "Identifier" && !(node.parent?.type === "MethodDefinition" && node.parent.kind === "constructor"));

/** Returns the placeholder for an import, a name or a value in a shape; null for other nodes. */
function placeholder(node: Node): string | null {
  if (isImport(node)) return "";
  if (isName(node)) return "a";
  if (node.type === "Literal") return ofLiteral(node);
  if (node.type === "JSXText") return /^\s*\n\s*$/.test(node.value) ? "" : '"';
  return node.type === "TemplateElement" ? '"' : null;
}

const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ""));

/** Replaces a text by `words` and keeps its lines; a text of many lines (a statement of SQL) becomes one word. */
const inPlaceOf = (written: string, words: string) => {
  const before = /^\s*/.exec(written)?.[0] ?? "";
  return before + words + written.slice(before.length).replace(/[^\n]/g, "");
};

function rewritten(path: string, code: string): { text: string; shape: string } {
  let [text, shape, at] = ["", "", 0];
  const replace = (from: number, to: number, words: string) => {
    const between = withoutComments(code.slice(at, from));
    const written = code.slice(from, to);
    text += between + (written.includes("\n") ? inPlaceOf(written, words) : written);
    shape += between + inPlaceOf(written, words);
    at = to;
  };
  for (const node of treeOf(path, code).nodes) {
    const words = node.start < at ? null : placeholder(node);
    if (words !== null) replace(node.start, endOfName(node), words);
  }
  const rest = withoutComments(code.slice(at));
  return { text: text + rest, shape: shape + rest };
}

const folded = (line: string) => line.trim().replace(/\s+/g, " ");

/** Returns the lines of a file that have code: no blank line, no comment, no import, no lone punctuation. */
export function codeLines(path: string, code: string): CodeLine[] {
  const { text, shape } = rewritten(path, code);
  const texts = text.split("\n");
  return shape
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: folded(texts[index] ?? ""), shape: folded(line) }))
    .filter((line) => /[\w"]/.test(line.shape));
}
