import { dayMs, hourMs } from "~/time/durations";

/**
 * An address to which this many emails in a row failed, over at least this many ms and for at least two notices, gets
 * none until a person releases it. A permanent bounce has the same effect at once.
 */
export const quarantineThreshold = { tries: 10, span: hourMs } as const;

/** Time after which an address in quarantine is deleted, in ms. */
export const maxQuarantineMs = 90 * dayMs;

/** Reason of a recipient who was no longer to be notified at their turn; not counted as a failure. */
export const leftRecipientReason = "left";
