import { usualWords as all } from "~/status/usual-words";

/** What is said where a person gave no words of their own. */
export const usualWords = {
  in_progress: all.work_in_progress,
  verifying: all.work_verifying,
  completed: all.work_completed,
  cancelled: all.work_cancelled,
  extended: all.work_extended,
  moved: all.work_moved,
  rearranged: all.work_rearranged,
  ended: all.work_ended,
} as const;
