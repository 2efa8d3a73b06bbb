import type { CommitPlan, NoticeDraft } from "~/commit/commit";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { ownerIdsOfPageQuery, type RestatingRow, restatingFindingCountQuery } from "../queries/restating";
import { restatingReviewMs } from "../rules/stage";
import { restatingStepCommit } from "./restating-step";

/** Returns the notice for one owner, sent by email. */
function noticeFor({ pageId }: RestatingRow, personId: string, now: number): NoticeDraft {
  return {
    kind: "past_restated",
    subjectId: `${pageId}.${personId}`,
    sequence: 0,
    audience: "person",
    scope: { person_id: personId, starts: now + restatingReviewMs },
    dueAt: now,
    expiresAt: now + restatingReviewMs,
  };
}

/**
 * Ends the examination of all components. Owners get time to read what was found; without findings the correction is
 * complete.
 */
export async function endComponentCountStage(
  ctx: Ctx,
  row: RestatingRow,
  isNew: boolean,
  changes: readonly SqlStatement[],
): Promise<CommitPlan> {
  const now = ctx.now();
  const [[found], owners] = await readBatch(
    ctx,
    restatingFindingCountQuery(ctx, row.pageId),
    ownerIdsOfPageQuery(ctx, row.pageId),
  );
  const over = { watchLog: null, cursor: "" };
  if (!isNew && !found?.count)
    return restatingStepCommit(ctx, row, { ...over, stage: "done", dueAt: null, doneAt: now });
  const notices = owners.map(({ personId }) => noticeFor(row, personId, now));
  const waiting = { stage: "found" as const, foundAt: now, dueAt: now + restatingReviewMs };
  return restatingStepCommit(ctx, row, { ...over, ...waiting }, { changes, notices });
}
