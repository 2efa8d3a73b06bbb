import { monitorTable, ruleTable, sourceTable } from "~/db/schema";
import { insertRowsStatements, keepExistingRowsOption, type SqlStatement } from "~/db/write";
import { type MonitorRuleIds, newMonitorRows } from "~/monitors/queries/new-monitor";
import { takeLeastBusyPhase } from "~/monitors/rules/monitor-phase";
import { importedMuteUntilMs } from "~/mutes/rules/imported-silence";
import { checksPerHour } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { hashAndSealAddressToken } from "~/sources/engine/stored-address";
import { addRuleComponentsStatements } from "../../queries/rule-components";
import type { ImportWriteFacts } from "../noun-writer";
import { importedMonitorValues } from "./imported-monitor";
import type { MonitorImportFacts, WrittenMonitor } from "./monitor";
import { statusWhileDownByComponent } from "./observer-components";

/** Returns the ids of a monitor's rules, which a later change finds again. */
export const importedMonitorRuleIds = ({ derivedId }: ImportWriteFacts, ourId: string): MonitorRuleIds => ({
  slow: derivedId(ourId, "slow"),
  down: derivedId(ourId, "down"),
});

/** Counts as silent from the beginning beside a component without data, as a monitor does that a person adds. */
const silentSince = `coalesce(j.value->>'$.silentSince', (SELECT j.value->>'$.writtenAt'
  WHERE EXISTS (SELECT 1 FROM json_each(j.value->'$.componentIds') k JOIN component c ON c.id = k.value
    WHERE c.page_id = j.value->>'$.pageId' AND c.observed_status = 'no_data')))`;

/** Returns where and when a new monitor is checked; what the plan has no room for by now is paused. */
function checksOf(
  { places, room, checksByMinute, derivedId }: MonitorImportFacts,
  { ourId, planned, imported: { interval, cost } }: WrittenMonitor,
) {
  const isPaused = planned.arrival.isPaused || !room.takes(checksPerHour(interval) * cost);
  const phase = takeLeastBusyPhase(interval, isPaused ? [...checksByMinute] : checksByMinute);
  return { isPaused, cost, phase, shardId: places.place(cost, derivedId(ourId, "shard")) };
}

async function rowsOf(ctx: Ctx, step: MonitorImportFacts, written: WrittenMonitor) {
  const { thing, imported, ourId, planned } = written;
  const { isPaused, ...checks } = checksOf(step, written);
  const now = ctx.now();
  const components = statusWhileDownByComponent(thing, step);
  const sealed = {
    settingsSealed: await ctx.secrets.seal(JSON.stringify(imported.settings)),
    ...(await hashAndSealAddressToken(ctx, ctx.token())),
  };
  const {
    source: origin,
    monitor: check,
    ...rules
  } = newMonitorRows(importedMonitorValues(step.pageId, thing, imported, components), {
    ...checks,
    id: ourId,
    ruleIds: importedMonitorRuleIds(step, ourId),
    sealed,
    silentSince: isPaused ? now : null,
    createdAt: step.startedAt,
    watchedSince: now,
  });
  const mutedUntil = planned.arrival.isSilent ? importedMuteUntilMs : null;
  return {
    ...rules,
    source: { ...origin, mutedUntil, componentIds: Object.keys(components), writtenAt: now },
    monitor: { ...check, pausedAt: isPaused ? now : null },
  };
}

/** Returns the statements that make these monitors, one for each table. */
export async function newMonitorsStatements(
  ctx: Ctx,
  step: MonitorImportFacts,
  things: readonly WrittenMonitor[],
): Promise<SqlStatement[]> {
  const made = await Promise.all(things.map((each) => rowsOf(ctx, step, each)));
  const sources = made.map((each) => each.source);
  const checks = made.map((each) => each.monitor);
  const rules = made.flatMap((each) => each.rules);
  return [
    ...insertRowsStatements(sourceTable, sources, {
      computed: { silentSince },
      beside: ["componentIds", "writtenAt"],
      onConflict: keepExistingRowsOption,
    }),
    ...insertRowsStatements(monitorTable, checks, { onConflict: keepExistingRowsOption }),
    ...insertRowsStatements(ruleTable, rules, { onConflict: keepExistingRowsOption }),
    ...addRuleComponentsStatements(made.flatMap((each) => each.components)),
  ];
}
