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
  changeOne(ctx, { ...oneSource, input: sourceTarget, settles: true }, given, ({ row: { id, pageId, kind, name } }) =>
    ok({
      action: "source.delete",
      changes: [
        ...forgetSource(pageId, id, ctx.now()),
        forgetOverlaps(id, pageId),
        ...deleteRows(source, pageId, [{ id }]),
      ],
      observers: { sources: [id] },
      before: { kind, name },
    }),
  );
