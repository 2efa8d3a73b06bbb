import { minuteMs } from "~/time/durations";
import { contactWays, noticeLaneOfContactWay } from "./contact-ways";
import { withdrawnNoticeKinds } from "./taken-back-notices";

/**
 * The recipients of a notice: either many, by its scope, or exactly one, whom the scope names. `endpoints` are
 * subscribers by other ways than email. Each way (notifications/rules/contact-ways) has a notice of its own, so that
 * none waits for another.
 */
export const noticeAudiences = ["subscribers", "endpoints", "team", "subscriber", "person", "address"] as const;
export type NoticeAudienceKind = (typeof noticeAudiences)[number];

/** True for an audience of many subscribers, by email or in any other way. */
export const isSubscriberAudience = (audience: NoticeAudienceKind): boolean =>
  audience === "subscribers" || audience === "endpoints";

/** Kinds of notices to a page's subscribers. */
export const subscriberNoticeKinds = [
  "incident_update",
  "incident_postmortem",
  "maintenance_scheduled",
  "maintenance_reminder",
  "maintenance_in_progress",
  "maintenance_update",
  "maintenance_completed",
  "maintenance_cancelled",
] as const;

const maintenanceNoticeKinds = [
  "maintenance_planned",
  "maintenance_moved",
  "maintenance_soon",
  "maintenance_started",
  "maintenance_updated",
  "maintenance_finished",
  "maintenance_called_off",
] as const;

/**
 * Events that people, or programs on their behalf, publish. Only channels get these, whether or not subscribers are
 * notified.
 */
export const publishedNoticeKinds = [
  "incident_published",
  "incident_updated",
  "incident_resolved",
  "postmortem_published",
  ...maintenanceNoticeKinds,
] as const;
export type PublishedNoticeKind = (typeof publishedNoticeKinds)[number];

/** A draft, an update or a maintenance that a program proposed: only channels that chose it are notified. */
export const proposedNoticeKind = "proposed";

/** A Git repository whose pushes no longer change anything, because nobody gives it a role any more. */
export const repositoryStoppedNoticeKind = "repository_stopped" as const;

/** Events among which a channel chooses. */
export const channelEvents = [
  "draft_opened",
  "incident_opened",
  "incident_worsened",
  "unassigned",
  ...publishedNoticeKinds,
  "incident_stale",
  "alert_fired",
  "alert_recovered",
  "component_changed",
  "checks_stopped",
  "mail_failed",
  "limit_near",
  repositoryStoppedNoticeKind,
  proposedNoticeKind,
] as const;

/** The events as a channel's form groups them. */
export const channelEventGroups = {
  alerts: ["unassigned", "alert_fired", "alert_recovered", "component_changed"],
  incidents: [
    "draft_opened",
    "incident_opened",
    "incident_worsened",
    "incident_published",
    "incident_updated",
    "incident_stale",
    "incident_resolved",
    "postmortem_published",
    proposedNoticeKind,
  ],
  maintenance: maintenanceNoticeKinds,
  upfront: ["checks_stopped", "mail_failed", "limit_near", repositoryStoppedNoticeKind],
} as const satisfies Record<string, readonly (typeof channelEvents)[number][]>;

/**
 * Other team notices: withdrawals (to every channel that was notified), escalations (by their policy), the summary of
 * missed notifications (notifications/rules/missed-events), and monitors that an upgrade changed (by email).
 */
const unchosen = [...withdrawnNoticeKinds, "alert_unacknowledged", "missed_notifications", "reading_changed"] as const;
export const teamNoticeKinds = [...channelEvents, ...unchosen] as const;

/** Emails to one person about something that this person did or has to do. */
export const singleNoticeKinds = [
  "subscriber_confirm",
  "sign_in",
  "invitation",
  "account_news",
  "past_restated",
  "incident_lead",
] as const;

export type SubscriberNoticeKind = (typeof subscriberNoticeKinds)[number];
export type TeamNoticeKind = (typeof teamNoticeKinds)[number];
export type SingleNoticeKind = (typeof singleNoticeKinds)[number];
export type NoticeKind = SubscriberNoticeKind | TeamNoticeKind | SingleNoticeKind;

/** Kinds that responders also get by email; all others go only to channels that choose them. */
export const noticeKindsMailedToTeam: readonly NoticeKind[] = [
  "draft_opened",
  "incident_opened",
  "incident_worsened",
  "unassigned",
  "incident_stale",
  "checks_stopped",
  "limit_near",
  repositoryStoppedNoticeKind,
  "missed_notifications",
  "reading_changed",
];

