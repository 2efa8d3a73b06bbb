import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import type { WorkUnit } from "~/time/units";
import { postponeWorkUnitsStatement } from "../../queries/move-back";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Postpones units of one kind, so that they do not delay other work. If even that fails, the next minute finds them
 * unchanged.
 */
export async function postponeWorkUnits(ctx: Ctx, units: readonly WorkUnit[], error: unknown): Promise<void> {
  ctx.log.error(`unit.${units[0]?.kind}`, error, { units: units.length, page: units[0]?.pageId });
  const statement = postponeWorkUnitsStatement(units, ctx.now(), reasonOf(error));
  if (!statement || remainingMeterBudget(ctx.meter) < 1) return;
  await runBatch(ctx, [statement]).catch((again) => ctx.log.error("unit.move_back", again));
}

/** Postpones the unit of one page among several that were processed together. */
export const postponePageWorkUnit = (
  ctx: Ctx,
  kind: "settle" | "publish",
  pageId: string,
  error: unknown,
): Promise<void> => postponeWorkUnits(ctx, [{ kind, pageId, id: pageId, dueAt: ctx.now(), tries: 0 }], error);
