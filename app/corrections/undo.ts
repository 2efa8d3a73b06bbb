import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { correctionAccess } from "./correction-access";
import { restatePast } from "./correction-facts";
import { type CorrectionTarget, correctionReachMs, correctionTarget } from "./rules/input";

const tooOld = fail({ name: "conflict", code: "too_old", detail: "correction.undo_too_old" });

/** Undoes a correction: the reports count again, and visitors no longer read of it. Failures: conflict, missing. */
export const undoCorrection = (ctx: Ctx, given: CorrectionTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...correctionAccess, input: correctionTarget }, given, async ({ row, ...facts }) => {
    if (row.undoneAt !== null) return ok(null);
    const { pageId, id, startsAt, endsAt, componentIds, sourceName, reason } = row;
    if (startsAt < ctx.now() - correctionReachMs) return tooOld;
    const step = await restatePast(ctx, facts, {
      pageId,
      id,
      stretch: { from: startsAt, to: endsAt },
      componentIds,
      standing: facts.standing.filter((each) => each.id !== id),
      isUndone: true,
    });
    if (!step.ok) return step;
    return ok({
      action: "correction.undo",
      fields: { undoneAt: ctx.now() },
      ...step.value,
      before: { name: sourceName, startsAt, endsAt, reason },
      after: { name: sourceName },
      publishes: "home",
    });
  });
