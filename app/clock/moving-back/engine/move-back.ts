import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import type { Unit } from "~/time/units";
import { moveBack } from "../../queries/move-back";

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Moves back units of one kind, so that they delay nothing else; when even that fails, the next minute finds them
 * unchanged.
 */
export async function moveBackUnits(ctx: Ctx, units: readonly Unit[], error: unknown): Promise<void> {
  ctx.log.error(`unit.${units[0]?.kind}`, error, { units: units.length, page: units[0]?.pageId });
  const statement = moveBack(units, ctx.now(), reasonOf(error));
  if (!statement || roomIn(ctx.meter) < 1) return;
  await runBatch(ctx, [statement]).catch((again) => ctx.log.error("unit.move_back", again));
}

/** Moves back one page of several that were processed together. */
export const moveBackPage = (ctx: Ctx, kind: "settle" | "publish", pageId: string, error: unknown): Promise<void> =>
  moveBackUnits(ctx, [{ kind, pageId, id: pageId, dueAt: ctx.now(), tries: 0 }], error);
