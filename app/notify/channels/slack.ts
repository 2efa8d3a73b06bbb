import { z } from "zod";
import { type ChannelVerdict, defineChannel, says, type TeamMessage } from "../contract";
import { verdictOf } from "../verdict";

/** https://docs.slack.dev/reference/block-kit/blocks: section text 3000, header 150, fields 10 of 2000. */
const limits = { title: 150, text: 2500, fact: 300, facts: 8, fallback: 3000 } as const;

const settings = z.object({
  url: z
    .url({ protocol: /^https$/, error: "The address that Slack gave you; it begins with https://." })
    .max(500)
    .meta({ title: "Webhook address", secret: true }),
});

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Slack's three: with these escaped no mention, link or date of a stranger comes to life. */
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** Escaped and at most `limit` long, never cut inside a character or an entity. */
function safe(text: string, limit: number): string {
  let made = "";
  for (const letter of text) {
    const next = entities[letter] ?? letter;
    if (made.length + next.length >= limit) return `${made}…`;
    made += next;
  }
  return made;
}

const marks: Record<string, string> = { critical: "🔴", error: "🔴", warning: "🟠", info: "🔵" };

const linkTo = ({ text, url }: TeamMessage["link"]) => `<${escaped(url).replaceAll("|", "%7C")}|${safe(text, 75)}>`;

function factFields({ facts }: TeamMessage) {
  const fields = facts.slice(0, limits.facts).map(({ name, value }) => ({
    type: "mrkdwn",
    text: `*${safe(name, 60)}*\n${safe(value, limits.fact)}`,
  }));
  return fields.length > 0 ? [{ type: "section", fields }] : [];
}

function blocksOf(message: TeamMessage) {
  const mark = message.severity ? `${marks[message.severity]} ` : "";
  const text = message.text ? `\n${safe(message.text, limits.text)}` : "";
  return [
    { type: "section", text: { type: "mrkdwn", text: `${mark}*${safe(message.title, limits.title)}*${text}` } },
    ...factFields(message),
    {
      type: "context",
      elements: [{ type: "mrkdwn", text: `${linkTo(message.link)} · ${safe(message.page.name, 80)}` }],
    },
  ];
}

const gone = new Set(["no_service", "no_team", "channel_not_found", "channel_is_archived", "user_not_found"]);

const noWebhook = "Slack answered {{answer}}: this webhook no longer exists.";

/** Slack incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = defineChannel({
  kind: "slack",
  title: "Slack",
  intro:
    "In Slack: your apps, Incoming Webhooks, Add New Webhook to Workspace; choose the channel and copy the address. Who has it may post there, so it is kept encrypted.",
  settings,
  compose: ({ message, settings: { url } }) => ({
    url,
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({
      text: safe(`${message.title} ${message.link.url}`, limits.fallback),
      blocks: blocksOf(message),
      unfurl_links: false,
    }),
  }),
  read(answer): ChannelVerdict {
    const said = answer.text.trim();
    if (answer.status === 410 || gone.has(said)) {
      return { outcome: "gone", reason: says(noWebhook, { answer: said || answer.status }) };
    }
    return verdictOf(answer);
  },
  sampleSettings: { url: "https://hooks.slack.com/services/T000/B000/x1y2z3x1y2z3" },
});
