import { z } from "zod";
import { alertSeverities } from "../basics/severity";
import { committed, idText, nameText, ofPage, oneOf, versioned } from "../fields/text";
import { teamNotices } from "./notice";

const events = z
  .array(oneOf(teamNotices))
  .min(1, "Choose at least one event: a channel that is told nothing is of no use.")
  .max(teamNotices.length * 2)
  .transform((given) => teamNotices.filter((each) => given.includes(each)));
/** Alerts below it are not told; null = all. */
const minimumSeverity = oneOf(alertSeverities).nullable();
/** Checked by the adapter's own schema. */
const settings = z.record(z.string().max(64), z.unknown());

export const createChannelInput = z.object({
  ...ofPage,
  ...committed,
  kind: z.string().min(1).max(64),
  name: nameText,
  settings: settings.default({}),
  events,
  minimumSeverity: minimumSeverity.optional(),
});
export type CreateChannelInput = z.input<typeof createChannelInput>;

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const channelTarget = z.object(target);
export type ChannelTarget = z.input<typeof channelTarget>;

export const updateChannelInput = z.object({
  ...target,
  name: nameText.optional(),
  /** Secrets that are left out keep their value; an empty text takes one away. */
  settings: settings.optional(),
  events: events.optional(),
  minimumSeverity: minimumSeverity.optional(),
  /** false switches it on again, whoever switched it off. */
  paused: z.boolean().optional(),
});
export type UpdateChannelInput = z.input<typeof updateChannelInput>;

export const channelDeliveryTarget = z.object({ ...ofPage, ...committed, channelId: idText, id: idText });
export type ChannelDeliveryTarget = z.input<typeof channelDeliveryTarget>;
