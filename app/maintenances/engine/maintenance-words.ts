import { generatedUpdateTexts as all } from "~/status/usual-words";

/** Standard texts for updates without a text by a person. */
export const standardUpdateTexts = {
  in_progress: all.work_in_progress,
  verifying: all.work_verifying,
  completed: all.work_completed,
  cancelled: all.work_cancelled,
  extended: all.work_extended,
  moved: all.work_moved,
  rearranged: all.work_rearranged,
  ended: all.work_ended,
} as const;
