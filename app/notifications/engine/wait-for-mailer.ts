import { runBatch } from "~/db/run-batch";
import { type NoticeRow, tellMailFailed } from "../queries/notice";
import { moveBack } from "../queries/notice-wait";
import { awayDelay, mailOutage } from "../rules/notice-plan";
import type { Job, Turn } from "./job";

/**
 * No mailer works: that is nobody's failure. The notices, all of one page, wait, and after ten minutes the page's
 * channels hear of it.
 */
export async function waitForMailer({ ctx, failingSince }: Job, notices: readonly NoticeRow[]): Promise<Turn> {
  const now = ctx.now();
  const since = failingSince ?? now;
  const pageId = notices[0]?.pageId ?? "";
  const told = pageId !== "" && now - since >= mailOutage;
  await runBatch(ctx, [
    moveBack({ notices, until: now + awayDelay(now - since), reason: "mail_away" }),
    ...(told ? [tellMailFailed({ id: ctx.id(), pageId, since, now })] : []),
  ]);
  return { end: "away" };
}
