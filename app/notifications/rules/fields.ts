import type { Fields } from "~/fields/fields";
import { set } from "~/fields/grouped";
import { named } from "~/fields/named";
import { channelEvents, publishedNotices } from "./notice";
import { fieldWords } from "./words/words";

/** What an admin says about a channel; the settings of its kind stand behind the name. */
export const channelFields = named(fieldWords, "channel", {
  name: { kind: "line", required: true },
  events: set({
    prefix: "event-",
    choices: channelEvents,
    initial: [
      "draft_opened",
      "incident_opened",
      "incident_worsened",
      "unassigned",
      ...publishedNotices,
      "incident_stale",
      "checks_stopped",
      "mail_failed",
      "limit_near",
    ],
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
