import { z } from "zod";
import { composersForBothMessages, jsonChannelCall, postingUrlSchema } from "../contract/calls";
import { type ChatMessage, chatMessageFor } from "../contract/chat-message";
import {
  type ChannelCall,
  type ChannelResponse,
  type ChannelSendResult,
  defineChannelAdapter,
  englishSentence,
} from "../contract/contract";
import type { SubscriberMessage, TeamMessage } from "../contract/messages";
import { discordChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema(
    "Webhook URL",
    "Enter the URL from Discord; it starts with https://discord.com/api/webhooks/.",
    /^https$/,
    /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/,
  ),
});
type Settings = z.output<typeof settings>;

const colours = { critical: 0xd92d20, error: 0xd92d20, warning: 0xf79009, info: 0x2e90fa } as const;
const green = 0x17b26a;

/** Limits: 256 of a title, 4,096 of a description, 256 and 1,024 of a field, 6,000 in all. */
const embedOf = ({ mark, title, text, facts, links, from }: ChatMessage, color: number | undefined) => ({
  title: `${mark}${discordChannelText(title, 240) || "–"}`,
  url: links[0]?.url,
  ...(color === undefined ? {} : { color }),
  description: [
    discordChannelText(text, 2000),
    ...links.map((link) => `[${discordChannelText(link.text, 75) || "–"}](${link.url})`),
  ]
    .filter(Boolean)
    .join("\n"),
  fields: facts.slice(0, 8).map(({ name, value }) => ({
    name: discordChannelText(name, 100) || "–",
    value: discordChannelText(value, 200) || "–",
    inline: true,
  })),
  // A footer reads no markup.
  footer: { text: plainChannelText(from, 100) || "–" },
});

function colourOf(message: TeamMessage | SubscriberMessage): number | undefined {
  if (message.thread?.open === false) return green;
  return "severity" in message && message.severity ? colours[message.severity] : undefined;
}

/** `wait` makes the answer name the message. The URL's own query is kept, because it may name a thread of a forum. */
function address(url: string, path = ""): string {
  const to = new URL(url);
  to.pathname += path;
  to.searchParams.set("wait", "true");
  return to.href;
}

const call = (url: string, method: "POST" | "PATCH", embed: unknown): ChannelCall =>
  jsonChannelCall(url, { embeds: [embed], allowed_mentions: { parse: [] } }, {}, method);

/** A webhook cannot reply: later news is a new message, and the message that opened the subject is updated. */
function compose(message: TeamMessage | SubscriberMessage, { url }: Settings, state: string | null): ChannelCall[] {
  const embed = embedOf(chatMessageFor(message), colourOf(message));
  const first = call(address(url), "POST", { ...embed, timestamp: new Date(message.at).toISOString() });
  if (!state || !/^\d{5,25}$/.test(state)) return [first];
  return [first, call(address(url, `/messages/${state}`), "PATCH", embed)];
}

const idIn = ({ text }: ChannelResponse): string | null => /"id"\s*:\s*"(\d{5,25})"/.exec(text)?.[1] ?? null;

/** Discord states in the body after how many seconds to retry. */
const secondsIn = ({ text }: ChannelResponse): number | null => {
  const [, seconds] = /"retry_after"\s*:\s*(\d{1,6}(?:\.\d+)?)/.exec(text) ?? [];
  return seconds ? Math.ceil(Number(seconds)) : null;
};

/** https://docs.discord.com/developers/resources/webhook: execute webhook, edit webhook message. */
export const discordChannelAdapter = defineChannelAdapter<Settings>({
  kind: "discord",
  title: "Discord",
  intro:
    "In Discord, open Server Settings → Integrations → Webhooks → New Webhook, choose the channel and copy the webhook URL. Anyone with it can post there, so it is stored encrypted.",
  settings,
  ...composersForBothMessages(({ message, settings, state }) => compose(message, settings, state)),
  sent: ({ call, reply, state }) => (call === 0 ? (state ?? idIn(reply)) : state),
  read(answer): ChannelSendResult {
    if (answer.status === 404 && /"code"\s*:\s*10015\b/.test(answer.text))
      return { outcome: "gone", reason: englishSentence("Discord answered 404: this webhook no longer exists.") };
    // The opening message was deleted, so there is nothing to update.
    if (answer.status === 404 && /"code"\s*:\s*10008\b/.test(answer.text)) return { outcome: "sent" };
    const verdict = channelVerdictOf(answer);
    return verdict.outcome === "again" ? { ...verdict, retryAfter: verdict.retryAfter ?? secondsIn(answer) } : verdict;
  },
  sampleSettings: { url: "https://discord.com/api/webhooks/123456789012345678/x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: '{"id":"1234567890123456789","type":0}' },
    refused: { status: 400, text: '{"message":"Invalid Form Body","code":50035}' },
    limited: { status: 429, text: '{"message":"You are being rate limited.","retry_after":0.65,"global":false}' },
    gone: { status: 404, text: '{"message":"Unknown Webhook","code":10015}' },
  },
});
