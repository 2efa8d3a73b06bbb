import {
  absentSortValue,
  compareSortedListPlaces,
  type ObserverListSort,
  type SortedListPlace,
} from "~/monitors/rules/list-order";
import { worstFirstRankOf } from "~/status/worst-first";
import { type HeartbeatDisplay, troubledHeartbeatStates } from "./heartbeat-deadline";

/** Columns by which people sort heartbeats. */
export const heartbeatSortKeys = ["name", "state", "ping", "deadline"] as const;
export type HeartbeatSortKey = (typeof heartbeatSortKeys)[number];
export type HeartbeatSort = ObserverListSort<HeartbeatSortKey>;

/** Order for people: what needs attention first. */
export const heartbeatsWorstFirst: HeartbeatSort = { key: "state", descending: false };

/** Values by which heartbeats are sorted; instants in UTC ms. */
export interface SortableHeartbeat {
  id: string;
  name: string;
  state: HeartbeatDisplay["state"];
  lastPingAt: number | null;
  deadlineAt: number | null;
}

function sortValueOf({ state, lastPingAt, deadlineAt }: SortableHeartbeat, key: HeartbeatSortKey): number | null {
  if (key === "name") return 0;
  if (key === "state") return worstFirstRankOf(troubledHeartbeatStates, state);
  return key === "ping" ? lastPingAt : deadlineAt;
}

/** Returns the place of a heartbeat in a sorted list. */
export const heartbeatPlaceOf = (row: SortableHeartbeat, { key, descending }: HeartbeatSort): SortedListPlace => ({
  value: sortValueOf(row, key) ?? absentSortValue(descending),
  name: row.name,
  id: row.id,
});

interface SortedListPage<Row> {
  rows: Row[];
  /** Place of the last row, when there are more. */
  last: SortedListPlace | null;
}

/** Returns the first `limit` rows after a place, sorted. */
export function heartbeatListPage<Row extends SortableHeartbeat>(
  rows: readonly Row[],
  sort: HeartbeatSort,
  { after, limit }: { after: SortedListPlace | null; limit: number },
): SortedListPage<Row> {
  const placed = rows
    .map((row) => ({ row, place: heartbeatPlaceOf(row, sort) }))
    .filter(({ place }) => after === null || compareSortedListPlaces(place, after, sort) > 0)
    .toSorted((one, other) => compareSortedListPlaces(one.place, other.place, sort));
  const shown = placed.slice(0, limit);
  return { rows: shown.map(({ row }) => row), last: placed.length > limit ? (shown.at(-1)?.place ?? null) : null };
}
