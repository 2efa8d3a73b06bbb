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
  /** True when subscribers were to be notified of it, even if there were none. */
  hasSubscriberNotice: boolean;
}

const withoutChannels = ({ channels: _, ...notice }: SentNotice): Omit<SentNotice, "channels"> => notice;

/** Without subscribers a notice may wait for a mailer for ever, so that it is over before anyone was counted. */
const hasNobody = ({ recipients }: Pick<SentNotice, "recipients">, reach: number) => reach === 0 && recipients === 0;

/** Returns the deliveries of each update, by its id. `reach`: number of subscribers that an update would notify now. */
export function updateDeliveryViews(
  language: string,
  updates: readonly IncidentUpdateView[],
  notices: readonly SentNotice[],
  reach: number,
): Record<string, UpdateDeliveryView> {
  const answerOf = ({ answer }: NotifiedChannel) => (answer === null ? null : refusalText(answer, language));
  const shown = (delivered: DeliverySummary): UpdateDeliveryView => ({
    ...delivered,
    hasSubscriberNotice: delivered.parts.length > 0,
    isOver: delivered.isOver || hasNobody(delivered, reach),
    parts: delivered.parts.filter((part) => !hasNobody(part, reach)).map(withoutChannels),
    team: delivered.team.map(withoutChannels),
    channels: delivered.channels.map((channel) => ({ ...channel, answer: answerOf(channel) })),
  });
  const all = Object.entries(deliveriesByUpdate(updates, notices));
  return Object.fromEntries(all.map(([id, delivered]) => [id, shown(delivered)]));
}
