import { inPage, ofRows, pageOfRow, type Statement } from "~/db/write";

interface RecoveredMark {
  id: string;
  /** UTC ms; null = an alert of it fires. */
  recoveredAt: number | null;
}

/** Since when all alerts of these incidents have recovered. Their versions stay: nothing changed that people write. */
export const markRecovered = (pageId: string, rows: readonly RecoveredMark[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        ofRows(
          `UPDATE incident SET recovered_at = j.value->>'$.recoveredAt' FROM json_each(?1) j
            WHERE incident.id = j.value->>'$.id' AND incident.page_id = ${pageOfRow}`,
          inPage(
            pageId,
            rows.map((row) => ({ ...row })),
          ),
        ),
      ];
