import { z } from "zod";
import { committed, idText, nameText, ofPage, versioned } from "~/fields/text";
import { dayMs } from "~/time/durations";

const instant = z.number().int().positive();

/** Age up to which something can be corrected, in ms: reports are known for that long. */
export const correctionReach = 90 * dayMs;

export const makeCorrectionInput = z.object({
  ...ofPage,
  ...committed,
  sourceId: idText,
  startsAt: instant,
  endsAt: instant,
  /** Text that visitors read. */
  reason: nameText,
});
export type MakeCorrectionInput = z.input<typeof makeCorrectionInput>;

export const correctionTarget = z.object({ ...ofPage, ...committed, ...versioned, id: idText });
export type CorrectionTarget = z.input<typeof correctionTarget>;
