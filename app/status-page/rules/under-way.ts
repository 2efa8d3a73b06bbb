import type { AutomaticTitle } from "~/text/said-title";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "./snapshot-document";

/** The incidents and maintenance of a page: those of the front page, or the one that the page is about. */
export type PageEvents = Pick<Snapshot, "incidents" | "maintenances">;

/** The latest update of something in progress. `at`: ms. */
export interface LatestUpdate {
  title: string;
  titleSaid?: AutomaticTitle;
  status: string;
  at: number;
}

const isRunning = ({ status }: SnapshotMaintenance) => status === "in_progress" || status === "verifying";
/** Leaves out announcements, which may be shown for weeks without any trouble. */
const isOpen = ({ resolvedAt, impact, impactOverride }: SnapshotIncident) =>
  resolvedAt === null && (impactOverride ?? impact) !== "none";

const newestOf = (updates: readonly SnapshotUpdate[], or: number) =>
  updates.reduce((newest, { shownAt }) => Math.max(newest, shownAt), or);

/**
 * Returns the latest update of open incidents with impact and of maintenance in progress or verifying; null = nothing
 * is in progress, so nothing will change soon.
 */
export function latestUpdateOf({ incidents, maintenances }: PageEvents): LatestUpdate | null {
  const told: LatestUpdate[] = [
    ...incidents.filter(isOpen).map(({ title, titleSaid, status, updates, startedAt }) => ({
      title,
      ...(titleSaid ? { titleSaid } : {}),
      status,
      at: newestOf(updates, startedAt),
    })),
    ...maintenances.filter(isRunning).map(({ title, status, updates, startsAt }) => ({
      title,
      status,
      at: newestOf(updates, startsAt),
    })),
  ];
  return told.sort((one, other) => other.at - one.at)[0] ?? null;
}
