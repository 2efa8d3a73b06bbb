import { minuteMs } from "~/time/durations";

/** Refusals that are counted and written to the log and the deployment's audit log. */
export const securityEventKinds = [
  "bad_token",
  "bad_passphrase",
  "bad_session",
  "bad_code",
  "bad_passkey",
  "cross_site",
  "forbidden",
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/**
 * Shortest time between two entries of one kind and network in each isolate; an entry counts those that it represents.
 */
export const securityEventPauseMs = minuteMs;

export interface SecurityEventBucket {
  /** Time when the last entry was written; ms. */
  writtenAt: number;
  /** Number of events since then without an entry. */
  unsaid: number;
}

/** Decides whether this event is written, how many events the entry represents, and what is remembered. */
export function countSecurityEvent(
  known: SecurityEventBucket | undefined,
  now: number,
): { times: number | null; next: SecurityEventBucket } {
  const isEarly = known !== undefined && known.writtenAt <= now && now - known.writtenAt < securityEventPauseMs;
  if (isEarly) return { times: null, next: { ...known, unsaid: known.unsaid + 1 } };
  return { times: (known?.unsaid ?? 0) + 1, next: { writtenAt: now, unsaid: 0 } };
}
