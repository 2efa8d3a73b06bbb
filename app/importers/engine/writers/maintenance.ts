import { noticeStatements } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { maintenanceComponentTable, maintenanceTable, maintenanceUpdateTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { maintenanceReminderNotices } from "~/maintenances/engine/maintenance-rows";
import { deleteRemindersStatement } from "~/maintenances/queries/maintenance";
import type { Ctx } from "~/platform/ctx";
import { keepWordsInOneRowStatements } from "~/search/queries/keep-words";
import { type SearchWordSource, searchTitlePart } from "~/search/rules/word-entries";
import {
  importedMaintenanceUpdatesQuery,
  maintenanceVersionsByIdsQuery,
  removeMaintenancesStatements,
} from "../../queries/maintenance-here";
import {
  type ImportedMaintenance,
  type ImportedMaintenanceUpdate,
  toImportedMaintenance,
} from "../../rules/moved-maintenance";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "../noun-writer";
import { boundedStatements } from "./bounded-inserts";
import { planEventWrites, type WrittenEventUpdate } from "./event-updates";
import { printedTextColumns } from "./incident-rows";

type MaintenanceEntry = WrittenImportThing<"maintenance">;

/** A maintenance that a step writes, as it is stored. */
interface MaintenanceEntryFacts {
  entry: MaintenanceEntry;
  ourId: string;
  here: ImportedMaintenance;
}

const writtenOf = (things: readonly MaintenanceEntry[], facts: ImportWriteFacts): MaintenanceEntryFacts[] =>
  things.map((entry) => ({
    entry,
    ourId: entry.ourId,
    here: toImportedMaintenance(entry.thing, (theirId) => facts.idOf({ noun: "component", theirId }), facts.startedAt),
  }));

const changingColumns = ({ componentIds: _, updates, ...columns }: ImportedMaintenance, importedAt: number) => ({
  ...columns,
  updatedAt: Math.min(importedAt, updates.at(-1)?.shownAt ?? importedAt),
});

/** Its texts are its updates. The clock starts and ends what lies ahead. */
const newRow = ({ ourId, here }: MaintenanceEntryFacts, { pageId, startedAt }: ImportWriteFacts) => ({
  id: ourId,
  pageId,
  ...changingColumns(here, startedAt),
  createdAt: Math.min(startedAt, here.startsAt, here.updates[0]?.shownAt ?? startedAt),
});

const componentRows = (written: readonly MaintenanceEntryFacts[], pageId: string): SqlStatement[] =>
  insertRowsStatements(
    maintenanceComponentTable,
    written.flatMap(({ ourId, here }) =>
      here.componentIds.map((componentId) => ({ maintenanceId: ourId, componentId, pageId })),
    ),
    { onConflict: { key: ["maintenanceId", "componentId"], set: null } },
  );

const updateRowsOf = (
  added: readonly WrittenEventUpdate<ImportedMaintenanceUpdate>[],
  { pageId, importId, startedAt }: ImportWriteFacts,
) =>
  added.map(({ id, eventId: maintenanceId, update: { status, body, shownAt, createdAt } }) => ({
    id,
    pageId,
    maintenanceId,
    status,
    ...printedTextColumns(body),
    shownAt,
    notify: false,
    authorKind: "machine" as const,
    authorId: importId,
    createdAt: Math.min(startedAt, createdAt),
    updatedAt: Math.min(startedAt, createdAt),
  }));

type UpdateRow = ReturnType<typeof updateRowsOf>[number];

const correction = ["status", "body", "body_html", "body_text", "said"]
  .map((name) => `${name} = excluded.${name}`)
  .join(", ");

const insertUpdates = (rows: readonly UpdateRow[], areCorrected: boolean): SqlStatement[] =>
  boundedStatements(rows, (part) =>
    insertRowsStatements(maintenanceUpdateTable, part, {
      onConflict: { key: ["id"], set: areCorrected ? correction : null },
    }),
  );

/** Returns the reminders of what lies ahead, in place of those that wait for what changes. */
function reminderStatements(
  ctx: Ctx,
  pageId: string,
  made: readonly MaintenanceEntryFacts[],
  changed: readonly MaintenanceEntryFacts[],
): SqlStatement[] {
  const notices = [...made, ...changed].flatMap(({ ourId: id, here }) => {
    if (here.status !== "scheduled") return [];
    const components = Object.fromEntries(here.componentIds.map((each) => [each, "under_maintenance"]));
    return maintenanceReminderNotices(ctx, { ...here, id, components });
  });
  return [
    ...(changed.length > 0 ? [deleteRemindersStatement(changed.map(({ ourId }) => ourId))] : []),
    ...noticeStatements(ctx, { pageId, notices }),
  ];
}

function wordsOf(
  pageId: string,
  written: readonly MaintenanceEntryFacts[],
  titled: readonly MaintenanceEntryFacts[],
  texts: readonly UpdateRow[],
): SqlStatement[] {
  const kind = "maintenance" as const;
  const startOf = new Map(written.map(({ ourId, here }) => [ourId, here.startsAt]));
  const titles = titled.map(
    ({ ourId: id, here }): SearchWordSource => ({
      kind,
      id,
      part: searchTitlePart,
      at: here.startsAt,
      text: here.title,
    }),
  );
  const said = texts.map(({ id: part, maintenanceId: id, bodyText, said }): SearchWordSource => {
    const text = said === null ? bodyText : "";
    return { kind, id, part, at: startOf.get(id) ?? 0, text };
  });
  return keepWordsInOneRowStatements(pageId, [...titles, ...said]);
}

/** Returns the statements that make these maintenances, and change those that are known. */
async function writeMaintenances(ctx: Ctx, facts: ImportWriteFacts, things: readonly MaintenanceEntry[]) {
  const { pageId, startedAt } = facts;
  const written = writtenOf(things, facts);
  const { made, changed, updates } = await planEventWrites(written, facts, (ids) =>
    readBatch(ctx, importedMaintenanceUpdatesQuery(ctx, pageId, ids)),
  );
  const [added, corrected] = [updateRowsOf(updates.added, facts), updateRowsOf(updates.corrected, facts)];
  return [
    ...insertRowsStatements(
      maintenanceTable,
      made.map((each) => newRow(each, facts)),
      { onConflict: { key: ["id"], set: null } },
    ),
    ...updateRowsStatements(
      maintenanceTable,
      pageId,
      changed.map(({ ourId, here }) => ({ id: ourId, ...changingColumns(here, startedAt) })),
    ),
    ...componentRows([...made, ...changed], pageId),
    ...insertUpdates(added, false),
    ...insertUpdates(corrected, true),
    ...wordsOf(pageId, written, [...made, ...changed], [...added, ...corrected]),
    ...reminderStatements(ctx, pageId, made, changed),
  ];
}

const readHere = async (ctx: Ctx, pageId: string, ids: readonly string[]) =>
  ids.length === 0 ? [] : (await readBatch(ctx, maintenanceVersionsByIdsQuery(ctx, pageId, ids)))[0];

/** Maintenance of another product, past and planned, with its updates and components. */
export const maintenanceImportWriter: ImportNounWriter<"maintenance"> = {
  noun: "maintenance",
  statements: 11,
  // The row with two indexes, one more for one that is due or long, and two for each of a few components; a reminder
  // is a notice to subscribers and one to channels, each with three indexes.
  rows: ({ reminders = 0 }) => 10 + 8 * reminders,
  rowsPerUpdate: 2,
  readHere,
  write: writeMaintenances,
  readRemovable: async (ctx, pageId, ids) =>
    (await readHere(ctx, pageId, ids)).map((thing) => ({ ...thing, namedBy: [] })),
  remove: async (_, pageId, things) => removeMaintenancesStatements(pageId, things),
};
