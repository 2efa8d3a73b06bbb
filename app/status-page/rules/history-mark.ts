import type { SnapshotIncident, SnapshotMaintenance } from "./snapshot-document";

/** A place in a list of events, newest first and the greater id first: the list continues after it. */
export interface HistoryCursor {
  /** Start of the last event before it, ms. */
  at: number;
  id: string;
}

/** Writes a mark for an address. It names a place and not a row, so it stays valid when that incident is withdrawn. */
export const historyCursorText = ({ at, id }: HistoryCursor): string => `${at.toString(36)}-${id}`;

/** Reads a mark of `historyCursorText` for a place before an instant; null for anything else. */
export function parseHistoryCursor(text: string | null, { to }: { to: number }): HistoryCursor | null {
  const [, written = "", id = ""] = /^([0-9a-z]{1,9})-([\w-]{1,64})$/.exec(text ?? "") ?? [];
  const at = Number.parseInt(written, 36);
  return at.toString(36) === written && at < to ? { at, id } : null;
}

/** Compares events in the order of the history. */
export const compareNewestFirst = (one: HistoryCursor, other: HistoryCursor): number =>
  other.at - one.at || Number(one.id < other.id) - Number(one.id > other.id);

interface PastEvents {
  incidents: SnapshotIncident[];
  maintenances: SnapshotMaintenance[];
}

/** Returns the first `limit` of both together, and where the list continues; null = nothing is left. */
export function firstPageOfPastEvents(
  { incidents, maintenances }: PastEvents,
  limit: number,
): PastEvents & { rest: HistoryCursor | null } {
  const marks = [
    ...incidents.map(({ id, startedAt }) => ({ at: startedAt, id })),
    ...maintenances.map(({ id, startsAt }) => ({ at: startsAt, id })),
  ].sort(compareNewestFirst);
  const rest = marks.length > limit ? (marks[limit - 1] ?? null) : null;
  const within = (mark: HistoryCursor) => !rest || compareNewestFirst(mark, rest) <= 0;
  return {
    incidents: incidents.filter(({ id, startedAt }) => within({ at: startedAt, id })),
    maintenances: maintenances.filter(({ id, startsAt }) => within({ at: startsAt, id })),
    rest,
  };
}
