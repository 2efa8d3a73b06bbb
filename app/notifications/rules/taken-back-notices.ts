import { dayMs } from "~/time/durations";

const noticeLifetimeMs = dayMs;

/** Kinds for a draft that was dismissed and for an incident that was published by mistake. */
export const withdrawnNoticeKinds = ["draft_dismissed", "incident_withdrawn"] as const;
export type WithdrawalNoticeKind = (typeof withdrawnNoticeKinds)[number];

const taken = (kind: WithdrawalNoticeKind, incidentId: string, now: number, scope: Record<string, unknown> = {}) => ({
  kind,
  audience: "team" as const,
  subjectId: incidentId,
  sequence: now,
  scope: { incident_id: incidentId, ...scope },
  dueAt: now,
  expiresAt: now + noticeLifetimeMs,
});

/**
 * Notifies the team that a draft was dismissed, where it was notified of the draft. `recovered` = its alerts recovered.
 * `now` in UTC ms.
 */
export const draftDismissedNotice = (incidentId: string, now: number, recovered = false) =>
  taken("draft_dismissed", incidentId, now, { recovered });

/** Returns the same for an incident that visitors could read. */
export const incidentWithdrawnNotice = (incidentId: string, now: number) =>
  taken("incident_withdrawn", incidentId, now);
