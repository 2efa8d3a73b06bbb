import { z } from "zod";
import { composersForBothMessages, jsonChannelCall, postingUrlSchema } from "../contract/calls";
import { type ChatMessage, chatMessageFor } from "../contract/chat-message";
import { type ChannelCall, defineChannelAdapter } from "../contract/contract";
import type { SubscriberMessage, TeamMessage } from "../contract/messages";
import { adaptiveCardChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  url: postingUrlSchema("Workflow URL", "Enter the URL from the workflow; it starts with https://.", /^https$/),
});

const colours = { critical: "Attention", error: "Attention", warning: "Warning", info: "Accent" } as const;

const block = (text: string, how: Record<string, unknown> = {}) => ({ type: "TextBlock", text, wrap: true, ...how });

/**
 * A line break needs an empty line before it.
 * https://learn.microsoft.com/microsoftteams/platform/task-modules-and-cards/cards/cards-format#newlines-for-adaptive-cards
 */
const apart = (text: string) => text.replace(/\n+/g, "\n\n");

/** Cards and their facts read a small part of Markdown. The whole stays far below the 28 KB of a message. */
const cardOf = ({ title, text, facts, links, from }: ChatMessage, color: string | undefined) => ({
  $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
  type: "AdaptiveCard",
  version: "1.4",
  body: [
    block(adaptiveCardChannelText(title, 300) || "–", { size: "Large", weight: "Bolder", ...(color ? { color } : {}) }),
    ...(text ? [block(apart(adaptiveCardChannelText(text, 3000)))] : []),
    ...(facts.length > 0
      ? [
          {
            type: "FactSet",
            facts: facts.slice(0, 8).map(({ name, value }) => ({
              title: adaptiveCardChannelText(name, 100) || "–",
              value: adaptiveCardChannelText(value, 300) || "–",
            })),
          },
        ]
      : []),
    block(adaptiveCardChannelText(from, 100) || "–", { isSubtle: true, size: "Small" }),
  ],
  actions: links.map(({ text, url }) => ({ type: "Action.OpenUrl", title: text.slice(0, 75) || "–", url })),
  msteams: { width: "Full" },
});

function callOf(url: string, message: TeamMessage | SubscriberMessage): ChannelCall {
  const over = message.thread?.open === false;
  const color = over ? "Good" : "severity" in message && message.severity ? colours[message.severity] : undefined;
  const content = cardOf(chatMessageFor(message), color);
  const attachments = [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }];
  return jsonChannelCall(url, { type: "message", attachments });
}

/**
 * A workflow that posts what it receives.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 */
export const teamsChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "teams",
  title: "Microsoft Teams",
  intro:
    "In Teams, open the channel’s menu → Workflows → “Send webhook alerts to a channel” and copy the URL at the end. Anyone with it can post there, so it is stored encrypted.",
  settings,
  ...composersForBothMessages(({ message, settings: { url } }) => [callOf(url, message)]),
  read: channelVerdictOf,
  sampleSettings: {
    url: "https://prod-12.westeurope.logic.azure.com/workflows/abc/triggers/manual/paths/invoke?sig=x1y2z3",
  },
  sampleAnswers: {
    sent: { status: 202 },
    refused: { status: 400, text: '{"error":{"code":"TriggerInputSchemaMismatch"}}' },
    gone: { status: 410 },
  },
});
