import { dayMs } from "~/time/durations";

/**
 * Stages of a page's restating: the audit log is read, components are examined, an owner may look, days are written, it
 * is done.
 */
export const restatingStages = ["reading", "counting", "found", "writing", "done"] as const;
export type RestatingStage = (typeof restatingStages)[number];

/** Time that owners have to look at the findings before they are written automatically, in ms. */
export const restatingReviewMs = 14 * dayMs;
