import type { Said, SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { strangerText } from "~/text/stranger-text";

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

const saidFitted = ({ key, text }: Said): Said => ({ key, text: strangerText(text, most.value) });
const lineFitted = (text: string, length: number) => strangerText(text, length).replaceAll("\n", " ");

/** The same of what subscribers are told: its texts come from alerts where nobody wrote them. */
export const subscriberTextFitted = (message: SubscriberMessage): SubscriberMessage => ({
  ...message,
  page: { ...message.page, name: lineFitted(message.page.name, most.name) },
  title: lineFitted(message.title, most.title),
  status: message.status && saidFitted(message.status),
  impact: message.impact && saidFitted(message.impact),
  text: strangerText(message.text, most.text),
  components: message.components.slice(0, most.facts).map(({ id, name, status }) => ({
    id,
    name: lineFitted(name, most.name),
    status: saidFitted(status),
  })),
});
