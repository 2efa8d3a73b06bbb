import { z } from "zod";
import { type ChannelVerdict, defineChannel, says } from "../contract";
import type { Link, SubscriberMessage, TeamMessage } from "../messages";
import { plain, slackText } from "../text";
import { verdictOf } from "../verdict";

/** Far below what a message may hold in all: about 13,200 characters (slackapi/bolt-js issue 2509). */
const most = { title: 150, text: 2500, name: 60, value: 300, facts: 8, fallback: 3000, link: 75 } as const;

const settings = z.object({
  url: z
    .url({ protocol: /^https$/, error: "The address that Slack gave you; it begins with https://." })
    .max(500)
    .meta({ title: "Webhook address", secret: true }),
});

const marks: Record<string, string> = { critical: "🔴", error: "🔴", warning: "🟠", info: "🔵" };

const bold = (text: string) => ({ type: "text", text, style: { bold: true } });
const said = (text: string) => ({ type: "text", text });
const linkTo = ({ text, url }: Link) => ({ type: "link", url, text: plain(text, most.link) });

interface Shown {
  mark: string;
  title: string;
  text: string;
  facts: readonly { name: string; value: string }[];
  links: readonly Link[];
  from: string;
}

/**
 * Rich text is literal: nothing in it is read as markup, a mention or a link.
 * https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
 */
const bodyOf = ({ mark, title, text, facts, links, from }: Shown) => [
  {
    type: "rich_text",
    elements: [
      {
        type: "rich_text_section",
        elements: [
          bold(`${mark}${plain(title, most.title)}`),
          ...(text ? [said(`\n${plain(text, most.text)}`)] : []),
          ...facts
            .slice(0, most.facts)
            .flatMap(({ name, value }) => [
              bold(`\n${plain(name, most.name)}: `),
              said(plain(value, most.value) || "–"),
            ]),
          said("\n"),
          ...links.flatMap((link) => [linkTo(link), said(" · ")]),
          said(plain(from, most.name) || "–"),
        ],
      },
    ],
  },
];

const shownToTeam = ({ severity, title, text, facts, link, page }: TeamMessage): Shown => ({
  mark: severity ? `${marks[severity]} ` : "",
  title,
  text,
  facts,
  links: [link],
  from: page.name,
});

const shownToSubscriber = (message: SubscriberMessage): Shown => ({
  mark: "",
  title: message.status ? `${message.status.text}: ${message.title}` : message.title,
  text: [message.window?.text, message.text].filter(Boolean).join("\n"),
  facts: message.components.map(({ name, status }) => ({ name, value: status.text })),
  links: [message.link, message.manage],
  from: message.page.name,
});

const callOf = (url: string, shown: Shown) => ({
  url,
  method: "POST" as const,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: JSON.stringify({
    text: slackText(`${shown.title} ${shown.links[0]?.url}`, most.fallback),
    mrkdwn: false,
    blocks: bodyOf(shown),
    unfurl_links: false,
  }),
});

const gone = new Set(["no_service", "no_team", "channel_not_found", "channel_is_archived", "user_not_found"]);

const noWebhook = "Slack answered {{answer}}: this webhook no longer exists.";

/** Slack incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = defineChannel<z.output<typeof settings>>({
  kind: "slack",
  title: "Slack",
  intro:
    "In Slack: your apps, Incoming Webhooks, Add New Webhook to Workspace; choose the channel and copy the address. Who has it may post there, so it is kept encrypted.",
  settings,
  team: ({ message, settings: { url } }) => [callOf(url, shownToTeam(message))],
  subscriber: ({ message, settings: { url } }) => [callOf(url, shownToSubscriber(message))],
  read(answer): ChannelVerdict {
    const said = answer.text.trim();
    if (answer.status === 410 || gone.has(said)) {
      return { outcome: "gone", reason: says(noWebhook, { answer: said || answer.status }) };
    }
    return verdictOf(answer);
  },
  sampleSettings: { url: "https://hooks.slack.com/services/T000/B000/x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: "ok" },
    refused: { status: 400, text: "invalid_payload" },
    limited: { status: 429, headers: { "retry-after": "30" } },
    gone: { status: 404, text: "no_service" },
  },
});
