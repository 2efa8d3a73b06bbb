import { z } from "zod";
import { slackAttachmentCall } from "../contract/attachments";
import { composersForBothMessages, postingUrlSchema } from "../contract/calls";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import { rocketChatChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema("Webhook URL", "Enter the URL from Rocket.Chat; it contains /hooks/."),
});

/** Incoming integration. https://docs.rocket.chat/docs/integrations */
export const rocketChatChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "rocket-chat",
  title: "Rocket.Chat",
  intro:
    "In Rocket.Chat, open Workspace → Integrations → New → Incoming; enable it, choose the channel, save, and copy the webhook URL. Anyone with it can post there, so it is stored encrypted.",
  settings,
  ...composersForBothMessages(({ message, settings: { url } }) => [
    slackAttachmentCall(url, message, rocketChatChannelText),
  ]),
  sampleSettings: { url: "https://chat.example.com/hooks/65a1b2c3/x1y2z3x1y2z3" },
  read(answer): ChannelSendResult {
    if (/Invalid integration id or token/i.test(answer.text))
      return {
        outcome: "gone",
        reason: englishSentence("Rocket.Chat answered {{status}}: this integration no longer exists.", {
          status: answer.status,
        }),
      };
    return channelVerdictOf(answer);
  },
  sampleAnswers: {
    sent: { status: 200, text: '{"success":true}' },
    refused: { status: 400, text: '{"success":false,"error":"error-invalid-channel"}' },
    gone: { status: 404, text: '{"success":false,"error":"Invalid integration id or token provided."}' },
  },
});
