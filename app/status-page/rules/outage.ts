import { type Status, statuses, toStatus, worst } from "~/status/status";
import type { SnapshotIncident } from "./snapshot-document";

/** Components that were in one state at their worst. */
export interface Outage {
  status: Status;
  names: string[];
}

type Told = Pick<SnapshotIncident, "components" | "updates">;

/** The worst that an incident ever gave a component: what is resolved has given its good state back. */
function worstOf({ updates }: Told, { id, status }: SnapshotIncident["components"][number]): Status {
  const given = updates.flatMap(({ changes }) => changes.filter((change) => change.componentId === id));
  return worst([status, ...given.flatMap(({ from, to }) => [toStatus(from), toStatus(to)])]) ?? status;
}

/** What an incident did to its components at its worst, worst first; nothing of those that it never harmed. */
export function outagesOf(incident: Told): Outage[] {
  const each = incident.components.map((component) => ({
    name: component.name,
    status: worstOf(incident, component),
  }));
  const harmed = statuses.filter((status) => status !== "operational").toReversed();
  return harmed.flatMap((status) => {
    const names = each.filter((one) => one.status === status).map(({ name }) => name);
    return names.length > 0 ? [{ status, names }] : [];
  });
}
