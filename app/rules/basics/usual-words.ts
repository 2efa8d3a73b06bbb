/**
 * What updates say where no person gave words: kept with its key, so that every reader reads it in their own language
 * (group `auto` of the catalogue). A person's edit replaces both.
 */
export const usualWords = {
  opened: "Our monitoring reported this automatically. We are investigating.",
  reopened: "The problem has recurred. We are investigating.",
  resolved: "Our monitoring reports that the problem has ended. This incident was resolved automatically.",
  work_in_progress: "Scheduled maintenance is currently in progress.",
  work_verifying: "We are verifying the maintenance.",
  work_completed: "The scheduled maintenance has been completed.",
  work_cancelled: "This maintenance has been cancelled.",
  work_extended: "This maintenance will take longer than scheduled.",
  work_moved: "The time of this maintenance has changed.",
  work_rearranged: "The times of this maintenance and of the following ones have changed.",
  work_ended: "This maintenance and the following ones have been cancelled.",
} as const;

export type UsualWord = keyof typeof usualWords;

export const isUsualWord = (key: unknown): key is UsualWord =>
  typeof key === "string" && Object.hasOwn(usualWords, key);

const keys = new Map<string, UsualWord>(Object.entries(usualWords).map(([key, text]) => [text, key as UsualWord]));

/** The key of a body that is one of them. */
export const usualWordOf = (body: string): UsualWord | null => keys.get(body.trim()) ?? null;
