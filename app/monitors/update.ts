import { watcherComponentChoicesQuery } from "~/alert-rules/queries/observed-components";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { validateRuleComponents } from "~/alert-rules/rules/known-components";
import { soleWatchedComponents, unwatchedComponentsAfter } from "~/alert-rules/rules/unwatched-after-change";
import { maskSecretSettings, missingSecretSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { checkDependence, checkDependenceOfForm } from "~/components/dependences/dependence-checks";
import { type RowsByQueryName, readBatch } from "~/db/read";
import { monitorTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { resealText } from "~/deployment/sealed/reseal";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { guardPlanLimitStatements } from "./carry";
import { callsPerCheck } from "./contract/imported-settings";
import { monitorKindOf } from "./kinds/known-kinds";
import { validateCheckPlaces, validateKindInterval } from "./limits";
import { moveMonitorToShard, type PlacementMove, validateAgentChoice } from "./monitor-placement";
import { openMonitorSettings } from "./monitor-view";
import { currentCheckLoadQuery, type MonitorByIdRow, observerDependenciesOfPageQuery } from "./queries/monitor";
import {
  clearOpinionsStatement,
  monitorShardPlacesQuery,
  rebuildShardPlanStatement,
  runningCheckSchedulesQuery,
} from "./queries/shard";
import { rejudgeMonitorChanges } from "./rejudge-monitor";
import { monitorRuleChangeStatements, monitorRuleFieldValues } from "./rule-rows";
import { type MonitorUpdate, type UpdateMonitorInput, updateMonitorInputSchema } from "./rules/input";
import { leastBusyPhase } from "./rules/monitor-phase";
import { validateMonitorSettings } from "./settings";
import { monitorChangeTarget } from "./verbs";

export type { UpdateMonitorInput };

const factsOf = (ctx: Ctx, { pageId, id, components }: MonitorUpdate) => ({
  rules: alertRulesOfPageQuery(ctx, pageId, id),
  load: currentCheckLoadQuery(ctx),
  beats: runningCheckSchedulesQuery(ctx),
  components: watcherComponentChoicesQuery(ctx, { pageId, id, components }),
  known: observerDependenciesOfPageQuery(ctx, pageId),
  places: monitorShardPlacesQuery(ctx, pageId),
});

type UpdateFacts = RowsByQueryName<ReturnType<typeof factsOf>>;

/**
 * Returns the encrypted settings after the change, their public part for the audit log, and whether they differ. Empty
 * when none were given.
 */
async function newSettings(
  ctx: Ctx,
  row: MonitorByIdRow,
  { given, from }: { given: Record<string, unknown> | undefined; from: string | null },
) {
  const adapter = monitorKindOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {}, cost: row.cost, isOther: false });
  const before = (await openMonitorSettings(ctx, row)) ?? {};
  const isHandedOn = from !== null && from !== row.agentId;
  const asked = isHandedOn ? missingSecretSettings(adapter, before, given, "setting.other_agent") : null;
  if (asked) return fail({ name: "invalid", fields: asked });
  const checked = await validateMonitorSettings(ctx, adapter, { before, given, from });
  if (!checked.ok) return checked;
  const audited = { settings: maskSecretSettings(adapter, checked.value) };
  const text = JSON.stringify(checked.value);
  const isOther = text !== JSON.stringify(before);
  // The result of a running check is valid only while the encrypted text is unchanged, so it is kept when nothing
  // differs.
  const settingsSealed = isOther ? await ctx.secrets.seal(text) : await resealText(ctx, row.settingsSealed);
  return ok({ columns: { settingsSealed }, audited, cost: callsPerCheck(adapter, checked.value), isOther });
}

/** Returns a new phase for another interval, chosen to spread the checks of all monitors. */
function newPhase({ id, interval }: MonitorByIdRow, wanted: number | undefined, beats: UpdateFacts["beats"]) {
  if (wanted === undefined || wanted === interval) return {};
  return {
    phase: leastBusyPhase(
      wanted,
      beats.filter((each) => each.id !== id),
    ),
  };
}

interface PlacementFit {
  moved: PlacementMove;
  /** Number of calls that one check makes. */
  cost: number;
}

/** Returns the changes of its checks and rules, and of its shard's plan. */
function rowsOf(
  ctx: Ctx,
  row: MonitorByIdRow,
  facts: UpdateFacts,
  input: MonitorUpdate,
  { moved, cost }: PlacementFit,
): SqlStatement[] {
  const { pageId, id, version: _version, commitId: _commit, settings: _given, name: _name, ...fields } = input;
  const { dependsOn: _on, components, mode, hold, resolveAfter, ...checks } = fields;
  const changed = {
    ...withoutUndefinedFields(checks),
    ...newPhase(row, checks.interval, facts.beats),
    cost,
    ...moved.columns,
  };
  return [
    ...moved.before,
    ...updateRowsStatements(monitorTable, pageId, [{ id, ...changed, updatedAt: ctx.now() }]),
    ...monitorRuleChangeStatements(ctx, pageId, facts.rules.map(ruleViewOf), { components, mode, hold, resolveAfter }),
    rebuildShardPlanStatement(pageId, [row.shardId, ...moved.shards]),
    ...moved.after,
  ];
}

