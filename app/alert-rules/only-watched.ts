import { readOnPage } from "~/change/read-permitted";
import type { NoticeDraft } from "~/commit/commit";
import type { Statement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { dismissDrafts, leftBehindBy } from "~/incidents/queries/left-behind";
import { draftDismissed } from "~/notifications/rules/taken-back";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { type Going, onlyWatchedBy } from "./queries/watching";

export interface LeftOver {
  /** The components that nothing watches any more. */
  alone: { id: string; name: string }[];
  /** Titles of the incidents that stay open without an alert. */
  staying: string[];
}

type Left = Awaited<ReturnType<typeof leftBehindBy>>;

/** Returns true for a draft without any text by a person, which is of no use without its alerts. */
const isIdle = ({ visibility, isSpoken }: Left[number]) => visibility === "draft" && isSpoken === 0;

export const stayingIn = (left: Left): Left => left.filter((each) => !isIdle(each));

/** Returns the effects of deleting these, for a dialogue. Two statements. */
export const listLeftOver = (
  ctx: Ctx,
  { pageId, going }: { pageId: string; going: Going },
): Promise<Result<LeftOver>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [onlyWatchedBy(ctx, pageId, going), leftBehindBy(ctx, pageId, going)],
    ([alone, left]) => ok({ alone, staying: stayingIn(left).map(({ title }) => title) }),
  );

const usefulFor = dayMs;

/**
 * Returns a deletion's effects on incidents that lose their last alert: idle drafts are deleted, and the team is
 * notified of the others.
 */
export function partFrom(ctx: Ctx, pageId: string, left: Left): { changes: Statement[]; notices: NoticeDraft[] } {
  const now = ctx.now();
  const idle = left.filter(isIdle).map(({ id }) => id);
  const staying = stayingIn(left).map(
    ({ id }): NoticeDraft => ({
      kind: "unassigned",
      subjectId: id,
      sequence: now,
      audience: "team",
      scope: { reason: "monitor_deleted" },
      dueAt: now,
      expiresAt: now + usefulFor,
    }),
  );
  return {
    changes: dismissDrafts(pageId, idle, now),
    notices: [...staying, ...idle.map((id) => draftDismissed(id, now))],
  };
}
