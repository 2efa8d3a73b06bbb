import type { TeamMessage } from "~/notify/messages";
import { strangerText } from "~/rules/basics/stranger-text";

/** Characters; well below what any kind of channel takes in all (a signed webhook: about 20 KB). */
const most = { name: 120, title: 300, text: 3000, value: 600, facts: 12, link: 100 } as const;

/** The message with every text as people elsewhere may see it: alerts are written by strangers. */
export const fitToTell = (message: TeamMessage): TeamMessage => ({
  ...message,
  page: { ...message.page, name: strangerText(message.page.name, most.name) },
  title: strangerText(message.title, most.title).replaceAll("\n", " "),
  text: strangerText(message.text, most.text),
  link: { ...message.link, text: strangerText(message.link.text, most.link) },
  facts: message.facts.slice(0, most.facts).map(({ name, value }) => ({
    name: strangerText(name, most.name).replaceAll("\n", " "),
    value: strangerText(value, most.value),
  })),
});
