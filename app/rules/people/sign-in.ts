const minute = 60_000;

/** How long a mailed link and its code are good, in ms (spec §9). */
export const mailLinkLength = 10 * minute;
/** Codes that may be typed per request. */
export const codeTries = 5;

/** Requests within the window (spec §9); a prefix's own limit bounds what addresses of nobody may cost. */
export const signInWindow = 15 * minute;
export const signInLimits = { accountAndPrefix: 5, account: 20, prefix: 60 } as const;
