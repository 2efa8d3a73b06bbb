import { validateRuleComponents } from "~/alert-rules/rules/known-components";
import { maskSecretSettings, missingSecretSettings } from "~/change/adapter-settings/settings";
import { settingsRecord, withOtherFailures } from "~/change/and-also";
import type { ChangeResult } from "~/change/change-result";
import { createOnce } from "~/change/create-one";
import type { ChangeDecision } from "~/change/decision";
import { checkDependence, checkDependenceOfForm } from "~/components/dependences/dependence-checks";
import type { RowsByQueryName } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { maxMonitors } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { makeIngestAddress } from "~/sources/create";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { guardPlanLimitStatements } from "./carry";
import type { AnyMonitorKind } from "./contract/contract";
import { callsPerCheck } from "./contract/imported-settings";
import { monitorKindOf } from "./kinds/known-kinds";
import { validateCheckPlaces, validateKindInterval } from "./limits";
import { placeMonitorInShard, validateAgentChoice } from "./monitor-placement";
import { currentCheckLoadQuery, observerDependenciesOfPageQuery } from "./queries/monitor";
import { guardMonitorLimitStatement } from "./queries/monitor-rows";
import { newMonitorRows, newMonitorStatements } from "./queries/new-monitor";
import { monitorShardPlacesQuery, rebuildShardPlanStatement, runningCheckSchedulesQuery } from "./queries/shard";
import { type CreateMonitorInput, createMonitorInputSchema, type ParsedCreateMonitorInput } from "./rules/input";
import { leastBusyPhase } from "./rules/monitor-phase";
import { readClonedMonitorSettings, readOwnHosts, validateMonitorSettings } from "./settings";

export type { CreateMonitorInput };

interface MonitorCreation {
  input: ParsedCreateMonitorInput;
  adapter: AnyMonitorKind;
  settings: Record<string, unknown>;
  /** Number of calls that one check makes. */
  cost: number;
  sealed: { settingsSealed: string; tokenHash: string; tokenSealed: string };
}

/**
 * Returns valid settings; for checks from here, the address guard has allowed every address. A clone takes all but
 * secrets from its original.
 */
async function judgedSettings(
  ctx: Ctx,
  input: Pick<ParsedCreateMonitorInput, "pageId" | "kind" | "cloneOf" | "settings" | "agentId">,
) {
  const adapter = monitorKindOf(input.kind);
  if (!adapter) return invalidFieldFailure("kind", "kind.monitor", "unknown_kind");
  const hosts = input.agentId ? undefined : readOwnHosts(ctx);
  const [origin] = await Promise.all([readClonedMonitorSettings(ctx, input), hosts]);
  if (!origin.ok) return origin;
  const asked = missingSecretSettings(adapter, origin.value, input.settings);
  if (asked) return fail({ name: "invalid", fields: asked });
  const checked = await validateMonitorSettings(ctx, adapter, {
    before: origin.value,
    given: input.settings,
    from: input.agentId ?? null,
    ...(hosts ? { hosts } : {}),
  });
  return checked.ok ? ok({ adapter, settings: checked.value }) : checked;
}

async function making(ctx: Ctx, input: ParsedCreateMonitorInput): Promise<Result<MonitorCreation>> {
  const judged = await judgedSettings(ctx, input);
  if (!judged.ok) return judged;
  const { adapter, settings } = judged.value;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(settings));
  const sealed = { settingsSealed, ...(await makeIngestAddress(ctx)) };
  return ok({ input, adapter, settings, cost: callsPerCheck(adapter, settings), sealed });
}

const factsOf = (ctx: Ctx, { pageId }: ParsedCreateMonitorInput) => ({
  load: currentCheckLoadQuery(ctx),
  beats: runningCheckSchedulesQuery(ctx),
  places: monitorShardPlacesQuery(ctx, pageId),
  components: activeComponentsOfPageQuery(ctx, pageId),
  known: observerDependenciesOfPageQuery(ctx, pageId),
});

