import { jsonChannelCall } from "./calls";
import { chatMessageFor } from "./chat-message";
import type { ChannelCall } from "./contract";
import type { SubscriberMessage, TeamMessage } from "./messages";

type EscapeText = (text: string, most: number) => string;

const colours = { critical: "#d92d20", error: "#d92d20", warning: "#f79009", info: "#2e90fa" } as const;

/**
 * Returns a call with the older body of Slack's webhooks, which Mattermost and Rocket.Chat read with their own markup
 * dialects.
 */
export function slackAttachmentCall(
  url: string,
  message: TeamMessage | SubscriberMessage,
  escaped: EscapeText,
): ChannelCall {
  const { mark, title, text, facts, links, from } = chatMessageFor(message);
  const over = message.thread?.open === false;
  const color = over ? "#17b26a" : "severity" in message && message.severity ? colours[message.severity] : undefined;
  const ways = links.map((link) => `[${escaped(link.text, 75) || "–"}](${link.url})`).join(" · ");
  const attachment = {
    ...(color ? { color } : {}),
    fallback: `${mark}${escaped(title, 200)}`,
    title: `${mark}${escaped(title, 200) || "–"}`,
    title_link: links[0]?.url,
    text: [escaped(text, 3000), ways].filter(Boolean).join("\n\n"),
    fields: facts.slice(0, 8).map(({ name, value }) => ({
      short: true,
      title: escaped(name, 100) || "–",
      value: escaped(value, 300) || "–",
    })),
    footer: escaped(from, 100) || "–",
  };
  return jsonChannelCall(url, { attachments: [attachment] });
}
