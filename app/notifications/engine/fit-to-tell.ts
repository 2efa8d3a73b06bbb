import type { LabelledKey, SubscriberMessage, TeamMessage } from "~/channels/contract/messages";
import { sanitiseStrangerText } from "~/text/stranger-text";

/**
 * Maximum number of characters of each text, and of facts; in total well below the limit of every kind of channel (a
 * signed webhook: about 20 KB).
 */
const most = { name: 120, title: 300, text: 3000, value: 600, facts: 12, link: 100 } as const;

/** Returns the message with every text made safe to show elsewhere, because strangers write the texts of alerts. */
export const sanitiseTeamMessage = (message: TeamMessage): TeamMessage => ({
  ...message,
  page: { ...message.page, name: sanitiseStrangerText(message.page.name, most.name) },
  title: sanitiseStrangerText(message.title, most.title).replaceAll("\n", " "),
  text: sanitiseStrangerText(message.text, most.text),
  link: { ...message.link, text: sanitiseStrangerText(message.link.text, most.link) },
  facts: message.facts.slice(0, most.facts).map(({ name, value }) => ({
    name: sanitiseStrangerText(name, most.name).replaceAll("\n", " "),
    value: sanitiseStrangerText(value, most.value),
  })),
});

const saidFitted = ({ key, text }: LabelledKey): LabelledKey => ({ key, text: sanitiseStrangerText(text, most.value) });
const lineFitted = (text: string, length: number) => sanitiseStrangerText(text, length).replaceAll("\n", " ");

/** Returns a subscriber's message with safe texts: where no person wrote the texts, they come from alerts. */
export const sanitiseSubscriberMessage = (message: SubscriberMessage): SubscriberMessage => ({
  ...message,
  page: { ...message.page, name: lineFitted(message.page.name, most.name) },
  title: lineFitted(message.title, most.title),
  status: message.status && saidFitted(message.status),
  impact: message.impact && saidFitted(message.impact),
  text: sanitiseStrangerText(message.text, most.text),
  components: message.components.slice(0, most.facts).map(({ id, name, status }) => ({
    id,
    name: lineFitted(name, most.name),
    status: saidFitted(status),
  })),
});
