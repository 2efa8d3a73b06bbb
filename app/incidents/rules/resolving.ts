import { effective, type Layers, type SettableStatus, type Status, worst } from "~/status/status";

/** What a component is made of besides its incidents. */
export type Standing = Omit<Layers, "incident">;

interface Change {
  componentId: string;
  name: string;
  from: string;
  to: string;
}

interface Resolving {
  /** What the incident gives its components until now. */
  given: Readonly<Record<string, SettableStatus>>;
  /** What other open incidents give them. */
  others: readonly { componentId: string; status: Status }[];
  standings: ReadonlyMap<string, Standing>;
  names: ReadonlyMap<string, string>;
}

/**
 * How components change when an incident ends: each becomes what all else says of it. One that alerts, another incident or
 * maintenance hold as it is does not change. Archived ones are shown nowhere, so of them the incident alone has spoken.
 */
export function changesAtEnd({ given, others, standings, names }: Resolving): Change[] {
  return Object.entries(given).flatMap(([componentId, from]): Change[] => {
    if (from === "operational") return [];
    const name = names.get(componentId) ?? "";
    const standing = standings.get(componentId);
    if (!standing) return [{ componentId, name, from, to: "operational" }];
    const incident = worst(others.flatMap((each) => (each.componentId === componentId ? [each.status] : [])));
    const to = effective({ ...standing, incident });
    const before = effective({ ...standing, incident: worst([incident, from]) });
    return before === to ? [] : [{ componentId, name, from, to }];
  });
}
