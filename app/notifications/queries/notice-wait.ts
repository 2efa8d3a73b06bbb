import type { Statement } from "~/db/write";
import { lanes } from "../rules/notice";

/** What keeps a notice from leaving, where it is not its own turn that it waits for. */
export type WaitReason = "no_mailer" | "mail_away" | "failed";

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
