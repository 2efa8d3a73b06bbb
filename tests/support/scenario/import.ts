import { importJobTable, importPartTable } from "~/db/schema";
import { sealImportPartRow } from "~/importers/engine/document-parts";
import { countImportThingsByNoun } from "~/importers/rules/import-counts";
import { firstImportPlace, noStoredImportChoices } from "~/importers/rules/import-job";
import { emptyMoveDocument } from "~/importers/rules/move-document-parts";
import { type PlannedImportThing, plainThingArrival } from "~/importers/rules/planned-thing";
import { newId } from "~/platform/ids";
import { noon } from "../database";
import { type Over, type Piece, piece, rowsOf } from "./arrange";
import { bornAt } from "./time";

/** A thing of the preview that is new; the test says what differs. */
export const aPlannedThing = (
  given: Pick<PlannedImportThing, "noun" | "theirId" | "name"> & Partial<PlannedImportThing>,
): PlannedImportThing => ({
  verdict: "make",
  ourId: null,
  hash: "0",
  reasons: [],
  without: [],
  arrival: plainThingArrival,
  ...given,
});

interface ImportOptions extends Over<typeof importJobTable> {
  /** Things of its preview, all in one part. */
  things?: readonly PlannedImportThing[];
}

/** An import of a CSV file, in preview unless the test says otherwise. */
export function anImport(pageId: string, options: ImportOptions = {}): { id: string } & Piece {
  const { id = newId(noon), things = [], ...over } = options;
  return piece({ id }, async (ctx, now) => {
    const usual = { origin: "csv", state: "preview", choices: noStoredImportChoices, place: firstImportPlace };
    const counts = countImportThingsByNoun({ origin: "csv", things }, []);
    const row = { id, pageId, ...usual, counts, parts: 1, ...bornAt(now), ...over };
    const parts = [
      await sealImportPartRow(ctx, id, "document", 0, emptyMoveDocument("csv")),
      await sealImportPartRow(ctx, id, "plan", 0, things),
    ];
    return [...rowsOf(importJobTable, [row]), ...rowsOf(importPartTable, parts)];
  });
}
