import { refusalText } from "~/i18n/refusal-text";
import {
  type DeliverySummary,
  deliveriesByUpdate,
  type NotifiedChannel,
  type SentNotice,
} from "~/notifications/rules/delivery-summary";
import type { IncidentUpdateView } from "../read";

/** A channel as a loader returns it, in the reader's language. */
export type NotifiedChannelView = Omit<NotifiedChannel, "answer"> & { answer: string | null };

export interface UpdateDeliveryView extends Omit<DeliverySummary, "parts" | "team" | "channels"> {
  parts: Omit<SentNotice, "channels">[];
  team: Omit<SentNotice, "channels">[];
  channels: NotifiedChannelView[];
}

const withoutChannels = ({ channels: _, ...notice }: SentNotice): Omit<SentNotice, "channels"> => notice;

/** Returns the deliveries of each update, by its id. */
export function updateDeliveryViews(
  language: string,
  updates: readonly IncidentUpdateView[],
  notices: readonly SentNotice[],
): Record<string, UpdateDeliveryView> {
  const answerOf = ({ answer }: NotifiedChannel) => (answer === null ? null : refusalText(answer, language));
  const shown = (delivered: DeliverySummary): UpdateDeliveryView => ({
    ...delivered,
    parts: delivered.parts.map(withoutChannels),
    team: delivered.team.map(withoutChannels),
    channels: delivered.channels.map((channel) => ({ ...channel, answer: answerOf(channel) })),
  });
  const all = Object.entries(deliveriesByUpdate(updates, notices));
  return Object.fromEntries(all.map(([id, delivered]) => [id, shown(delivered)]));
}
