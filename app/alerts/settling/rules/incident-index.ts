import type { SettleIncident } from "./settle-facts";

/**
 * Finds the incidents that may concern a component, so that hundreds of groups need not each walk hundreds of
 * incidents.
 */
export interface IncidentIndex {
  /** Component → incidents that name it or whose alerts fire on it; only grows. */
  naming: Map<string, Set<string>>;
  /** Incident → its position among all, the oldest first. */
  places: Map<string, number>;
}

type ComponentRefs = readonly { componentId: string }[];

/** Notes that these components may belong to this incident from now on. */
export function addToIncidentIndex(
  { naming }: Pick<IncidentIndex, "naming">,
  id: string,
  components: Iterable<string>,
): void {
  for (const componentId of components) naming.set(componentId, (naming.get(componentId) ?? new Set()).add(id));
}

export function buildIncidentIndex(incidents: readonly SettleIncident[], firingOn: ReadonlyMap<string, Set<string>>) {
  const index: IncidentIndex = { naming: new Map(), places: new Map(incidents.map(({ id }, place) => [id, place])) };
  for (const { id, components } of incidents) {
    addToIncidentIndex(index, id, idsOfComponentRefs(components));
    addToIncidentIndex(index, id, firingOn.get(id) ?? []);
  }
  return index;
}

export const idsOfComponentRefs = (components: ComponentRefs): string[] =>
  components.map(({ componentId }) => componentId);

interface IndexedIncidents extends IncidentIndex {
  incidents: ReadonlyMap<string, SettleIncident>;
}

/** Returns the incidents that may concern one of these components, the oldest first. */
export function incidentsOfComponents(
  { naming, incidents, places }: IndexedIncidents,
  components: ComponentRefs,
): SettleIncident[] {
  const found = new Set(components.flatMap(({ componentId }) => [...(naming.get(componentId) ?? [])]));
  const inOrder = [...found].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
  return inOrder.flatMap((id) => incidents.get(id) ?? []);
}
