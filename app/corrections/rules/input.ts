import { z } from "zod";
import {
  commitIdInputShape,
  idTextSchema,
  nameTextSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { dayMs } from "~/time/durations";

const instant = z.number().int().positive();

/** Most firing alerts that one correction dismisses. */
export const maxDismissedAlerts = 200;

/** Age up to which something can be corrected, in ms: reports are known for that long. */
export const maxCorrectionAgeMs = 90 * dayMs;

export const makeCorrectionInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  sourceId: idTextSchema,
  startsAt: instant,
  endsAt: instant,
  /** Text that visitors read. */
  reason: nameTextSchema,
  /** True to dismiss the source's alerts that still fire, in the same commit. */
  dismisses: z.boolean().optional(),
  /** When the alerts to dismiss were seen, in ms: what fired later was not judged. Absent = the end of the period. */
  seenAt: instant.optional(),
});
export type MakeCorrectionInput = z.input<typeof makeCorrectionInputSchema>;

export const correctionTargetInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...versionInputShape,
  id: idTextSchema,
});
export type CorrectionTargetInput = z.input<typeof correctionTargetInputSchema>;
