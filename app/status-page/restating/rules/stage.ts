/**
 * How far the restating of a page has come: the audit log is read, components are looked at, an owner is waited for, days
 * are written, it is done.
 */
export const restatingStages = ["reading", "counting", "found", "writing", "done"] as const;
export type RestatingStage = (typeof restatingStages)[number];

/** So long owners may look at what would be restated before it is done without them, in ms. */
export const lookingTime = 14 * 86_400_000;
