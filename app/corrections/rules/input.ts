import { z } from "zod";
import { commitIdInput, idText, nameText, ofPage, versionInput } from "~/fields/text-inputs";
import { dayMs } from "~/time/durations";

const instant = z.number().int().positive();

/** Age up to which something can be corrected, in ms: reports are known for that long. */
export const correctionReachMs = 90 * dayMs;

export const makeCorrectionInput = z.object({
  ...ofPage,
  ...commitIdInput,
  sourceId: idText,
  startsAt: instant,
  endsAt: instant,
  /** Text that visitors read. */
  reason: nameText,
});
export type MakeCorrectionInput = z.input<typeof makeCorrectionInput>;

export const correctionTarget = z.object({ ...ofPage, ...commitIdInput, ...versionInput, id: idText });
export type CorrectionTarget = z.input<typeof correctionTarget>;
