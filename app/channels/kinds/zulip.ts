import { z } from "zod";
import { ownServerUrlSchema, urlOnServer } from "../contract/calls";
import { type ChatMarkup, chatMessageForTeam, chatMessageText } from "../contract/chat-message";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { markdownChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  server: ownServerUrlSchema("Zulip URL", "Enter your organisation’s URL, such as https://acme.zulipchat.com."),
  email: z.email("Enter the bot’s email address.").max(254).meta({ title: "Bot email address" }),
  key: z.string().min(10).max(200).meta({ title: "Bot API key", secret: true, origin: "server" }),
  channel: z.string().trim().min(1).max(60).meta({ title: "Channel" }),
});

const marking: ChatMarkup = {
  text: markdownChannelText,
  bold: (text) => `**${text}**`,
  link: (text, url) => `[${text}](${url})`,
};

/**
 * Returns the topic of a message: the title of what its thread is about, or the page's name. Zulip accepts 60
 * characters.
 */
const topicOf = ({ title, page, thread }: TeamMessage): string =>
  plainChannelText((thread ? title : page.name) || "–", 45);

/** Zulip accepts messages of at most 10,000 characters (https://zulip.com/api/send-message). */
export const zulipChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "zulip",
  title: "Zulip",
  intro:
    "In Zulip, open Personal settings → Bots → Add a new bot → Incoming webhook; copy its email address and API key. If the channel is private, subscribe the bot to it.",
  settings,
  team: ({ message, settings: { server, email, key, channel }, state }) => [
    {
      url: urlOnServer(server, `/api/v1/messages`),
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${btoa(`${email}:${key}`)}`,
      },
      body: new URLSearchParams({
        type: "stream",
        to: channel,
        topic: state || topicOf(message),
        content: chatMessageText(chatMessageForTeam(message), marking),
      }).toString(),
    },
  ],
  sent: ({ message, state }) => state ?? ("severity" in message ? topicOf(message) : null),
  read(answer): ChannelSendResult {
    if (answer.status === 400 && /STREAM_DOES_NOT_EXIST/.test(answer.text))
      return { outcome: "gone", reason: englishSentence("Zulip answered: this channel does not exist.") };
    return channelVerdictOf(answer);
  },
  sampleSettings: {
    server: "https://acme.zulipchat.com",
    email: "upfront-bot@acme.zulipchat.com",
    key: "x1y2z3x1y2z3",
    channel: "incidents",
  },
  sampleAnswers: {
    sent: { status: 200, text: '{"result":"success","id":42}' },
    refused: { status: 401, text: '{"result":"error","code":"UNAUTHORIZED"}' },
    limited: { status: 429, headers: { "retry-after": "3" }, text: '{"code":"RATE_LIMIT_HIT"}' },
    gone: { status: 400, text: '{"result":"error","code":"STREAM_DOES_NOT_EXIST"}' },
  },
});
