import type { MonitorState } from "./monitor";

/** A monitor's state as JSON from its shard, and the start of its current watch. */
interface Kept {
  known: string | null;
  watchedSince: number;
}

/** Returns the state that its shard holds, if it belongs to the current watch. */
export function knownOf({ known, watchedSince }: Kept): MonitorState | null {
  const state = known === null ? null : (JSON.parse(known) as MonitorState);
  return state?.watchedSince === watchedSince ? state : null;
}
