import type { Statement } from "~/db/write";

interface Flapping {
  pageId: string;
  componentId: string;
}

const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)";

/** So many changes of one observed layer between two instants, made where they are; the last one leaves it operational. */
export const fillChanges = (
  { pageId, componentId }: Flapping,
  count: number,
  from: number,
  to: number,
): Statement[] => [
  {
    sql: `${numbers} INSERT INTO status_change (page_id, component_id, id, layer, from_status, to_status, at, recorded_at, sequence, cause)
      SELECT ?1, ?2, 'bulk' || i, 'observed', iif((?3 - i) % 2, 'operational', 'major_outage'),
        iif((?3 - i) % 2, 'major_outage', 'operational'), CAST(?4 + i * (?5 - ?4) / (?3 + 1) AS INTEGER), CAST(?4 + i * (?5 - ?4) / (?3 + 1) AS INTEGER), i, 'alert' FROM n`,
    params: [pageId, componentId, count, from, to],
  },
  { sql: "UPDATE settle SET timeline = ?2 WHERE page_id = ?1", params: [pageId, count] },
];