type CreateFacts = RowsByQueryName<ReturnType<typeof factsOf>>;

/** Returns `silentSince`: a new monitor counts as silent when one of its components has no data. */
function silence({ components }: CreateFacts, given: ParsedCreateMonitorInput["components"], now: number) {
  const unknown = components.some(({ id, observedStatus }) => id in given && observedStatus === "no_data");
  return { silentSince: unknown ? now : null };
}

/** Returns all rows for one commit: the source of its alerts, its checks, its rules, and the plan of its shard. */
function rowsOf(
  ctx: Ctx,
  id: string,
  { input, sealed, cost }: MonitorCreation,
  facts: CreateFacts,
  shardId: string,
): SqlStatement[] {
  const now = ctx.now();
  const rows = newMonitorRows(input, {
    id,
    ruleIds: { slow: ctx.id(), down: ctx.id() },
    sealed,
    shardId,
    phase: leastBusyPhase(input.interval, facts.beats),
    cost,
    ...silence(facts, input.components, now),
    createdAt: now,
    watchedSince: now,
  });
  return [...newMonitorStatements(rows), rebuildShardPlanStatement(input.pageId, [shardId])];
}

function auditedOf({ input, adapter, settings }: MonitorCreation) {
  const { pageId: _page, commitId: _commit, settings: _given, ...after } = input;
  return { ...after, settings: maskSecretSettings(adapter, settings) };
}

function decided(ctx: Ctx, id: string, made: MonitorCreation, facts: CreateFacts): Result<ChangeDecision> {
  const { input, cost } = made;
  const { pageId, kind, interval } = input;
  const slow = validateKindInterval([kind], interval);
  if (!slow.ok) return slow;
  const enough = validateCheckPlaces({ ...input, agentId: input.agentId ?? null });
  if (!enough.ok) return enough;
  const components = validateRuleComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkDependence(id, input.dependsOn, { known: facts.known, of: "source" });
  if (!cause.ok) return cause;
  const [load] = facts.load;
  if ((load?.all ?? 0) >= maxMonitors) {
    return invalidFieldFailure("name", refusalFor("monitor.limit", { most: maxMonitors }), "too_many_monitors");
  }
  const fits = guardPlanLimitStatements(ctx, load, {
    before: [],
    after: [{ id, interval, cost, pausedAt: null, agentId: input.agentId ?? null }],
  });
  if (!fits.ok) return fits;
  const agent = validateAgentChoice(kind, input.agentId ?? null, facts.places);
  if (!agent.ok) return agent;
  const { id: shardId, guards, rows } = placeMonitorInShard(ctx, pageId, facts.places, { agent: agent.value, cost });
  return ok({
    action: "monitor.create",
    observers: { sources: [], components: Object.keys(input.components) },
    expect: cause.value,
    guards: [...guards, ...fits.value, guardMonitorLimitStatement(maxMonitors)],
    changes: [...rows, ...rowsOf(ctx, id, made, facts, shardId)],
    after: auditedOf(made),
  });
}

/**
 * Creates a monitor with its two rules and its place in a shard. Failures: invalid (kind, settings, an address that we
 * do not call, components, circular dependencies, `over_plan_budget`).
 */
export async function createMonitor(ctx: Ctx, given: CreateMonitorInput): Promise<Result<ChangeResult>> {
  const done = await createOnce(
    ctx,
    {
      role: "admin",
      subject: "monitor",
      input: createMonitorInputSchema,
      prepare: making,
      facts: factsOf,
      settles: true,
    },
    given,
    ({ id, made, ...facts }) => decided(ctx, id, made, facts),
  );
  const { pageId, kind, cloneOf, agentId = null } = given;
  const told = await withOtherFailures(
    done,
    () => judgedSettings(ctx, { pageId, kind, cloneOf, agentId, settings: settingsRecord(given.settings) }),
    () => checkDependenceOfForm(ctx, given),
  );
  return told.ok ? ok({ id: told.value.id }) : told;
}
