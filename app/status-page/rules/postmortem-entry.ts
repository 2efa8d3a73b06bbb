import { type PublishedPostmortem, postmortemWord } from "~/incidents/rules/postmortem";
import type { SnapshotIncident, SnapshotUpdate } from "./snapshot-document";

/**
 * Returns the postmortem as an update of the document, so that feeds, v2 and the size limit handle it without extra
 * code.
 */
export const postmortemUpdate = (incidentId: string, fact: PublishedPostmortem): SnapshotUpdate => ({
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

/** Separates the updates during the incident from the postmortem. */
export function separatePostmortem({ updates }: Pick<SnapshotIncident, "updates">) {
  return {
    told: updates.filter((each) => each.status !== postmortemWord),
    postmortem: updates.find((each) => each.status === postmortemWord) ?? null,
  };
}
