import { type Node, parseSync } from "oxc-parser";

/** A name that a file declares at its top level. */
export interface Declaration {
  name: string;
  kind: "type" | "value" | "number";
  isExported: boolean;
  /** Line number, from 1. */
  line: number;
}

/** A literal in another base is a code of some protocol and has no unit. */
const isDecimal = (raw: string | null): boolean => !/^0[xob]/i.test(raw ?? "");

const arithmetic = new Set(["+", "-", "*", "/", "%", "**"]);

/** True when an expression is a number that is written out, such as `24 * hour`; `numbers` are constants before it. */
function isNumber(node: Node | null, numbers: ReadonlySet<string>): boolean {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "number" && isDecimal(node.raw);
    case "Identifier":
      return numbers.has(node.name);
    case "UnaryExpression":
      return node.operator === "-" && isNumber(node.argument, numbers);
    case "BinaryExpression":
      return arithmetic.has(node.operator) && isNumber(node.left, numbers) && isNumber(node.right, numbers);
    case "ParenthesizedExpression":
      return isNumber(node.expression, numbers);
    default:
      return false;
  }
}

type NameAndKind = Pick<Declaration, "name" | "kind">;

function namesIn(statement: Node, numbers: Set<string>): NameAndKind[] {
  switch (statement.type) {
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSEnumDeclaration":
      return [{ name: statement.id.name, kind: "type" }];
    case "ClassDeclaration":
      return statement.id ? [{ name: statement.id.name, kind: "type" }] : [];
    case "FunctionDeclaration":
      return statement.id ? [{ name: statement.id.name, kind: "value" }] : [];
    case "VariableDeclaration":
      return statement.declarations.flatMap(({ id, init }): NameAndKind[] => {
        if (id.type !== "Identifier") return [];
        const isNumeric = statement.kind === "const" && isNumber(init, numbers);
        if (isNumeric) numbers.add(id.name);
        return [{ name: id.name, kind: isNumeric ? "number" : "value" }];
      });
    default:
      return [];
  }
}

/** The types, functions and constants of a file, in their order. What only re-exports declares nothing. */
export function declarationsIn(path: string, text: string): Declaration[] {
  const { program } = parseSync(path, text, { astType: "ts" });
  const numbers = new Set<string>();
  return program.body.flatMap((statement) => {
    const exported = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    const line = text.slice(0, statement.start).split("\n").length;
    const names = namesIn(exported ?? statement, numbers);
    return names.map((each) => ({ ...each, isExported: exported !== null, line }));
  });
}
