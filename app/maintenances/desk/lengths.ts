/** By how many minutes a maintenance is extended at once. */
export const lengths = ["30", "60", "120"] as const;
