import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { importPartByNumberQuery } from "../queries/import-part";
import { importedPageByIdQuery } from "../queries/import-rows";
import type { MoveDocument } from "../rules/move-document";
import { movedPageSettings } from "../rules/page-settings";
import type { PlannedImportThing } from "../rules/planned-thing";
import { type ImportReadingState, importReadingStateOf } from "../rules/reading-state";
import { uptimeComparisons } from "../rules/uptime-comparison";
import { addUptimePart, beginUptime } from "../rules/uptime-progress";
import { openImportPart } from "./document-parts";

/** A part of the document as it was planned. */
export interface UptimePart {
  part: MoveDocument;
  things: readonly PlannedImportThing[];
  /** Plan of part 0; it is `things` where that is the part. */
  first: readonly PlannedImportThing[];
  isLast: boolean;
}

/** Returns the zone in which the page will count its days. */
function zoneOf({ page }: MoveDocument, things: readonly PlannedImportThing[], timeZone: string): string {
  const planned = things.find(({ noun, verdict }) => noun === "page" && verdict === "change");
  return (page && planned && movedPageSettings(page, planned.arrival.timeZone).timeZone) || timeZone;
}

/** Returns the state of a job after a part: what it says about uptimes, and after the last part the figures. */
export async function addUptimeToReadingState(
  ctx: Ctx,
  job: ImportJobRow,
  { part, things, first, isLast }: UptimePart,
): Promise<ImportReadingState> {
  const [state, now] = [importReadingStateOf(job.readState), ctx.now()];
  const begun = job.place.part === 0 ? beginUptime(part, things, now) : state.uptime;
  const uptime = begun && addUptimePart(begun, part, things, now);
  if (!uptime || !isLast || uptime.candidates.length === 0)
    return { ...state, uptime: isLast ? null : uptime, uptimes: [] };
  const [[page], [row]] = await readBatch(
    ctx,
    importedPageByIdQuery(ctx, job.pageId),
    importPartByNumberQuery(ctx, job.id, "document", 0),
  );
  const document = job.place.part === 0 ? part : row && (await openImportPart<MoveDocument>(ctx, row));
  if (!page || !document) return { ...state, uptime: null, uptimes: [] };
  const timeZone = zoneOf(document, first, page.timeZone);
  const uptimes = uptimeComparisons(document, first, uptime, { ...page, timeZone, now });
  return { ...state, uptime: null, uptimes };
}
