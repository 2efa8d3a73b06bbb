import { runBatch } from "~/db/run-batch";
import { endMissedNoticeStatements, recordMissedNoticeStatements } from "../queries/missed-notices";
import { insertMailFailureNoticeStatement, type NoticeRow } from "../queries/notice";
import { delayNoticesStatement } from "../queries/notice-wait";
import { isMissedSummaryNotice } from "../rules/missed-events";
import { mailerAwayDelay, mailOutageThresholdMs } from "../rules/notice-plan";
import type { NoticeJob, NoticeJobOutcome } from "./job";

/**
 * Returns statements that store notices which reached no channel either: after ten minutes nobody has been notified,
 * and the first person who can be is.
 */
const unheard = ({ ctx }: NoticeJob, notices: readonly NoticeRow[]) =>
  notices
    .filter((each) => isMissedSummaryNotice(each) && each.expandedAt !== null && !each.scope.channels)
    .flatMap((each) => {
      const missed = { id: ctx.id(), now: ctx.now(), isMailAway: true, isUnderWay: true };
      return [...recordMissedNoticeStatements(each, missed), ...endMissedNoticeStatements(each, missed)];
    });

/**
 * Lets the notices, all of one page, wait while no mailer works, without counting it as their failure. After ten
 * minutes the page's channels are notified of that.
 */
export async function postponeNoticesForMailer(
  job: NoticeJob,
  notices: readonly NoticeRow[],
): Promise<NoticeJobOutcome> {
  const { ctx, failingSince } = job;
  const now = ctx.now();
  const since = failingSince ?? now;
  const pageId = notices[0]?.pageId ?? "";
  const told = pageId !== "" && now - since >= mailOutageThresholdMs;
  await runBatch(ctx, [
    ...(told ? unheard(job, notices) : []),
    delayNoticesStatement({ notices, until: now + mailerAwayDelay(now - since), reason: "mail_away" }),
    ...(told ? [insertMailFailureNoticeStatement({ id: ctx.id(), pageId, since, now })] : []),
  ]);
  return { end: "away" };
}
