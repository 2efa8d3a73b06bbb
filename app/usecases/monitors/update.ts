import { dependencesOf, type MonitorFacts, presentLoad } from "~/db/queries/monitor";
import { rulesOf } from "~/db/queries/rule";
import { loads, rebuildPlan } from "~/db/queries/shard";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { type NamedRows, read } from "~/db/read";
import { monitor } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { monitorKindOf } from "~/monitors/kinds";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { type ChangedMonitor, type UpdateMonitorInput, updateMonitorInput } from "~/rules/monitors/input";
import { phaseFor } from "~/rules/monitors/monitor-phase";
import { masked } from "../adapter-settings/settings";
import { ruleView } from "../alert-rules/view";
import { andAlso, settingsGiven } from "../change/and-also";
import type { Done } from "../change/answers";
import { changeOne } from "../change/change-one";
import { differences, present } from "../change/differences";
import { checkedCause } from "../dependences/checked";
import { fitsPlan } from "./carry";
import { enoughPlaces } from "./enough-places";
import { oneMonitor } from "./one";
import { changedRules, knownComponents, ruleFields } from "./rule-rows";
import { checkedSettings } from "./settings";
import { slowEnough } from "./slow-enough";
import { settingsOf } from "./view";

export type { UpdateMonitorInput };

const factsOf = (ctx: Ctx, { pageId, id }: ChangedMonitor) => ({
  rules: rulesOf(ctx, pageId, id),
  load: presentLoad(ctx),
  beats: loads(ctx),
  components: shownComponents(ctx, pageId),
  known: dependencesOf(ctx, pageId),
});

type Facts = NamedRows<ReturnType<typeof factsOf>>;

/** The settings after the change, sealed, and for the audit log what of them is no secret; nothing where none came. */
async function newSettings(ctx: Ctx, row: MonitorFacts, given: Record<string, unknown> | undefined) {
  const adapter = monitorKindOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const checked = await checkedSettings(ctx, adapter, { before: (await settingsOf(ctx, row)) ?? {}, given });
  if (!checked.ok) return checked;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  return ok({ columns: { settingsSealed }, audited: { settings: masked(adapter, checked.value) } });
}

/** Another interval finds its own place among the others'. */
function newPhase({ id, interval }: MonitorFacts, wanted: number | undefined, beats: Facts["beats"]) {
  if (wanted === undefined || wanted === interval) return {};
  return {
    phase: phaseFor(
      wanted,
      beats.filter((each) => each.id !== id),
    ),
  };
}

/** Its checks, its rules and the plan of its shard. */
function rowsOf(ctx: Ctx, row: MonitorFacts, facts: Facts, input: ChangedMonitor): Statement[] {
  const { pageId, id, version: _version, commitId: _commit, settings: _given, name: _name, ...fields } = input;
  const { dependsOn: _on, components, mode, hold, resolveAfter, ...checks } = fields;
  const changed = { ...present(checks), ...newPhase(row, checks.interval, facts.beats) };
  return [
    ...updateRows(monitor, pageId, [{ id, ...changed, updatedAt: ctx.now() }]),
    ...changedRules(ctx, pageId, facts.rules.map(ruleView), { components, mode, hold, resolveAfter }),
    rebuildPlan(pageId, [row.shardId]),
  ];
}

/** What must hold of other rows: components, causes, the plan. With the guards that keep it so. */
function checkedAround(ctx: Ctx, row: MonitorFacts, facts: Facts, input: ChangedMonitor) {
  const components = knownComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkedCause(row.id, input.dependsOn, { known: facts.known, of: "source" });
  if (!cause.ok) return cause;
  const after = { ...row, interval: input.interval ?? row.interval };
  const slow = slowEnough([row.kind], after.interval);
  if (!slow.ok) return slow;
  const enough = enoughPlaces({ ...row, ...present({ agree: input.agree, regions: input.regions }) });
  if (!enough.ok) return enough;
  const fits = fitsPlan(ctx, facts.load[0], { before: [row], after: [after] });
  return fits.ok ? ok({ expect: cause.value, guards: fits.value }) : fits;
}

/** Changes a monitor; thresholds and components count at once. Failures: as in createMonitor, conflict, missing. */
export async function updateMonitor(ctx: Ctx, given: UpdateMonitorInput): Promise<Result<Done>> {
  const done = await changeOne(
    ctx,
    { ...oneMonitor, input: updateMonitorInput, facts: factsOf },
    given,
    async ({ row, input, fields: { settings, ...fields }, ...facts }) => {
      const around = checkedAround(ctx, row, facts, input);
      if (!around.ok) return around;
      const made = await newSettings(ctx, row, settings);
      if (!made.ok) return made;
      const { before, after } = differences({ ...row, ...ruleFields(facts.rules.map(ruleView)) }, present(fields));
      return ok({
        action: "monitor.update",
        fields: { ...present({ name: fields.name, dependsOn: fields.dependsOn }), ...made.value.columns },
        expect: around.value.expect,
        guards: around.value.guards,
        changes: rowsOf(ctx, row, facts, input),
        before,
        after: { ...after, ...made.value.audited },
      });
    },
  );
  return andAlso(done, async () => {
    const [[row]] = await read(ctx, oneMonitor.row(ctx, given));
    return row && given.settings ? newSettings(ctx, row, settingsGiven(given.settings)) : ok(null);
  });
}
