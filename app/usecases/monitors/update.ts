import { priorCommit } from "~/db/queries/audit";
import { dependencesOf, type MonitorFacts, monitorById, presentLoad } from "~/db/queries/monitor";
import { rulesOf } from "~/db/queries/rule";
import { loads, rebuildPlan } from "~/db/queries/shard";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { monitor, source } from "~/db/schema";
import { type Statement, updateRows } from "~/db/write";
import { monitorKindOf } from "~/monitors/kinds";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type ChangedMonitor, type UpdateMonitorInput, updateMonitorInput } from "~/rules/monitors/input";
import { phaseFor } from "~/rules/monitors/monitor-phase";
import { masked } from "../adapter-settings/settings";
import { ruleView } from "../alert-rules/view";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { settleSoon } from "../change/settle-soon";
import { fitsPlan } from "./carry";
import { checkedCause } from "./cause";
import { findMonitor } from "./find";
import { changedRules, knownComponents, ruleFields } from "./rule-rows";
import { checkedSettings } from "./settings";
import { settingsOf } from "./view";

export type { UpdateMonitorInput };

async function factsOf(ctx: Ctx, { pageId, id }: ChangedMonitor, commitId: string) {
  const [prior, [row], rules, [load], beats, components, known] = await read(
    ctx,
    priorCommit(ctx, commitId),
    monitorById(ctx, pageId, id, ctx.now()),
    rulesOf(ctx, pageId, id),
    presentLoad(ctx),
    loads(ctx),
    shownComponents(ctx, pageId),
    dependencesOf(ctx, pageId),
  );
  return { prior, row, rules: rules.map(ruleView), load, beats, components, known };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

/** The settings after the change, sealed, and for the audit log what of them is no secret; nothing where none came. */
async function newSettings(ctx: Ctx, row: MonitorFacts, given: Record<string, unknown> | undefined) {
  const adapter = monitorKindOf(row.kind);
  if (!given || !adapter) return ok({ columns: {}, audited: {} });
  const checked = await checkedSettings(ctx, adapter, (await settingsOf(ctx, row)) ?? {}, given);
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

function rowsOf(ctx: Ctx, row: MonitorFacts, facts: Facts, input: ChangedMonitor, columns: object): Statement[] {
  const { pageId, id, version: _version, commitId: _commit, settings: _given, name, dependsOn, ...rest } = input;
  const { components, mode, hold, resolveAfter, ...checks } = rest;
  const changed = { ...present(checks), ...newPhase(row, checks.interval, facts.beats) };
  const updatedAt = ctx.now();
  return [
    ...updateRows(source, pageId, [{ id, ...present({ name, dependsOn }), ...columns, updatedAt }]),
    ...updateRows(monitor, pageId, [{ id, ...changed, updatedAt }]),
    ...changedRules(ctx, pageId, facts.rules, { components, mode, hold, resolveAfter }),
    rebuildPlan(pageId, [row.shardId]),
    wantSettle(pageId, ctx.now()),
  ];
}

/** What must hold of other rows: components, causes, the plan. With the guards that keep it so. */
function checkedAround(ctx: Ctx, row: MonitorFacts, facts: Facts, input: ChangedMonitor) {
  const components = knownComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkedCause(row.id, input.dependsOn, facts.known);
  if (!cause.ok) return cause;
  const after = { ...row, interval: input.interval ?? row.interval };
  const fits = fitsPlan(ctx, facts.load, { before: [row], after: [after] });
  return fits.ok ? ok({ expect: cause.value, guards: fits.value }) : fits;
}

async function attempt(ctx: Ctx, input: ChangedMonitor, commitId: string): Promise<Result<Done>> {
  const { pageId, id, version: _version, commitId: _commit, settings, ...fields } = input;
  const facts = await factsOf(ctx, input, commitId);
  const found = findMonitor(facts.prior, facts.row, input);
  if (found.answer) return found.answer;
  const { row } = found;
  const around = checkedAround(ctx, row, facts, input);
  if (!around.ok) return around;
  const made = await newSettings(ctx, row, settings);
  if (!made.ok) return made;
  const changed = differences({ ...row, ...ruleFields(facts.rules) }, present(fields));
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: [{ table: source, rows: [{ id, version: row.version }] }, ...around.value.expect],
    guards: around.value.guards,
    changes: rowsOf(ctx, row, facts, input, made.value.columns),
    audit: {
      action: "monitor.update",
      subjectKind: "monitor",
      subjectId: id,
      before: changed.before ?? null,
      after: { ...changed.after, ...made.value.audited },
    },
  });
}

/** Changes a monitor; thresholds and components count at once. Failures: as in createMonitor, conflict, missing. */
export async function updateMonitor(ctx: Ctx, given: UpdateMonitorInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(updateMonitorInput, given);
  if (!parsed.ok) return parsed;
  const commitId = parsed.value.commitId ?? ctx.id();
  const done = await changing(ctx, () => attempt(ctx, parsed.value, commitId));
  if (done.ok) settleSoon(ctx, parsed.value.pageId);
  return done;
}
