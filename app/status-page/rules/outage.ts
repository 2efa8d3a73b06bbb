import { type Status, statuses, toStatus, worstStatus } from "~/status/status";
import type { SnapshotIncident } from "./snapshot-document";

/** Components that had the same worst status. */
export interface OutageGroup {
  status: Status;
  names: string[];
}

type OutageFacts = Pick<SnapshotIncident, "components" | "updates">;

/** Returns the worst status that an incident ever gave a component, because a resolved one has reset it. */
function worstOf({ updates }: OutageFacts, { id, status }: SnapshotIncident["components"][number]): Status {
  const given = updates.flatMap(({ changes }) => changes.filter((change) => change.componentId === id));
  return worstStatus([status, ...given.flatMap(({ from, to }) => [toStatus(from), toStatus(to)])]) ?? status;
}

/**
 * Returns an incident's components by their worst status, worst first; components that it never harmed are left out.
 */
export function outagesOfIncident(incident: OutageFacts): OutageGroup[] {
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
