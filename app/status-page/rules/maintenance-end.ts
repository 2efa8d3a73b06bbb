import { isMaintenanceActive } from "~/maintenances/rules/maintenance";
import type { SnapshotMaintenance } from "./snapshot-document";

type MaintenanceTimes = Pick<SnapshotMaintenance, "status" | "startsAt" | "endsAt" | "completedAt" | "updates">;

/**
 * Returns when a maintenance was over, ms; null while it is in progress. A scheduled one ends with its window; a
 * cancelled one ends at the cancellation, or at its start if it was cancelled before that.
 */
export function maintenanceOverAt({ status, startsAt, endsAt, completedAt, updates }: MaintenanceTimes): number | null {
  if (isMaintenanceActive(status)) return null;
  if (status !== "cancelled") return Math.max(startsAt, completedAt ?? endsAt);
  const said = updates.find((each) => each.status === "cancelled")?.shownAt ?? startsAt;
  return Math.max(startsAt, Math.min(said, endsAt));
}
