import type { Rollup } from "vite";

/** A node of the syntax tree, as its parts are reached without knowing its kind. */
export type SyntaxNode = Rollup.AstNode & Record<string, unknown>;

/** A range of code, and its replacement. */
export interface CodeReplacement {
  start: number;
  end: number;
  text: string;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

const nodesIn = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

export const isIdentifier = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === "Identifier" && node.name === name;

/** Returns what makes the object's members of these names absent. */
export const withoutMembers = (object: SyntaxNode | undefined, names: readonly string[]): CodeReplacement[] =>
  ((object?.properties ?? []) as SyntaxNode[]).flatMap(({ start, end, key, computed }) => {
    const name = names.find((each) => computed === false && isIdentifier(key, each));
    return name === undefined ? [] : [{ start, end, text: `${name}: undefined` }];
  });

type ReplacementFinder = (node: SyntaxNode) => CodeReplacement[];

const replacementsIn = (node: SyntaxNode, find: ReplacementFinder): CodeReplacement[] => [
  ...find(node),
  ...nodesIn(node).flatMap((each) => replacementsIn(each, find)),
];

/** Returns the code with all replacements. A replacement within another one is dropped. */
export function applyCodeReplacements(code: string, tree: Rollup.AstNode, find: ReplacementFinder): string {
  const all = replacementsIn(tree as SyntaxNode, find).sort((a, b) => a.start - b.start || b.end - a.end);
  let [text, at] = ["", 0];
  for (const { start, end, text: instead } of all) {
    if (start < at) continue;
    text += code.slice(at, start) + instead;
    at = end;
  }
  return text + code.slice(at);
}
