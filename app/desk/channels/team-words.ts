import type { TeamNotice } from "~/rules/telling/notice";

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

/** How a delivery to a channel stands. */
export const channelStateWords: Record<string, string> = { due: "On its way", sent: "Told", dead: "Not told" };

export const channelStateTones = { due: "waiting", sent: "good", dead: "alarm" } as const;

export const eventWords = (kind: string | null): string =>
  kind === "test" ? "Test" : (teamNoticeWords[kind as TeamNotice] ?? "An older message");
