import type { NoticeDraft } from "~/commit/commit";

/** Content of a message to a person about several firings. */
export interface EscalationMessage {
  pageId: string;
  firings: unknown[];
  /** Sequence number, which is the instant in UTC ms; no two messages of a page have the same. */
  sequence: number;
  dueAt: number;
  expiresAt: number;
}

/** Way to reach a person; the sender of a way that they do not have finds no recipient. */
type PersonNoticeMaker = (personId: string, reached: EscalationMessage) => NoticeDraft;

const byMail: PersonNoticeMaker = (personId, { pageId, firings, ...times }) => ({
  kind: "alert_unacknowledged",
  audience: "person",
  subjectId: `${pageId}.${personId}`,
  scope: { person_id: personId, firings },
  ...times,
});

/** All ways to reach a person, one line each. */
export const personNoticeMakers: readonly PersonNoticeMaker[] = [byMail];
