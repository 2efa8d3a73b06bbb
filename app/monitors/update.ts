import { componentsBeside } from "~/alert-rules/queries/observed-components";
import { rulesOf } from "~/alert-rules/queries/rule";
import { ruleView } from "~/alert-rules/rule-view";
import { soleWatchedComponents, unwatchedComponentsAfter } from "~/alert-rules/rules/unwatched-after-change";
import { maskSecrets, missingSecrets } from "~/change/adapter-settings/settings";
import { andAlso, settingsRecord } from "~/change/and-also";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { differences, present } from "~/change/differences";
import { checkedCause, judgedCause } from "~/components/dependences/dependence-checks";
import { type NamedRows, read } from "~/db/read";
import { monitor } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { resealText } from "~/deployment/sealed/reseal";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { fitsPlan } from "./carry";
import { monitorKindOf } from "./kinds/known-kinds";
import { enoughPlaces, slowEnough } from "./limits";
import { costOf } from "./list-kinds";
import { checkedAgent, moveMonitor, type PlacementMove } from "./monitor-placement";
import { settingsOf } from "./monitor-view";
import { dependencesOf, type MonitorFacts, presentLoad } from "./queries/monitor";
import { askAnew, loads, placesOf, rebuildPlan } from "./queries/shard";
import { rejudgedRows } from "./rejudge-monitor";
import { changedRules, knownComponents, ruleFields } from "./rule-rows";
import { type ChangedMonitor, type UpdateMonitorInput, updateMonitorInput } from "./rules/input";
import { phaseFor } from "./rules/monitor-phase";
import { checkedSettings } from "./settings";
import { monitorAccess } from "./verbs";

export type { UpdateMonitorInput };

const factsOf = (ctx: Ctx, { pageId, id, components }: ChangedMonitor) => ({
  rules: rulesOf(ctx, pageId, id),
  load: presentLoad(ctx),
  beats: loads(ctx),
  components: componentsBeside(ctx, { pageId, id, components }),
  known: dependencesOf(ctx, pageId),
  places: placesOf(ctx, pageId),
});

type UpdateFacts = NamedRows<ReturnType<typeof factsOf>>;

/**
 * Returns the sealed settings after the change, their public part for the audit log, and whether they differ. Empty
 * when none were given.
 */
async function newSettings(
  ctx: Ctx,
  row: MonitorFacts,
  { given, from }: { given: Record<string, unknown> | undefined; from: string | null },
) {
  const adapter = monitorKindOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {}, cost: row.cost, isOther: false });
  const before = (await settingsOf(ctx, row)) ?? {};
  const isHandedOn = from !== null && from !== row.agentId;
  const asked = isHandedOn ? missingSecrets(adapter, before, given, "setting.other_agent") : null;
  if (asked) return fail({ name: "invalid", fields: asked });
  const checked = await checkedSettings(ctx, adapter, { before, given, from });
  if (!checked.ok) return checked;
  const audited = { settings: maskSecrets(adapter, checked.value) };
  const text = JSON.stringify(checked.value);
  const isOther = text !== JSON.stringify(before);
  // A running check answers the same question only while the sealed text is unchanged.
  const settingsSealed = isOther ? await ctx.secrets.seal(text) : await resealText(ctx, row.settingsSealed);
  return ok({ columns: { settingsSealed }, audited, cost: costOf(adapter, checked.value), isOther });
}

/** Returns a new phase for another interval, spread among other monitors. */
function newPhase({ id, interval }: MonitorFacts, wanted: number | undefined, beats: UpdateFacts["beats"]) {
  if (wanted === undefined || wanted === interval) return {};
  return {
    phase: phaseFor(
      wanted,
      beats.filter((each) => each.id !== id),
    ),
  };
}

interface Fits {
  moved: PlacementMove;
  /** Calls that one check makes. */
  cost: number;
}

/** Returns the changes of its checks, its rules and the plan of its shard. */
function rowsOf(
  ctx: Ctx,
  row: MonitorFacts,
  facts: UpdateFacts,
  input: ChangedMonitor,
  { moved, cost }: Fits,
): Statement[] {
  const { pageId, id, version: _version, commitId: _commit, settings: _given, name: _name, ...fields } = input;
  const { dependsOn: _on, components, mode, hold, resolveAfter, ...checks } = fields;
  const changed = { ...present(checks), ...newPhase(row, checks.interval, facts.beats), cost, ...moved.columns };
  return [
    ...moved.before,
    ...updateRows(monitor, pageId, [{ id, ...changed, updatedAt: ctx.now() }]),
    ...changedRules(ctx, pageId, facts.rules.map(ruleView), { components, mode, hold, resolveAfter }),
    rebuildPlan(pageId, [row.shardId, ...moved.shards]),
    ...moved.after,
  ];
}

