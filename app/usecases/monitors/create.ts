import { priorCommit } from "~/db/queries/audit";
import { dependencesOf, presentLoad } from "~/db/queries/monitor";
import { fewerThan, roomInShard } from "~/db/queries/monitor-rows";
import { loads, placesOf, rebuildPlan, shardSize } from "~/db/queries/shard";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { monitor, monitorShard, source } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import type { AnyMonitorKind } from "~/monitors/contract";
import { monitorKindOf } from "~/monitors/kinds";
import type { Ctx } from "~/platform/ctx";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type CreateMonitorInput, createMonitorInput, type NewMonitor } from "~/rules/monitors/input";
import { phaseFor } from "~/rules/monitors/monitor-phase";
import { monitorLimit } from "~/rules/plan/plan-budget";
import { masked } from "../adapter-settings/settings";
import { type Done, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { settleSoon } from "../change/settle-soon";
import { newAddress } from "../sources/create";
import { fitsPlan } from "./carry";
import { checkedCause } from "./cause";
import { knownComponents, newRules } from "./rule-rows";
import { checkedSettings, settingsOfOrigin } from "./settings";

export type { CreateMonitorInput };

interface Making {
  input: NewMonitor;
  adapter: AnyMonitorKind;
  id: string;
  commitId: string;
  settings: Record<string, unknown>;
  sealed: { settingsSealed: string; tokenHash: string; tokenSealed: string };
}

/** Valid and calling nobody whom we do not call; secrets may come from the monitor it is a clone of. */
async function making(ctx: Ctx, input: NewMonitor): Promise<Result<Making>> {
  const adapter = monitorKindOf(input.kind);
  if (!adapter) return invalid("kind", "No such kind of monitor.", "unknown_kind");
  const origin = await settingsOfOrigin(ctx, input);
  if (!origin.ok) return origin;
  const checked = await checkedSettings(ctx, adapter, origin.value, input.settings);
  if (!checked.ok) return checked;
  const settingsSealed = await ctx.secrets.seal(JSON.stringify(checked.value));
  const sealed = { settingsSealed, ...(await newAddress(ctx)) };
  const made = { input, adapter, id: ctx.id(), commitId: input.commitId ?? ctx.id(), settings: checked.value, sealed };
  return { ok: true, value: made };
}

async function factsOf(ctx: Ctx, { input: { pageId }, commitId }: Making) {
  const [prior, [load], beats, places, components, known] = await read(
    ctx,
    priorCommit(ctx, commitId),
    presentLoad(ctx),
    loads(ctx),
    placesOf(ctx, pageId),
    shownComponents(ctx, pageId),
    dependencesOf(ctx, pageId),
  );
  return { prior, load, beats, places, components, known };
}

type Facts = Awaited<ReturnType<typeof factsOf>>;

/** A shard of the page with room, or one more. */
function place(
  ctx: Ctx,
  pageId: string,
  places: Facts["places"],
): { id: string; guards: Statement[]; rows: Statement[] } {
  const room = places.find(({ count }) => count < shardSize);
  if (room) return { id: room.id, guards: [roomInShard(pageId, room.id)], rows: [] };
  const row = { id: ctx.id(), pageId, minute: Math.floor(ctx.now() / 60_000), plan: [], rings: {}, states: {} };
  return { id: row.id, guards: [], rows: insertRows(monitorShard, [row]) };
}

/** Where nobody knows how a component is, a monitor that has not looked yet does not either. */
function silence({ components }: Facts, given: NewMonitor["components"], now: number) {
  const unknown = components.some(({ id, observedStatus }) => id in given && observedStatus === "no_data");
  return { silentSince: unknown ? now : null };
}

/** All of it in one commit: the source that alerts come from, how it is checked, its rules, and the plan of its shard. */
function rowsOf(ctx: Ctx, made: Making, facts: Facts, shardId: string): Statement[] {
  const { input, id, sealed } = made;
  const { pageId, commitId: _commit, cloneOf: _origin, kind, name, settings: _given, dependsOn, ...rest } = input;
  const { components, mode, hold, resolveAfter, ...checks } = rest;
  const now = ctx.now();
  const times = { createdAt: now, updatedAt: now };
  const phase = phaseFor(checks.interval, facts.beats);
  const watch = { shardId, phase, watchedSince: now, stateSince: now };
  const about = { ...sealed, ...silence(facts, components, now), ...times };
  return [
    ...insertRows(source, [{ id, pageId, family: "monitor", kind, name, dependsOn, ...about }]),
    ...insertRows(monitor, [{ id, pageId, ...checks, ...watch, ...times }]),
    ...newRules(ctx, pageId, id, { components, mode, hold, resolveAfter }),
    rebuildPlan(pageId, [shardId]),
    wantSettle(pageId, ctx.now()),
  ];
}

function auditOf({ input, adapter, id, settings }: Making) {
  const { pageId: _page, commitId: _commit, settings: _given, ...after } = input;
  const shown = { ...after, settings: masked(adapter, settings) };
  return { action: "monitor.create", subjectKind: "monitor", subjectId: id, after: shown };
}

async function attempt(ctx: Ctx, made: Making): Promise<Result<Done>> {
  const { input, id, commitId } = made;
  const { pageId, interval } = input;
  const facts = await factsOf(ctx, made);
  const replay = replayOf(facts.prior, pageId);
  if (replay) return replay;
  const components = knownComponents(input.components, facts.components);
  if (!components.ok) return components;
  const cause = checkedCause(id, input.dependsOn, facts.known);
  if (!cause.ok) return cause;
  if ((facts.load?.all ?? 0) >= monitorLimit) {
    return invalid("name", `A deployment has at most ${monitorLimit} monitors.`, "too_many_monitors");
  }
  const fits = fitsPlan(ctx, facts.load, { before: [], after: [{ id, interval, pausedAt: null }] });
  if (!fits.ok) return fits;
  const { id: shardId, guards, rows } = place(ctx, pageId, facts.places);
  return commitChange(ctx, {
    id: commitId,
    pageId,
    expect: cause.value,
    guards: [...guards, ...fits.value, fewerThan(monitorLimit)],
    changes: [...rows, ...rowsOf(ctx, made, facts, shardId)],
    audit: auditOf(made),
  });
}

/**
 * Makes a monitor with its two rules and its place in a shard. Failures: invalid (kind, settings, an address that we do
 * not call, components, a circle of causes, `over_plan_budget`).
 */
export async function createMonitor(ctx: Ctx, given: CreateMonitorInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(createMonitorInput, given);
  if (!parsed.ok) return parsed;
  const made = await making(ctx, parsed.value);
  if (!made.ok) return made;
  const done = await changing(ctx, () => attempt(ctx, made.value));
  if (done.ok) settleSoon(ctx, made.value.input.pageId);
  return done;
}
