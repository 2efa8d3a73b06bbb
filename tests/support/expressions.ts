import { analyse } from "scslre";
import { lineOf, type Node, textOf, treeOf, written } from "./syntax";

/** A regular expression of our code; `expression` is null when its source contains unknown parts. */
export interface FoundExpression {
  line: number;
  source: string;
  expression: RegExp | null;
}

/** Returns a source with its gaps filled by a name, as a caller would. */
function sourceOf(node: Node): string | null {
  const text = textOf(node);
  if (text !== null || node.type !== "TemplateLiteral") return text;
  return node.quasis.map(({ value }) => value.cooked ?? "").join("name");
}

function expressionOf(source: Node | undefined, flags: Node | undefined): RegExp | null {
  const text = source ? sourceOf(source) : null;
  return text === null ? null : new RegExp(text, (flags && textOf(flags)) ?? "");
}

function foundAt(node: Node): FoundExpression | null {
  const line = lineOf(node);
  if (node.type === "Literal" && "regex" in node) {
    const { pattern, flags } = node.regex;
    return { line, source: written(node), expression: new RegExp(pattern, flags) };
  }
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return null;
  if (written(node.callee) !== "RegExp") return null;
  return { line, source: written(node), expression: expressionOf(...(node.arguments as [Node?, Node?])) };
}

/** Returns every literal of a file, and every `RegExp` that it constructs. */
export const expressionsIn = (path: string, text: string): FoundExpression[] =>
  treeOf(path, text).nodes.flatMap((node) => foundAt(node) ?? []);

/**
 * Returns true when its worst text takes more than a constant number of steps per character, as far as `scslre` can
 * tell.
 */
export const isSlow = (expression: RegExp): boolean => analyse(expression).reports.length > 0;
