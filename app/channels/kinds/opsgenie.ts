import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { type ChannelCall, defineChannelAdapter, type SentChannelCall } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

/** URLs of the Alert API and of its successor in Jira Service Management, which takes the same calls. */
const hosts = {
  us: "https://api.opsgenie.com/v2/alerts",
  eu: "https://api.eu.opsgenie.com/v2/alerts",
  jsm: "https://api.atlassian.com/jsm/ops/integration/v2/alerts",
} as const;

const settings = z.object({
  host: z.enum(["us", "eu", "jsm"]).meta({
    title: "Service",
    choices: { us: "Opsgenie", eu: "Opsgenie (EU)", jsm: "Jira Service Management" },
  }),
  key: z
    .string()
    .regex(/^[\w-]{20,100}$/, "Enter the API key of an API integration.")
    .meta({ title: "API key", secret: true, origin: "host" }),
});
type Settings = z.output<typeof settings>;

const priorities = { critical: "P1", error: "P2", warning: "P3", info: "P5" } as const;

const priorityOf = ({ severity }: TeamMessage) => (severity ? priorities[severity] : "P5");

const aliasOf = ({ thread, id }: TeamMessage) => `upfront:${thread?.id ?? id}`.slice(0, 512);

const created = (message: TeamMessage) => ({
  message: plainChannelText(message.title, 130) || "–",
  alias: aliasOf(message),
  description: [plainChannelText(message.text, 5000), message.link.url].filter(Boolean).join("\n\n"),
  details: Object.fromEntries(
    message.facts
      .slice(0, 8)
      .map(({ name, value }) => [plainChannelText(name, 100) || "–", plainChannelText(value, 500)]),
  ),
  source: plainChannelText(message.page.name, 100) || "Upfront",
  priority: priorityOf(message),
});

const note = ({ title, text, page, link }: TeamMessage) => ({
  source: plainChannelText(page.name, 100) || "Upfront",
  note: [plainChannelText(title, 200), plainChannelText(text, 5000), link.url].filter(Boolean).join("\n"),
});

/** Returns the stored priority of an alert; null = it was created by an older version, which stored none. */
const priorityIn = (state: string): string | null => /^created:(P[1-5])$/.exec(state)?.[1] ?? null;

/**
 * Returns true when the message raises the priority, even when an earlier message that did so was lost. The integration
 * events of Jira Service Management accept new alerts, notes and closing, but no change of priority.
 */
function raises(message: TeamMessage, host: Settings["host"], state: string): boolean {
  if (message.severity === null || host === "jsm") return false;
  const known = priorityIn(state);
  return message.event === "incident_worsened" || (known !== null && priorityOf(message) < known);
}

/**
 * Returns the state to keep: that the alert exists, and its priority. Null once it is or may be closed; creating an
 * alert that is still open only adds to it.
 */
function keptOf({ message, call, state }: SentChannelCall): string | null {
  if (message.thread?.open === false) return null;
  const priority = "severity" in message ? `created:${priorityOf(message)}` : "created";
  return state === null || call > 0 ? priority : state;
}

/**
 * Adds a note to an existing alert, and raises its priority when it got worse. A test is closed again; scheduled work
 * makes no alert.
 */
function callsOf(message: TeamMessage, { host, key }: Settings, state: string | null): ChannelCall[] {
  const call = (path: string, body: unknown, method?: "PUT") =>
    jsonChannelCall(`${hosts[host]}${path}`, body, { authorization: `GenieKey ${key}` }, method);
  const named = (verb: string) =>
    `/${encodeURIComponent(aliasOf(message).toWellFormed())}/${verb}?identifierType=alias`;
  const close = call(named("close"), note(message));
  if (message.event === "test") return [call("", created(message)), close];
  if (!message.alarm) return [];
  if (message.thread?.open === false) return [close];
  if (!state) return [call("", created(message))];
  const more = call(named("notes"), note(message));
  return raises(message, host, state)
    ? [more, call(named("priority"), { priority: priorityOf(message) }, "PUT")]
    : [more];
}

/**
 * https://docs.opsgenie.com/docs/alert-api,
 * https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/api-group-integration-events/
 */
export const opsgenieChannelAdapter = defineChannelAdapter<Settings>({
  kind: "opsgenie",
  title: "Opsgenie or Jira Service Management",
  intro:
    "Add an API integration to a team and copy its API key. Opsgenie shuts down on 5 April 2027: choose Jira Service Management if your account has moved there.",
  settings,
  team: ({ message, settings, state }) => callsOf(message, settings, state),
  sent: keptOf,
  perhapsEnded: () => null,
  read: channelVerdictOf,
  sampleSettings: { host: "eu", key: "x1y2z3x1-y2z3-x1y2-z3x1-y2z3x1y2z3x1" },
  sampleAnswers: {
    sent: { status: 202, text: '{"result":"Request will be processed","requestId":"43a29c5c-3dbf"}' },
    refused: { status: 422, text: '{"message":"Request body is not processable."}' },
  },
});
