const minute = 60_000;

/** Askings from one address prefix in an hour. */
export const askingLimit = { perHour: 10, window: 60 * minute } as const;
