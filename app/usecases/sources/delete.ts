import { forgetSource } from "~/db/queries/source";
import { forgetOverlaps } from "~/db/queries/source-overlap";
import { source } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SourceTarget, sourceTarget } from "~/rules/alerts/source-input";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { oneSource } from "./one";

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
      before: { kind, name },
    }),
  );
