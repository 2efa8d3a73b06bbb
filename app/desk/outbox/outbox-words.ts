import { teamNoticeWords } from "~/rules/telling/fields";
import type { Audience, NoticeKind } from "~/rules/telling/notice";
import type { OutboxFilter, OutboxState } from "~/rules/telling/outbox";

const others: Partial<Record<NoticeKind, string>> = {
  incident_update: "Incident update",
  incident_postmortem: "Postmortem",
  maintenance_scheduled: "Maintenance scheduled",
  maintenance_reminder: "Maintenance reminder",
  maintenance_update: "Maintenance update",
  maintenance_in_progress: "Maintenance started",
  maintenance_completed: "Maintenance completed",
  maintenance_cancelled: "Maintenance is cancelled",
  subscriber_confirm: "Confirmation request",
  sign_in: "Sign-in",
  invitation: "Invitation",
  account_news: "News about an account",
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
  waiting: "Pending",
  dead: "Failed",
  sent: "Sent",
};

/** States without an instant in them. */
export const stateWords: Partial<Record<OutboxState["name"], string>> = {
  sent: "Sent",
  nobody: "No recipients",
  expired: "Expired",
  digested: "Merged into a later notice",
  superseded: "Superseded",
  dead: "Failed",
  obsolete: "No longer relevant",
  cancelled: "Stopped",
  no_mailer: "Waiting for a mailer",
  sending: "Sending",
};

export const stateTone = (name: OutboxState["name"]): "neutral" | "alarm" | "good" | "waiting" => {
  if (name === "dead" || name === "expired" || name === "mail_failing") return "alarm";
  if (name === "sent") return "good";
  return stateWords[name] === undefined || name === "sending" || name === "no_mailer" ? "waiting" : "neutral";
};
