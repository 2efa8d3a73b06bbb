import { parseIsoInstant } from "~/time/instants";

/** Returns an instant (ms) as ISO 8601 in UTC. */
export const isoInstant = (at: number): string => new Date(at).toISOString();

export const isoInstantOrNull = (at: number | null): string | null => (at === null ? null : isoInstant(at));

/** Returns an instant (ms) of the text that a tool's schema has accepted; absent stays absent. */
export const parseToolInstant = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : parseIsoInstant(text);
