import { afterAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { callsPerCheck } from "~/monitors/contract/imported-settings";
import { monitorKinds } from "~/monitors/kinds/known-kinds";
import type { CtxOptions } from "~/platform/ctx";
import { chargeMeter } from "~/platform/meter";
import type { ByteConnection, MessageSocket } from "~/platform/outbound";
import { openDeployment } from "../support/database";
import { printTable } from "../support/measured";
import { aPage, arrange, someMonitors } from "../support/scenario";
import { bindCheckers, shardOf } from "../support/watched";

/** What ticks cost with 10, 100 and 1,000 monitors of every kind in turn. Printed as a table for docs/measurements.md. */
const rows: number[][] = [];
afterAll(() => {
  const costs = ["rows written", "invocations", "most statements and subrequests in one"];
  printTable("mixed-monitors", { head: ["monitors of all kinds", "shards", ...costs], rows });
});

/** Whoever is connected to says this and ends. */
const saying = (text: string): ByteConnection => ({
  readable: new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  }),
  writable: new WritableStream(),
  startTls: () => saying(text),
  close: async () => undefined,
});

const socket: MessageSocket = {
  send: () => undefined,
  next: async () => ({ kind: "message", text: "connection_ack" }),
  close: () => undefined,
};

/** Everybody answers at once, and not all of them well. */
const everybody: NonNullable<CtxOptions["outbound"]> = ({ meter }) => {
  const headers = new Headers({ "content-type": "application/json", "sec-websocket-protocol": "graphql-transport-ws" });
  const text = '{"status":"ok","token":"token=t;"}';
  const answer = { ok: true as const, status: 200, headers, text, truncated: false, milliseconds: 20 };
  return {
    async fetch() {
      chargeMeter(meter, "subrequests", 1);
      return answer;
    },
    async connect() {
      chargeMeter(meter, "subrequests", 1);
      return { ok: true, connection: saying("+OK\r\n") };
    },
    async upgrade() {
      chargeMeter(meter, "subrequests", 1);
      return { ...answer, status: 101, socket };
    },
  };
};

const ours = monitorKinds.filter(({ from = "either" }) => from === "either");

/** Each kind with what its check costs, in turn, and HTTP as plain as most are. */
const drafts = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const kind = ours[index % ours.length] as (typeof ours)[number];
    const sample = kind.sampleSettings as Record<string, unknown>;
    const settings = index % 2 === 0 && kind.kind === "http" ? { url: "https://example.com/" } : sample;
    return { id: `m${index}`, kind: kind.kind, settings, cost: callsPerCheck(kind, settings) };
  });

/** As new ones find their places: a shard makes at most 20 calls. */
function shardsOf(all: ReturnType<typeof drafts>): ReturnType<typeof drafts>[] {
  const shards: ReturnType<typeof drafts>[] = [];
  let room = 0;
  for (const draft of all) {
    if (draft.cost > room) {
      shards.push([]);
      room = 20;
    }
    room -= draft.cost;
    shards.at(-1)?.push(draft);
  }
  return shards;
}

test("10, 100, 1,000 monitors of all kinds: below 40 in every invocation, and every one of them is looked at", async () => {
  expect(ours.length).toBeGreaterThanOrEqual(7);
  for (const count of [10, 100, 1000]) {
    const deployment = await openDeployment();
    deployment.way.outbound = everybody;
    const page = await arrange(deployment, aPage({ components: 1 }));
    const shards = shardsOf(drafts(count));
    for (const [index, each] of shards.entries())
      await arrange(deployment, someMonitors(page.id, each, { shardId: `s${index}` }));
    const calls = bindCheckers(deployment);
    let [most, written, invocations] = [0, 0, 0];
    for (let minute = 0; minute < 20; minute++) {
      deployment.clock.now += 60_000;
      calls.length = 0;
      const ctx = deployment.ctx();
      await handleCronTick(ctx, deployment.clock.now);
      await deployment.settled();
      const meters = [ctx.meter, ...calls.map((each) => each.meter)];
      most = Math.max(most, ...meters.map((each) => each.statements + each.subrequests));
      written = meters.reduce((sum, each) => sum + each.written, 0);
      invocations = meters.length;
    }
    rows.push([count, shards.length, written, invocations, most]);
    expect(most).toBeLessThan(40);
    for (const [index, each] of shards.entries()) {
      const { states } = await shardOf(deployment, `s${index}`);
      for (const { id, kind } of each) expect(states[id]?.owed, `${id} ${kind}`).toBe(false);
    }
    await deployment.close();
  }
});

/** Whoever is called redirects as often as is followed, or fails so that its certificate is looked at; all side by side. */
const worst: NonNullable<CtxOptions["outbound"]> = (around) => {
  const well = everybody(around);
  const failure = { ok: false as const, reason: "unreachable" as const, code: "unreachable" };
  const nobody = { ...failure, detail: "call.unreachable" as const, milliseconds: 20 };
  const redirected = async (times = 0) => {
    for (let hop = 0; hop < times; hop++) {
      chargeMeter(around.meter, "subrequests", 1);
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  return {
    async fetch(request) {
      await redirected(request.redirects);
      return well.fetch(request);
    },
    async connect(target) {
      const reached = await well.connect(target);
      return target.tls === "off" ? reached : nobody;
    },
    async upgrade({ redirects }) {
      await redirected(redirects);
      chargeMeter(around.meter, "subrequests", 1);
      return nobody;
    },
  };
};

const url = "https://example.com/";
const longest = { url, certificateDays: 30, earlier: Array.from({ length: 4 }, () => `GET ${url}`).join("\n\n") };
const alike = (count: number, settings: Record<string, unknown>): ReturnType<typeof drafts> => {
  const http = monitorKinds.find(({ kind }) => kind === "http") as (typeof ours)[number];
  return Array.from({ length: count }, (_, index) => {
    const cost = callsPerCheck(http, settings);
    return { id: `m${index}`, kind: "http", settings, cost };
  });
};

test.each<[string, () => ReturnType<typeof drafts>]>([
  ["of all kinds", () => drafts(100)],
  ["HTTP alone", () => alike(40, { url })],
  ["of as many steps as there may be", () => alike(9, longest)],
])(
  "monitors %s whose every call is redirected: below 40 in every invocation, and none waits until it is silent",
  async (_, make) => {
    const deployment = await openDeployment();
    deployment.way.outbound = worst;
    const page = await arrange(deployment, aPage({ components: 1 }));
    const shards = shardsOf(make());
    for (const [index, each] of shards.entries())
      await arrange(deployment, someMonitors(page.id, each, { shardId: `s${index}` }));
    const calls = bindCheckers(deployment);
    const waits = new Map<string, number>();
    let [most, longestWait] = [0, 0];
    for (let minute = 0; minute < 20; minute++) {
      deployment.clock.now += 60_000;
      calls.length = 0;
      const ctx = deployment.ctx();
      await handleCronTick(ctx, deployment.clock.now);
      await deployment.settled();
      most = Math.max(
        most,
        ...[ctx.meter, ...calls.map((each) => each.meter)].map((each) => each.statements + each.subrequests),
      );
      for (const [index, each] of shards.entries()) {
        const { states } = await shardOf(deployment, `s${index}`);
        for (const { id } of each) waits.set(id, states[id]?.owed === false ? 0 : (waits.get(id) ?? 0) + 1);
      }
      longestWait = Math.max(longestWait, ...waits.values());
    }
    expect(most).toBeLessThan(40);
    expect(longestWait).toBeLessThanOrEqual(4);
    await deployment.close();
  },
);
