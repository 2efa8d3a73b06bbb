import { eq } from "drizzle-orm";
import { pageTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { dayMs, minuteMs } from "~/time/durations";
import { noticeKindsDelayedByMute, noticeLanes } from "../rules/notice";

/** The reason why a notice does not leave, when it is not only waiting for its turn. */
export type NoticeWaitReason = "no_mailer" | "mail_away" | "failed" | "muted";

export interface NoticeWait {
  /** Notices with the round in which they were found; in a later round they have a new time and are not moved. */
  notices: readonly { id: string; round: number }[];
  until: number;
  reason: NoticeWaitReason | null;
  /** True when the notices wait to start; a notice that another sender has started stays unchanged. */
  isUnbegun?: boolean;
}

/**
 * Delays notices so that those behind them proceed; their due time stays. Skips notices that are over or in a later
 * round. With `no_mailer` it does nothing once a mailer was added, because adding it has already released the waiting
 * notices.
 */
export const delayNoticesStatement = ({ notices, until, reason, isUnbegun = false }: NoticeWait): SqlStatement => ({
  sql: `UPDATE notice SET not_before = ?2, reason = ?3, tries = tries + (?3 IS 'failed')
    FROM json_each(?1) j WHERE notice.id = j.value ->> 'id' AND notice.round = j.value ->> 'round'
      AND outcome IS NULL AND (not_before <> ?2 OR reason IS NOT ?3) AND (NOT ?4 OR expanded_at IS NULL)
      AND (?3 IS NOT 'no_mailer' OR NOT EXISTS (SELECT 1 FROM mailer))`,
  params: [JSON.stringify(notices.map(({ id, round }) => ({ id, round }))), until, reason, Number(isUnbegun)],
});

/** Makes notices that wait for a mailer due again after a mailer was added or changed, whatever the clock says. */
export const recheckMailNoticesStatement: SqlStatement = {
  sql: `UPDATE notice INDEXED BY notice_waiting SET not_before = due_at, reason = NULL WHERE due_at IS NOT NULL
    AND lane IN (${Object.values(noticeLanes).join(", ")}) AND reason IN ('no_mailer', 'mail_away')`,
  params: [],
};

/**
 * Longest time between checks of a notice behind a mute, in ms; well below the time after which it would count as
 * waiting too long.
 */
export const muteRecheckMs = 30 * minuteMs;
const lifetimeAfterMuteMs = dayMs;

/**
 * Makes a notice wait while its page is muted, and keeps it for a day after that. Changes nothing when the page was not
 * muted at `since`; returns the time of the next check.
 */
export const delayNoticeBehindMuteStatement = (
  { id }: { id: string },
  { since, now }: { since: number; now: number },
): SqlStatement => ({
  sql: `UPDATE notice SET not_before = min(p.muted_until, ?3 + ${muteRecheckMs}), reason = 'muted',
      expires_at = max(expires_at, p.muted_until + ${lifetimeAfterMuteMs})
    FROM page p WHERE notice.id = ?1 AND outcome IS NULL AND p.id = notice.page_id AND p.muted_until > ?2
    RETURNING not_before AS next`,
  params: [id, since, now],
});

/** End of the page's mute, which may have passed. */
export const pageMuteQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db.select({ mutedUntil: pageTable.mutedUntil }).from(pageTable).where(eq(pageTable.id, pageId));

/** Makes a delivery due at once when the mute that it waits for has been ended meanwhile. */
export const releaseDeliveryIfUnmutedStatement = (
  { channelId, noticeId, pageId }: { channelId: string; noticeId: string; pageId: string },
  now: number,
): SqlStatement => ({
  sql: `UPDATE channel_delivery SET due_at = ?4 WHERE channel_id = ?1 AND notice_id = ?2 AND due_at > ?4
    AND NOT EXISTS (SELECT 1 FROM page WHERE id = ?3 AND muted_until > ?4)`,
  params: [channelId, noticeId, pageId, now],
});

/** Makes notices and deliveries behind a mute due again after its end was changed. */
export const recheckMutedNoticesStatements = (pageId: string, now: number): SqlStatement[] => [
  {
    sql: `UPDATE notice INDEXED BY notice_waiting SET not_before = ?2, reason = NULL WHERE due_at IS NOT NULL
      AND lane IN (${noticeLanes.team}, ${noticeLanes.news}) AND page_id = ?1 AND not_before > ?2 AND reason = 'muted'`,
    params: [pageId, now],
  },
  {
    sql: `UPDATE channel_delivery INDEXED BY channel_delivery_waiting SET due_at = ?2 WHERE due_at IS NOT NULL
      AND channel_id IN (SELECT id FROM channel WHERE page_id = ?1) AND due_at > ?2 AND attempt = 0
      AND (SELECT kind FROM notice WHERE id = notice_id) IN (SELECT value FROM json_each(?3))`,
    params: [pageId, now, JSON.stringify(noticeKindsDelayedByMute)],
  },
];
