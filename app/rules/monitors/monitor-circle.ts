/** A monitor and the one on whose failure its own is blamed. */
export interface Dependence {
  id: string;
  dependsOn: string | null;
}

/** Whether `id` would in the end be blamed on itself if it depended on `on`. */
export function closesCircle(id: string, on: string | null, known: readonly Dependence[]): boolean {
  const next = new Map(known.map((each) => [each.id, each.dependsOn]));
  const seen = new Set<string>();
  for (let at = on; at !== null && !seen.has(at); at = next.get(at) ?? null) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}
