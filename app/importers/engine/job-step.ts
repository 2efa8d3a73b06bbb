import { type CommitPlan, commitPlan } from "~/commit/commit";
import { runBatch } from "~/db/run-batch";
import { importJobTable } from "~/db/schema";
import { guardTableStatement, type InsertRow, type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { translateDatabaseError } from "~/platform/trouble";
import { lookForImportsNextMinuteStatement } from "../queries/import-due";
import type { ImportJobRow } from "../queries/import-job";
import { importRowsDay } from "../rules/import-bounds";
import type { ImportStepOutcome } from "./step-outcome";

type ImportJobColumns = Partial<InsertRow<typeof importJobTable>>;

/** One step of a job: what it writes beside the job, and what becomes of the job. */
export interface ImportStepPlan {
  guards?: readonly SqlStatement[];
  changes?: readonly SqlStatement[];
  columns: ImportJobColumns;
  /** Rows that it writes at most, for the day's sum. */
  rows?: number;
  /** False = the job waits afterwards. */
  goesOn?: boolean;
}

const rowsOfToday = (ctx: Ctx, { rowsDay, rowsToday }: ImportJobRow, rows: number): ImportJobColumns => {
  const today = importRowsDay(ctx.now());
  return { rowsDay: today, rowsToday: (rowsDay === today ? rowsToday : 0) + rows };
};

/** Returns the job's own statement: every step raises its version, so that each is taken once. */
function jobStatements(ctx: Ctx, job: ImportJobRow, { columns, rows = 0 }: ImportStepPlan): SqlStatement[] {
  const counted = rows > 0 ? rowsOfToday(ctx, job, rows) : {};
  const row = { id: job.id, notBefore: 0, tries: 0, reason: null, updatedAt: ctx.now(), ...counted, ...columns };
  return updateRowsStatements(importJobTable, job.pageId, [row]);
}

/** Breaks the batch unless the job is as it was read, and its page not deleted: rows after its purge would stay. */
const guardJob = ({ id, pageId, version }: ImportJobRow): SqlStatement =>
  guardTableStatement(
    importJobTable,
    {
      unless:
        "page_id = ?1 AND id = ?2 AND version = ?3 AND EXISTS (SELECT 1 FROM page WHERE id = ?1 AND deleted_at IS NULL)",
    },
    [pageId, id, version],
  );

/**
 * Commits a step, guarded by the job's version: of two runners one loses and writes nothing, and a step whose answer
 * was lost is found done when the job is read again.
 */
export async function commitImportStep(ctx: Ctx, job: ImportJobRow, plan: ImportStepPlan): Promise<ImportStepOutcome> {
  const { goesOn = true } = plan;
  try {
    await runBatch(ctx, [
      guardJob(job),
      ...(plan.guards ?? []),
      ...(plan.changes ?? []),
      ...jobStatements(ctx, job, plan),
      ...(goesOn ? [lookForImportsNextMinuteStatement] : []),
    ]);
  } catch (error) {
    throw translateDatabaseError(error);
  }
  return { goesOn };
}

/** Commits the last step of applying or undoing: visitors see the page change now, and not before. */
export async function commitLastImportStep(
  ctx: Ctx,
  job: ImportJobRow,
  plan: ImportStepPlan & Pick<CommitPlan, "audit">,
): Promise<ImportStepOutcome> {
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId: job.pageId,
    guards: [guardJob(job), ...(plan.guards ?? [])],
    changes: [...(plan.changes ?? []), ...jobStatements(ctx, job, plan)],
    publishes: true,
    ...(plan.audit ? { audit: plan.audit } : {}),
  });
  return { goesOn: false, publishes: true };
}
