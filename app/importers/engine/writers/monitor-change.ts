import { monitorTable, sourceTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import type { MonitorByIdRow } from "~/monitors/queries/monitor";
import { monitorRuleComponentRows } from "~/monitors/queries/new-monitor";
import { takeLeastBusyPhase } from "~/monitors/rules/monitor-phase";
import { checksPerHour } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { replaceRuleComponentsStatements } from "../../queries/rule-components";
import { importedMonitorValues } from "./imported-monitor";
import type { MonitorImportFacts, WrittenMonitor } from "./monitor";
import { importedMonitorRuleIds } from "./monitor-creation";
import { statusWhileDownByComponent } from "./observer-components";

/** Keeps the interval where the plan has no room for a shorter one; a paused monitor takes none. */
function intervalOf(
  { room }: MonitorImportFacts,
  before: MonitorByIdRow,
  { interval, cost }: WrittenMonitor["imported"],
) {
  if (before.pausedAt !== null) return interval;
  const rate = (minutes: number, calls: number) => checksPerHour(minutes) * calls;
  const isRoomy = room.takes(rate(interval, cost) - rate(before.interval, before.cost));
  return isRoomy ? interval : Math.max(interval, before.interval);
}

/** A monitor whose calls no longer fit its shard moves to another, where its state starts as new. */
function placeOf(ctx: Ctx, { places, derivedId }: MonitorImportFacts, before: MonitorByIdRow, written: WrittenMonitor) {
  const { shardId: was } = before;
  const shardId = places.replace(before, written.imported.cost, derivedId(written.ourId, `shard ${before.version}`));
  const now = ctx.now();
  return shardId === was ? null : { shardId, watchedSince: now, state: "new" as const, stateSince: now };
}

async function rowsOf(ctx: Ctx, step: MonitorImportFacts, before: MonitorByIdRow, written: WrittenMonitor) {
  const { thing, imported, ourId: id } = written;
  const interval = intervalOf(step, before, imported);
  const place = placeOf(ctx, step, before, written);
  const components = statusWhileDownByComponent(thing, step);
  const values = importedMonitorValues(step.pageId, thing, { ...imported, interval }, components);
  const phase = interval === before.interval ? before.phase : takeLeastBusyPhase(interval, step.checksByMinute);
  const { kind, name, timeoutSeconds, tags } = values;
  const updatedAt = ctx.now();
  const ruleIds = importedMonitorRuleIds(step, id);
  return {
    source: { id, kind, name, settingsSealed: await ctx.secrets.seal(JSON.stringify(imported.settings)), updatedAt },
    monitor: { id, interval, phase, timeoutSeconds, tags, cost: imported.cost, updatedAt },
    place: place && { id, ...place },
    ruleIds: Object.values(ruleIds),
    components: monitorRuleComponentRows(step.pageId, ruleIds, components),
  };
}

/** Returns the statements of monitors that changed there; pausing, silence and place stay as they are here. */
export async function changedMonitorStatements(
  ctx: Ctx,
  step: MonitorImportFacts,
  things: readonly WrittenMonitor[],
): Promise<SqlStatement[]> {
  const made = await Promise.all(
    things.flatMap((each) => {
      const before = step.earlierRows.get(each.ourId);
      return before ? [rowsOf(ctx, step, before, each)] : [];
    }),
  );
  if (made.length === 0) return [];
  const { pageId } = step;
  return [
    ...updateRowsStatements(
      sourceTable,
      pageId,
      made.map((each) => each.source),
    ),
    ...updateRowsStatements(
      monitorTable,
      pageId,
      made.map((each) => each.monitor),
    ),
    ...updateRowsStatements(
      monitorTable,
      pageId,
      made.flatMap(({ place }) => place ?? []),
    ),
    ...replaceRuleComponentsStatements(
      pageId,
      made.flatMap(({ ruleIds }) => ruleIds),
      made.flatMap(({ components }) => components),
    ),
  ];
}
