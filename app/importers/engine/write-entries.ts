import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { addForeignIdsStatements, upsertForeignIdsStatements } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import { moveThingKey } from "../rules/foreign-ids";
import { type MovedNoun, movedNouns } from "../rules/moved-nouns";
import type { ImportStepEntry } from "../rules/step-costs";
import {
  foreignIdRowAfterStep,
  formerForeignIdRow,
  type ImportStepFacts,
  ourIdOfReference,
  type WrittenForeignId,
} from "../rules/step-entries";
import { existingThingKey, type ImportApplyFacts, type ImportedPageRow } from "./apply-facts";
import { derivedImportIdMaker } from "./import-ids";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "./noun-writer";
import { importWriterByNoun } from "./writers/all-writers";

export const importStepFactsOf = ({ known, versions }: ImportApplyFacts): ImportStepFacts => ({
  known,
  versionOf: (noun, ourId) => versions.get(existingThingKey(noun, ourId)),
});

/** Returns the page's time zone: the imported one if this step also writes the page, otherwise the stored one. */
function timeZoneOf(page: ImportedPageRow, entries: readonly ImportStepEntry[]): string {
  const own = entries.find(({ planned, action }) => planned.noun === "page" && action !== "note");
  return own?.planned.arrival.timeZone ?? page.timeZone;
}

/**
 * Returns the SQL statements that write the imported objects of one step, grouped by kind, and those that record which
 * foreign id became which of ours.
 */
export async function importEntryStatements(
  ctx: Ctx,
  { job, page, facts }: { job: ImportJobRow; page: ImportedPageRow; facts: ImportApplyFacts },
  entries: readonly ImportStepEntry[],
): Promise<SqlStatement[]> {
  const stepFacts = importStepFactsOf(facts);
  const byKey = new Map(entries.map((each) => [moveThingKey(each.planned), each]));
  const write: ImportWriteFacts = {
    pageId: job.pageId,
    importId: job.id,
    origin: job.origin,
    timeZone: timeZoneOf(page, entries),
    language: page.language,
    startedAt: job.createdAt,
    idOf: (reference) => ourIdOfReference(reference, byKey, stepFacts),
    derivedId: derivedImportIdMaker(job),
  };
  const written = async (noun: MovedNoun): Promise<SqlStatement[]> => {
    const things = entries.flatMap((entry) => {
      const thing = facts.things.get(moveThingKey(entry.planned))?.thing;
      return entry.planned.noun === noun && entry.action !== "note" && thing ? [{ ...entry, thing }] : [];
    });
    // The registry pairs each noun with its writer; TypeScript cannot follow that through a loop.
    const writer = importWriterByNoun[noun] as ImportNounWriter;
    return things.length > 0 ? writer.write(ctx, write, things as WrittenImportThing[]) : [];
  };
  const statements = await Promise.all(movedNouns.map(written));
  const rows = entries.flatMap((entry) => {
    const thing = facts.things.get(moveThingKey(entry.planned));
    const row = thing && foreignIdRowAfterStep(entry, thing, { origin: job.origin, importId: job.id }, stepFacts);
    return row ? [{ row, thing }] : [];
  });
  const ofPage = (row: WrittenForeignId) => ({ pageId: job.pageId, ...row });
  const former = rows.flatMap(({ row, thing }) => formerForeignIdRow(row, thing) ?? []);
  return [
    ...statements.flat(),
    ...upsertForeignIdsStatements(rows.map(({ row }) => ofPage(row))),
    ...addForeignIdsStatements(former.map(ofPage)),
  ];
}
