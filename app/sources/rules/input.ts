import { z } from "zod";
import { deliveryOutcomes } from "~/alerts/rules/delivery-outcome";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, newFieldSchemas } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  commitIdInputShape,
  idTextSchema,
  oneOfSchema,
  pageIdInputShape,
  searchTextInputSchema,
  versionInputShape,
} from "~/fields/text-inputs";
import { sourceFields, sourceLogFields } from "./fields";

/** Settings, validated by the adapter's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createSourceInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  kind: z.string().min(1).max(64),
  ...newFieldSchemas(sourceLogFields),
  settings: settings.default({}),
});
export type CreateSourceInput = z.input<typeof createSourceInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const sourceTargetInputSchema = z.object(target);
export type SourceTargetInput = z.input<typeof sourceTargetInputSchema>;

export const endOverlapInputSchema = z.object({ ...target, what: oneOfSchema(["address", "settings"]) });
export type EndOverlapInput = z.input<typeof endOverlapInputSchema>;

export const replayDeliveriesInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  sourceId: idTextSchema,
  ids: z
    .array(z.string().min(1).max(120))
    .min(1, refusalFor("source.choose_delivery"))
    .max(50, refusalFor("source.deliveries_at_once")),
});
export type ReplayInput = z.input<typeof replayDeliveriesInputSchema>;

export const listSourceDeliveriesInputSchema = z.object({
  ...pageIdInputShape,
  sourceId: idTextSchema,
  outcome: absentIfEmpty(oneOfSchema(deliveryOutcomes)),
  /** Text in its keys, the reason of its refusal or, for admins, its body. */
  text: searchTextInputSchema,
  before: z.string().max(200).optional(),
});
export type ListDeliveriesInput = z.input<typeof listSourceDeliveriesInputSchema>;

export const updateSourceInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(sourceFields),
  /** Settings. Omitted secrets keep their value; an empty text removes one. */
  settings: settings.optional(),
  mutedUntil: z.number().int().nullable().optional(),
});
export type UpdateSourceInput = z.input<typeof updateSourceInputSchema>;
