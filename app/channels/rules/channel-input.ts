import { z } from "zod";
import { changeBounds, newBounds } from "~/fields/field-bounds";
import { commitIdInput, idText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { channelFields } from "~/notifications/rules/fields";
import { alertSeverities } from "~/status/severity";

const events = changeBounds(channelFields).events.unwrap();
/** Lowest severity that is sent; null = all. */
const minimumSeverity = oneOf(alertSeverities).nullable();
/** Settings, which the adapter's own schema checks. */
const settings = z.record(z.string().max(64), z.unknown());

export const createChannelInput = z.object({
  ...ofPage,
  ...commitIdInput,
  kind: z.string().min(1).max(64),
  ...newBounds(channelFields),
  events,
  settings: settings.default({}),
  minimumSeverity: minimumSeverity.optional(),
});
export type CreateChannelInput = z.input<typeof createChannelInput>;

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const channelTarget = z.object(target);
export type ChannelTarget = z.input<typeof channelTarget>;

export const updateChannelInput = z.object({
  ...target,
  ...changeBounds(channelFields),
  /** Secrets that are left out keep their value; an empty text removes one. */
  settings: settings.optional(),
  minimumSeverity: minimumSeverity.optional(),
  /** false switches it on again, even when Upfront switched it off. */
  paused: z.boolean().optional(),
});
export type UpdateChannelInput = z.input<typeof updateChannelInput>;

export const channelDeliveryTarget = z.object({ ...ofPage, ...commitIdInput, channelId: idText, id: idText });
export type ChannelDeliveryTarget = z.input<typeof channelDeliveryTarget>;
