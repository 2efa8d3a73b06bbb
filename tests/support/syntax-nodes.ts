import { type Node, visitorKeys } from "oxc-parser";

/** The `import` of `import.meta` is not a name, though the parser reports one. */
const keys: Record<string, readonly string[]> = { ...visitorKeys, MetaProperty: ["property"] };

const isOfTemplate = ({ type }: Node) => type === "TemplateLiteral" || type === "TSTemplateLiteralType";

type Slots = Record<string | number, Node | (Node | null)[] | null>;

/** Returns the child; a chain (`a?.b`) is replaced by its expression. */
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

/** Returns a node's children in source order. */
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

/**
 * Collects nodes. A child that starts where the next one does, as in `{ a }`, is skipped: only its second reading
 * counts.
 */
function collect(node: Node, found: Node[]): Node[] {
  found.push(node);
  const children = childrenOf(node);
  for (const [at, child] of children.entries()) {
    child.parent = node;
    if (children[at + 1]?.start !== child.start) collect(child, found);
  }
  return found;
}

/** Returns a node with all its descendants. */
export const nodesIn = (node: Node): Node[] => collect(node, []);
