import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { markdownChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  source: z
    .string()
    .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "Enter the 26 letters and digits from the URL that incident.io shows.")
    .meta({ title: "Alert source config ID" }),
  token: z.string().min(10).max(300).meta({ title: "Token", secret: true }),
});

/** One subject is one alert, by its key. The title is literal, the description reads Markdown. */
const bodyOf = (message: TeamMessage) => ({
  title: plainChannelText(message.title, 200) || "–",
  description: markdownChannelText(message.text, 3000),
  deduplication_key: `upfront:${message.thread?.id ?? message.id}`,
  status: message.thread?.open === false ? "resolved" : "firing",
  source_url: message.link.url,
  metadata: {
    event: message.event,
    page: plainChannelText(message.page.name, 100),
    severity: message.severity ?? "info",
    facts: message.facts.slice(0, 8).map(({ name, value }) => plainChannelText(`${name}: ${value}`, 300)),
  },
});

/** https://docs.incident.io/api-reference/alert-events-v2/createhttp */
export const incidentIoChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "incident-io",
  title: "incident.io",
  intro:
    "In incident.io, open Alerts → Sources → New alert source → HTTP; copy the config ID from its URL, and its token.",
  settings,
  team: ({ message, settings: { source, token } }) =>
    message.alarm
      ? [
          jsonChannelCall(`https://api.incident.io/v2/alert_events/http/${source}`, bodyOf(message), {
            authorization: `Bearer ${token}`,
          }),
        ]
      : [],
  read: channelVerdictOf,
  sampleSettings: { source: "01GW2G3V0S59R238FAHPDS1R66", token: "x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 202, text: '{"status":"success","message":"Event accepted for processing"}' },
    refused: { status: 422, text: '{"type":"validation_error"}' },
  },
});
