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

export const postmortemTargetInput = z.object(target);
export type PostmortemTarget = z.input<typeof postmortemTargetInput>;

export const writePostmortemInput = z.object({ ...target, body: bodyTextSchema });
export type WritePostmortemInput = z.input<typeof writePostmortemInput>;

export const publishPostmortemInput = z.object({
  ...target,
  /** Absent to keep the text that was saved. */
  body: bodyTextSchema.optional(),
  notify: z.boolean().default(false),
});
export type PublishPostmortemInput = z.input<typeof publishPostmortemInput>;
