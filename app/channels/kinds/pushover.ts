import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const key = (error: string) => z.string().regex(/^[A-Za-z0-9]{30}$/, error);

const settings = z.object({
  token: key("Enter the 30 letters and digits from the application’s page.").meta({
    title: "Application token",
    secret: true,
  }),
  user: key("Enter the 30 letters and digits from the start page or the group’s.").meta({
    title: "User or group key",
    secret: true,
  }),
});

/** 1 overrides quiet hours, -1 makes no sound. 2 repeats until someone acknowledges, which is left to escalation. */
const priorities = { critical: 1, error: 1, warning: 0, info: 0 } as const;

/** Without `html` the text is literal; apps link addresses in it, as people expect of a log. */
const bodyOf = ({ title, text, facts, severity, thread, link, page, at }: TeamMessage) => ({
  title: plainChannelText(`${page.name}: ${title}`, 250) || "–",
  message:
    [
      plainChannelText(text, 600),
      ...facts.slice(0, 5).map(({ name, value }) => plainChannelText(`${name}: ${value}`, 75)),
    ]
      .filter(Boolean)
      .join("\n") ||
    plainChannelText(title, 250) ||
    "–",
  url: link.url,
  url_title: plainChannelText(link.text, 100) || "–",
  priority: thread?.open === false ? -1 : severity ? priorities[severity] : 0,
  timestamp: Math.floor(at / 1000),
});

/** https://pushover.net/api: 1,024 characters, 250 of a title, 512 of an address. A 4xx is not repeated. */
export const pushoverChannelAdapter = defineChannelAdapter<z.output<typeof settings>>({
  kind: "pushover",
  title: "Pushover",
  intro: "At pushover.net, choose Create an Application/API Token; copy the token, and your user key or a group’s key.",
  settings,
  team: ({ message, settings }) => [
    jsonChannelCall("https://api.pushover.net/1/messages.json", { ...settings, ...bodyOf(message) }),
  ],
  secretsInBody: ["token", "user"],
  read: channelVerdictOf,
  sampleSettings: { token: "azGDORePK8gMaC0QOYAMyEEuzJnyUi", user: "uQiRzpo4DXghDmr9QzzfQu27cmVRsG" },
  sampleAnswers: {
    sent: { status: 200, text: '{"status":1,"request":"647d2300-702c-4b38-8b2f-d56326ae460b"}' },
    refused: { status: 400, text: '{"user":"invalid","errors":["user identifier is invalid"],"status":0}' },
  },
});
