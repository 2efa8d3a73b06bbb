import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { chatMessageForTeam } from "../contract/chat-message";
import {
  type ChannelCall,
  type ChannelResponse,
  type ChannelSendResult,
  defineChannelAdapter,
  englishSentence,
  type SentChannelCall,
} from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { slackMessageBody } from "../contract/slack-blocks";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  token: z
    .string()
    .regex(/^xoxb-[\w-]{10,300}$/, "Enter the bot token; it starts with “xoxb-”.")
    .meta({ title: "Bot token", secret: true }),
  channel: z
    .string()
    .regex(
      /^[CG][A-Z0-9]{6,20}$/,
      "Enter the channel ID, such as C0123456789, from the end of the channel’s details in Slack.",
    )
    .meta({ title: "Channel ID" }),
});
type Settings = z.output<typeof settings>;

const call = (method: string, token: string, body: unknown) =>
  jsonChannelCall(`https://slack.com/api/${method}`, body, {
    "content-type": "application/json; charset=utf-8",
    authorization: `Bearer ${token}`,
  });

/**
 * Later messages are replies in the thread, the last one also shown in the channel; the opening message is updated each
 * time.
 */
function callsOf(message: TeamMessage, { token, channel }: Settings, state: string | null): ChannelCall[] {
  const body = slackMessageBody(chatMessageForTeam(message));
  if (!state || !/^\d{5,15}\.\d{1,10}$/.test(state)) return [call("chat.postMessage", token, { channel, ...body })];
  const reply = { channel, ...body, thread_ts: state, reply_broadcast: message.thread?.open === false };
  const { text, blocks } = body;
  return [call("chat.postMessage", token, reply), call("chat.update", token, { channel, ts: state, text, blocks })];
}

function opened({ call, reply, state }: SentChannelCall): string | null {
  if (state || call > 0) return state;
  return /"ts"\s*:\s*"(\d{5,15}\.\d{1,10})"/.exec(reply.text)?.[1] ?? null;
}

/**
 * Slack answers 200 in any case and states the result at the start of the body. When that is missing the message is
 * sent again, because a duplicate is better than a lost message.
 */
const isSilent = ({ status, text }: ChannelResponse) => status === 200 && !/"ok"\s*:\s*(?:true|false)/.test(text);

const errorIn = (text: string): string | null => /"error"\s*:\s*"(\w{1,80})"/.exec(text)?.[1] ?? null;

const gone = new Set([
  "channel_not_found",
  "is_archived",
  "account_inactive",
  "token_revoked",
  "team_access_not_granted",
]);
/** Errors for an opening message that cannot be updated, such as one that was deleted; they count as sent. */
const nothingToUpdate = new Set(["message_not_found", "cant_update_message", "edit_window_closed"]);

/** https://docs.slack.dev/reference/methods/chat.postMessage, https://docs.slack.dev/reference/methods/chat.update */
export const slackBotChannelAdapter = defineChannelAdapter<Settings>({
  kind: "slack-bot",
  title: "Slack bot (with threads)",
  intro:
    "At api.slack.com/apps, create an app, give its bot the chat:write scope, install it and copy the bot token; then invite the bot to the channel. Each incident is one thread.",
  settings,
  team: ({ message, settings, state }) => callsOf(message, settings, state),
  sent: opened,
  read(answer): ChannelSendResult {
    if (isSilent(answer)) return { outcome: "again", retryAfter: null };
    const error =
      answer.status === 200 && /"ok"\s*:\s*false/.test(answer.text) ? (errorIn(answer.text) ?? "error") : null;
    if (error === null) return channelVerdictOf(answer);
    if (nothingToUpdate.has(error)) return { outcome: "sent" };
    if (gone.has(error))
      return {
        outcome: "gone",
        reason: englishSentence("Slack answered {{error}}: the bot can no longer post there.", { error }),
      };
    if (/^(?:ratelimited|rate_limited|internal_error|fatal_error|service_unavailable)$/.test(error))
      return { outcome: "again", retryAfter: null };
    return { outcome: "refused", reason: englishSentence("Slack answered {{error}}.", { error }) };
  },
  sampleSettings: { token: "xoxb-x1y2z3-x1y2z3x1y2z3", channel: "C0123456789" },
  sampleAnswers: {
    sent: { status: 200, text: '{"ok":true,"channel":"C0123456789","ts":"1503435956.000247"}' },
    refused: { status: 200, text: '{"ok":false,"error":"not_in_channel"}' },
    limited: { status: 429, headers: { "retry-after": "30" }, text: '{"ok":false,"error":"ratelimited"}' },
    gone: { status: 200, text: '{"ok":false,"error":"is_archived"}' },
  },
});
