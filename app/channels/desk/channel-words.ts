import { channelEvents, teamNoticeKinds } from "~/notifications/rules/notice";
import type { wordsIn } from "./words/words";

type ChannelWords = ReturnType<typeof wordsIn>;

const deliveryStates = ["due", "failing", "sent", "dead", "overtaken"] as const;

/** A delivery's stored state, and the number of its attempts so far. */
export interface DeliveryProgress {
  state: string;
  tries: number;
}

/** Returns the state of a delivery; null = a state without a word. One that is due again failed before, and says so. */
export function deliveryStateOf({ state, tries }: DeliveryProgress): (typeof deliveryStates)[number] | null {
  if (state === "due" && tries > 0) return "failing";
  return deliveryStates.find((each) => each === state) ?? null;
}

/** Returns the event of a delivery, as a title. */
export function channelEventTitle({ t }: ChannelWords, kind: string | null): string {
  const known = kind === "test" ? kind : teamNoticeKinds.find((each) => each === kind);
  return t(known ? `event.${known}` : "event.older");
}

/** Returns "Notifies when a draft opens and an alert recovers." */
export function channelEventsSentence({ t, list }: ChannelWords, events: readonly string[]): string {
  const known = channelEvents.filter((each) => events.includes(each));
  return t("state.notifies", { events: list(known.map((each) => t(`when.${each}`))) });
}
