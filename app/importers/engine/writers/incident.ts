import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import {
  incidentVersionsByIdsQuery,
  removableIncidentsQuery,
  removeIncidentsStatements,
  skipIncidentRemindersStatement,
  updatesOfImportedIncidentsQuery,
} from "../../queries/incident-here";
import { toImportedIncident } from "../../rules/moved-incident";
import type { ImportNounWriter, ImportWriteFacts, RemovableImportThing, WrittenImportThing } from "../noun-writer";
import { planEventWrites } from "./event-updates";
import {
  addedUpdateRows,
  changeImportedIncidentStatements,
  importedIncidentWordStatements,
  insertImportedIncidentStatements,
  insertImportedUpdatesStatements,
  keepIncidentComponentStatements,
  type WrittenIncident,
} from "./incident-rows";

type IncidentEntry = WrittenImportThing<"incident">;
type IncidentEntryFacts = WrittenIncident & { entry: IncidentEntry };

const writtenOf = (things: readonly IncidentEntry[], facts: ImportWriteFacts): IncidentEntryFacts[] =>
  things.map((entry) => ({
    entry,
    ourId: entry.ourId,
    here: toImportedIncident(entry.thing, (theirId) => facts.idOf({ noun: "component", theirId })),
  }));

/** Returns the statements that make these incidents, and change those that are known. */
async function writeIncidents(ctx: Ctx, facts: ImportWriteFacts, things: readonly IncidentEntry[]) {
  const { pageId } = facts;
  const written = writtenOf(things, facts);
  const { made, changed, updates } = await planEventWrites(written, facts, (ids) =>
    readBatch(ctx, updatesOfImportedIncidentsQuery(ctx, pageId, ids)),
  );
  const [added, corrected] = [addedUpdateRows(updates.added, facts), addedUpdateRows(updates.corrected, facts)];
  return [
    ...insertImportedIncidentStatements(made, facts),
    ...changeImportedIncidentStatements(changed, facts),
    ...keepIncidentComponentStatements([...made, ...changed], pageId),
    ...insertImportedUpdatesStatements(added, false),
    ...insertImportedUpdatesStatements(corrected, true),
    ...importedIncidentWordStatements(pageId, written, [...made, ...changed], [...added, ...corrected]),
    ...remindersOf(made, ctx.now()),
  ];
}

function remindersOf(made: readonly IncidentEntryFacts[], now: number): SqlStatement[] {
  const open = made.filter(({ here }) => here.resolvedAt === null);
  return open.length === 0
    ? []
    : [
        skipIncidentRemindersStatement(
          open.map(({ ourId }) => ourId),
          now,
        ),
      ];
}

const readRemovableIncidents = async (
  ctx: Ctx,
  pageId: string,
  ids: readonly string[],
): Promise<RemovableImportThing[]> => {
  const [rows] = await readBatch(ctx, removableIncidentsQuery(ctx, pageId, ids));
  return rows.map(({ sources, subscribers, ...thing }) => ({
    ...thing,
    namedBy: [
      ...(JSON.parse(sources) as string[]).map((ourId) => ({ noun: "monitor" as const, ourId })),
      ...(JSON.parse(subscribers) as string[]).map((ourId) => ({ noun: "subscriber" as const, ourId })),
    ],
  }));
};

/** Incidents of another product, with their updates, components, postmortem and words for the search. */
export const incidentImportWriter: ImportNounWriter<"incident"> = {
  noun: "incident",
  statements: 10,
  // The row and its four indexes, one more for one that is open or long, and two for each of a few components.
  rows: () => 12,
  rowsPerUpdate: 2,
  readHere: async (ctx, pageId, ids) =>
    ids.length === 0 ? [] : (await readBatch(ctx, incidentVersionsByIdsQuery(ctx, pageId, ids)))[0],
  write: writeIncidents,
  readRemovable: readRemovableIncidents,
  remove: async (_, pageId, things) => removeIncidentsStatements(pageId, things),
};
