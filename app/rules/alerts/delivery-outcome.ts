/** What became of a delivery. */
export const deliveryOutcomes = ["accepted", "ignored", "refused"] as const;
