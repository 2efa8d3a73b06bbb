export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Returns the times of most rows: created at that instant, and not changed since. */
export const bornAt = (at: number) => ({ createdAt: at, updatedAt: at });
