import { refusalText } from "~/i18n/refusal-text";
import { type Delivered, deliveredOf, type SentNotice, type ToldChannel } from "~/notifications/rules/delivered";
import type { UpdateView } from "../read";

/** A channel as a loader returns it, in the reader's language. */
export type ShownChannel = Omit<ToldChannel, "answer"> & { answer: string | null };

export interface ShownDelivered extends Omit<Delivered, "parts" | "team" | "channels"> {
  parts: Omit<SentNotice, "channels">[];
  team: Omit<SentNotice, "channels">[];
  channels: ShownChannel[];
}

const withoutChannels = ({ channels: _, ...notice }: SentNotice): Omit<SentNotice, "channels"> => notice;

/** Returns the deliveries of each update, by its id. */
export function shownDelivered(
  language: string,
  updates: readonly UpdateView[],
  notices: readonly SentNotice[],
): Record<string, ShownDelivered> {
  const answerOf = ({ answer }: ToldChannel) => (answer === null ? null : refusalText(answer, language));
  const shown = (delivered: Delivered): ShownDelivered => ({
    ...delivered,
    parts: delivered.parts.map(withoutChannels),
    team: delivered.team.map(withoutChannels),
    channels: delivered.channels.map((channel) => ({ ...channel, answer: answerOf(channel) })),
  });
  const all = Object.entries(deliveredOf(updates, notices));
  return Object.fromEntries(all.map(([id, delivered]) => [id, shown(delivered)]));
}
