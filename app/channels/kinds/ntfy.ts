import { z } from "zod";
import { jsonChannelCall, ownServerUrlSchema } from "../contract/calls";
import { type ChannelCall, defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  server: ownServerUrlSchema("Server, such as https://ntfy.sh", "Enter the server’s URL; it starts with https://."),
  topic: z
    .string()
    .regex(/^[\w-]{1,64}$/, "Use up to 64 letters, digits, “_” and “-”.")
    .meta({ title: "Topic", secret: true, origin: "server" }),
  token: z
    .string()
    .regex(/^[\w-]{0,200}$/, "Enter an access token; it starts with “tk_”.")
    .optional()
    .meta({ title: "Access token (only for protected topics)", secret: true, origin: "server" }),
});
type Settings = z.output<typeof settings>;

const priorities = { critical: 5, error: 4, warning: 4, info: 3 } as const;

/**
 * Anyone who knows a public server's topic can read and write it, so it is kept like a password. A message has up to
 * 4,096 bytes of text.
 */
function bodyOf(topic: string, { title, text, facts, severity, thread, link, page }: TeamMessage) {
  const over = thread?.open === false;
  const lines = facts.slice(0, 5).map(({ name, value }) => plainChannelText(`${name}: ${value}`, 80));
  return {
    topic,
    title: plainChannelText(`${page.name}: ${title}`, 200) || "–",
    message: [plainChannelText(text, 700), ...lines].filter(Boolean).join("\n") || plainChannelText(title, 200) || "–",
    priority: over || !severity ? 3 : priorities[severity],
    tags: over ? ["white_check_mark"] : severity === "critical" || severity === "error" ? ["rotating_light"] : [],
    click: link.url,
  };
}

const callOf = ({ server, topic, token }: Settings, message: TeamMessage): ChannelCall =>
  jsonChannelCall(server, bodyOf(topic, message), token ? { authorization: `Bearer ${token}` } : {});

/** https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfyChannelAdapter = defineChannelAdapter<Settings>({
  kind: "ntfy",
  title: "ntfy",
  intro:
    "Choose a topic that is hard to guess and subscribe to it in the ntfy app. Use your own server or https://ntfy.sh.",
  settings,
  team: ({ message, settings }) => [callOf(settings, message)],
  secretsInBody: ["topic"],
  read: channelVerdictOf,
  sampleSettings: { server: "https://ntfy.sh", topic: "acme-x1y2z3x1y2z3", token: "tk_x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 200, text: '{"id":"sPs71M8A2T","event":"message"}' },
    refused: { status: 403, text: '{"code":40301,"http":403,"error":"forbidden"}' },
    limited: { status: 429, headers: { "retry-after": "5" }, text: '{"code":42901}' },
  },
});
