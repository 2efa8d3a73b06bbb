import { takenBackKinds } from "./taken-back";
import { laneOfWay, ways } from "./ways";

/**
 * Who is told: many, by a notice's scope, or exactly one whom the scope names. `endpoints` are the subscribers who are told
 * elsewhere than by mail: each way (notifications/rules/ways) has a notice of its own beside the mail's, so that none waits for another.
 */
export const audiences = ["subscribers", "endpoints", "team", "subscriber", "person", "address"] as const;
export type Audience = (typeof audiences)[number];

/** Many who subscribed, by whichever way. */
export const isToSubscribers = (audience: Audience): boolean => audience === "subscribers" || audience === "endpoints";

/** What subscribers of a page are told. */
export const subscriberNotices = [
  "incident_update",
  "incident_postmortem",
  "maintenance_scheduled",
  "maintenance_reminder",
  "maintenance_in_progress",
  "maintenance_update",
  "maintenance_completed",
  "maintenance_cancelled",
] as const;

/** What people publish, and machines in their stead: only channels are told, whether subscribers are or not. */
export const publishedNotices = [
  "incident_published",
  "incident_updated",
  "incident_resolved",
  "postmortem_published",
  "maintenance_planned",
  "maintenance_moved",
  "maintenance_soon",
  "maintenance_started",
  "maintenance_updated",
  "maintenance_finished",
  "maintenance_called_off",
] as const;
export type PublishedNotice = (typeof publishedNotices)[number];

/** What a channel chooses among. */
export const channelEvents = [
  "draft_opened",
  "incident_opened",
  "incident_worsened",
  "unassigned",
  ...publishedNotices,
  "incident_stale",
  "alert_fired",
  "alert_recovered",
  "component_changed",
  "checks_stopped",
  "mail_failed",
  "limit_near",
] as const;

/**
 * What the team is told besides: that a draft or an incident is taken back, wherever it was told of; whom an escalation tells,
 * its policy says; what nobody could be told is summed up for who comes first (notifications/rules/missed); what an upgrade
 * made of monitors is mailed.
 */
const unchosen = [...takenBackKinds, "alert_unacknowledged", "missed_notifications", "reading_changed"] as const;
export const teamNotices = [...channelEvents, ...unchosen] as const;

/** Mails to one person, because of something that they did. */
export const singleNotices = ["subscriber_confirm", "sign_in", "invitation", "account_news", "past_restated"] as const;

export type SubscriberNotice = (typeof subscriberNotices)[number];
export type TeamNotice = (typeof teamNotices)[number];
export type SingleNotice = (typeof singleNotices)[number];
export type NoticeKind = SubscriberNotice | TeamNotice | SingleNotice;

/** Of these the page's responders are told by mail as well; the others only where a channel asks for them. */
export const mailedToTeam: readonly NoticeKind[] = [
  "draft_opened",
  "incident_opened",
  "incident_worsened",
  "unassigned",
  "incident_stale",
  "checks_stopped",
  "limit_near",
  "missed_notifications",
  "reading_changed",
];

/** Whether somebody may have to act at once: what is planned opens no alert elsewhere. */
export const isAlarm = (event: TeamNotice | "test"): boolean => !event.startsWith("maintenance_");

/**
 * Who goes first when mail leaves: a lower line before a higher one. What needs no mailer has a line of its own beside, the
 * team's; what waits for its hour, of whatever kind, waits among the reminders.
 */
export const lanes = { screen: 0, news: 1, reminders: 2, asked: 3, team: 4 } as const;
type Lane = (typeof lanes)[keyof typeof lanes];

/** The lines of mail and of the team, which one sender sees to, and those of each way, which have senders of their own. */
export const mailLanes: readonly number[] = Object.values(lanes);
export const wayLanes: readonly number[] = ways.map(laneOfWay);

const isOneOf = (kinds: readonly string[], kind: NoticeKind): boolean => kinds.includes(kind);

/** Somebody waits for a sign-in before their screen, and an alert for somebody; strangers can cause many confirmations. */
export function laneOf(kind: NoticeKind): Lane {
  if (kind === "sign_in" || kind === "alert_unacknowledged") return lanes.screen;
  if (kind === "maintenance_reminder" || kind === "maintenance_soon") return lanes.reminders;
  if (isOneOf(teamNotices, kind)) return lanes.team;
  return isOneOf(singleNotices, kind) ? lanes.asked : lanes.news;
}

export const lanesButReminders: readonly number[] = [
  ...mailLanes.filter((lane) => lane !== lanes.reminders),
  ...wayLanes,
];

/** Reminders wait for their hour, often for weeks on many pages: they are asked for every other minute. */
export const lanesToAsk = (now: number): readonly number[] =>
  Math.floor(now / 60_000) % 2 === 0 ? [...mailLanes, ...wayLanes] : lanesButReminders;

/**
 * Kinds whose sequence or subject says which one it is (an hour, a day, a window, a gap, a request): made again they are the
 * same notice, and one is enough. Of every other kind each one that is decided must be born; its sequence is the next version of its subject.
 */
export const namedBySequence: readonly NoticeKind[] = [
  "sign_in",
  "maintenance_reminder",
  "maintenance_soon",
  "incident_worsened",
  ...takenBackKinds,
  "unassigned",
  "incident_stale",
  "alert_fired",
  "alert_recovered",
  "component_changed",
  "checks_stopped",
  "mail_failed",
  "limit_near",
  "reading_changed",
];

/**
 * What of the team’s a mute of the page only delays: what was decided before it counts as told, so nothing tells it again.
 * The other notices that a mute silences are decided anew when it ends.
 */
export const waitsOutMute: readonly NoticeKind[] = ["draft_opened", "incident_worsened", "unassigned"];

/** What nobody is mailed about. */
export const channelsOnly: readonly TeamNotice[] = teamNotices.filter((kind) => !mailedToTeam.includes(kind));

/**
 * Written only where a channel wants it when it happens. A reminder is written long before it is due: who wants it then is
 * asked when it leaves.
 */
export const writtenIfWanted: readonly NoticeKind[] = publishedNotices.filter((kind) => kind !== "maintenance_soon");

/** Some kinds are for channels only, and some subscribers are told elsewhere. */
export const isMailed = ({ audience, kind }: { audience: Audience; kind: NoticeKind }): boolean =>
  audience !== "endpoints" && (audience !== "team" || mailedToTeam.includes(kind));
