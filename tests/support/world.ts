import { handleCronTick } from "~/clock/tick";
import { handleSenderMessage } from "~/clock/wake";
import type { Bindings } from "~/platform/env";
import { resetIsolate } from "~/platform/isolate";
import type { Snapshot } from "~/status-page/rules/snapshot-document";
import { unpackSnapshot } from "~/status-page/rules/snapshot-packing";
import { capacityOf, type Placed } from "./capacity";
import { noon, type TestDeployment } from "./database";
import { sendPing } from "./heartbeats";
import { group, post } from "./ingest";
import { tableNames, unmetered } from "./restored";
import {
  aHeartbeat,
  aPage,
  arrange,
  asked,
  someMonitors,
  someReaders,
  type TestPage,
  waitingNotices,
} from "./scenario";
import { type Unit, waitingUnits } from "./waiting-units";
import { bindCheckers } from "./watched";
import { type WorldNetwork, worldMailer, worldNetwork } from "./world-network";

/** A deployment as a user might run it, and the events in it. Minutes count from its start. */
export interface WorldPlan extends Placed {
  pages: number;
  /** Shards of each page, with one monitor each. */
  shards: number;
  /** Only the first so many pages have monitors; absent = all. */
  watched?: number;
  /** Spread over the pages, each due once a minute. */
  heartbeats: number;
  /** True when heartbeats are pinged each minute; otherwise they become late. */
  pinged: boolean;
  /** Emails to single people that wait from the start. */
  waiting: number;
  /** Every monitored address answers 500 from `downAt` on, until `upAt`. */
  downAt: number;
  upAt: number;
  /** A source of the last page fires at this minute, with a hold of two; null = never. */
  firesAt: number | null;
}

export interface World {
  plan: WorldPlan;
  deployment: TestDeployment;
  pages: TestPage[];
  network: WorldNetwork;
  /** Runs the next minute: its events, the tick, and everything that it calls. */
  minute(): Promise<void>;
  /** Returns the page's document as visitors read it. */
  shown(page: TestPage): Promise<Snapshot | null>;
}

const minute = 60_000;
/** A queue delivers messages as long as the sender asks for another turn; here at most so many a minute. */
const turnsAMinute = 20;

async function empty({ bindings: { DB } }: TestDeployment): Promise<void> {
  const tables = await tableNames(DB);
  await unmetered(DB, [
    ...tables.map((name) => ({ sql: `DELETE FROM ${name}`, params: [] })),
    { sql: "INSERT INTO deployment (id) VALUES (1)", params: [] },
  ]);
}

/** Binds a queue that is emptied after the tick, each message in its own invocation. */
function bindQueue(deployment: TestDeployment) {
  let messages = 0;
  const send = async () => {
    messages += 1;
  };
  deployment.bindings.WAKE = { send } as unknown as NonNullable<Bindings["WAKE"]>;
  return async () => {
    for (let turn = 0; messages > 0 && turn < turnsAMinute; turn++) {
      messages -= 1;
      await handleSenderMessage(deployment.ctx());
      await deployment.settled();
    }
    messages = 0;
  };
}

function bind(deployment: TestDeployment, { checker, wake: queue, plan }: WorldPlan): () => Promise<void> {
  const { CHECKER: _, WAKE: _w, ...rest } = deployment.bindings;
  // A new object, because an isolate's memory is keyed by it.
  deployment.bindings = { ...rest, UPFRONT_PLAN: plan };
  if (checker) bindCheckers(deployment);
  return queue ? bindQueue(deployment) : async () => undefined;
}

export const hostOf = (page: number, shard: number) => `m${page}-${shard}.example.com`;

