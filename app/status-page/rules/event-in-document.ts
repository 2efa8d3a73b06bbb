import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/** Finds an incident of the last days in the document. */
export const incidentInDocument = ({ incidents, recent }: Snapshot, id: string): SnapshotIncident | undefined =>
  [...incidents, ...recent.incidents].find((each) => each.id === id);

/** Finds a maintenance that is scheduled, in progress or recent in the document. */
export const maintenanceInDocument = (
  { maintenances, recent }: Snapshot,
  id: string,
): SnapshotMaintenance | undefined => [...maintenances, ...recent.maintenances].find((each) => each.id === id);
