import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { type ChannelCall, defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const hosts = { us: "https://events.pagerduty.com", eu: "https://events.eu.pagerduty.com" } as const;

const settings = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z0-9]{32}$/, "Enter 32 letters and digits.")
    .meta({ title: "Integration key", secret: true, origin: "region" }),
  region: z
    .enum(["us", "eu"])
    .default("us")
    .meta({ title: "Service region", choices: { us: "US", eu: "EU" } }),
});
type Settings = z.output<typeof settings>;

const detailsOf = ({ text, facts }: TeamMessage) => ({
  ...(text ? { text: plainChannelText(text, 3000) } : {}),
  ...Object.fromEntries(
    facts.slice(0, 8).map(({ name, value }) => [plainChannelText(name, 100) || "–", plainChannelText(value, 500)]),
  ),
});

const sourceOf = ({ page }: TeamMessage) => plainChannelText(page.name, 255) || "Upfront";

type Action = "trigger" | "resolve";

/** All messages of a subject have one key: later ones are added to the open incident. */
const eventOf = (message: TeamMessage, key: string, action: Action) => ({
  routing_key: key,
  event_action: action,
  dedup_key: `upfront:${message.thread?.id ?? message.id}`.slice(0, 255),
  ...(action === "trigger"
    ? {
        payload: {
          summary: plainChannelText(message.title, 1000) || "–",
          source: sourceOf(message),
          severity: message.severity ?? "info",
          timestamp: new Date(message.at).toISOString(),
          custom_details: detailsOf(message),
        },
        links: [{ href: message.link.url, text: plainChannelText(message.link.text, 100) || "–" }],
        client: "Upfront",
        client_url: message.link.url,
      }
    : {}),
});

/** Scheduled work is a change event, which wakes nobody: https://developer.pagerduty.com/docs/send-change-event */
const changeOf = (message: TeamMessage, key: string) => ({
  routing_key: key,
  payload: {
    summary: plainChannelText(message.title, 1000) || "–",
    source: sourceOf(message),
    timestamp: new Date(message.at).toISOString(),
    custom_details: detailsOf(message),
  },
  links: [{ href: message.link.url, text: plainChannelText(message.link.text, 100) || "–" }],
});

/** A test opens an incident and closes it; scheduled work and messages without severity are change events. */
function callsOf(message: TeamMessage, { key, region }: Settings): ChannelCall[] {
  const [enqueue, change] = [`${hosts[region]}/v2/enqueue`, `${hosts[region]}/v2/change/enqueue`];
  const event = (action: Action) => jsonChannelCall(enqueue, eventOf(message, key, action));
  if (message.event === "test") return [event("trigger"), event("resolve")];
  if (!message.alarm) return [jsonChannelCall(change, changeOf(message, key))];
  if (message.thread?.open === false) return [event("resolve")];
  return message.severity ? [event("trigger")] : [jsonChannelCall(change, changeOf(message, key))];
}

/** Events API v2. https://developer.pagerduty.com/docs/events-api-v2-overview */
export const pagerdutyChannelAdapter = defineChannelAdapter<Settings>({
  kind: "pagerduty",
  title: "PagerDuty",
  intro:
    "In PagerDuty, open the service → Integrations → Add an integration → Events API V2 and copy its integration key.",
  settings,
  team: ({ message, settings }) => callsOf(message, settings),
  secretsInBody: ["key"],
  read: channelVerdictOf,
  sampleSettings: { key: "R015x1y2z3x1y2z3x1y2z3x1y2z3x1y2", region: "us" },
  sampleAnswers: {
    sent: { status: 202, text: '{"status":"success","message":"Event processed","dedup_key":"upfront:01thread"}' },
    refused: { status: 400, text: '{"status":"invalid event","errors":["Invalid routing key"]}' },
  },
});
