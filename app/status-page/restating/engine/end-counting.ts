import type { Commit, NoticeDraft } from "~/commit/commit";
import { read } from "~/db/read";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { foundCount, ownersOf, type RestatingRow } from "../queries/restating";
import { reviewMs } from "../rules/stage";
import { stepOf } from "./restating-step";

/** Returns the notice for one owner, sent by email. */
function noticeFor({ pageId }: RestatingRow, personId: string, now: number): NoticeDraft {
  return {
    kind: "past_restated",
    subjectId: `${pageId}.${personId}`,
    sequence: 0,
    audience: "person",
    scope: { person_id: personId, starts: now + reviewMs },
    dueAt: now,
    expiresAt: now + reviewMs,
  };
}

/**
 * Ends the examination of all components: owners get time to look at what was found; without findings the restating is
 * done.
 */
export async function endCountingStage(
  ctx: Ctx,
  row: RestatingRow,
  isNew: boolean,
  changes: readonly Statement[],
): Promise<Commit> {
  const now = ctx.now();
  const [[found], owners] = await read(ctx, foundCount(ctx, row.pageId), ownersOf(ctx, row.pageId));
  const over = { watchLog: null, cursor: "" };
  if (!isNew && !found?.count) return stepOf(ctx, row, { ...over, stage: "done", dueAt: null, doneAt: now });
  const notices = owners.map(({ personId }) => noticeFor(row, personId, now));
  const waiting = { stage: "found" as const, foundAt: now, dueAt: now + reviewMs };
  return stepOf(ctx, row, { ...over, ...waiting }, { changes, notices });
}
