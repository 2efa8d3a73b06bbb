import type { MonitorState } from "./monitor";

/** A monitor's state as its shard keeps it, in JSON, and the watch that is asked about. */
interface Kept {
  known: string | null;
  watchedSince: number;
}

/** What its shard knows of it, if that is of this watch. */
export function knownOf({ known, watchedSince }: Kept): MonitorState | null {
  const state = known === null ? null : (JSON.parse(known) as MonitorState);
  return state?.watchedSince === watchedSince ? state : null;
}
