/** Something, and the one on whose failure its own is blamed. */
export interface Dependence {
  id: string;
  dependsOn: string | null;
}

/** So long may a chain be of what depends on what. */
export const longestChain = 10;

/** `on` and all that it depends on in turn, each once. */
export function chainFrom<One extends Dependence>(on: string | null, known: readonly One[]): One[] {
  const byId = new Map(known.map((each) => [each.id, each]));
  const chain = new Map<string, One>();
  for (let at = byId.get(on ?? ""); at && !chain.has(at.id); at = byId.get(at.dependsOn ?? "")) chain.set(at.id, at);
  return [...chain.values()];
}

/** Whether `id` would in the end be blamed on itself if it depended on `on`. */
export const closesCircle = (id: string, on: string | null, known: readonly Dependence[]): boolean =>
  on === id || chainFrom(on, known).some((each) => each.id === id);

/** `id` and all that depends on it, directly or through others. */
function descendantsOf(id: string, known: readonly Dependence[]): Set<string> {
  const found = new Set([id]);
  const below = new Map<string, string[]>();
  for (const each of known) {
    if (each.dependsOn !== null) below.set(each.dependsOn, [...(below.get(each.dependsOn) ?? []), each.id]);
  }
  // A set is walked to its end, with what is added on the way.
  for (const each of found) for (const child of below.get(each) ?? []) found.add(child);
  return found;
}

/** What `id` may depend on: neither itself nor what depends on it; all, of one that is not there yet. */
export function possibleCauses<One extends Dependence>(id: string | undefined, known: readonly One[]): readonly One[] {
  if (id === undefined) return known;
  const left = descendantsOf(id, known);
  return known.filter((each) => !left.has(each.id));
}

/** How many stand one above the other, from those that depend on `id` at the bottom up to what `on` depends on. */
export function chainLength(id: string, on: string, known: readonly Dependence[]): number {
  const below = new Map<string, string[]>();
  for (const each of known) {
    if (each.dependsOn !== null && each.id !== id) {
      below.set(each.dependsOn, [...(below.get(each.dependsOn) ?? []), each.id]);
    }
  }
  let [level, depth] = [[id], 0];
  while (level.length > 0 && depth <= longestChain) {
    level = level.flatMap((each) => below.get(each) ?? []);
    depth += 1;
  }
  return depth + chainFrom(on, known).length;
}
