import { z } from "zod";
import { idText, ofPage } from "~/fields/text-inputs";

const typed = z.string().max(60_000).default("");

/** A partly filled form; it is not validated before it is sent. */
export const useTemplateInput = z.object({
  ...ofPage,
  id: idText,
  typed: z.object({
    title: typed,
    body: typed,
    status: typed,
    impactOverride: typed,
    nextMinutes: typed,
    components: z.record(idText, z.string().max(80)).default({}),
  }),
});
export type UseTemplateInput = z.input<typeof useTemplateInput>;
