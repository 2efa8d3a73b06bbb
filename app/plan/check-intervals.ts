/** Intervals of checks, in minutes: each divides the hour. */
export const allowedCheckIntervalMinutes = [1, 2, 3, 5, 10, 15, 30, 60] as const;
