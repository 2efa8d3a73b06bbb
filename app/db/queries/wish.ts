import type { Statement } from "../write";

/** The page wants to be settled again: alerts, rules or sources changed (protocols §1). Blind +1, never compared. */
export const wantSettle = (pageId: string): Statement => ({
  sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1",
  params: [pageId],
});
