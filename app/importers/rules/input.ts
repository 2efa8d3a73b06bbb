import { z } from "zod";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";

/** An import that a person applies, undoes, takes over or cancels. */
export const importTargetInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...versionInputShape,
  id: idTextSchema,
});
export type ImportTargetInput = z.input<typeof importTargetInputSchema>;
