import { laneOf, type NoticeKind } from "~/rules/telling/notice";
import type { TestDeployment } from "./database";
import { unmetered } from "./restored";

interface Waiting {
  pageId: string;
  count: number;
  kind?: NoticeKind;
  /** How many pages share them: `<pageId>`, `<pageId>-1` … */
  pages?: number;
  /** ms since they are due. */
  age?: number;
}

/** So many mails to one subscriber each that wait to be sent, written by one statement. */
export async function putWaiting(
  { bindings, clock }: TestDeployment,
  { pageId, count, kind = "subscriber_confirm", pages = 1, age = 1000 }: Waiting,
): Promise<void> {
  const sql = `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
    SELECT ?1 || '-waiting-' || n, ?1 || CASE WHEN n % ?3 = 0 THEN '' ELSE '-' || CAST(n % ?3 AS INTEGER) END, ?4, ?1 || '-sub-' || n, 0, 'subscriber',
      json_object('subscriber_id', ?1 || '-sub-' || n), ?5, ?6, ?6, ?6 + 86400000, ?6 FROM c`;
  const params = [pageId, count, pages, kind, laneOf(kind), clock.now - age];
  await unmetered(bindings.DB, [{ sql, params }]);
}

/** Somebody for each of them, who asked and has not confirmed. */
export async function putPending({ bindings, clock }: TestDeployment, pageId: string, count: number): Promise<void> {
  const sql = `INSERT INTO subscriber (page_id, id, address, scope, component_ids, state, language, time_zone, confirmations_at, created_at, updated_at)
    WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
    SELECT ?1, ?1 || '-sub-' || n, 'asked' || n || '@example.com', 'page', '[]', 'pending', 'en', 'Etc/UTC', '[]', ?3, ?3 FROM c`;
  await unmetered(bindings.DB, [{ sql, params: [pageId, count, clock.now] }]);
}
