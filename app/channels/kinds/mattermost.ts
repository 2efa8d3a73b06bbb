import { z } from "zod";
import { slackAttachmentCall } from "../contract/attachments";
import { composersForBothMessages, postingUrlSchema } from "../contract/calls";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import { markdownChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema("Webhook URL", "Enter the URL from Mattermost; it contains /hooks/."),
});

/**
 * Incoming webhook; a webhook cannot reply in a thread. https://developers.mattermost.com/integrate/webhooks/incoming/
 */
export const mattermostChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "mattermost",
  title: "Mattermost",
  intro:
    "In Mattermost, open Integrations → Incoming Webhooks → Add Incoming Webhook, choose the channel and copy the URL. Anyone with it can post there, so it is stored encrypted.",
  settings,
  ...composersForBothMessages(({ message, settings: { url } }) => [
    slackAttachmentCall(url, message, markdownChannelText),
  ]),
  read(answer): ChannelSendResult {
    if (
      /web_hook\.incoming\.(?:invalid|channel)\.app_error|get_incoming.*app_error/.test(answer.text) &&
      answer.status >= 400
    )
      return {
        outcome: "gone",
        reason: englishSentence("Mattermost answered {{status}}: this webhook no longer exists.", {
          status: answer.status,
        }),
      };
    return channelVerdictOf(answer);
  },
  sampleSettings: { url: "https://chat.example.com/hooks/x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: "ok" },
    refused: { status: 400, text: '{"id":"web_hook.incoming.text.app_error","message":"No text specified."}' },
    gone: { status: 400, text: '{"id":"web_hook.incoming.invalid.app_error","message":"Invalid webhook."}' },
  },
});
