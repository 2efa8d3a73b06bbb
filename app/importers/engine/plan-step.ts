import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { importPartByNumberQuery, writePartStatements } from "../queries/import-part";
import { moveThingHash } from "../rules/content-hash";
import { addImportCountsByNoun, countImportThingsByNoun } from "../rules/import-counts";
import { firstImportPlace, type ImportRefusal, importChoicesOf } from "../rules/import-job";
import { type ImportPlan, planImportPart } from "../rules/import-plan";
import type { MoveDocument } from "../rules/move-document";
import type { PlannedImportThing } from "../rules/planned-thing";
import { importReadingStateOf } from "../rules/reading-state";
import { noShownNotes, type ShownNotes, withNotesOfPart } from "../rules/shown-notes";
import { openImportPart, sealImportPartRow } from "./document-parts";
import { failImportJob } from "./fail-job";
import { readImportPageFacts } from "./here-facts";
import { readImportAbilities } from "./import-abilities";
import { commitImportStep } from "./job-step";
import { addUptimeToReadingState } from "./plan-uptime";
import type { ImportStepOutcome } from "./step-outcome";

const lost: ImportRefusal = {
  code: "forgotten",
  message: "What was read cannot be decrypted any more, because UPFRONT_SECRET was changed. Start the import again.",
};

/** Text whose signature is the key of hashes: it changes with the deployment’s secret, and with nothing else. */
const hashKeyText = "importers: hash of what came";

/** Reads a part of the document, the plan of part 0, which later parts name, and the notes of the parts before it. */
async function readParts(ctx: Ctx, { id, place }: ImportJobRow) {
  const [[document], [plan], [notes]] = await readBatch(
    ctx,
    importPartByNumberQuery(ctx, id, "document", place.part),
    importPartByNumberQuery(ctx, id, "plan", 0),
    importPartByNumberQuery(ctx, id, "notes", 0),
  );
  const part = document ? await openImportPart<MoveDocument>(ctx, document) : null;
  const isFirst = place.part === 0;
  const earlier = isFirst || !plan ? [] : await openImportPart<PlannedImportThing[]>(ctx, plan);
  const shown = isFirst || !notes ? noShownNotes : await openImportPart<ShownNotes>(ctx, notes);
  return part && earlier && (isFirst || plan) ? { part, earlier, shown: shown ?? noShownNotes } : null;
}

async function planOfPart(
  ctx: Ctx,
  job: ImportJobRow,
  { part, earlier }: { part: MoveDocument; earlier: readonly PlannedImportThing[] },
): Promise<ImportPlan> {
  const [{ here, foreignIds }, abilities, key] = await Promise.all([
    readImportPageFacts(ctx, job, part),
    readImportAbilities(ctx),
    ctx.secrets.sign(hashKeyText),
  ]);
  const facts = {
    document: part,
    here,
    foreignIds,
    choices: importChoicesOf(job.choices),
    abilities,
    oldestIncidentMs: importReadingStateOf(job.readState).fill.oldestIncidentMs,
    contentHashOf: (thing: Parameters<typeof moveThingHash>[1]) => moveThingHash(key, thing),
  };
  return planImportPart(facts, earlier);
}

/** Plans the next part of a document; after the last one a person looks at the preview. */
export async function runImportPlanStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  const parts = await readParts(ctx, job);
  if (!parts) return failImportJob(ctx, job, lost);
  const plan = await planOfPart(ctx, job, parts);
  const number = job.place.part;
  const counts = addImportCountsByNoun(
    number === 0 ? null : job.counts,
    countImportThingsByNoun(plan, parts.part.notes),
  );
  const isLast = number + 1 >= job.parts;
  const first = number === 0 ? plan.things : parts.earlier;
  const state = await addUptimeToReadingState(ctx, job, { part: parts.part, things: plan.things, first, isLast });
  const fields = {
    counts,
    readState: { ...state },
    done: (number === 0 ? 0 : job.done) + plan.things.length,
    ...(isLast
      ? { state: "preview" as const, place: firstImportPlace, dueAt: null }
      : { place: { ...job.place, part: number + 1 }, dueAt: ctx.now() }),
  };
  const rows = await Promise.all([
    sealImportPartRow(ctx, job.id, "plan", number, plan.things),
    sealImportPartRow(ctx, job.id, "notes", 0, withNotesOfPart(parts.shown, parts.part.notes)),
  ]);
  return commitImportStep(ctx, job, { changes: writePartStatements(rows), columns: fields, goesOn: !isLast });
}
