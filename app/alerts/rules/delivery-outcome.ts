import type { Outcome } from "./alert";

/** What became of a delivery. */
export const deliveryOutcomes = ["accepted", "ignored", "refused"] as const;

const ofAnAlert: readonly Outcome[] = ["new", "repeat", "updates", "fires_again", "resolves", "held", "late"];

/** Whether this outcome of a signal is about an alert that is kept longer than the delivery; a tombstone is gone after two days. */
export const isOfAnAlert = (outcome: string): boolean => ofAnAlert.some((each) => each === outcome);
