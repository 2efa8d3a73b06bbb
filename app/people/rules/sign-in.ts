const minute = 60_000;

/** How long a mailed link and its code are good, in ms (spec §9). */
export const mailLinkLength = 10 * minute;
/** Codes that may be typed per request. */
export const codeTries = 5;

/** Requests of one network within the window: more are refused, whatever address they name. */
export const signInWindow = 15 * minute;
export const signInLimits = { prefix: 60 } as const;
