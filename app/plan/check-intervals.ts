/** Intervals of checks, in minutes: each divides the hour. */
export const checkIntervalMinutes = [1, 2, 3, 5, 10, 15, 30, 60] as const;
