import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { type ChatMarkup, chatMessageFor, chatMessageText } from "../contract/chat-message";
import {
  type ChannelResponse,
  type ChannelSendResult,
  defineChannelAdapter,
  englishSentence,
} from "../contract/contract";
import type { SubscriberMessage, TeamMessage } from "../contract/messages";
import { telegramChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  token: z
    .string()
    .regex(/^\d{5,20}:[\w-]{20,100}$/, "Enter the token from @BotFather, with its number and colon.")
    .meta({ title: "Bot token", secret: true }),
  chat: z
    .string()
    .regex(/^(?:-?\d{1,20}|@\w{4,32})$/, "Enter a chat ID, such as -1001234567890, or a public channel’s @name.")
    .meta({ title: "Chat ID" }),
  topic: z
    .string()
    .regex(/^\d{0,12}$/, "Enter a number or leave it empty.")
    .optional()
    .meta({ title: "Topic ID (only in groups with topics)" }),
});
type Settings = z.output<typeof settings>;

const code = /<code>(.*?)<\/code>/gs;

/**
 * Code cannot be inside other markup: bold ends before it, and a link has its plain text.
 * https://core.telegram.org/bots/api#formatting-options
 */
const marking: ChatMarkup = {
  text: telegramChannelText,
  bold: (text) => `<b>${text.replace(code, "</b>$&<b>")}</b>`.replaceAll("<b></b>", ""),
  link: (text, url) =>
    `<a href="${url.replaceAll("&", "&amp;").replaceAll('"', "%22")}">${text.replace(code, "$1")}</a>`,
};

/** Replies to the message that opened the subject; without a reply when that was deleted. */
const bodyOf = ({ chat, topic }: Settings, message: TeamMessage | SubscriberMessage, state: string | null) => ({
  chat_id: chat,
  ...(topic ? { message_thread_id: Number(topic) } : {}),
  ...(state && /^\d{1,12}$/.test(state)
    ? { reply_parameters: { message_id: Number(state), allow_sending_without_reply: true } }
    : {}),
  text: chatMessageText(chatMessageFor(message), marking),
  parse_mode: "HTML",
  link_preview_options: { is_disabled: true },
});

const idIn = ({ text }: ChannelResponse): string | null => /"message_id"\s*:\s*(\d{1,12})/.exec(text)?.[1] ?? null;

const numberIn = (text: string, name: string): number | null => {
  const [, found] = new RegExp(`"${name}"\\s*:\\s*(-?\\d{1,20})`).exec(text) ?? [];
  return found ? Number(found) : null;
};

/** https://core.telegram.org/bots/api#sendmessage: 4,096 characters after markup is read. */
export const telegramChannelAdapter = defineChannelAdapter<Settings>({
  kind: "telegram",
  title: "Telegram",
  intro:
    "Create a bot with @BotFather and copy its token; add the bot to the group or channel; send a message there and find the chat ID at https://api.telegram.org/bot…/getUpdates.",
  settings,
  team: ({ message, settings, state }) => [
    jsonChannelCall(`https://api.telegram.org/bot${settings.token}/sendMessage`, bodyOf(settings, message, state)),
  ],
  sent: ({ reply, state }) => state ?? idIn(reply),
  read(answer): ChannelSendResult {
    const moved = numberIn(answer.text, "migrate_to_chat_id");
    if (answer.status === 400 && moved !== null)
      return {
        outcome: "refused",
        reason: englishSentence("This group has a new chat ID: {{moved}}. Enter it here.", { moved }),
      };
    if (answer.status === 403)
      return {
        outcome: "gone",
        reason: englishSentence("Telegram answered 403: the bot was blocked or removed from this chat."),
      };
    const verdict = channelVerdictOf(answer);
    return verdict.outcome === "again"
      ? { ...verdict, retryAfter: verdict.retryAfter ?? numberIn(answer.text, "retry_after") }
      : verdict;
  },
  sampleSettings: { token: "123456789:x1y2z3x1y2z3x1y2z3x1y2z3", chat: "-1001234567890" },
  sampleAnswers: {
    sent: { status: 200, text: '{"ok":true,"result":{"message_id":4711}}' },
    refused: { status: 400, text: '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}' },
    limited: { status: 429, text: '{"ok":false,"error_code":429,"parameters":{"retry_after":7}}' },
    gone: { status: 403, text: '{"ok":false,"error_code":403,"description":"Forbidden: bot was kicked"}' },
  },
});
