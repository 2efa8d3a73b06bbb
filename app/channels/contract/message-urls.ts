import type { AnyChannelAdapter } from "./contract";
import type { SubscriberMessage, TeamMessage } from "./messages";

const nowhere = { id: "", name: "", url: "", status: null };
const link = { text: "", url: "" };

/** Messages that are only composed, to find the addresses that would be called. */
const teamProbe: TeamMessage = {
  id: "",
  event: "test",
  at: 0,
  page: nowhere,
  title: "",
  text: "",
  severity: null,
  impact: null,
  impactNow: null,
  alarm: true,
  link,
  facts: [],
  thread: null,
};
const subscriberProbe: SubscriberMessage = {
  id: "",
  event: "proof",
  at: 0,
  page: nowhere,
  language: "en",
  title: "",
  status: null,
  impact: null,
  impactNow: null,
  text: "",
  components: [],
  window: null,
  link,
  manage: link,
  thread: null,
};

/** Returns every address to which messages would be sent. */
export function channelMessageUrls({ team, subscriber }: AnyChannelAdapter, settings: unknown): string[] {
  const common = { settings, state: null, now: 0 };
  const calls = [
    ...(team?.({ ...common, message: teamProbe }) ?? []),
    ...(subscriber?.({ ...common, message: subscriberProbe }) ?? []),
  ];
  return [...new Set(calls.map(({ url }) => url))];
}
