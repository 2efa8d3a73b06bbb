import { z } from "zod";
import { impacts, settableStatuses } from "../basics/status";
import { bodyText, committed, idText, lineText, nameText, ofPage, oneOf, versioned } from "../fields/text";
import { incidentStatuses } from "./incident";

const fields = {
  name: nameText,
  title: lineText.default(""),
  body: bodyText.default(""),
  status: oneOf(incidentStatuses).nullable().default(null),
  impactOverride: oneOf(impacts).nullable().default(null),
  components: z
    .record(idText, oneOf(settableStatuses))
    .refine((given) => Object.keys(given).length <= 200, { error: "At most 200 components." })
    .default({}),
};

export const createTemplateInput = z.object({ ...ofPage, ...committed, ...fields });
export type CreateTemplateInput = z.input<typeof createTemplateInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const templateTarget = z.object(target);
export type TemplateTarget = z.input<typeof templateTarget>;

export const updateTemplateInput = z.object({
  ...target,
  name: nameText.optional(),
  title: lineText.optional(),
  body: bodyText.optional(),
  status: oneOf(incidentStatuses).nullable().optional(),
  impactOverride: oneOf(impacts).nullable().optional(),
  components: fields.components.unwrap().optional(),
});
export type UpdateTemplateInput = z.input<typeof updateTemplateInput>;

const typed = z.string().max(60_000).default("");

/** A form as far as it is filled in: nothing of it is judged before it is sent. */
export const useTemplateInput = z.object({
  ...ofPage,
  id: idText,
  typed: z.object({
    title: typed,
    body: typed,
    status: typed,
    impactOverride: typed,
    components: z.record(idText, z.string().max(80)).default({}),
  }),
});
export type UseTemplateInput = z.input<typeof useTemplateInput>;
