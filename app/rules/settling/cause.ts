import { downKey } from "../monitors/monitor-alerts";

export interface Dependent {
  id: string;
  /** The one on whose failure its own is blamed. */
  dependsOn: string | null;
}

/** On a circle of monitors that all are down, the first by id stands for all of them. */
function standIn(circle: readonly string[]): string {
  return [...circle].sort()[0] as string;
}

function rootOf(start: string, blamed: ReadonlyMap<string, string>): string {
  const path = [start];
  for (;;) {
    const next = blamed.get(path.at(-1) as string);
    if (next === undefined) return path.at(-1) as string;
    const seen = path.indexOf(next);
    if (seen >= 0) return standIn(path.slice(seen));
    path.push(next);
  }
}

/**
 * Source → the one that its failure is because of: up the chain of what depends on what, as far as each is down
 * itself. Who is not in it fires for itself. The same whatever came first.
 */
export function causesOf(dependents: readonly Dependent[], down: ReadonlySet<string>): Map<string, string> {
  const blamed = new Map<string, string>();
  for (const { id, dependsOn } of dependents) {
    if (dependsOn !== null && dependsOn !== id && down.has(dependsOn)) blamed.set(id, dependsOn);
  }
  const roots = [...blamed.keys()].map((id) => [id, rootOf(id, blamed)] as const);
  return new Map(roots.filter(([id, root]) => id !== root));
}

/** Sources whose `down` fires and was not dismissed. */
export const downSources = (
  alerts: readonly { sourceId: string; key: string; dismissedAt: number | null }[],
): Set<string> =>
  new Set(alerts.filter((each) => each.key === downKey && each.dismissedAt === null).map((each) => each.sourceId));
