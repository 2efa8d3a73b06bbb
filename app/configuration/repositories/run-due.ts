import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { runDueConfigurationJobs } from "../run-jobs";
import { dueRepositoryReadingsQuery } from "./queries/repository";
import { runRepositoryReading } from "./run-reading";

/**
 * Reads the repositories that are due, and then goes on with the jobs of files, among them those that it started; these
 * also say when the next of both is due.
 */
export async function runDueFileWork(ctx: Ctx): Promise<{ left: boolean }> {
  const [due] = await readBatch(ctx, dueRepositoryReadingsQuery(ctx, ctx.now()));
  for (const { id } of due) {
    await runRepositoryReading(ctx, id).catch((error) => ctx.log.error("repository.run", error, { reading: id }));
  }
  const jobs = await runDueConfigurationJobs(ctx);
  if (due.length === 0 || remainingMeterBudget(ctx.meter) < 1) return jobs;
  const [left] = await readBatch(ctx, dueRepositoryReadingsQuery(ctx, ctx.now()));
  return { left: jobs.left || left.length > 0 };
}
