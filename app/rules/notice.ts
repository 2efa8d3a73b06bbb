/** Who is told: many, by a notice's scope, or exactly one whom the scope names. */
export const audiences = ["subscribers", "team", "subscriber", "person", "address"] as const;
export type Audience = (typeof audiences)[number];

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

/** What the team is told; a channel chooses among them. */
export const teamNotices = [
  "draft_opened",
  "incident_opened",
  "incident_stale",
  "alert_fired",
  "alert_recovered",
  "component_changed",
  "checks_stopped",
  "mail_failed",
] as const;

/** Mails to one person, because of something that they did. */
export const singleNotices = ["subscriber_confirm", "sign_in", "invitation"] as const;

export type SubscriberNotice = (typeof subscriberNotices)[number];
export type TeamNotice = (typeof teamNotices)[number];
export type SingleNotice = (typeof singleNotices)[number];
export type NoticeKind = SubscriberNotice | TeamNotice | SingleNotice;

/** Of these the page's responders are told by mail as well; the others only where a channel asks for them. */
export const mailedToTeam: readonly NoticeKind[] = [
  "draft_opened",
  "incident_opened",
  "incident_stale",
  "checks_stopped",
];
