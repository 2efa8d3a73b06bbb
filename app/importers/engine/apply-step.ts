import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import type { ImportJobRow } from "../queries/import-job";
import { beginImportedSeriesStatement } from "../queries/series-here";
import { type ImportCountsByNoun, importUndoDays } from "../rules/import-job";
import { movedNouns } from "../rules/moved-nouns";
import { planImportThingsStep } from "./apply-things";
import { commitImportStep, commitLastImportStep, type ImportStepPlan } from "./job-step";
import { planImportRestatementStep } from "./past-days";
import { mustWaitForRowsOfNextDay, planUntilNextRowsDay } from "./rows-day";
import type { ImportStepOutcome } from "./step-outcome";
import { showImportedStatements } from "./writers/component";

/** Counts a share of the days of the past. */
async function planDaysStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const { next, ...statements } = await planImportRestatementStep(ctx, { pageId, importId, origin }, place.cursor);
  const after =
    next === null
      ? { ...place, step: 0, stage: "end" as const, cursor: "" }
      : { ...place, step: place.step + 1, cursor: next };
  if (await mustWaitForRowsOfNextDay(ctx, statements.rows)) return planUntilNextRowsDay(ctx);
  return { ...statements, columns: { place: after } };
}

/** Returns the things that an import made and changed, by noun. */
const broughtThings = (counts: ImportCountsByNoun | null): Record<string, number> =>
  Object.fromEntries(
    movedNouns.flatMap((noun) => {
      const { make = 0, change = 0 } = counts?.[noun]?.verdicts ?? {};
      return make + change > 0 ? [[noun, make + change] as const] : [];
    }),
  );

/** Returns what an import did, for the audit log; of one that was cut short only what it wrote, not what it planned. */
const auditedOutcome = ({ origin, counts, done, refusal }: ImportJobRow) =>
  refusal ? { origin, count: done, reason: refusal.message } : { origin, ...broughtThings(counts) };

/** Ends applying: visitors see all of it at once, and it can be undone from now on. */
async function endApplying(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  const now = ctx.now();
  const { id: importId, pageId } = job;
  return commitLastImportStep(ctx, job, {
    changes: [
      ...showImportedStatements(pageId, importId),
      beginImportedSeriesStatement(pageId, now),
      requestSettleStatement(pageId, now, false),
    ],
    columns: { state: "applied", appliedAt: now, dueAt: now + importUndoDays * dayMs },
    audit: {
      action: "import.finish",
      subjectKind: "import",
      subjectId: importId,
      after: auditedOutcome(job),
    },
  });
}

/** Takes one step of applying: the things of a part, then the days of the past, then the end. */
export async function runImportApplyStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  if (job.place.stage === "end") return endApplying(ctx, job);
  const plan = job.place.stage === "days" ? await planDaysStep(ctx, job) : await planImportThingsStep(ctx, job);
  return commitImportStep(ctx, job, plan);
}
