import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import {
  alertTable,
  auditEntryTable,
  episodeTable,
  monitorShardTable,
  monitorTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import type { Result } from "~/failures/failure";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { createMonitor } from "~/monitors/create";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "~/monitors/verbs";
import type { Ctx } from "~/platform/ctx";
import { noon } from "../support/database";
import { type Desk, good, openDesk } from "../support/desk";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { printFaults } from "../support/measured";
import { aMonitor, firing, watch } from "../support/monitors";

/** Every single fault over what people do to monitors: done once, all of it, and the plan is what the rows say. */
let desk: Desk;
let world: KeptWorld;
let cases = 0;
let one: string;
let two: string;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  await arrange();
  world = await keepWorld(desk.deployment);
});
afterAll(async () => {
  printFaults("what people do to monitors", cases);
  await world.end();
  await desk.close();
});

interface Flow {
  name: string;
  operate(ctx: Ctx, commitId: string): Promise<Result<unknown>>;
}

const at = (commitId: string, id: string) => ({ pageId: desk.pageId, id, version: 0, commitId });
const flows: Flow[] = [
  {
    name: "create",
    operate: (ctx, commitId) => createMonitor(ctx, aMonitor(desk, { commitId, name: "Third", dependsOn: one })),
  },
  {
    name: "update",
    operate: (ctx, commitId) => {
      const components = { [desk.components[1]]: "partial_outage" };
      const settings = { url: "https://shop.example.com/other" };
      return updateMonitor(ctx, {
        ...at(commitId, one),
        name: "Till",
        interval: 2,
        components,
        settings,
        mode: "none",
      });
    },
  },
  { name: "pause", operate: (ctx, commitId) => pauseMonitor(ctx, at(commitId, one)) },
  { name: "resume", operate: (ctx, commitId) => resumeMonitor(ctx, at(commitId, two)) },
  { name: "delete", operate: (ctx, commitId) => deleteMonitor(ctx, at(commitId, one)) },
  {
    name: "bulk",
    operate: (ctx, commitId) =>
      bulkChangeMonitors(ctx, { pageId: desk.pageId, ids: [one, two], action: "set_interval", value: "10", commitId }),
  },
];

/** One monitor of which an alert fires, another that is paused. */
async function arrange(): Promise<void> {
  const { d1 } = desk.owner();
  desk.deployment.clock.now = noon;
  one = await watch(desk);
  two = await watch(desk, { name: "Second" });
  await firing(desk, one);
  await good(pauseMonitor(desk.as("admin"), { pageId: desk.pageId, id: two }));
  await d1.batch([d1.prepare("DELETE FROM audit_entry").bind(), d1.prepare("UPDATE source SET version = 0").bind()]);
}

async function record() {
  const ctx = desk.owner();
  const { db } = ctx;
  const [monitors, sources, rules, moved, alerts, episodes, audit, shards] = await readBatch(
    ctx,
    db.select().from(monitorTable),
    db.select().from(sourceTable),
    db.select().from(ruleTable),
    db.select().from(ruleComponentTable),
    db.select().from(alertTable),
    db.select().from(episodeTable),
    db.select().from(auditEntryTable),
    db.select().from(monitorShardTable),
  );
  const nameOf = (id: string) => sources.find((each) => each.id === id)?.name ?? "";
  const byName = <Row extends { id: string; createdAt: number }>(rows: Row[]) =>
    rows.toSorted((a, b) => nameOf(a.id).localeCompare(nameOf(b.id)) || a.createdAt - b.createdAt);
  const plan = shards.flatMap((shard) => shard.plan);
  for (const row of monitors) {
    const planned = plan.find((each) => each.id === row.id);
    expect(planned).toMatchObject({ interval: row.interval, phase: row.phase, paused: row.pausedAt !== null });
    expect(sources.find((each) => each.id === row.id)).toMatchObject({ name: planned?.name });
  }
  expect(plan).toHaveLength(monitors.length);
  return {
    monitors: byName(monitors).map(({ interval, phase, pausedAt, state }) => [interval, phase, pausedAt, state]),
    sources: byName(sources).map(({ name, version, silentSince, dependsOn }) => [
      name,
      version,
      silentSince,
      dependsOn !== null,
    ]),
    rules: rules.map(({ position, mode, version }) => `${position} ${mode} ${version}`).toSorted(),
    moved: moved.map(({ status }) => status).toSorted(),
    alerts: alerts.map(({ state }) => state),
    episodes: episodes.map(({ endedAt }) => endedAt),
    audit: audit.filter((entry) => entry.actorKind === "person").map((entry) => entry.action),
    shards: shards.length,
  };
}

async function once(flow: Flow, call: number, mode: FaultMode) {
  await world.restore();
  const commitId = desk.owner().id();
  const binding = faulty(desk.deployment.bindings.DB, call, mode);
  const around = desk.as("admin");
  const faultyCtx = desk.deployment.ctx(around.actor, {
    database: binding.database,
  });
  const ctx: Ctx = { ...faultyCtx, member: around.member, defer: () => undefined };
  const failed = await flow.operate(ctx, commitId).then(
    () => false,
    () => true,
  );
  await binding.ended();
  const [calls, writes, struck] = [binding.calls(), binding.writes(), binding.struck()];
  if (failed) await good(flow.operate(desk.as("admin"), commitId));
  await desk.deployment.settled();
  await binding.retried();
  return { calls, writes, struck, record: await record() };
}

describe.each(flows.map((flow) => [flow.name, flow] as const))("%s", (_, flow) => {
  test("whichever call fails, it is done once and whole", { timeout: 120_000 }, async () => {
    const clean = await once(flow, 0, "before");
    expect(clean.calls).toBeGreaterThanOrEqual(2);
    expect(clean.record.audit).toHaveLength(1);
    for (const { mode, call } of triedCases(clean)) {
      const { struck, record: found } = await once(flow, call, mode);
      expect(struck, `call ${call} was never made to fail`).toBe(true);
      expect(found).toEqual(clean.record);
      cases += 1;
    }
  });
});
