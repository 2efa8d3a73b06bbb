const usefulFor = 24 * 3600_000;

/** Of a draft that is put aside, and of an incident that was published by mistake. */
export const takenBackKinds = ["draft_dismissed", "incident_withdrawn"] as const;
export type TakenBack = (typeof takenBackKinds)[number];

const taken = (kind: TakenBack, incidentId: string, now: number, scope: Record<string, unknown> = {}) => ({
  kind,
  audience: "team" as const,
  subjectId: incidentId,
  sequence: now,
  scope: { incident_id: incidentId, ...scope },
  dueAt: now,
  expiresAt: now + usefulFor,
});

/** The team is told that a draft is put aside, where it was told of it before. `recovered`: its alerts are over. `now`: UTC ms. */
export const draftDismissed = (incidentId: string, now: number, recovered = false) =>
  taken("draft_dismissed", incidentId, now, { recovered });

/** The same of an incident that visitors have read of. */
export const incidentWithdrawn = (incidentId: string, now: number) => taken("incident_withdrawn", incidentId, now);
