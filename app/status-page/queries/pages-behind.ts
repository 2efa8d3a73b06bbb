import type { SqlStatement } from "~/db/write";
import { maxPromptDelayMs } from "~/time/units";

/**
 * Selects a page's unfinished work other than documents, with the time since which it is due; `?1` is now. For one
 * page, each part repeats the condition, because otherwise the rows of every page would be read.
 */
const waiting = (page?: string) => {
  const ofPage = page ? ` AND page_id = ${page}` : "";
  return `SELECT page_id, min(iif(wanted > done AND asked_at > 0, asked_at, ?1), coalesce(due_at, ?1)) AS since
    FROM settle WHERE (wanted > done OR due_at <= ?1)${ofPage}
  UNION ALL SELECT page_id, due_at FROM maintenance WHERE due_at <= ?1${ofPage}
  UNION ALL SELECT page_id, manual_until FROM component WHERE manual_until <= ?1${ofPage}
  UNION ALL SELECT * FROM (SELECT page_id, due_at FROM heartbeat WHERE due_at <= ?1${ofPage}
    UNION ALL SELECT j.value->>'$.pageId' AS page_id, j.value->>'$.oldestAt' FROM inbox, json_each(inbox.pages) j${page ? ` WHERE j.value->>'$.pageId' = ${page}` : ""})`;
};

const documents = `SELECT page_id, asked_at AS since FROM snapshot
    WHERE audience = 'public' AND part = 'home' AND built < wanted AND asked_at > 0`;

/**
 * Marks every page with work that has been due for more than two minutes, and requests a document that shows it. It is
 * one statement, the tick's first write, so that visitors see it even when the tick fails later.
 */
export const markPagesBehindStatement = (now: number): SqlStatement => ({
  sql: `UPDATE snapshot SET behind_since = late.since, wanted = wanted + 1, asked_at = iif(built < wanted, asked_at, ?1)
    FROM (SELECT page_id, min(since) AS since FROM (${waiting()} UNION ALL ${documents})
      WHERE since <= ?1 - ${maxPromptDelayMs} GROUP BY page_id) late
    WHERE snapshot.page_id = late.page_id AND snapshot.audience = 'public' AND snapshot.part = 'home'
      AND snapshot.behind_since IS NULL`,
  params: [now],
});

/** Returns SQL for a document that is being written: since when its page is still behind; null = it has caught up. */
export const pageBehindSinceSql = (page: string) =>
  `(SELECT min(since) FROM (${waiting(page)}) WHERE since <= ?1 - ${maxPromptDelayMs})`;
