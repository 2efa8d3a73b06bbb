import { z } from "zod";
import { composersForBothMessages, jsonChannelCall, postingUrlSchema } from "../contract/calls";
import { chatMessageFor } from "../contract/chat-message";
import { type ChannelCall, type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import type { SubscriberMessage, TeamMessage } from "../contract/messages";
import { htmlChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema(
    "Webhook URL",
    "It must start with https://chat.googleapis.com/.",
    /^https$/,
    /^chat\.googleapis\.com$/,
  ),
});

/**
 * The header and buttons are literal, paragraphs read a little HTML; the card stays far below the 32,000 bytes of a
 * message.
 */
function cardOf(message: TeamMessage | SubscriberMessage) {
  const { mark, title, text, facts, links, from } = chatMessageFor(message);
  const widgets = [
    ...(text ? [{ textParagraph: { text: htmlChannelText(text, 3000) } }] : []),
    ...facts.slice(0, 8).map(({ name, value }) => ({
      decoratedText: {
        topLabel: plainChannelText(name, 100) || "–",
        text: htmlChannelText(value, 300) || "–",
        wrapText: true,
      },
    })),
    {
      buttonList: {
        buttons: links.map((link) => ({
          text: plainChannelText(link.text, 75) || "–",
          onClick: { openLink: { url: link.url } },
        })),
      },
    },
  ];
  return {
    header: { title: `${mark}${plainChannelText(title, 200) || "–"}`, subtitle: plainChannelText(from, 100) || "–" },
    sections: [{ widgets }],
  };
}

/** One subject is one thread, by a key that Upfront chooses. */
function callOf(address: string, message: TeamMessage | SubscriberMessage): ChannelCall {
  const url = new URL(address);
  url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
  const { mark, title } = chatMessageFor(message);
  const body = {
    fallbackText: `${mark}${plainChannelText(title, 200) || "–"}`,
    cardsV2: [{ cardId: "upfront", card: cardOf(message) }],
    ...(message.thread ? { thread: { threadKey: message.thread.id } } : {}),
  };
  return jsonChannelCall(url.href, body, { "content-type": "application/json; charset=UTF-8" });
}

/** https://developers.google.com/workspace/chat/quickstart/webhooks */
export const googleChatChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "google-chat",
  title: "Google Chat",
  intro:
    "In Google Chat, open the space’s menu → Apps & integrations → Webhooks → Add webhook and copy its URL. Anyone with it can post there, so it is stored encrypted.",
  settings,
  ...composersForBothMessages(({ message, settings: { url } }) => [callOf(url, message)]),
  read(answer): ChannelSendResult {
    if (answer.status === 404)
      return { outcome: "gone", reason: englishSentence("Google Chat answered 404: this webhook no longer exists.") };
    return channelVerdictOf(answer);
  },
  sampleSettings: { url: "https://chat.googleapis.com/v1/spaces/AAAA/messages?key=k&token=x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: '{"name":"spaces/AAAA/messages/BBBB"}' },
    refused: { status: 400, text: '{"error":{"status":"INVALID_ARGUMENT"}}' },
    gone: { status: 404, text: '{"error":{"status":"NOT_FOUND"}}' },
  },
});
