import { effectiveStatus, type SettableStatus, type Status, type StatusByLayer, worstStatus } from "~/status/status";

/** A component's layers without incidents. */
export type StatusLayersWithoutIncident = Omit<StatusByLayer, "incident">;

interface ComponentStatusChange {
  componentId: string;
  name: string;
  from: string;
  to: string;
}

interface ResolveFacts {
  /** Statuses that the incident gives its components until now. */
  given: Readonly<Record<string, SettableStatus>>;
  /** Statuses that other open incidents give them. */
  others: readonly { componentId: string; status: Status }[];
  standings: ReadonlyMap<string, StatusLayersWithoutIncident>;
  names: ReadonlyMap<string, string>;
}

/**
 * Returns how components change when an incident ends: each gets the status that everything else gives it. A component
 * that alerts, another incident or maintenance affect does not change. Archived components become operational, because
 * only the incident gave them a status.
 */
export function componentChangesOnResolve({ given, others, standings, names }: ResolveFacts): ComponentStatusChange[] {
  return Object.entries(given).flatMap(([componentId, from]): ComponentStatusChange[] => {
    if (from === "operational") return [];
    const name = names.get(componentId) ?? "";
    const standing = standings.get(componentId);
    if (!standing) return [{ componentId, name, from, to: "operational" }];
    const incident = worstStatus(others.flatMap((each) => (each.componentId === componentId ? [each.status] : [])));
    const to = effectiveStatus({ ...standing, incident });
    const before = effectiveStatus({ ...standing, incident: worstStatus([incident, from]) });
    return before === to ? [] : [{ componentId, name, from, to }];
  });
}
