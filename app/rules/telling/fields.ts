import type { Fields } from "../fields/fields";
import { set } from "../fields/grouped";
import type { TeamNotice } from "./notice";

/** What a team is told, as a person chooses it. */
export const teamNoticeWords: Record<TeamNotice, string> = {
  draft_opened: "A draft opens",
  incident_opened: "An incident is published automatically",
  incident_stale: "An incident is overdue for an update",
  alert_fired: "An alert starts firing",
  alert_recovered: "An alert recovers",
  component_changed: "The status of a component changes",
  checks_stopped: "Automatic checks have stopped",
  mail_failed: "Email can’t be sent",
  limit_near: "A daily limit of the plan is near",
};

/** What an admin says about a channel; the settings of its kind stand behind the name. */
export const channelNameField = {
  name: { kind: "line", label: "Name", hint: "A name your team will recognise.", required: true },
} as const satisfies Fields;

export const channelNewsFields = {
  events: set({
    label: "Events to send",
    prefix: "event-",
    choices: teamNoticeWords,
    initial: ["draft_opened", "incident_opened", "incident_stale", "checks_stopped", "mail_failed", "limit_near"],
    needed: "Choose at least one event.",
  }),
  minimumSeverity: {
    kind: "pick",
    label: "Minimum severity",
    hint: "Less severe alerts aren’t sent. Alerts without a severity always are.",
    none: "Any",
  },
} as const satisfies Fields;

export const channelFields = { ...channelNameField, ...channelNewsFields } as const satisfies Fields;

/** What the operator says about a mailer; the settings of its kind stand behind. */
export const mailerFields = {
  name: { kind: "line", label: "Name", hint: "A name your team will recognise.", required: true },
  fromAddress: {
    kind: "line",
    label: "Sender's address",
    hint: "Every page’s emails are sent from it, under the page’s name. The mail server must allow it.",
    type: "email",
    literal: true,
    required: true,
  },
} as const satisfies Fields;
