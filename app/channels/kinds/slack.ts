import { z } from "zod";
import { jsonChannelCall, postingUrlSchema } from "../contract/calls";
import { type ChatMessage, chatMessageForSubscriber, chatMessageForTeam } from "../contract/chat-message";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import { slackMessageBody } from "../contract/slack-blocks";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema("Webhook URL", "Enter the URL from Slack; it starts with https://.", /^https$/),
});

const callOf = (url: string, shown: ChatMessage) =>
  jsonChannelCall(url, slackMessageBody(shown), { "content-type": "application/json; charset=utf-8" });

const gone = new Set(["no_service", "no_team", "channel_not_found", "channel_is_archived", "user_not_found"]);

const noWebhook = "Slack answered {{answer}}: this webhook no longer exists.";

/** Slack incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slackChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "slack",
  title: "Slack",
  intro:
    "In Slack, open your app → Incoming Webhooks → Add New Webhook to Workspace, choose the channel and copy the URL. Anyone with it can post there, so it is stored encrypted.",
  settings,
  team: ({ message, settings: { url } }) => [callOf(url, chatMessageForTeam(message))],
  subscriber: ({ message, settings: { url } }) => [callOf(url, chatMessageForSubscriber(message))],
  accepts: ({ url }) => /^hooks\.slack(?:-gov)?\.com$/.test(new URL(url).hostname),
  read(answer): ChannelSendResult {
    const said = answer.text.trim();
    if (answer.status === 410 || gone.has(said)) {
      return { outcome: "gone", reason: englishSentence(noWebhook, { answer: said || answer.status }) };
    }
    return channelVerdictOf(answer);
  },
  sampleSettings: { url: "https://hooks.slack.com/services/T000/B000/x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: "ok" },
    refused: { status: 400, text: "invalid_payload" },
    gone: { status: 404, text: "no_service" },
  },
});
