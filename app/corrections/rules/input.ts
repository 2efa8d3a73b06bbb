import { z } from "zod";
import { committed, idText, nameText, ofPage, versioned } from "~/fields/text";

const instant = z.number().int().positive();

/** How far back something can be corrected, in ms: so long it is known who reported what. */
export const correctionReach = 90 * 24 * 3600_000;

export const makeCorrectionInput = z.object({
  ...ofPage,
  ...committed,
  sourceId: idText,
  startsAt: instant,
  endsAt: instant,
  /** Visitors read it. */
  reason: nameText,
});
export type MakeCorrectionInput = z.input<typeof makeCorrectionInput>;

export const correctionTarget = z.object({ ...ofPage, ...committed, ...versioned, id: idText });
export type CorrectionTarget = z.input<typeof correctionTarget>;
