import { z } from "zod";
import { bodyText, commitIdInput, idText, ofPage, versionInput } from "~/fields/text-inputs";

/** `id` and `version` are the incident's. */
const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const postmortemTarget = z.object(target);
export type PostmortemTarget = z.input<typeof postmortemTarget>;

export const writePostmortemInput = z.object({ ...target, body: bodyText });
export type WritePostmortemInput = z.input<typeof writePostmortemInput>;

export const publishPostmortemInput = z.object({
  ...target,
  /** Absent to keep the text that was saved. */
  body: bodyText.optional(),
  notify: z.boolean().default(false),
});
export type PublishPostmortemInput = z.input<typeof publishPostmortemInput>;
