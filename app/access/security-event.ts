/** What somebody was refused: each is counted, written to the log and to the deployment's audit log. */
export const securityEvents = [
  "bad_token",
  "bad_passphrase",
  "bad_session",
  "bad_code",
  "bad_passkey",
  "cross_site",
  "forbidden",
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

/** Of one kind and network at most one entry a minute in each isolate; it says how many it stands for. */
export const securityPause = 60_000;

export interface Counted {
  /** When the last entry was written; ms. */
  writtenAt: number;
  /** Of how many events nothing was written since then. */
  unsaid: number;
}

/** Whether this event is written, for how many it stands, and what is remembered. */
export function countEvent(known: Counted | undefined, now: number): { times: number | null; next: Counted } {
  const isEarly = known !== undefined && known.writtenAt <= now && now - known.writtenAt < securityPause;
  if (isEarly) return { times: null, next: { ...known, unsaid: known.unsaid + 1 } };
  return { times: (known?.unsaid ?? 0) + 1, next: { writtenAt: now, unsaid: 0 } };
}
