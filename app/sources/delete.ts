import { soleWatcherQueries } from "~/alert-rules/queries/observed-components";
import { partFrom } from "~/alert-rules/unwatched-after-delete";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { forgetSource } from "./queries/source";
import { forgetOverlaps } from "./queries/source-overlap";
import { type SourceTarget, sourceTarget } from "./rules/input";
import { sourceAccess } from "./source-access";

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...soleWatcherQueries(ctx, of),
  left: incidentsLeftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export const deleteSource = (ctx: Ctx, given: SourceTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...sourceAccess, input: sourceTarget, facts, settles: true },
    given,
    ({ row: { id, pageId, kind, name }, alone, left }) => {
      const parted = partFrom(ctx, pageId, left);
      return ok({
        action: "source.delete",
        leftUnwatched: alone,
        observers: { sources: [id] },
        changes: [
          ...forgetSource(pageId, id, ctx.now()),
          forgetOverlaps(id, pageId),
          ...deleteRows(source, pageId, [{ id }]),
          ...parted.changes,
        ],
        notices: parted.notices,
        before: { kind, name },
      });
    },
  );
