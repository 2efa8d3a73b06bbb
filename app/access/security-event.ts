import { minuteMs } from "~/time/durations";

/** Kinds of refusals that are counted and written to the log and to the deployment's audit log. */
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
 * Minimum time between two entries of the same kind and network in an isolate, in ms. An entry contains the number of
 * events that it stands for.
 */
export const securityEventPauseMs = minuteMs;

export interface SecurityEventBucket {
  /** Time when the last entry was written; ms. */
  writtenAt: number;
  /** Number of events since then that have no entry. */
  unsaid: number;
}

/**
 * Decides whether this event is written, and how many events the entry stands for. Returns the counter to remember,
 * too.
 */
export function countSecurityEvent(
  known: SecurityEventBucket | undefined,
  now: number,
): { times: number | null; next: SecurityEventBucket } {
  const isEarly = known !== undefined && known.writtenAt <= now && now - known.writtenAt < securityEventPauseMs;
  if (isEarly) return { times: null, next: { ...known, unsaid: known.unsaid + 1 } };
  return { times: (known?.unsaid ?? 0) + 1, next: { writtenAt: now, unsaid: 0 } };
}
