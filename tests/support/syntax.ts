import { type Node, type Program, parseSync, rawTransferSupported, type Span } from "oxc-parser";
import { nodesIn } from "./syntax-nodes";

export type { Node, TemplateElement } from "oxc-parser";

/** A source as its grammar reads it. */
export interface SyntaxTree {
  program: Program;
  /** Each before those within it, in the order in which they are written; each knows its `parent`. */
  nodes: Node[];
}

const texts = new WeakMap<Node, string>();

/** A tree comes over as it lies in memory, where the machine lets it: as JSON it costs half as much again. */
const options = { astType: "ts", experimentalRawTransfer: rawTransferSupported() } as const;

function parsed(path: string, text: string): SyntaxTree {
  const { program, errors } = parseSync(path, text, options);
  const [error] = errors;
  if (error) throw new SyntaxError(`${path}: ${error.message}\n${error.codeframe ?? ""}`);
  texts.set(program, text);
  return { program, nodes: nodesIn(program) };
}

let last: { path: string; text: string; tree: SyntaxTree } | null = null;

/** What stands at `path`, or would. Readers of a file ask one after the other; all trees take half a gigabyte. */
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

/** As it is written, up to the end of `last`. */
export const written = (node: Node, last: Pick<Span, "end"> = node): string =>
  sourceOf(node).slice(node.start, last.end);

/** What a string says, or a template into which nothing is put; null for anything else. */
export function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  const isPlain = node.type === "TemplateLiteral" && node.expressions.length === 0;
  return isPlain ? (node.quasis[0]?.value.cooked ?? null) : null;
}

/** What is declared, without its type; null for what declares nothing by name. */
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

/** A name, and a pattern of names, holds its type. */
export function endOfName(node: Node): number {
  if (node.type === "Identifier") return node.start + node.name.length;
  const isPattern = node.type === "ObjectPattern" || node.type === "ArrayPattern";
  return isPattern ? (node.typeAnnotation?.start ?? node.end) : node.end;
}

/** The variables or the function that a statement declares, whether it exports them or not. */
export function declaredBy(statement: Node): Node[] {
  const isExport = statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  const node = isExport ? statement.declaration : statement;
  if (node?.type === "VariableDeclaration") return node.declarations;
  return node?.type === "FunctionDeclaration" || node?.type === "TSDeclareFunction" ? [node] : [];
}

const lineAt = (node: Node, at: number) => sourceOf(node).slice(0, at).split("\n").length;

/** The line on which a node begins: a text between tags with its first word. */
export function lineOf(node: Node): number {
  const blank = node.type === "JSXText" ? (/^\s*/.exec(node.value)?.[0].length ?? 0) : 0;
  return lineAt(node, node.start + blank);
}

/** The line on which a node ends. */
export const lastLineOf = (node: Node): number => lineAt(node, node.end);
