import { inPage, ofRows, pageOfRow, type Statement } from "~/db/write";
import type { Following } from "../rules/following";

interface FollowingMark {
  id: string;
  /** UTC ms; null = an alert of it fires. */
  recoveredAt: number | null;
  following: Following | null;
}

/**
 * Since when all alerts of these incidents have recovered, and what was told of them. Their versions stay: nothing changed that
 * people write.
 */
export const markFollowing = (pageId: string, rows: readonly FollowingMark[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        ofRows(
          `UPDATE incident SET recovered_at = j.value->>'$.recoveredAt', following = j.value->>'$.following' FROM json_each(?1) j
            WHERE incident.id = j.value->>'$.id' AND incident.page_id = ${pageOfRow}`,
          inPage(
            pageId,
            rows.map((row) => ({ ...row })),
          ),
        ),
      ];
