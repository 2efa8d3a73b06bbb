import { readBatch } from "~/db/read";
import { maintenanceSeriesTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import {
  removeScheduledOccurrencesStatements,
  removeSeriesStatements,
  seriesVersionsQuery,
} from "../../queries/series-here";
import { importedSeriesTexts, importedSeriesTimes } from "../../rules/imported-series";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "../noun-writer";

type WrittenSeries = WrittenImportThing<"maintenance_series">;

/** Its occurrences notify nobody, as those of other products do not. */
const silent = { tellPlanned: false, tellStart: false, tellEnd: false };

/** Returns the columns of a series; none when its times are not possible in the page's zone. */
function seriesRowOf({ ourId: id, thing }: WrittenSeries, { idOf, timeZone, startedAt }: ImportWriteFacts) {
  const times = importedSeriesTimes(thing, timeZone);
  if (times === null) return [];
  const ids = thing.componentIds.flatMap((theirId) => idOf({ noun: "component", theirId }) ?? []);
  const components = Object.fromEntries(ids.map((each) => [each, "under_maintenance"]));
  const { autoStart, autoEnd } = thing;
  return [{ id, ...importedSeriesTexts(thing), ...times, components, autoStart, autoEnd, updatedAt: startedAt }];
}

async function writeSeries(ctx: Ctx, facts: ImportWriteFacts, things: readonly WrittenSeries[]) {
  const { pageId, startedAt } = facts;
  const now = ctx.now();
  const rowsOf = (action: WrittenSeries["action"]) =>
    things.filter((each) => each.action === action).flatMap((each) => seriesRowOf(each, facts));
  const changed = rowsOf("change");
  return [
    // Its occurrences are made from the end of the import on, by the clock.
    ...insertRowsStatements(
      maintenanceSeriesTable,
      rowsOf("make").map((row) => ({ ...row, ...silent, pageId, createdAt: startedAt })),
      { onConflict: { key: ["id"], set: null } },
    ),
    ...updateRowsStatements(
      maintenanceSeriesTable,
      pageId,
      changed.map((row) => ({ ...row, madeUntil: now, dueAt: now })),
    ),
    ...removeScheduledOccurrencesStatements(
      pageId,
      changed.map(({ id }) => ({ id, version: 0 })),
    ),
  ];
}

const readHere = async (ctx: Ctx, pageId: string, ids: readonly string[] | null) =>
  (await readBatch(ctx, seriesVersionsQuery(ctx, pageId, ids)))[0];

/** Rows of a series with its index, and those of the occurrences that a change makes anew. */
const madeRows = 4;
const changedRows = 120;

/** Maintenance that repeats. */
export const maintenanceSeriesImportWriter: ImportNounWriter<"maintenance_series"> = {
  noun: "maintenance_series",
  statements: 5,
  rows: ({ verdict }) => (verdict === "change" ? changedRows : madeRows),
  rowsPerUpdate: 0,
  readHere: (ctx, pageId) => readHere(ctx, pageId, null),
  write: writeSeries,
  readRemovable: async (ctx, pageId, ids) =>
    (await readHere(ctx, pageId, ids)).map((thing) => ({ ...thing, namedBy: [] })),
  remove: async (_, pageId, things) => removeSeriesStatements(pageId, things),
};