async function fill(deployment: TestDeployment, plan: WorldPlan) {
  const pages = Array.from({ length: plan.pages }, (_, index) =>
    aPage({ slug: `w${index}`, components: Math.max(2, plan.shards) }),
  );
  const watched = pages.slice(0, plan.watched).flatMap(({ id, components }, index) =>
    Array.from({ length: plan.shards }, (_, shard) => {
      const settings = { url: `https://${hostOf(index, shard)}/` };
      const draft = { settings, components: [components[shard] as string], mode: "publish" as const };
      return someMonitors(id, [draft], { shardId: `shard-${index}-${shard}` });
    }),
  );
  const times = { state: "up", lastResult: "success", lastPingAt: noon - 1000, dueAt: noon + 120_000 } as const;
  const beats = Array.from({ length: plan.heartbeats }, (_, index) =>
    aHeartbeat(pages[index % plan.pages] as TestPage, times),
  );
  const { id } = pages[0] as TestPage;
  const waiting = [asked(id, plan.waiting), waitingNotices(id, { count: plan.waiting, age: 0 })];
  await arrange(deployment, worldMailer, someReaders(pages), ...pages, ...watched, ...beats, ...waiting);
  return { pages, beats };
}

export async function openWorld(deployment: TestDeployment, plan: WorldPlan): Promise<World> {
  resetIsolate();
  await deployment.settled();
  deployment.clock.now = noon;
  const network = worldNetwork();
  const turns = bind(deployment, plan);
  deployment.way.outbound = network.outbound;
  await empty(deployment);
  const { pages, beats } = await fill(deployment, plan);
  const hosts = pages.flatMap((_, page) => Array.from({ length: plan.shards }, (_s, shard) => hostOf(page, shard)));
  let passed = 0;
  const befall = async () => {
    if (passed === plan.downAt) for (const host of hosts) network.down.add(host);
    if (passed === plan.upAt) network.down.clear();
    if (passed === plan.firesAt) {
      await post(deployment.ctx(), pages.at(-1) as TestPage, group([{ key: "one", startsAt: deployment.clock.now }]));
    }
    if (plan.pinged) for (const beat of beats) await sendPing(deployment.ctx(), beat);
    await deployment.settled();
  };
  return {
    plan,
    deployment,
    pages,
    network,
    async minute() {
      passed += 1;
      deployment.clock.now += minute;
      await befall();
      await handleCronTick(deployment.ctx(), deployment.clock.now);
      await deployment.settled();
      await turns();
      await deployment.settled();
    },
    async shown({ id }) {
      const sql = "SELECT body FROM snapshot WHERE page_id = ?1 AND part = 'home'";
      const [[row] = []] = await unmetered<{ body: string | null }>(deployment.bindings.DB, [{ sql, params: [id] }]);
      return row?.body ? unpackSnapshot(row.body) : null;
    },
  };
}

export interface Late {
  unit: Unit;
  minutes: number;
  allowed: number;
}

/**
 * Lets minutes pass, and returns what waited longer than two of them and the time for the work ahead of it, each with
 * its longest wait.
 */
export async function waitsOf(world: World, minutes: number): Promise<Late[]> {
  const { deployment, plan } = world;
  const capacity = capacityOf(plan);
  const first = new Map<string, { since: number; ahead: number }>();
  const late = new Map<string, Late>();
  for (let passed = 0; passed < minutes; passed++) {
    await world.minute();
    const { now } = deployment.clock;
    const units = await waitingUnits(deployment.bindings.DB, now);
    // A unit that does not wait now was served: an examined hold leaves its counter unchanged, and a repeated request
    // waits again.
    const waiting = new Set(units.map(({ key }) => key));
    for (const key of first.keys()) if (!waiting.has(key)) first.delete(key);
    for (const unit of units) {
      const known = first.get(unit.key) ?? { since: now, ahead: 0 };
      const since = unit.since ?? known.since;
      // Work that was ahead when it came was done meanwhile, even if it is no longer waiting.
      const ahead = Math.max(known.ahead, units.filter(({ kind }) => kind === unit.kind).length);
      first.set(unit.key, { since, ahead });
      const allowed = 2 + Math.ceil(ahead / capacity[unit.kind]) - 1;
      const waited = (now - since) / minute;
      if (waited > allowed) late.set(unit.key, { unit, minutes: waited, allowed });
    }
  }
  return [...late.values()];
}
