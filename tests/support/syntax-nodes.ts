import { type Node, visitorKeys } from "oxc-parser";

/** The `import` of `import.meta` is no name, though the parser calls it one. */
const keys: Record<string, readonly string[]> = { ...visitorKeys, MetaProperty: ["property"] };

const isOfTemplate = ({ type }: Node) => type === "TemplateLiteral" || type === "TSTemplateLiteralType";

type Slots = Record<string | number, Node | (Node | null)[] | null>;

/** What stands there; a chain (`a?.b`) gives way to what it holds. */
function childAt(slots: Slots, key: string | number): Node | null {
  const child = slots[key] as Node | null | undefined;
  if (child?.type !== "ChainExpression") return child ?? null;
  slots[key] = child.expression;
  return child.expression;
}

function fill(found: Node[], slots: Slots, key: string | number): void {
  const child = childAt(slots, key);
  if (child) found.push(child);
}

/** What a node is made of, in the order in which it is written. */
function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  const slots = node as unknown as Slots;
  for (const key of keys[node.type] ?? []) {
    const value = slots[key];
    if (Array.isArray(value)) for (const at of value.keys()) fill(found, value as unknown as Slots, at);
    else fill(found, slots, key);
  }
  return isOfTemplate(node) ? found.sort((one, other) => one.start - other.start) : found;
}

/** What is written once and parsed twice, as in `{ a }`, is its second reading. */
function collect(node: Node, found: Node[]): Node[] {
  found.push(node);
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    child.parent = node;
    if (children[at + 1]?.start !== child.start) collect(child, found);
  }
  return found;
}

/** A node and all that it is made of. */
export const nodesIn = (node: Node): Node[] => collect(node, []);
