import { mailerTable, noticeTable } from "~/db/schema";
import { type NoticeKind, noticeLaneOf } from "~/notifications/rules/notice";
import { newId } from "~/platform/ids";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt, day, hour } from "./time";

/** A mailer `mailer1` of the deployment. */
export function aMailer({
  settings,
  ...over
}: Over<typeof mailerTable> & { settings: object }): { id: string } & Piece {
  const { id = "mailer1" } = over;
  const named = { id, kind: "smtp", name: "SMTP", position: 0, fromAddress: "status@upfront.example" };
  return piece({ id }, async ({ secrets }, now) => {
    const settingsSealed = await secrets.seal(JSON.stringify(settings));
    return rowsOf(mailerTable, [{ ...named, settingsSealed, ...bornAt(now), ...over }]);
  });
}

/** A notice to the team or subscribers of a page, as its own commit writes it: due now, for a day. */
export function aNotice(pageId: string, over: Over<typeof noticeTable> & { kind: string }): { id: string } & Piece {
  const { id = newId(noon) } = over;
  const about = { pageId, subjectId: id, sequence: 0, audience: "team", scope: {} };
  return piece({ id }, (_, now) =>
    rowsOf(noticeTable, [{ ...about, dueAt: now, expiresAt: now + day, createdAt: now, ...over, id }]),
  );
}

/** A team notice of the page that reached no one and is not tried again; its subject needs no rows. */
export function aDeadNotice(pageId: string, over: Over<typeof noticeTable> = {}): { id: string } & Piece {
  const id = newId(noon);
  const ended = { outcome: "dead", cursor: null, recipients: 1, failed: 1, dueAt: null };
  return piece({ id }, (ctx, now) => {
    const about = { kind: "checks_stopped", sequence: now, scope: { from: now - hour, to: now } };
    return aNotice(pageId, { ...about, ...ended, expandedAt: now, ...over, id }).statements(ctx);
  });
}

interface Waiting {
  count: number;
  kind?: NoticeKind;
  /** Number of pages that share them: `<pageId>`, `<pageId>-1` … */
  pages?: number;
  /** Time since they are due, in ms. */
  age?: number;
}

/** So many emails to one subscriber each that wait to be sent, written by one statement. */
export const waitingNotices = (pageId: string, waiting: Waiting): Piece =>
  piece({}, (_, now) => {
    const { count, kind = "subscriber_confirm", pages = 1, age = 1000 } = waiting;
    const sql = `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
      WITH RECURSIVE c(n) AS (SELECT 0 WHERE ?2 > 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
      SELECT ?1 || '-waiting-' || n, ?1 || CASE WHEN n % ?3 = 0 THEN '' ELSE '-' || CAST(n % ?3 AS INTEGER) END, ?4, replace(?1, '-', '') || 'asked' || n, 0, 'subscriber',
        json_object('subscriber_id', replace(?1, '-', '') || 'asked' || n), ?5, ?6, ?6, ?6 + 86400000, ?6 FROM c`;
    return [{ sql, params: [pageId, count, pages, kind, noticeLaneOf(kind), now - age] }];
  });