/** Checks the conditions on other rows (components, causes, the plan), and returns the guards that keep them true. */
function checkedAround(ctx: Ctx, row: MonitorByIdRow, facts: UpdateFacts, input: MonitorUpdate, cost: number) {
  const components = validateRuleComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkDependence(row.id, input.dependsOn, { known: facts.known, of: "source" });
  if (!cause.ok) return cause;
  const after = { ...row, cost, interval: input.interval ?? row.interval, agentId: agentAfter(row, input) };
  const slow = validateKindInterval([row.kind], after.interval);
  if (!slow.ok) return slow;
  const enough = validateCheckPlaces({
    ...after,
    ...withoutUndefinedFields({ agree: input.agree, regions: input.regions, continents: input.continents }),
  });
  if (!enough.ok) return enough;
  const fits = guardPlanLimitStatements(ctx, facts.load[0], { before: [row], after: [after] });
  if (!fits.ok) return fits;
  const agent = validateAgentChoice(row.kind, after.agentId, facts.places);
  if (!agent.ok) return agent;
  const moved = moveMonitorToShard(ctx, row, facts.places, { agent: agent.value, cost });
  return ok({ expect: [...cause.value, ...moved.expect], guards: [...fits.value, ...moved.guards], moved });
}

const agentAfter = (row: MonitorByIdRow, { agentId }: Pick<MonitorUpdate, "agentId">): string | null =>
  agentId === undefined ? row.agentId : agentId;

/** Removes other places when an agent takes over the checks, unless the same change sets places. */
function placed(row: MonitorByIdRow, input: MonitorUpdate): Pick<MonitorUpdate, "regions" | "continents" | "agree"> {
  const { regions, continents, agree } = input;
  if (agentAfter(row, input) === null) return withoutUndefinedFields({ regions, continents, agree });
  const stored = { regions: row.regions.length > 0, continents: row.continents.length > 0, agree: row.agree !== null };
  return {
    ...(stored.regions ? { regions: [] } : {}),
    ...(stored.continents ? { continents: [] } : {}),
    ...(stored.agree ? { agree: null } : {}),
    ...withoutUndefinedFields({ regions, continents, agree }),
  };
}

/**
 * Returns the settings to validate. When the checks move to another caller these are all settings, because the address
 * guard differs, and secrets entered for one caller must not reach another.
 */
const settingsGivenOf = (row: MonitorByIdRow, input: MonitorUpdate) =>
  input.settings ?? (row.agentId === agentAfter(row, input) ? undefined : {});

/**
 * Changes a monitor; thresholds and components take effect at once. Failures: those of createMonitor, conflict,
 * missing.
 */
export async function updateMonitor(ctx: Ctx, given: UpdateMonitorInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    { ...monitorChangeTarget, input: updateMonitorInputSchema, facts: factsOf },
    given,
    async ({ row, input: asked, fields: { settings: _given, ...said }, ...facts }) => {
      const places = placed(row, asked);
      const [input, fields] = [
        { ...asked, ...places },
        { ...said, ...places },
      ];
      const made = await newSettings(ctx, row, {
        given: settingsGivenOf(row, input),
        from: agentAfter(row, input),
      });
      if (!made.ok) return made;
      const { cost, isOther, columns } = made.value;
      const around = checkedAround(ctx, row, facts, input, cost);
      if (!around.ok) return around;
      const judged = await rejudgeMonitorChanges(ctx, row, input, around.value.moved);
      const { before, after } = changedValues(
        { ...row, ...monitorRuleFieldValues(facts.rules.map(ruleViewOf)) },
        withoutUndefinedFields(fields),
      );
      return ok({
        action: "monitor.update",
        ...(input.components ? { observers: { sources: [row.id], components: Object.keys(input.components) } } : {}),
        leftUnwatched: unwatchedComponentsAfter(soleWatchedComponents(facts.components), input.components, row.kind),
        fields: { ...withoutUndefinedFields({ name: fields.name, dependsOn: fields.dependsOn }), ...columns },
        expect: [...around.value.expect, ...judged.expect],
        guards: around.value.guards,
        changes: [
          ...rowsOf(ctx, row, facts, input, { moved: around.value.moved, cost }),
          ...judged.changes,
          ...(isOther ? [clearOpinionsStatement(row.pageId, row.shardId, row.id)] : []),
        ],
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  const judgedSettings = async () => {
    const [[row]] = await readBatch(ctx, monitorChangeTarget.row(ctx, given));
    return row && given.settings
      ? newSettings(ctx, row, { given: settingsRecord(given.settings), from: agentAfter(row, given) })
      : ok(null);
  };
  return withOtherFailures(done, judgedSettings, () => checkDependenceOfForm(ctx, given));
}
