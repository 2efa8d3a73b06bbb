import type { SqlStatement } from "~/db/write";
import { hasActiveEndpointSql } from "~/subscribers/queries/endpoints";
import { contactWays, noticeLaneOfContactWay, noticeSequenceInWay } from "../rules/contact-ways";
import type { NoticeRow } from "./notice";

/**
 * Creates the same reminders in the ways that have readers on the page now, and returns these ways; repeating it
 * changes nothing.
 */
export const insertWayRemindersStatement = (
  reminders: readonly Pick<NoticeRow, "id" | "sequence">[],
  makeId: () => string,
  now: number,
): SqlStatement => ({
  sql: `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, way, scope, revision, lane, due_at, not_before, expires_at, created_at)
    SELECT j.value ->> 'id', n.page_id, n.kind, n.subject_id, j.value ->> 'sequence', 'endpoints',
      j.value ->> 'way', n.scope, n.revision, j.value ->> 'lane', ?2, ?2, n.expires_at, n.created_at
    FROM json_each(?1) j JOIN notice n ON n.id = j.value ->> 'of'
    WHERE n.outcome IS NULL AND ${hasActiveEndpointSql("n.page_id", "j.value ->> 'way'")}
    ON CONFLICT (kind, subject_id, sequence) DO NOTHING RETURNING way`,
  params: [
    JSON.stringify(
      reminders.flatMap(({ id: of, sequence }) =>
        contactWays.map((way) => ({
          of,
          way,
          id: makeId(),
          lane: noticeLaneOfContactWay(way),
          sequence: noticeSequenceInWay(way, sequence),
        })),
      ),
    ),
    now,
  ],
});