/** Tests the conditions on other rows (components, causes, the plan), and returns the guards that keep them. */
function checkedAround(ctx: Ctx, row: MonitorFacts, facts: UpdateFacts, input: ChangedMonitor, cost: number) {
  const components = knownComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkedCause(row.id, input.dependsOn, { known: facts.known, of: "source" });
  if (!cause.ok) return cause;
  const after = { ...row, cost, interval: input.interval ?? row.interval, agentId: agentAfter(row, input) };
  const slow = slowEnough([row.kind], after.interval);
  if (!slow.ok) return slow;
  const enough = enoughPlaces({
    ...after,
    ...present({ agree: input.agree, regions: input.regions, continents: input.continents }),
  });
  if (!enough.ok) return enough;
  const fits = fitsPlan(ctx, facts.load[0], { before: [row], after: [after] });
  if (!fits.ok) return fits;
  const agent = checkedAgent(row.kind, after.agentId, facts.places);
  if (!agent.ok) return agent;
  const moved = moveMonitor(ctx, row, facts.places, { agent: agent.value, cost });
  return ok({ expect: [...cause.value, ...moved.expect], guards: [...fits.value, ...moved.guards], moved });
}

const agentAfter = (row: MonitorFacts, { agentId }: Pick<ChangedMonitor, "agentId">): string | null =>
  agentId === undefined ? row.agentId : agentId;

/** Removes other places when an agent takes over, unless places are given in the same change. */
function placed(row: MonitorFacts, input: ChangedMonitor): Pick<ChangedMonitor, "regions" | "continents" | "agree"> {
  const { regions, continents, agree } = input;
  if (agentAfter(row, input) === null) return present({ regions, continents, agree });
  const stored = { regions: row.regions.length > 0, continents: row.continents.length > 0, agree: row.agree !== null };
  return {
    ...(stored.regions ? { regions: [] } : {}),
    ...(stored.continents ? { continents: [] } : {}),
    ...(stored.agree ? { agree: null } : {}),
    ...present({ regions, continents, agree }),
  };
}

/**
 * Returns the settings to validate: all of them when the caller changes, because the address guard differs, and secrets
 * typed for one caller must not reach another.
 */
const settingsGivenOf = (row: MonitorFacts, input: ChangedMonitor) =>
  input.settings ?? (row.agentId === agentAfter(row, input) ? undefined : {});

/** Changes a monitor; thresholds and components count at once. Failures: those of createMonitor, conflict, missing. */
export async function updateMonitor(ctx: Ctx, given: UpdateMonitorInput): Promise<Result<ChangeResult>> {
  const done = await changeOne(
    ctx,
    { ...monitorAccess, input: updateMonitorInput, facts: factsOf },
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
      const { cost, isOther } = made.value;
      const around = checkedAround(ctx, row, facts, input, cost);
      if (!around.ok) return around;
      const judged = await rejudgedRows(ctx, row, input, around.value.moved);
      const { before, after } = differences({ ...row, ...ruleFields(facts.rules.map(ruleView)) }, present(fields));
      return ok({
        action: "monitor.update",
        ...(input.components ? { observers: { sources: [row.id], components: Object.keys(input.components) } } : {}),
        leftUnwatched: unwatchedComponentsAfter(soleWatchedComponents(facts.components), input.components, row.kind),
        fields: { ...present({ name: fields.name, dependsOn: fields.dependsOn }), ...made.value.columns },
        expect: [...around.value.expect, ...judged.expect],
        guards: around.value.guards,
        changes: [
          ...rowsOf(ctx, row, facts, input, { moved: around.value.moved, cost }),
          ...judged.changes,
          ...(isOther ? [askAnew(row.pageId, row.shardId, row.id)] : []),
        ],
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  const judgedSettings = async () => {
    const [[row]] = await read(ctx, monitorAccess.row(ctx, given));
    return row && given.settings
      ? newSettings(ctx, row, { given: settingsRecord(given.settings), from: agentAfter(row, given) })
      : ok(null);
  };
  return andAlso(done, judgedSettings, () => judgedCause(ctx, given));
}
