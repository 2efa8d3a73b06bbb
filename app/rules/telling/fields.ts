import type { Fields } from "../fields/fields";
import { set } from "../fields/grouped";
import type { TeamNotice } from "./notice";

/** What a team is told, as a person chooses it. */
export const teamNoticeWords: Record<TeamNotice, string> = {
  draft_opened: "A draft opens",
  incident_opened: "An incident is published by itself",
  incident_stale: "An incident has had no update for a long time",
  alert_fired: "An alert fires",
  alert_recovered: "An alert recovers",
  component_changed: "The status of a component changes",
  checks_stopped: "Checks have stopped: we no longer know",
  mail_failed: "Mail does not leave",
};

/** What an admin says about a channel; the settings of its kind stand behind the name. */
export const channelNameField = {
  name: { kind: "line", label: "Name", hint: "As your team calls it.", required: true },
} as const satisfies Fields;

export const channelNewsFields = {
  events: set({
    label: "What is told here",
    prefix: "event-",
    choices: teamNoticeWords,
    initial: ["draft_opened", "incident_opened", "incident_stale", "checks_stopped", "mail_failed"],
    needed: "Choose at least one event: a channel that is told nothing is of no use.",
  }),
  minimumSeverity: {
    kind: "pick",
    label: "From which severity on",
    hint: "Alerts below it are not told here. What has no severity always is.",
    none: "Any",
  },
} as const satisfies Fields;

export const channelFields = { ...channelNameField, ...channelNewsFields } as const satisfies Fields;

/** What the operator says about a mailer; the settings of its kind stand behind. */
export const mailerFields = {
  name: { kind: "line", label: "Name", hint: "As your team calls it.", required: true },
  fromAddress: {
    kind: "line",
    label: "Sender's address",
    hint: "Every mail of every page comes from it, under the name of its page. The mail server must let us use it.",
    type: "email",
    literal: true,
    required: true,
  },
} as const satisfies Fields;
