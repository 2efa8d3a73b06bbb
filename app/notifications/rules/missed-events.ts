import { dayMs, minuteMs } from "~/time/durations";
import type { NoticeAudienceKind, NoticeKind } from "./notice";

/**
 * Lane in which a page's summary of missed notifications waits until someone can be notified. Senders skip it; the tick
 * queries it (notifications/queries/missed-notices).
 */
export const missedNoticeLaneNumber = 90;

/** Events that the summary covers; channels that chose at least one of them get it. */
export const missedSummaryEvents = ["draft_opened", "incident_opened", "incident_worsened", "unassigned"] as const;

/** Kinds that notify the team of an incident or of a source's alerts; a reminder counts, too. */
export const teamNotifyingNoticeKinds: readonly NoticeKind[] = [...missedSummaryEvents, "incident_stale"];

/** Age after which news is left out of the summary, in ms; the summary ends when all of it is older. */
export const maxMissedNewsAgeMs = dayMs;

/** Wait before a summary that the mailer refused is tried again, in ms. */
export const summaryRetryIntervalMs = 2 * minuteMs;

/** Most subjects that are stored for a page, the newest ones. */
export const maxMissedSubjects = 500;

/** Returns the events for this kind: a channel that wants at least one of them gets it. */
export const channelEventsOfNoticeKind = (kind: NoticeKind): readonly string[] =>
  kind === "missed_notifications" ? missedSummaryEvents : [kind];

interface NoticeAudience {
  audience: NoticeAudienceKind;
  kind: NoticeKind;
}

/** Returns true when someone must be notified of it later if nobody was; a summary that reached nobody waits again. */
export const isMissedSummaryNotice = ({ audience, kind }: NoticeAudience): boolean =>
  audience === "team" && (kind === "missed_notifications" || missedSummaryEvents.some((each) => each === kind));

/** Returns true when it does not wait for a mailer: owed notices go into the summary, and a reminder comes again. */
export const mayNotWaitForMailer = (told: NoticeAudience): boolean =>
  isMissedSummaryNotice(told) || (told.audience === "team" && told.kind === "incident_stale");

/**
 * Kind of the one message about alerts, which is that of an escalation, because its channels are named individually.
 */
export const presentStateNoticeKind = "alert_unacknowledged";
