import type { SqlStatement } from "~/db/write";
import { maxQuarantineMs } from "~/notifications/rules/quarantine";

const into = "INSERT OR IGNORE INTO quarantine_list (due_at, page_id, id, subscriber_ids)";

/**
 * Lists quarantined subscribers named by batches that are about to be deleted, because no other row leads to them
 * afterwards. `batches` is SQL for those batches; their reasons name everyone who was refused or had left at their
 * turn.
 */
export const quarantineListOfBatchesSql = (batches: string): string => `${into}
  SELECT max(at) + ${maxQuarantineMs}, page_id, min(batch_id), json_group_array(id) FROM (
    SELECT s.page_id, s.id, s.quarantined_at AS at, n.id AS notice_id, min(n.id || ' ' || b.round || ' ' || b.number) AS batch_id
    FROM (${batches}) b CROSS JOIN notice n ON n.id = b.notice_id CROSS JOIN json_each(b.reasons) r
      CROSS JOIN subscriber s ON s.page_id = n.page_id AND s.id = r.key
    WHERE s.state = 'quarantined' AND s.quarantined_at IS NOT NULL GROUP BY s.page_id, s.id)
  GROUP BY page_id, notice_id`;

/**
 * Lists the subscribers with these addresses that were quarantined at `now` because of a later report, which no batch
 * names.
 */
export const quarantineAddressesListStatement = (
  addresses: readonly string[],
  id: string,
  now: number,
): SqlStatement => ({
  sql: `${into} SELECT ?3 + ${maxQuarantineMs}, page_id, ?2, json_group_array(id) FROM subscriber
    WHERE address IN (SELECT value FROM json_each(?1)) AND state = 'quarantined' AND quarantined_at = ?3 GROUP BY page_id`,
  params: [JSON.stringify(addresses), id, now],
});

/**
 * Lists all quarantined subscribers by the day of their quarantine, because a restored backup may lack the batches that
 * named them.
 */
export const quarantineListOfAllStatement: SqlStatement = {
  sql: `${into} SELECT max(quarantined_at) + ${maxQuarantineMs}, page_id, 'since ' || quarantined_at / 86400000, json_group_array(id)
    FROM subscriber WHERE state = 'quarantined' AND quarantined_at IS NOT NULL GROUP BY page_id, quarantined_at / 86400000`,
  params: [],
};

const over = (now: number) => `s.state = 'quarantined' AND s.quarantined_at < ${Math.floor(now - maxQuarantineMs)}`;
const named = (list: string) =>
  `json_each(${list}.subscriber_ids) j CROSS JOIN subscriber s ON s.page_id = ${list}.page_id AND s.id = j.value`;

/** Deletes subscribers of expired lists that are still in quarantine since then; `lists` is SQL for those rows. */
export const deleteQuarantinedSubscribersSql = (lists: string, now: number, most: number): string =>
  `DELETE FROM subscriber WHERE (page_id, id) IN (SELECT s.page_id, s.id
    FROM (SELECT page_id, subscriber_ids FROM ${lists}) l CROSS JOIN ${named("l")} WHERE ${over(now)} LIMIT ${most})`;

/** SQL condition on a list: all its subscribers are deleted, out of quarantine, or quarantined again since. */
export const isQuarantineListDoneSql = (now: number): string =>
  `NOT EXISTS (SELECT 1 FROM ${named("quarantine_list")} WHERE ${over(now)})`;
