import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import type { SnapshotMaintenance } from "./snapshot-document";

type MaintenanceTimes = Pick<SnapshotMaintenance, "status" | "startsAt" | "endsAt" | "completedAt" | "updates">;

/**
 * Returns when a maintenance window was over, in ms; null while it is in progress. A scheduled one ends with its
 * window; a cancelled one ends when it was cancelled, or at its start if that is later.
 */
export function maintenanceOverAt({ status, startsAt, endsAt, completedAt, updates }: MaintenanceTimes): number | null {
  if (isMaintenanceActive(status)) return null;
  if (status !== "cancelled") return Math.max(startsAt, completedAt ?? endsAt);
  const said = updates.find((each) => each.status === "cancelled")?.shownAt ?? startsAt;
  return Math.max(startsAt, Math.min(said, endsAt));
}
