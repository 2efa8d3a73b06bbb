import { lastLineOf, lineOf, type Node, nameOf, type SyntaxTree } from "./syntax";

export interface FunctionSize {
  name: string;
  lines: number;
  line: number;
}

type Member = Extract<Node, { type: "Property" | "MethodDefinition" | "TSAbstractMethodDefinition" }>;

/**
 * Returns true for a function written as a member of a class or an object; `{ a: function () {} }` has a value instead.
 */
function isMember(node: Node): node is Member {
  if (node.type === "Property") return node.method || node.kind !== "init";
  return node.type === "MethodDefinition" || node.type === "TSAbstractMethodDefinition";
}

/** Accessors and constructors are not methods. */
const isMethod = (node: Node) => isMember(node) && (node.kind === "method" || node.kind === "init");

function isFunction(node: Node): boolean {
  if (node.type === "FunctionExpression") return !(node.parent && isMember(node.parent));
  const isDeclared = node.type === "FunctionDeclaration" || node.type === "TSDeclareFunction";
  return isDeclared || node.type === "ArrowFunctionExpression" || isMethod(node);
}

const isExport = ({ type }: Node) => type === "ExportNamedDeclaration" || type === "ExportDefaultDeclaration";

/** Returns the number of lines of each function of a file, including its signature. */
export const functionsOf = ({ nodes }: SyntaxTree): FunctionSize[] =>
  nodes.filter(isFunction).map((node) => {
    const { parent } = node;
    const line = lineOf(parent && isExport(parent) ? parent : node);
    const name = nameOf(node) ?? (parent && nameOf(parent)) ?? "(unnamed)";
    return { name, lines: lastLineOf(node) - line + 1, line };
  });
