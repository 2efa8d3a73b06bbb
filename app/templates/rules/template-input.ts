import { z } from "zod";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { committed, idText, ofPage, versioned } from "~/fields/text";
import { templateFields } from "./fields";

export const createTemplateInput = z.object({ ...ofPage, ...committed, ...wholeBounds(templateFields) });
export type CreateTemplateInput = z.input<typeof createTemplateInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const templateTarget = z.object(target);
export type TemplateTarget = z.input<typeof templateTarget>;

export const updateTemplateInput = z.object({ ...target, ...changeBounds(templateFields) });
export type UpdateTemplateInput = z.input<typeof updateTemplateInput>;

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
