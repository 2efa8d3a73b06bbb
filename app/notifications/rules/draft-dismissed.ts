const usefulFor = 24 * 3600_000;

/** The team is told that a draft is put aside, where it was told of it before. `now`: UTC ms. */
export const draftDismissed = (incidentId: string, now: number) => ({
  kind: "draft_dismissed" as const,
  audience: "team" as const,
  subjectId: incidentId,
  sequence: now,
  scope: { incident_id: incidentId },
  dueAt: now,
  expiresAt: now + usefulFor,
});
