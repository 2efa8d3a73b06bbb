import { runBatch } from "~/db/run-batch";
import { endMissed, noteMissed } from "../queries/missed";
import { type NoticeRow, tellMailFailed } from "../queries/notice";
import { moveBack } from "../queries/notice-wait";
import { isOwed } from "../rules/missed";
import { awayDelay, mailOutage } from "../rules/notice-plan";
import type { Job, Turn } from "./job";

/**
 * Returns statements that store notices which reached no channel either: after ten minutes nobody has been notified,
 * and the first person who can be is.
 */
const unheard = ({ ctx }: Job, notices: readonly NoticeRow[]) =>
  notices
    .filter((each) => isOwed(each) && each.expandedAt !== null && !each.scope.channels)
    .flatMap((each) => {
      const missed = { id: ctx.id(), now: ctx.now(), isMailAway: true, isUnderWay: true };
      return [...noteMissed(each, missed), ...endMissed(each, missed)];
    });

/**
 * Lets the notices, all of one page, wait while no mailer works, without counting it as their failure. After ten
 * minutes the page's channels are notified of that.
 */
export async function waitForMailer(job: Job, notices: readonly NoticeRow[]): Promise<Turn> {
  const { ctx, failingSince } = job;
  const now = ctx.now();
  const since = failingSince ?? now;
  const pageId = notices[0]?.pageId ?? "";
  const told = pageId !== "" && now - since >= mailOutage;
  await runBatch(ctx, [
    ...(told ? unheard(job, notices) : []),
    moveBack({ notices, until: now + awayDelay(now - since), reason: "mail_away" }),
    ...(told ? [tellMailFailed({ id: ctx.id(), pageId, since, now })] : []),
  ]);
  return { end: "away" };
}
