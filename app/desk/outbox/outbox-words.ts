import { teamNoticeWords } from "~/rules/telling/fields";
import type { Audience, NoticeKind } from "~/rules/telling/notice";
import type { OutboxFilter, OutboxState } from "~/rules/telling/outbox";

const others: Partial<Record<NoticeKind, string>> = {
  incident_update: "Incident update",
  incident_postmortem: "Postmortem",
  maintenance_scheduled: "Maintenance planned",
  maintenance_reminder: "Maintenance, a reminder",
  maintenance_update: "Maintenance update",
  maintenance_in_progress: "Maintenance begins",
  maintenance_completed: "Maintenance is over",
  maintenance_cancelled: "Maintenance is cancelled",
  subscriber_confirm: "Please confirm",
  sign_in: "Sign-in",
  invitation: "Invitation",
};

export const noticeWords = (kind: NoticeKind): string => others[kind] ?? teamNoticeWords[kind as never] ?? kind;

export const audienceWords: Record<Audience, string> = {
  subscribers: "to subscribers",
  team: "to the team",
  subscriber: "to one subscriber",
  person: "to one person",
  address: "to one address",
};

export const filterWords: Record<OutboxFilter, string> = {
  all: "All",
  waiting: "Not over",
  dead: "Dead letters",
  sent: "Sent",
};

/** States without an instant in them. */
export const stateWords: Partial<Record<OutboxState["name"], string>> = {
  sent: "Sent",
  nobody: "Nobody to tell",
  expired: "Too old to send",
  digested: "Told with a later one",
  superseded: "A later one tells it",
  dead: "Dead letters",
  obsolete: "Nothing left to tell",
  cancelled: "Stopped",
  no_mailer: "Waiting for a mailer",
  sending: "Sending",
};

export const stateTone = (name: OutboxState["name"]): "neutral" | "alarm" | "good" | "waiting" => {
  if (name === "dead" || name === "expired" || name === "mail_failing") return "alarm";
  if (name === "sent") return "good";
  return stateWords[name] === undefined || name === "sending" || name === "no_mailer" ? "waiting" : "neutral";
};
