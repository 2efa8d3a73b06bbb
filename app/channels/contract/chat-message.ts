import type { MessageLink, SubscriberMessage, TeamMessage } from "./messages";

/** A message as a chat shows it, for teams and subscribers alike. */
export interface ChatMessage {
  /** Mark of its severity before the title; may be empty. */
  mark: string;
  title: string;
  text: string;
  facts: readonly { name: string; value: string }[];
  /** The first link leads to the subject. */
  links: readonly MessageLink[];
  /** Name of the page. */
  from: string;
}

const marks = { critical: "🔴 ", error: "🔴 ", warning: "🟠 ", info: "🔵 " } as const;

/** Returns the mark; a subject that is over has its own, whatever its severity was. */
function markOf({ severity, thread }: TeamMessage): string {
  if (thread?.open === false) return "✅ ";
  return severity ? marks[severity] : "";
}

export const chatMessageForTeam = (message: TeamMessage): ChatMessage => ({
  mark: markOf(message),
  title: message.title,
  text: message.text,
  facts: message.facts,
  links: [message.link],
  from: message.page.name,
});

export const chatMessageForSubscriber = (message: SubscriberMessage): ChatMessage => ({
  mark: "",
  title: message.status ? `${message.status.text}: ${message.title}` : message.title,
  text: [message.window?.text, message.text].filter(Boolean).join("\n"),
  facts: message.components.map(({ name, status }) => ({ name, value: status.text })),
  links: [message.link, message.manage],
  from: message.page.name,
});

export const chatMessageFor = (message: TeamMessage | SubscriberMessage): ChatMessage =>
  "manage" in message ? chatMessageForSubscriber(message) : chatMessageForTeam(message);

type EscapedText = (text: string, most: number) => string;

/** The markup of a chat: escaping of plain text, and the markup that is used. */
export interface ChatMarkup {
  text: EscapedText;
  bold(text: string): string;
  link(text: string, url: string): string;
}

/** Returns a message's lines for a chat with markup: at most some 3,500 characters before escaping. */
export function chatMessageText({ mark, title, text, facts, links, from }: ChatMessage, marking: ChatMarkup): string {
  const fact = ({ name, value }: { name: string; value: string }) =>
    `${marking.bold(marking.text(name, 60) || "–")}: ${marking.text(value, 150) || "–"}`;
  const ways = links.map((link) => marking.link(marking.text(link.text, 75) || "–", link.url));
  return [
    `${mark}${marking.bold(marking.text(title, 200) || "–")}`,
    ...(text ? [marking.text(text, 1500)] : []),
    ...facts.slice(0, 8).map(fact),
    [...ways, marking.text(from, 60)].filter(Boolean).join(" · "),
  ].join("\n");
}
