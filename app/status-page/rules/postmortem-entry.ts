import { type PostmortemFact, postmortemWord } from "~/incidents/rules/postmortem";
import type { SnapshotIncident, SnapshotUpdate } from "./snapshot-document";

/** Among the updates of a document it stands as one of them: feeds, v2 and the limit of size need no other way. */
export const postmortemUpdate = (incidentId: string, fact: PostmortemFact): SnapshotUpdate => ({
  id: `${incidentId}-${postmortemWord}`,
  status: postmortemWord,
  html: fact.html,
  text: fact.text,
  shownAt: fact.publishedAt,
  createdAt: fact.publishedAt,
  updatedAt: Math.max(fact.publishedAt, fact.updatedAt),
  notify: fact.notified,
  changes: [],
});

/** What was said while it lasted, and what was written afterwards. */
export function storyParts({ updates }: Pick<SnapshotIncident, "updates">) {
  return {
    told: updates.filter((each) => each.status !== postmortemWord),
    postmortem: updates.find((each) => each.status === postmortemWord) ?? null,
  };
}