/** True when someone may have to act at once. Scheduled maintenance opens no alert in other tools. */
export const isAlarmEvent = (event: TeamNoticeKind | "test"): boolean =>
  !event.startsWith("maintenance_") && event !== proposedNoticeKind;

/**
 * Lanes of the sender; the lowest number is sent first. Notices without email have their own lane, `team`; notices that
 * are due later wait in `reminders`, whatever their kind.
 */
export const noticeLanes = { screen: 0, news: 1, reminders: 2, asked: 3, team: 4 } as const;
type NoticeLane = (typeof noticeLanes)[keyof typeof noticeLanes];

/** Lanes of email and of the team, which one sender handles. The other ways have their own lanes and senders. */
export const mailNoticeLanes: readonly number[] = Object.values(noticeLanes);
export const contactWayNoticeLanes: readonly number[] = contactWays.map(noticeLaneOfContactWay);

const isOneOf = (kinds: readonly string[], kind: NoticeKind): boolean => kinds.includes(kind);

/** Kinds for which someone waits: a person who signs in, an alert without a responder, an incident with a new lead. */
const urgentKinds: readonly NoticeKind[] = ["sign_in", "alert_unacknowledged", "incident_lead"];

/** Returns the lane of a kind. Strangers can cause many confirmation requests, so these wait in a lane of their own. */
export function noticeLaneOf(kind: NoticeKind): NoticeLane {
  if (isOneOf(urgentKinds, kind)) return noticeLanes.screen;
  if (kind === "maintenance_reminder" || kind === "maintenance_soon") return noticeLanes.reminders;
  if (isOneOf(teamNoticeKinds, kind)) return noticeLanes.team;
  return isOneOf(singleNoticeKinds, kind) ? noticeLanes.asked : noticeLanes.news;
}

export const noticeLanesWithoutReminders: readonly number[] = [
  ...mailNoticeLanes.filter((lane) => lane !== noticeLanes.reminders),
  ...contactWayNoticeLanes,
];

/**
 * Returns the lanes to look at in this minute. Reminders often wait for weeks on many pages, so they are queried every
 * other minute.
 */
export const noticeLanesOfMinute = (now: number): readonly number[] =>
  Math.floor(now / minuteMs) % 2 === 0 ? [...mailNoticeLanes, ...contactWayNoticeLanes] : noticeLanesWithoutReminders;

/**
 * Kinds whose sequence or subject identifies one occurrence (an hour, a day, a window, a gap, a request); a duplicate
 * is dropped. All other kinds are inserted each time, and their sequence is the next version of their subject.
 */
export const noticeKindsDeduplicatedBySequence: readonly NoticeKind[] = [
  "sign_in",
  "maintenance_reminder",
  "maintenance_soon",
  "incident_worsened",
  ...withdrawnNoticeKinds,
  "unassigned",
  "incident_stale",
  "alert_fired",
  "alert_recovered",
  "component_changed",
  "checks_stopped",
  "mail_failed",
  "limit_near",
  repositoryStoppedNoticeKind,
  "reading_changed",
];

/**
 * Team notices that a mute of the page only delays: once decided they count as sent, so they would not be created
 * again. Other notices that a mute silences are decided again when it ends.
 */
export const noticeKindsDelayedByMute: readonly NoticeKind[] = ["draft_opened", "incident_worsened", "unassigned"];

/** Kinds that are never emailed. */
export const channelOnlyNoticeKinds: readonly TeamNoticeKind[] = teamNoticeKinds.filter(
  (kind) => !noticeKindsMailedToTeam.includes(kind),
);

/**
 * Kinds that are stored only when a channel wants them at that time. A reminder is stored long before it is due, so its
 * channels are chosen when it is sent.
 */
export const noticeKindsWrittenOnDemand: readonly NoticeKind[] = [
  ...publishedNoticeKinds.filter((kind) => kind !== "maintenance_soon"),
  proposedNoticeKind,
];

/** Returns true when the notice is emailed; some kinds are for channels only, and some subscribers use other ways. */
export const isMailedNotice = ({ audience, kind }: { audience: NoticeAudienceKind; kind: NoticeKind }): boolean =>
  audience !== "endpoints" && (audience !== "team" || noticeKindsMailedToTeam.includes(kind));
