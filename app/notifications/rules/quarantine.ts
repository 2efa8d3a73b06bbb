/**
 * Whose mail failed so many times in a row, over at least so many ms and for at least two notices, gets none any more
 * until a person releases them. A bounce for good does it at once.
 */
export const quarantineAfter = { tries: 10, span: 3600_000 } as const;

/** So long an address stays in quarantine until it is forgotten, in ms. */
export const quarantineKept = 90 * 24 * 3600_000;

/** Reason of a recipient who was no longer to be told when the turn came; nobody's failure. */
export const leftBefore = "left";
