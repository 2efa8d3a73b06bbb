import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { mustImportStepWaitForDay, stepBoundsOf } from "../rules/import-bounds";
import type { ImportRefusal } from "../rules/import-job";
import { placeAfterPart, placeAfterStep, stepsStartOf } from "../rules/import-place";
import { type ImportStep, planImportSteps } from "../rules/import-steps";
import { entryOnFacts } from "../rules/step-entries";
import { type ApplyPart, readApplyFacts, readApplyPart } from "./apply-facts";
import { importChangeGuards } from "./change-guards";
import { importCosts } from "./import-costs";
import { importIdMaker } from "./import-ids";
import type { ImportStepPlan } from "./job-step";
import { planUntilNextRowsDay } from "./rows-day";
import { importEntryStatements, stepFactsOf } from "./write-entries";

/** Returns the steps of a part from the job's place on. */
async function stepsFrom(ctx: Ctx, job: ImportJobRow, { document, things }: ApplyPart): Promise<readonly ImportStep[]> {
  const result = planImportSteps({
    plan: { origin: job.origin, things },
    document,
    bounds: stepBoundsOf(ctx.config.plan),
    costs: importCosts(),
    idOf: await importIdMaker(ctx, job),
    from: stepsStartOf(job.place),
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
  columns: { place: placeAfterPart({ ...place, part: parts }, parts), refusal: lost },
});

/** Returns the next step of the part at the job's place, on what is here now. */
export async function planThingsStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const nextPart = placeAfterPart(job.place, job.parts);
  if (job.place.part >= job.parts) return { columns: { place: nextPart } };
  const part = await readApplyPart(ctx, job);
  if (!part?.page) return endEarly(job);
  const [step, ...later] = await stepsFrom(ctx, job, part);
  if (!step) return { columns: { place: nextPart } };
  if (mustImportStepWaitForDay(ctx.config.plan, part.rowsToday, step.rows)) return planUntilNextRowsDay(ctx);
  const facts = await readApplyFacts(ctx, job, part.document, step.entries);
  const stepFacts = stepFactsOf(facts);
  const entries = step.entries.map((entry) => entryOnFacts(entry, stepFacts));
  const guards = importChangeGuards(job.pageId, entries, stepFacts);
  const changes = await importEntryStatements(ctx, { job, page: part.page, facts }, entries);
  const place = later.length === 0 ? nextPart : placeAfterStep(job.place, part.things, step.entries);
  const done = job.done + entries.filter(({ isLast }) => isLast).length;
  return { guards, changes, rows: step.rows, columns: { place, done } };
}
