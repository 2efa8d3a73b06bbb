import type { NoticeDraft } from "~/commit/commit";

/** What a person is told of: one message, about these firings. */
export interface Reached {
  pageId: string;
  firings: unknown[];
  /** UTC ms; no two messages of a page have the same. */
  sequence: number;
  dueAt: number;
  expiresAt: number;
}

/** How a person is reached; of a way that they do not have, its sender finds nobody. */
type Way = (personId: string, reached: Reached) => NoticeDraft;

const byMail: Way = (personId, { pageId, firings, ...times }) => ({
  kind: "alert_unacknowledged",
  audience: "person",
  subjectId: `${pageId}.${personId}`,
  scope: { person_id: personId, firings },
  ...times,
});

/** A person's own ways to be reached, one line each. */
export const wayOf: readonly Way[] = [byMail];
