/**
 * An address to which this many emails in a row failed, over at least this many ms and for at least two notices, gets
 * none until a person releases it. A permanent bounce has the same effect at once.
 */
export const quarantineAfter = { tries: 10, span: 3600_000 } as const;

/** Time after which an address in quarantine is deleted, in ms. */
export const quarantineKept = 90 * 24 * 3600_000;

/** Reason of a recipient who was no longer to be notified at their turn; not counted as a failure. */
export const leftBefore = "left";
