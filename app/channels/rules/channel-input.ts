import { z } from "zod";
import { changeFieldSchemas, newFieldSchemas } from "~/fields/field-bounds";
import {
  commitIdInputShape,
  idTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { channelFields } from "~/notifications/rules/fields";
import { alertSeverities } from "~/status/severity";

const events = changeFieldSchemas(channelFields).events.unwrap();
/** Lowest severity that is sent; null = all. */
const minimumSeverity = oneOfSchema(alertSeverities).nullable();
/** Settings, which the adapter's own schema checks. */
const settings = z.record(z.string().max(64), z.unknown());

export const createChannelInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  kind: z.string().min(1).max(64),
  ...newFieldSchemas(channelFields),
  events,
  settings: settings.default({}),
  minimumSeverity: minimumSeverity.optional(),
});
export type CreateChannelInput = z.input<typeof createChannelInputSchema>;

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const channelTargetInputSchema = z.object(target);
export type ChannelTargetInput = z.input<typeof channelTargetInputSchema>;

export const updateChannelInputSchema = z.object({
  ...target,
  ...changeFieldSchemas(channelFields),
  /** Secrets that are left out keep their value; an empty text removes one. */
  settings: settings.optional(),
  minimumSeverity: minimumSeverity.optional(),
  /** false switches it on again, even when Upfront switched it off. */
  paused: z.boolean().optional(),
});
export type UpdateChannelInput = z.input<typeof updateChannelInputSchema>;

export const channelDeliveryTargetInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  channelId: idTextSchema,
  id: idTextSchema,
});
export type ChannelDeliveryTargetInput = z.input<typeof channelDeliveryTargetInputSchema>;
