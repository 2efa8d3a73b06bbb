import { partFrom } from "~/alert-rules/only-watched";
import { aloneOf } from "~/alert-rules/queries/watching";
import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import type { Ctx } from "~/platform/ctx";
import { oneSource } from "./one";
import { forgetSource } from "./queries/source";
import { forgetOverlaps } from "./queries/source-overlap";
import { type SourceTarget, sourceTarget } from "./rules/input";

const facts = (ctx: Ctx, of: { pageId: string; id: string }) => ({
  ...aloneOf(ctx, of),
  left: leftBehindBy(ctx, of.pageId, { sources: [of.id] }),
});

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export const deleteSource = (ctx: Ctx, given: SourceTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneSource, input: sourceTarget, facts, settles: true },
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
