/** Filters of the list of alerts by state. */
export const alertStateFilters = ["firing", "acknowledged", "muted", "dismissed", "recovered"] as const;
