import { z } from "zod";
import {
  bodyTextSchema,
  commitIdInputShape,
  idTextSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";

/** `id` and `version` are the incident's. */
const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const postmortemTargetInputSchema = z.object(target);
export type PostmortemTargetInput = z.input<typeof postmortemTargetInputSchema>;

export const writePostmortemInputSchema = z.object({ ...target, body: bodyTextSchema });
export type WritePostmortemInput = z.input<typeof writePostmortemInputSchema>;

export const publishPostmortemInputSchema = z.object({
  ...target,
  /** Absent to keep the text that was saved. */
  body: bodyTextSchema.optional(),
  notify: z.boolean().default(false),
});
export type PublishPostmortemInput = z.input<typeof publishPostmortemInputSchema>;
