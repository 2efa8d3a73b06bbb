import { maxUnwatchedYears } from "~/components/rules/unwatched-days";
import { readBatch } from "~/db/read";
import { componentTable } from "~/db/schema";
import { type InsertRow, insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { packUnwatchedYearsStatements } from "~/status-page/queries/component-year";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { timelineCommitParts } from "~/status-page/timeline/engine/extend";
import { timelineStateOf, timelineStateOfPageQuery } from "~/status-page/timeline/queries/status-change";
import {
  changeKeeperStatesStatements,
  componentKeeperStatesQuery,
  componentVersionsByIdsQuery,
  componentVersionsOfPageQuery,
  removeComponentsStatements,
  showHiddenComponentsStatement,
} from "../../queries/imported-component";
import { readReferencesByThing } from "../../queries/namers";
import {
  importedKeeperState,
  keeperStateBeforeImport,
  keeperStateLayerChanges,
  nextKeeperState,
} from "../../rules/moved-component";
import type { PlannedImportThing } from "../../rules/planned-thing";
import { unwatchedYears } from "../../rules/unwatched-years";
import type { ImportNounWriter, ImportWriteFacts } from "../noun-writer";
import { importedComponentChanges, importedComponentRow, type WrittenComponent } from "./component-rows";

/** Inserts new components after those that are here, in the order of the origin. */
function insertComponents(pageId: string, rows: readonly InsertRow<typeof componentTable>[]): SqlStatement[] {
  const last = "(SELECT coalesce(max(c.position), 0) FROM component c WHERE c.page_id = ?2)";
  return insertRowsStatements(componentTable, rows, {
    computed: { position: `${last} + j.value->>'$.position'` },
    onConflict: { key: ["id"], set: null },
    params: [pageId],
  });
}

/** Reads what a step's components depend on, in one trip: the timeline, and those that change as they are here. */
async function readFacts(ctx: Ctx, pageId: string, things: readonly WrittenComponent[]) {
  const changed = things.filter(({ action }) => action === "change");
  const ids = changed.map(({ ourId }) => ourId);
  const [timeline, rows] = await readBatch(
    ctx,
    timelineStateOfPageQuery(ctx, pageId),
    componentKeeperStatesQuery(ctx, pageId, ids),
  );
  const known = changed.flatMap((each) => {
    const here = rows.find(({ id }) => id === each.ourId);
    return here ? [{ each, here }] : [];
  });
  return { state: timelineStateOf(timeline), known };
}

type ComponentFacts = Awaited<ReturnType<typeof readFacts>>;

/** Returns what a change says anew about components that people keep by hand. */
const newStandings = ({ known }: ComponentFacts) =>
  known.flatMap(({ each, here }) => {
    const next = nextKeeperState(each.thing, here);
    return next ? [{ here, next }] : [];
  });

/** Returns the rows of the timeline: what people say about new components, and what they say anew about known ones. */
function timelineChanges(made: readonly WrittenComponent[], facts: ComponentFacts, at: number): LayerChange[] {
  return [
    ...made.flatMap(({ ourId, thing }) =>
      keeperStateLayerChanges(ourId, keeperStateBeforeImport(thing), importedKeeperState(thing), at),
    ),
    ...newStandings(facts).flatMap(({ here, next }) => keeperStateLayerChanges(here.id, here, next, at)),
  ];
}

async function writeComponents(
  ctx: Ctx,
  facts: ImportWriteFacts,
  things: readonly WrittenComponent[],
): Promise<SqlStatement[]> {
  const { pageId, timeZone } = facts;
  const made = things.filter(({ action }) => action === "make");
  const here = await readFacts(ctx, pageId, things);
  const { state } = here;
  const at = Math.max(ctx.now(), state.openDayAt);
  const rows = made.map((each, index) => importedComponentRow(facts, each, { position: index + 1, at }));
  const unwatched = rows.filter((_, index) => !made[index]?.planned.arrival.isHandKept);
  const changes = timelineChanges(made, here, at);
  const days = packUnwatchedYearsStatements(pageId, unwatchedYears(timeZone, state.openDayAt, unwatched));
  const addition = { pageId, state, changes, cause: "person", reference: null } as const;
  const step = await timelineCommitParts(ctx, changes.length + days.length > 0, addition);
  const changed = here.known.map(({ each, here: row }) => importedComponentChanges(facts, each, row));
  const standings = newStandings(here).map(({ here: { id }, next }) => ({ id, ...next }));
  return [
    ...step.guards,
    ...insertComponents(pageId, rows),
    ...updateRowsStatements(componentTable, pageId, changed),
    ...changeKeeperStatesStatements(pageId, standings, at),
    ...step.changes,
    ...days,
  ];
}

/** Rows of a component itself: its own, its index, and one of the timeline for a status that a person set. */
const ownRows = 3;

/** A watched component that began before today has a row of days without data for each year. */
const rowsOf = ({ arrival: { isHandKept, countedFromMs } }: PlannedImportThing): number =>
  ownRows + (isHandKept || countedFromMs === null ? 0 : maxUnwatchedYears + 1);

/**
 * Components: name, group, description, visibility, and who keeps their status. One that people kept by hand is known
 * from its first counted day on; one that a monitor watched is not monitored until a monitor vouches here. Visitors see
 * them when the import ends (`showImportedStatements`).
 */
export const componentImportWriter: ImportNounWriter<"component"> = {
  noun: "component",
  statements: 6,
  rows: rowsOf,
  rowsPerUpdate: 0,
  readHere: async (ctx, pageId) => {
    const [rows] = await readBatch(ctx, componentVersionsOfPageQuery(ctx, pageId));
    return rows.map(({ id, name, version }) => ({ id, name, version }));
  },
  write: writeComponents,
  readRemovable: async (ctx, pageId, ids) => {
    const [[rows], namers] = await Promise.all([
      readBatch(ctx, componentVersionsByIdsQuery(ctx, pageId, ids)),
      readReferencesByThing(ctx, pageId, ids),
    ]);
    return rows.map(({ id, name, version }) => ({ id, name, version, namedBy: namers.get(id) ?? [] }));
  },
  remove: async (ctx, pageId, things) => {
    const versions = new Map(things.map(({ id, version }) => [id, version]));
    const [rows] = await readBatch(ctx, componentVersionsByIdsQuery(ctx, pageId, [...versions.keys()]));
    const same = rows.filter(({ id, version }) => versions.get(id) === version);
    return removeComponentsStatements(
      pageId,
      same.map(({ id, createdAt, updatedAt }) => ({ id, createdAt, updatedAt })),
    );
  },
};

/**
 * Returns the statements that show visitors what the page's imports brought. Only one import of a page runs at a time,
 * and what one that failed has left hidden is shown by the next.
 */
export const showImportedStatements = (pageId: string, _importId: string): SqlStatement[] => [
  showHiddenComponentsStatement(pageId),
];
