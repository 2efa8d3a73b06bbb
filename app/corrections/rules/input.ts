import { z } from "zod";
import { commitIdInput, idTextSchema, nameTextSchema, pageIdInput, versionInput } from "~/fields/text-inputs";
import { dayMs } from "~/time/durations";

const instant = z.number().int().positive();

/** Age up to which something can be corrected, in ms: reports are known for that long. */
export const maxCorrectionAgeMs = 90 * dayMs;

export const makeCorrectionInput = z.object({
  ...pageIdInput,
  ...commitIdInput,
  sourceId: idTextSchema,
  startsAt: instant,
  endsAt: instant,
  /** Text that visitors read. */
  reason: nameTextSchema,
});
export type MakeCorrectionInput = z.input<typeof makeCorrectionInput>;

export const correctionTargetInput = z.object({ ...pageIdInput, ...commitIdInput, ...versionInput, id: idTextSchema });
export type CorrectionTargetInput = z.input<typeof correctionTargetInput>;
