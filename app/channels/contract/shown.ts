import type { Link, SubscriberMessage, TeamMessage } from "./messages";

/** A message as a chat shows it, whoever is told. */
export interface Shown {
  /** How bad it is, as a sign before the title; may be empty. */
  mark: string;
  title: string;
  text: string;
  facts: readonly { name: string; value: string }[];
  /** The first leads to what is told. */
  links: readonly Link[];
  /** The page's name. */
  from: string;
}

const marks = { critical: "🔴 ", error: "🔴 ", warning: "🟠 ", info: "🔵 " } as const;

/** What is over is no longer as bad as it was. */
function markOf({ severity, thread }: TeamMessage): string {
  if (thread?.open === false) return "✅ ";
  return severity ? marks[severity] : "";
}

export const shownToTeam = (message: TeamMessage): Shown => ({
  mark: markOf(message),
  title: message.title,
  text: message.text,
  facts: message.facts,
  links: [message.link],
  from: message.page.name,
});

export const shownToSubscriber = (message: SubscriberMessage): Shown => ({
  mark: "",
  title: message.status ? `${message.status.text}: ${message.title}` : message.title,
  text: [message.window?.text, message.text].filter(Boolean).join("\n"),
  facts: message.components.map(({ name, status }) => ({ name, value: status.text })),
  links: [message.link, message.manage],
  from: message.page.name,
});

export const shownTo = (message: TeamMessage | SubscriberMessage): Shown =>
  "manage" in message ? shownToSubscriber(message) : shownToTeam(message);

type Escaped = (text: string, most: number) => string;

/** How a chat says things: a text without markup of its own, and what may be made of one. */
export interface Marking {
  text: Escaped;
  bold(text: string): string;
  link(text: string, url: string): string;
}

/** Lines of a message for a chat that reads markup: at most some 3,500 signs before they are escaped. */
export function linesOf({ mark, title, text, facts, links, from }: Shown, marking: Marking): string {
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
