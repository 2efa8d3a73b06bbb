import { type Node, type Program, parseSync, rawTransferSupported, type Span } from "oxc-parser";
import { nodesIn } from "./syntax-nodes";

export type { Node, TemplateElement } from "oxc-parser";

/** A source file as parsed. */
export interface SyntaxTree {
  program: Program;
  /** Nodes in source order, each before its descendants; each has its `parent`. */
  nodes: Node[];
}

const texts = new WeakMap<Node, string>();

/** Transfers the tree as it is in memory, if the machine supports it: as JSON it costs half as much again. */
const options = { astType: "ts", experimentalRawTransfer: rawTransferSupported() } as const;

function parsed(path: string, text: string): SyntaxTree {
  const { program, errors } = parseSync(path, text, options);
  const [error] = errors;
  if (error) throw new SyntaxError(`${path}: ${error.message}\n${error.codeframe ?? ""}`);
  texts.set(program, text);
  return { program, nodes: nodesIn(program) };
}

let last: { path: string; text: string; tree: SyntaxTree } | null = null;

/**
 * Returns the tree of the text at `path`. Only the last is kept: checks of a file follow each other, and all trees take
 * half a gigabyte.
 */
export function treeOf(path: string, text: string): SyntaxTree {
  if (last?.path !== path || last.text !== text) last = { path, text, tree: parsed(path, text) };
  return last.tree;
}

function sourceOf(node: Node): string {
  let top = node;
  while (top.parent) top = top.parent;
  const text = texts.get(top);
  if (text === undefined) throw new Error(`${node.type} stands in no tree`);
  return text;
}

/** Returns the source text, up to the end of `last`. */
export const written = (node: Node, last: Pick<Span, "end"> = node): string =>
  sourceOf(node).slice(node.start, last.end);

/** Returns the text of a string, or of a template without values; null for anything else. */
export function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  const isPlain = node.type === "TemplateLiteral" && node.expressions.length === 0;
  return isPlain ? (node.quasis[0]?.value.cooked ?? null) : null;
}

/** Returns the name of a declaration, without its type; null when there is none. */
export function nameOf(node: Node): string | null {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "TSDeclareFunction":
      return node.id?.name ?? null;
    case "VariableDeclarator":
      return written(node.id, { end: endOfName(node.id) });
    case "Property":
    case "MethodDefinition":
    case "TSAbstractMethodDefinition":
      return node.computed ? `[${written(node.key)}]` : written(node.key);
    default:
      return null;
  }
}

/** Returns the end of a name or pattern without its type, which the node includes. */
export function endOfName(node: Node): number {
  if (node.type === "Identifier") return node.start + node.name.length;
  const isPattern = node.type === "ObjectPattern" || node.type === "ArrayPattern";
  return isPattern ? (node.typeAnnotation?.start ?? node.end) : node.end;
}

/** Returns the variables or the function that a statement declares, exported or not. */
export function declaredBy(statement: Node): Node[] {
  const isExport = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const node = isExport ? statement.declaration : statement;
  if (node?.type === "VariableDeclaration") return node.declarations;
  return node?.type === "FunctionDeclaration" || node?.type === "TSDeclareFunction" ? [node] : [];
}

const lineAt = (node: Node, at: number) => sourceOf(node).slice(0, at).split("\n").length;

/** Returns the line on which a node starts; for a text between tags, that of its first word. */
export function lineOf(node: Node): number {
  const blank = node.type === "JSXText" ? (/^\s*/.exec(node.value)?.[0].length ?? 0) : 0;
  return lineAt(node, node.start + blank);
}

/** Returns the line on which a node ends. */
export const lastLineOf = (node: Node): number => lineAt(node, node.end);
