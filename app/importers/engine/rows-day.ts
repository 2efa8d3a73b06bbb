import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { importRowCountOfDayQuery } from "../queries/import-rows";
import { importRowsDay, mustImportStepWaitForDay, nextRowsDayMs } from "../rules/import-bounds";
import type { ImportStepPlan } from "./job-step";

/** True when a step of so many rows has to wait for the next day, as those of a day on Free are written. */
export async function mustWaitForRowsOfNextDay(ctx: Ctx, rows: number): Promise<boolean> {
  const { plan } = ctx.config;
  if (plan !== "free") return false;
  const [[today]] = await readBatch(ctx, importRowCountOfDayQuery(ctx, importRowsDay(ctx.now())));
  return mustImportStepWaitForDay(plan, today?.rows ?? 0, rows);
}

/** Plan of a job that goes on when rows are free again. */
export const planUntilNextRowsDay = (ctx: Pick<Ctx, "now">): ImportStepPlan => ({
  columns: { dueAt: nextRowsDayMs(ctx.now()) },
  goesOn: false,
});

/** On Free its rows of today count until midnight; an undone job that is due then does nothing any more. */
export const undoneImportDueAt = ({ config, now }: Ctx): number | null =>
  config.plan === "free" ? nextRowsDayMs(now()) : null;
