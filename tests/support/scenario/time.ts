export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** What most rows have: made at that instant, and never changed since. */
export const bornAt = (at: number) => ({ createdAt: at, updatedAt: at });
