import { isActive } from "~/maintenances/rules/maintenance";
import type { SnapshotMaintenance } from "./snapshot-document";

type Told = Pick<SnapshotMaintenance, "status" | "startsAt" | "endsAt" | "completedAt" | "updates">;

/**
 * When a maintenance was over, ms; null while it is under way. One that is still to come ends with its window; one that
 * was called off did so when that was said, which was before its start where it never began.
 */
export function maintenanceOverAt({ status, startsAt, endsAt, completedAt, updates }: Told): number | null {
  if (isActive(status)) return null;
  if (status !== "cancelled") return Math.max(startsAt, completedAt ?? endsAt);
  const said = updates.find((each) => each.status === "cancelled")?.shownAt ?? startsAt;
  return Math.max(startsAt, Math.min(said, endsAt));
}
