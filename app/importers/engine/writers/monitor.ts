import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { hostsOfPagesQuery } from "~/deployment/queries/deployment";
import { checkAddressGuard } from "~/monitors/contract/call-addresses";
import { currentCheckLoadQuery, type MonitorByIdRow, monitorsByIdsQuery } from "~/monitors/queries/monitor";
import { deleteMonitorStatements } from "~/monitors/queries/monitor-rows";
import {
  monitorShardPlacesQuery,
  rebuildShardPlanStatement,
  runningCheckSchedulesQuery,
} from "~/monitors/queries/shard";
import { checksByMinuteOfHour } from "~/monitors/rules/monitor-phase";
import { planCheckCeiling } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { shardIdsOfMonitorsQuery } from "../../queries/imported-observer";
import type { ImportNounWriter, ImportWriteFacts, RemovableImportThing, WrittenImportThing } from "../noun-writer";
import { type ImportedMonitor, toImportedMonitor } from "./imported-monitor";
import { changedMonitorStatements } from "./monitor-change";
import { newMonitorsStatements } from "./monitor-creation";
import { ImportCheckCapacity, ImportedMonitorPlaces } from "./monitor-places";
import { beforeObserverRemovalStatements, existingObserversReader, removableObserversReader } from "./observer-removal";

export type WrittenMonitor = WrittenImportThing<"monitor"> & { imported: ImportedMonitor };

/** Facts that all monitors of a step share: places, the plan's room, and the checks of each minute. */
export interface MonitorImportFacts extends ImportWriteFacts {
  places: ImportedMonitorPlaces;
  room: ImportCheckCapacity;
  checksByMinute: number[];
  earlierRows: ReadonlyMap<string, MonitorByIdRow>;
}

/** Reads what a step needs, in one round trip of five statements. */
async function readStepFacts(ctx: Ctx, facts: ImportWriteFacts, changedIds: readonly string[]) {
  const [hosts, [load], beats, places, rows] = await readBatch(
    ctx,
    hostsOfPagesQuery(ctx),
    currentCheckLoadQuery(ctx),
    runningCheckSchedulesQuery(ctx),
    monitorShardPlacesQuery(ctx, facts.pageId),
    monitorsByIdsQuery(ctx, facts.pageId, changedIds, ctx.now()),
  );
  const ceiling = planCheckCeiling(ctx.config.plan, Boolean(ctx.bindings.CHECKER)) * 60;
  const step: MonitorImportFacts = {
    ...facts,
    places: new ImportedMonitorPlaces(places),
    room: new ImportCheckCapacity(Math.max(0, ceiling - (load?.checksPerHour ?? 0))),
    checksByMinute: checksByMinuteOfHour(beats),
    earlierRows: new Map(rows.map((row) => [row.id, row])),
  };
  return { around: checkAddressGuard(ctx.config, hosts), step };
}

async function write(
  ctx: Ctx,
  facts: ImportWriteFacts,
  things: readonly WrittenImportThing<"monitor">[],
): Promise<SqlStatement[]> {
  const changedIds = things.filter(({ action }) => action === "change").map(({ ourId }) => ourId);
  const { around, step } = await readStepFacts(ctx, facts, changedIds);
  // A monitor that became unusable since it was planned is not written as something else.
  const usable = things.flatMap((each): WrittenMonitor[] => {
    const imported = toImportedMonitor(each.thing, around);
    return imported ? [{ ...each, imported }] : [];
  });
  const changed = await changedMonitorStatements(
    ctx,
    step,
    usable.filter(({ action }) => action === "change"),
  );
  const made = await newMonitorsStatements(
    ctx,
    step,
    usable.filter(({ action }) => action === "make"),
  );
  return [...step.places.before(facts.pageId, ctx.now()), ...made, ...changed, ...step.places.after(facts.pageId)];
}

async function remove(ctx: Ctx, pageId: string, things: readonly RemovableImportThing[]): Promise<SqlStatement[]> {
  if (things.length === 0) return [];
  const ids = things.map(({ id }) => id);
  const [shards] = await readBatch(ctx, shardIdsOfMonitorsQuery(ctx, pageId, ids));
  return [
    ...beforeObserverRemovalStatements(ctx, pageId, things),
    ...deleteMonitorStatements(pageId, ids, ctx.now()),
    rebuildShardPlanStatement(
      pageId,
      shards.map(({ shardId }) => shardId),
    ),
  ];
}

/**
 * Writes monitors: they run and vouch, and notify nobody before they are taken over. A monitor with two components is
 * 15 rows, and a twentieth of its shard's.
 */
export const monitorImportWriter: ImportNounWriter<"monitor"> = {
  noun: "monitor",
  statements: 8,
  rows: () => 16,
  rowsPerUpdate: 0,
  readHere: existingObserversReader("monitor"),
  write,
  readRemovable: removableObserversReader("monitor"),
  remove,
};
