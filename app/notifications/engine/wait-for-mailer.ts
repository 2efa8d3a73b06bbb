import { runBatch } from "~/db/run-batch";
import { endMissedNotice, noteMissedNotice } from "../queries/missed-notices";
import { type NoticeRow, tellMailFailed } from "../queries/notice";
import { moveBack } from "../queries/notice-wait";
import { isOwed } from "../rules/missed-events";
import { awayDelay, mailOutageMs } from "../rules/notice-plan";
import type { JobOutcome, NoticeJob } from "./job";

/**
 * Returns statements that store notices which reached no channel either: after ten minutes nobody has been notified,
 * and the first person who can be is.
 */
const unheard = ({ ctx }: NoticeJob, notices: readonly NoticeRow[]) =>
  notices
    .filter((each) => isOwed(each) && each.expandedAt !== null && !each.scope.channels)
    .flatMap((each) => {
      const missed = { id: ctx.id(), now: ctx.now(), isMailAway: true, isUnderWay: true };
      return [...noteMissedNotice(each, missed), ...endMissedNotice(each, missed)];
    });

/**
 * Lets the notices, all of one page, wait while no mailer works, without counting it as their failure. After ten
 * minutes the page's channels are notified of that.
 */
export async function waitForMailer(job: NoticeJob, notices: readonly NoticeRow[]): Promise<JobOutcome> {
  const { ctx, failingSince } = job;
  const now = ctx.now();
  const since = failingSince ?? now;
  const pageId = notices[0]?.pageId ?? "";
  const told = pageId !== "" && now - since >= mailOutageMs;
  await runBatch(ctx, [
    ...(told ? unheard(job, notices) : []),
    moveBack({ notices, until: now + awayDelay(now - since), reason: "mail_away" }),
    ...(told ? [tellMailFailed({ id: ctx.id(), pageId, since, now })] : []),
  ]);
  return { end: "away" };
}
