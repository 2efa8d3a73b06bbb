type FormTree = Map<string, unknown>;

/** Splits `incident[components][abc]` into ["incident", "components", "abc"]; `ids[]` ends in "". */
function pathOf(name: string): string[] {
  const head = name.split("[")[0] ?? "";
  const rest = [...name.slice(head.length).matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  return [head, ...rest];
}

function put(tree: FormTree, path: string[], value: string): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) tree.set(key, value);
  else if (rest[0] === "") tree.set(key, [...((tree.get(key) as unknown[] | undefined) ?? []), value]);
  else {
    const known = tree.get(key);
    const child: FormTree = known instanceof Map ? known : new Map();
    tree.set(key, child);
    put(child, rest, value);
  }
}

const plain = (value: unknown): unknown =>
  value instanceof Map ? Object.fromEntries([...value].map(([key, each]) => [key, plain(each)])) : value;

/** Reads a form body in the bracket notation of Statuspage's clients, as the object that JSON would give. */
export function parseFormBody(text: string): Record<string, unknown> {
  const tree: FormTree = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(tree, pathOf(name).slice(0, 8), value);
  return plain(tree) as Record<string, unknown>;
}
