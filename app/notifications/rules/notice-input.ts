import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { commitIdInputShape, idTextSchema, oneOfSchema, pageIdInputShape } from "~/fields/text-inputs";

export const noticeTargetInputSchema = z.object({ ...pageIdInputShape, ...commitIdInputShape, id: idTextSchema });
export type NoticeTargetInput = z.input<typeof noticeTargetInputSchema>;

/** One action on all notices that are ticked. */
export const bulkNoticesInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  action: oneOfSchema(["cancel", "resend"]),
  ids: z
    .array(idTextSchema)
    .min(1, refusalFor("notice.tick_one"))
    .max(50, refusalFor("notice.at_once"))
    .transform((given) => [...new Set(given)]),
});
export type BulkNoticesInput = z.input<typeof bulkNoticesInputSchema>;
