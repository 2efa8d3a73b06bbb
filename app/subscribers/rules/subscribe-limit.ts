const minute = 60_000;

/** Askings from one address prefix in an hour. */
export const askingLimit = { perHour: 10, window: 60 * minute } as const;

/** Browsers of one address prefix that say in an hour where they are told from now on: many share a network, and none moves often. */
export const renewingLimit = { perHour: 30, window: 60 * minute } as const;
