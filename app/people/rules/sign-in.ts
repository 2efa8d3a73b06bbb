const minute = 60_000;

/** Time for which an emailed link and its code are valid, in ms (spec §9). */
export const mailLinkLength = 10 * minute;
/** Codes that may be typed per request. */
export const codeTries = 5;

/** Window for requests of one network; beyond the limit they are refused, whatever address they name. */
export const signInWindow = 15 * minute;
export const signInLimits = { prefix: 60 } as const;
