import type { Fields } from "~/fields/fields";
import { set } from "~/fields/grouped";
import { named } from "~/fields/named";
import { channelEvents } from "./notice";
import { fieldWords } from "./words/words";

/** Each alert and each component would be a message of its own beside the incident’s. */
const isOfEachAlert = (event: string): boolean =>
  ["alert_fired", "alert_recovered", "component_changed"].includes(event);

/** What an admin says about a channel; the settings of its kind stand behind the name. */
export const channelFields = named(fieldWords, "channel", {
  name: { kind: "line", required: true },
  events: set({
    prefix: "event-",
    choices: channelEvents,
    initial: channelEvents.filter((each) => !isOfEachAlert(each)),
    needed: true,
  }),
  minimumSeverity: { kind: "pick" },
  componentIds: { kind: "several", most: 200 },
  quietFrom: { kind: "clock" },
  quietUntil: { kind: "clock" },
}) satisfies Fields;

const { name, ...news } = channelFields;
export const channelNameField = { name } as const satisfies Fields;
export const channelNewsFields = news satisfies Fields;

/** What the operator says about a mailer; the settings of its kind stand behind. */
export const mailerFields = named(fieldWords, "mailer", {
  name: { kind: "line", required: true },
  fromAddress: { kind: "line", type: "email", literal: true, required: true },
}) satisfies Fields;
