import type { SaidTitle } from "~/text/said-title";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "./snapshot-document";

/** What a page may show of its happenings: those of the front page, or the one that it is about. */
export type Happenings = Pick<Snapshot, "incidents" | "maintenances">;

/** The last thing that was said of what is under way. `at`: ms. */
export interface LastWord {
  title: string;
  titleSaid?: SaidTitle;
  status: string;
  at: number;
}

const isRunning = ({ status }: SnapshotMaintenance) => status === "in_progress" || status === "verifying";
/** An announcement may stand for weeks, and nothing is wrong. */
const isOpen = ({ resolvedAt, impact, impactOverride }: SnapshotIncident) =>
  resolvedAt === null && (impactOverride ?? impact) !== "none";

const newestOf = (updates: readonly SnapshotUpdate[], or: number) =>
  updates.reduce((newest, { shownAt }) => Math.max(newest, shownAt), or);

/** Of open incidents that hurt and of maintenance that is in progress or verifying; null = nothing is under way, so nothing will change soon. */
export function lastWordOf({ incidents, maintenances }: Happenings): LastWord | null {
  const told: LastWord[] = [
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
