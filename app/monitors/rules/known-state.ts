import type { MonitorStateRecord } from "./monitor";

/** A monitor's state as JSON from its shard, and the start of its current watch. */
interface StoredState {
  known: string | null;
  watchedSince: number;
}

/** Returns the state that its shard holds, if it belongs to the current watch. */
export function storedMonitorState({ known, watchedSince }: StoredState): MonitorStateRecord | null {
  const state = known === null ? null : (JSON.parse(known) as MonitorStateRecord);
  return state?.watchedSince === watchedSince ? state : null;
}
