import { readForRole } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openImportPart } from "./engine/document-parts";
import { readImportTakeOverCounts } from "./engine/take-over";
import { type ImportJobRow, importJobByIdQuery, importJobsOfPageQuery } from "./queries/import-job";
import { importPartByNumberQuery, importPartsByNumbersQuery } from "./queries/import-part";
import { importDaysNeeded } from "./rules/import-bounds";
import type { ImportState } from "./rules/import-job";
import {
  type ImportThingsPlace,
  type ImportView,
  importThingViewOf,
  importViewOf,
  type ListedImportThings,
} from "./rules/import-view";
import { originTitleOf } from "./rules/known-origins";
import type { MovedNoun } from "./rules/moved-nouns";
import type { PlannedImportThing } from "./rules/planned-thing";
import { noShownNotes, type ShownNotes } from "./rules/shown-notes";

export type {
  ImportThingsPlace,
  ImportThingView,
  ImportView,
  ListedImportThings,
} from "./rules/import-view";

/** Things on a page of a list. */
const thingsPerPage = 100;
/** Parts that one page of a list looks into for things of its noun, as each is opened whole. */
const partsPerPage = 4;

const ofJob = (ctx: Ctx, { origin, state, counts }: ImportJobRow) => ({
  originTitle: originTitleOf(origin),
  daysNeeded: state === "preview" || state === "applying" ? importDaysNeeded(ctx.config.plan, counts) : null,
});

const nothingWaits = { waitingHeartbeats: 0, silentMonitors: 0, silentChannels: 0 };
const noFacts = { notes: [], notesCount: 0, ...nothingWaits };

/** Returns the imports of a page, the newest first. For its owners. */
export const listImports = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ImportView[]>> =>
  readForRole(ctx, { pageId, role: "owner" }, [importJobsOfPageQuery(ctx, pageId)], ([rows]) =>
    ok(rows.map((row) => importViewOf(row, { ...ofJob(ctx, row), ...noFacts }))),
  );

/** States in which there is something that waits here to be moved. */
const appliedStates: readonly ImportState[] = ["applying", "applied", "undoing"];

async function waitingFacts(ctx: Ctx, { pageId, origin, id, state }: ImportJobRow) {
  if (!appliedStates.includes(state)) return nothingWaits;
  return readImportTakeOverCounts(ctx, { pageId, importId: id, origin });
}

/** Returns one import with the notes of all parts that are planned so far. For owners of the page. */
export const readImport = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<ImportView>> =>
  readForRole(
    ctx,
    { pageId, role: "owner" },
    [importJobByIdQuery(ctx, pageId, id), importPartByNumberQuery(ctx, id, "notes", 0)],
    async ([[row], [part]]) => {
      if (!row) return missingFailure;
      const [shown, waiting] = await Promise.all([
        part ? openImportPart<ShownNotes>(ctx, part) : null,
        waitingFacts(ctx, row),
      ]);
      const { notes, count: notesCount } = shown ?? noShownNotes;
      return ok(importViewOf(row, { ...ofJob(ctx, row), notes, notesCount, ...waiting }));
    },
  );

export interface ListImportThingsInput extends Partial<ImportThingsPlace> {
  pageId: string;
  id: string;
  /** Absent = things of all nouns. */
  noun?: MovedNoun | undefined;
}

/** Returns things of one part from a place on, and where the list goes on in it; null = it has no more. */
function thingsOfPart(
  things: readonly PlannedImportThing[],
  noun: MovedNoun | undefined,
  from: number,
  most: number,
): { found: PlannedImportThing[]; next: number | null } {
  const found: PlannedImportThing[] = [];
  for (let at = from; at < things.length; at++) {
    const thing = things[at];
    if (!thing || (noun !== undefined && thing.noun !== noun)) continue;
    if (found.length === most) return { found, next: at };
    found.push(thing);
  }
  return { found, next: null };
}

/**
 * Returns things of the preview, at most a hundred: those of some parts of the document from a place on. A page may be
 * empty although more follow. For owners of the page.
 */
export const listImportThings = (
  ctx: Ctx,
  { pageId, id, noun, part = 0, from = 0 }: ListImportThingsInput,
): Promise<Result<ListedImportThings>> => {
  const numbers = Array.from({ length: partsPerPage }, (_, at) => part + at);
  return readForRole(
    ctx,
    { pageId, role: "owner" },
    [importJobByIdQuery(ctx, pageId, id), importPartsByNumbersQuery(ctx, id, "plan", numbers)],
    async ([[row], parts]) => {
      if (!row) return missingFailure;
      const unticked = new Set(row.choices.untickedThings);
      const things: PlannedImportThing[] = [];
      let next: ImportThingsPlace | null = null;
      for (const each of parts) {
        const planned = (await openImportPart<PlannedImportThing[]>(ctx, each)) ?? [];
        const page = thingsOfPart(planned, noun, each.number === part ? from : 0, thingsPerPage - things.length);
        things.push(...page.found);
        if (page.next !== null) {
          next = { part: each.number, from: page.next };
          break;
        }
      }
      const further = part + partsPerPage;
      if (next === null && parts.length === partsPerPage && further < row.parts) next = { part: further, from: 0 };
      return ok({ things: things.map((each) => importThingViewOf(each, row.choices, unticked)), next });
    },
  );
};
