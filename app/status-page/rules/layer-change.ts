import type { Status, StatusLayer } from "~/status/status";
import type { LayerChange, StatusChangeFact } from "./snapshot-facts";

/** Returns the rows to append where a layer's status changes; `at` is when it happened. */
export function layerChanges(
  layer: StatusLayer,
  before: ReadonlyMap<string, Status>,
  after: ReadonlyMap<string, Status>,
  at: number,
): LayerChange[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((componentId) => {
    const from = before.get(componentId) ?? null;
    const to = after.get(componentId) ?? null;
    return from === to ? [] : [{ componentId, layer, from, to, at }];
  });
}

/** The state of a page's timeline when a decision about it was made. */
export interface TimelineState {
  /** The timeline's version. */
  timeline: number;
  /** Start (ms) of the first day that is not packed. */
  openDayAt: number;
  /** The latest instant at which a row was recorded; 0 = there is none. */
  recordedAt: number;
}

/**
 * Returns the time at which the next rows are recorded: now, but never before the open day (its rows are read from its
 * start on) and always after older rows. So the rows after an instant belong to later versions, even with a wrong
 * clock.
 */
export const nextStatusRowTime = ({ openDayAt, recordedAt }: TimelineState, now: number): number =>
  Math.max(now, openDayAt, recordedAt + 1);

/** Returns the changes as the timeline's next rows, in their order. */
export const nextTimelineRows = (
  state: TimelineState,
  now: number,
  changes: readonly LayerChange[],
): StatusChangeFact[] =>
  changes.map((change) => ({
    ...change,
    sequence: state.timeline + 1,
    recordedAt: nextStatusRowTime(state, now),
  }));
