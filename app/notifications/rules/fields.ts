import { withFieldWords } from "~/fields/field-words";
import type { Fields } from "~/fields/fields";
import { choiceSetField } from "~/fields/grouped-fields";
import { channelEventGroups, channelEvents } from "./notice";
import { fieldWords } from "./words/words";

/** True for events that would send a message for each alert or component in addition to the incident's. */
const isOfEachAlert = (event: string): boolean =>
  ["alert_fired", "alert_recovered", "component_changed"].includes(event);

/** Fields of a channel; the settings of its kind follow the name. */
export const channelFields = withFieldWords(fieldWords, "channel", {
  name: { kind: "line", required: true },
  events: choiceSetField({
    prefix: "event-",
    choices: channelEvents,
    initial: channelEvents.filter((each) => !isOfEachAlert(each)),
    needed: true,
    groups: channelEventGroups,
  }),
  minimumSeverity: { kind: "pick" },
  componentIds: { kind: "several", most: 200 },
  quietFrom: { kind: "clock" },
  quietUntil: { kind: "clock" },
}) satisfies Fields;

const { name, ...news } = channelFields;
export const channelNameField = { name } as const satisfies Fields;
export const channelNewsFields = news satisfies Fields;

/** Fields of a mailer; the settings of its kind follow. */
export const mailerFields = withFieldWords(fieldWords, "mailer", {
  name: { kind: "line", required: true },
  fromAddress: { kind: "line", type: "email", literal: true, required: true },
}) satisfies Fields;
