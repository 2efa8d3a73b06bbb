import type { AlertSignalOutcome } from "./alert";

export const deliveryOutcomes = ["accepted", "ignored", "refused"] as const;

const ofAnAlert: readonly AlertSignalOutcome[] = [
  "new",
  "repeat",
  "updates",
  "fires_again",
  "resolves",
  "held",
  "late",
];

/**
 * True when this outcome of a signal is about an alert that outlives the delivery; a tombstone is purged after two
 * days.
 */
export const isAlertOutcome = (outcome: string): boolean => ofAnAlert.some((each) => each === outcome);
