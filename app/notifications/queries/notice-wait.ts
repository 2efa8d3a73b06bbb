import { eq } from "drizzle-orm";
import { page } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { lanes, waitsOutMute } from "../rules/notice";

/** What keeps a notice from leaving, where it is not its own turn that it waits for. */
export type WaitReason = "no_mailer" | "mail_away" | "failed" | "muted";

export interface Wait {
  /** As they were found: one whose round was ended by somebody else has a time of its own by now. */
  notices: readonly { id: string; round: number }[];
  until: number;
  reason: WaitReason | null;
  /** They wait to begin: one that somebody else has begun goes on. */
  isUnbegun?: boolean;
}

/**
 * Not looked at before then, so that what is behind them goes on; since when they are due stays. Never those that are
 * over or went on meanwhile, nor for want of a mailer where one was set: who set it looked for what waits before they did.
 */
export const moveBack = ({ notices, until, reason, isUnbegun = false }: Wait): Statement => ({
  sql: `UPDATE notice SET not_before = ?2, reason = ?3, tries = tries + (?3 IS 'failed')
    FROM json_each(?1) j WHERE notice.id = j.value ->> 'id' AND notice.round = j.value ->> 'round'
      AND outcome IS NULL AND (not_before <> ?2 OR reason IS NOT ?3) AND (NOT ?4 OR expanded_at IS NULL)
      AND (?3 IS NOT 'no_mailer' OR NOT EXISTS (SELECT 1 FROM mailer))`,
  params: [JSON.stringify(notices.map(({ id, round }) => ({ id, round }))), until, reason, Number(isUnbegun)],
});

/** There is another way for mail: what waited for one is looked at again, whatever clock says so. */
export const lookAtMail: Statement = {
  sql: `UPDATE notice INDEXED BY notice_waiting SET not_before = due_at, reason = NULL WHERE due_at IS NOT NULL
    AND lane IN (${Object.values(lanes).join(", ")}) AND reason IN ('no_mailer', 'mail_away')`,
  params: [],
};

/** What waits for the end of a mute is looked at so often, well before it would count as waiting too long; ms. */
export const longestBehindMute = 30 * 60_000;
const usefulAfterMute = 24 * 3600_000;

/**
 * Waits while its page is muted, and is of use for a day after that. Changes nothing where the page was not muted at `since`;
 * answers when it is looked at again.
 */
export const moveBehindMute = ({ id }: { id: string }, { since, now }: { since: number; now: number }): Statement => ({
  sql: `UPDATE notice SET not_before = min(p.muted_until, ?3 + ${longestBehindMute}), reason = 'muted',
      expires_at = max(expires_at, p.muted_until + ${usefulAfterMute})
    FROM page p WHERE notice.id = ?1 AND outcome IS NULL AND p.id = notice.page_id AND p.muted_until > ?2
    RETURNING not_before AS next`,
  params: [id, since, now],
});

/** Until when the page is muted, or was. */
export const muteOf = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db.select({ mutedUntil: page.mutedUntil }).from(page).where(eq(page.id, pageId));

/** A delivery that was to wait for a mute which somebody has ended meanwhile is due at once. */
export const unlessMuted = (
  { channelId, noticeId, pageId }: { channelId: string; noticeId: string; pageId: string },
  now: number,
): Statement => ({
  sql: `UPDATE channel_delivery SET due_at = ?4 WHERE channel_id = ?1 AND notice_id = ?2 AND due_at > ?4
    AND NOT EXISTS (SELECT 1 FROM page WHERE id = ?3 AND muted_until > ?4)`,
  params: [channelId, noticeId, pageId, now],
});

/** The mute of a page has another end: what waits for it is looked at again, by mail and by channels. */
export const lookBehindMute = (pageId: string, now: number): Statement[] => [
  {
    sql: `UPDATE notice INDEXED BY notice_waiting SET not_before = ?2, reason = NULL WHERE due_at IS NOT NULL
      AND lane IN (${lanes.team}, ${lanes.news}) AND page_id = ?1 AND not_before > ?2 AND reason = 'muted'`,
    params: [pageId, now],
  },
  {
    sql: `UPDATE channel_delivery INDEXED BY channel_delivery_waiting SET due_at = ?2 WHERE due_at IS NOT NULL
      AND channel_id IN (SELECT id FROM channel WHERE page_id = ?1) AND due_at > ?2 AND attempt = 0
      AND (SELECT kind FROM notice WHERE id = notice_id) IN (SELECT value FROM json_each(?3))`,
    params: [pageId, now, JSON.stringify(waitsOutMute)],
  },
];
