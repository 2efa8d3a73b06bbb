import { type Severity, severitiesWorstFirst } from "./signal";

export const alertSortKeys = ["state", "started", "severity"] as const;
export type AlertSortKey = (typeof alertSortKeys)[number];

/** Order of a page's alerts. Ascending means firing before recovered, the oldest first, or the most severe first. */
export interface AlertOrder {
  key: AlertSortKey;
  descending: boolean;
}

/** Position of an alert in an order: its rank, then its start within the rank, then its id. */
export interface AlertListCursor {
  rank: number;
  startedAt: number;
  id: string;
}

/** The severities from the most severe; alerts without severity come last. */
export const rankedSeverities: readonly (Severity | null)[] = [...severitiesWorstFirst, null];

export function alertRankOf({ key }: AlertOrder, alert: { state: string; severity: string | null }): number {
  if (key === "started") return 0;
  if (key === "state") return alert.state === "firing" ? 0 : 1;
  const rank = rankedSeverities.indexOf(alert.severity as Severity | null);
  return rank < 0 ? rankedSeverities.length - 1 : rank;
}

interface PlacedAlert {
  id: string;
  startedAt: number;
  state: string;
  severity: string | null;
}

export const alertPlaceOf = (order: AlertOrder, alert: PlacedAlert): AlertListCursor => ({
  rank: alertRankOf(order, alert),
  startedAt: alert.startedAt,
  id: alert.id,
});

/**
 * True if the newest alert comes first within a rank: for the ascending orders by state and severity, and for the
 * descending order by start.
 */
export const isNewestAlertFirst = ({ key, descending }: AlertOrder): boolean => (key === "started") === descending;

/** Compares two positions in the list's order. */
export function compareAlertPlaces(order: AlertOrder, one: AlertListCursor, other: AlertListCursor): number {
  if (one.rank !== other.rank) return (one.rank - other.rank) * (order.descending ? -1 : 1);
  const later = one.startedAt - other.startedAt || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
  return isNewestAlertFirst(order) ? -later : later;
}

/** A range of the index of recovered alerts: those of one severity after a position. */
export interface RecoveredAlertRange {
  severity: Severity | null;
  rank: number;
  startedAt: number;
  id: string;
}

/**
 * Returns the ranges of the recovered alerts after a position (null = from the start). Each range is in the list's
 * order, so that its first rows are enough.
 */
export function recoveredAlertRanges(
  order: AlertOrder,
  after: AlertListCursor | null,
  wanted: readonly (Severity | null)[] = rankedSeverities,
): RecoveredAlertRange[] {
  const start = isNewestAlertFirst(order) ? Number.MAX_SAFE_INTEGER : -1;
  return wanted.flatMap((severity) => {
    const rank = alertRankOf(order, { state: "resolved", severity });
    const [from, to] = order.descending ? [rank, after?.rank] : [after?.rank, rank];
    if (after === null || from === undefined || to === undefined) return [{ severity, rank, startedAt: start, id: "" }];
    if (from > to) return [];
    const bound = from === to ? { startedAt: after.startedAt, id: after.id } : { startedAt: start, id: "" };
    return [{ severity, rank, ...bound }];
  });
}

export const alertListCursorText = ({ rank, startedAt, id }: AlertListCursor): string => `${rank}.${startedAt}.${id}`;

/** Parses a position from a URL; null when it is invalid. */
export function parseAlertListCursor(text: string | undefined): AlertListCursor | null {
  const [, rank, startedAt, id] = /^(\d)\.(\d{1,16})\.(.{1,120})$/.exec(text ?? "") ?? [];
  return id === undefined ? null : { rank: Number(rank), startedAt: Number(startedAt), id };
}
