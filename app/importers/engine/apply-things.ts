import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { mustImportStepWaitForDay, stepBoundsOf } from "../rules/import-bounds";
import type { ImportRefusal } from "../rules/import-job";
import { importPlaceAfterPart, importPlaceAfterStep, importStepsStartOf } from "../rules/import-place";
import { type ImportStep, planImportSteps } from "../rules/import-steps";
import { importEntryOnFacts } from "../rules/step-entries";
import { type ImportApplyPart, readImportApplyFacts, readImportApplyPart } from "./apply-facts";
import { importChangeGuardStatements } from "./change-guards";
import { importCosts } from "./import-costs";
import { importIdMaker } from "./import-ids";
import type { ImportStepPlan } from "./job-step";
import { planUntilNextRowsDay } from "./rows-day";
import { importEntryStatements, importStepFactsOf } from "./write-entries";

/** Returns the steps of a part from the job's place on. */
async function stepsFrom(
  ctx: Ctx,
  job: ImportJobRow,
  { document, things }: ImportApplyPart,
): Promise<readonly ImportStep[]> {
  const result = planImportSteps({
    plan: { origin: job.origin, things },
    document,
    bounds: stepBoundsOf(ctx.config.plan),
    costs: importCosts(),
    idOf: await importIdMaker(ctx, job),
    from: importStepsStartOf(job.place),
  });
  if (!result.ok) throw new Error(`${result.conflicts.length} conflicts are open`);
  return result.steps;
}

const lost: ImportRefusal = {
  code: "forgotten",
  message:
    "The rest cannot be read any more: UPFRONT_SECRET was changed, or a backup was restored. Undo the import, and start it again.",
};

/** Ends an import with what came so far and says so, as a lost part must not hold the page for ever. */
const endEarly = ({ place, parts }: ImportJobRow): ImportStepPlan => ({
  columns: { place: importPlaceAfterPart({ ...place, part: parts }, parts), refusal: lost },
});

/** Returns the next step of the part at the job's place, on what is here now. */
export async function planImportThingsStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const nextPart = importPlaceAfterPart(job.place, job.parts);
  if (job.place.part >= job.parts) return { columns: { place: nextPart } };
  const part = await readImportApplyPart(ctx, job);
  if (!part?.page) return endEarly(job);
  const [step, ...later] = await stepsFrom(ctx, job, part);
  if (!step) return { columns: { place: nextPart } };
  if (mustImportStepWaitForDay(ctx.config.plan, part.rowsToday, step.rows)) return planUntilNextRowsDay(ctx);
  const facts = await readImportApplyFacts(ctx, job, part.document, step.entries);
  const stepFacts = importStepFactsOf(facts);
  const entries = step.entries.map((entry) => importEntryOnFacts(entry, stepFacts));
  const guards = importChangeGuardStatements(job.pageId, entries, stepFacts);
  const changes = await importEntryStatements(ctx, { job, page: part.page, facts }, entries);
  const place = later.length === 0 ? nextPart : importPlaceAfterStep(job.place, part.things, step.entries);
  const done = job.done + entries.filter(({ isLast }) => isLast).length;
  return { guards, changes, rows: step.rows, columns: { place, done } };
}
