/** An item, and the one whose failure explains its own. */
export interface ComponentDependence {
  id: string;
  dependsOn: string | null;
}

/** Longest chain of dependences. */
export const maxDependenceChainLength = 10;

/** Returns `on` and all that it depends on in turn, each once. */
export function dependenceChainFrom<One extends ComponentDependence>(on: string | null, known: readonly One[]): One[] {
  const byId = new Map(known.map((each) => [each.id, each]));
  const chain = new Map<string, One>();
  for (let at = byId.get(on ?? ""); at && !chain.has(at.id); at = byId.get(at.dependsOn ?? "")) chain.set(at.id, at);
  return [...chain.values()];
}

/** True when `id` would in the end depend on itself if it depended on `on`. */
export const closesDependenceCycle = (id: string, on: string | null, known: readonly ComponentDependence[]): boolean =>
  on === id || dependenceChainFrom(on, known).some((each) => each.id === id);

/** Returns `id` and all that depends on it, directly or through others. */
function descendantsOf(id: string, known: readonly ComponentDependence[]): Set<string> {
  const found = new Set([id]);
  const below = new Map<string, string[]>();
  for (const each of known) {
    if (each.dependsOn !== null) below.set(each.dependsOn, [...(below.get(each.dependsOn) ?? []), each.id]);
  }
  // The loop also visits entries that are added to the set on the way.
  for (const each of found) for (const child of below.get(each) ?? []) found.add(child);
  return found;
}

/** Returns what `id` may depend on: neither itself nor what depends on it; all, when it does not exist yet. */
export function possibleDependences<One extends ComponentDependence>(
  id: string | undefined,
  known: readonly One[],
): readonly One[] {
  if (id === undefined) return known;
  const left = descendantsOf(id, known);
  return known.filter((each) => !left.has(each.id));
}

/** Returns the length of the chain, from those that depend on `id` at the bottom up to what `on` depends on. */
export function dependenceChainLength(id: string, on: string, known: readonly ComponentDependence[]): number {
  const below = new Map<string, string[]>();
  for (const each of known) {
    if (each.dependsOn !== null && each.id !== id) {
      below.set(each.dependsOn, [...(below.get(each.dependsOn) ?? []), each.id]);
    }
  }
  let [level, depth] = [[id], 0];
  while (level.length > 0 && depth <= maxDependenceChainLength) {
    level = level.flatMap((each) => below.get(each) ?? []);
    depth += 1;
  }
  return depth + dependenceChainFrom(on, known).length;
}
