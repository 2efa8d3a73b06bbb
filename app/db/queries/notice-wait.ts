import { lanes } from "~/rules/telling/notice";
import type { Statement } from "../write";

/** What keeps a notice from leaving, where it is not its own turn that it waits for. */
export type WaitReason = "no_mailer" | "mail_away" | "failed";

export interface Wait {
  ids: readonly string[];
  until: number;
  reason: WaitReason | null;
}

/**
 * Not looked at before then, so that what is behind them goes on; since when they are due stays. Never those that are
 * over, nor for want of a mailer where one was set meanwhile: who set it looked for what waits before they did.
 */
export const moveBack = ({ ids, until, reason }: Wait): Statement => ({
  sql: `UPDATE notice SET not_before = ?2, reason = ?3, tries = tries + (?3 IS 'failed')
    WHERE id IN (SELECT value FROM json_each(?1)) AND outcome IS NULL AND (not_before <> ?2 OR reason IS NOT ?3)
      AND (?3 IS NOT 'no_mailer' OR NOT EXISTS (SELECT 1 FROM mailer))`,
  params: [JSON.stringify(ids), until, reason],
});

/** There is another way for mail: what waited for one is looked at again, whatever clock says so. */
export const lookAtMail: Statement = {
  sql: `UPDATE notice INDEXED BY notice_waiting SET not_before = due_at, reason = NULL WHERE due_at IS NOT NULL
    AND lane IN (${Object.values(lanes).join(", ")}) AND reason IN ('no_mailer', 'mail_away')`,
  params: [],
};
