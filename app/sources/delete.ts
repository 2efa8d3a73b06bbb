import { aloneOf } from "~/alert-rules/queries/watching";
import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { oneSource } from "./one";
import { forgetSource } from "./queries/source";
import { forgetOverlaps } from "./queries/source-overlap";
import { type SourceTarget, sourceTarget } from "./rules/input";

/** Deletes a source with its rules and deliveries; its alerts end. Failures: conflict, missing. */
export const deleteSource = (ctx: Ctx, given: SourceTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    { ...oneSource, input: sourceTarget, facts: aloneOf, settles: true },
    given,
    ({ row: { id, pageId, kind, name }, alone }) =>
      ok({
        action: "source.delete",
        leftUnwatched: alone,
        observers: { sources: [id] },
        changes: [
          ...forgetSource(pageId, id, ctx.now()),
          forgetOverlaps(id, pageId),
          ...deleteRows(source, pageId, [{ id }]),
        ],
        before: { kind, name },
      }),
  );
