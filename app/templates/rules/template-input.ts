import { z } from "zod";
import { idTextSchema, pageIdInputShape } from "~/fields/text-inputs";

const typed = z.string().max(60_000).default("");

/** A partly filled form; it is not validated before it is sent. */
export const applyTemplateInputSchema = z.object({
  ...pageIdInputShape,
  id: idTextSchema,
  typed: z.object({
    title: typed,
    body: typed,
    status: typed,
    impactOverride: typed,
    nextMinutes: typed,
    components: z.record(idTextSchema, z.string().max(80)).default({}),
  }),
});
export type ApplyTemplateInput = z.input<typeof applyTemplateInputSchema>;
