import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { type ReceivedPing, recordPing } from "~/heartbeats/record";
import type { Ctx } from "~/platform/ctx";
import { noon } from "../support/database";
import { type Flow, testEveryFault } from "../support/every-fault";
import { sendPing } from "../support/heartbeats";
import { deploymentOfFile } from "../support/of-file";
import {
  aHeartbeat,
  arrange,
  type HeartbeatValues,
  pingKeyOf,
  type TestHeartbeat,
  type TestPage,
} from "../support/scenario";

const deployment = deploymentOfFile();

const made = new Map<string, TestHeartbeat>();
const daily = { kind: "simple" as const, periodSeconds: 86_400 };
const up: HeartbeatValues = { state: "up", lastResult: "success", lastPingAt: noon - 1000, dueAt: noon + 90_000_000 };
const down: HeartbeatValues = { ...up, state: "down", lastResult: "fail", dueAt: null };

const arranged = (values: HeartbeatValues) => async (page: TestPage) => {
  made.set(page.id, await arrange(deployment, aHeartbeat(page, { schedule: daily, ...values })));
};

const heartbeatOf = (page: TestPage) => made.get(page.id) as TestHeartbeat;

/** A 503 is what its sender sees: it sends the same again. */
async function answered(recorded: ReturnType<typeof recordPing>): Promise<void> {
  const result = await recorded;
  if (!result.ok) throw new Error(result.failure.name);
}

const pinged = (name: string, values: HeartbeatValues, told: Partial<ReceivedPing> & { text?: string }): Flow => ({
  name: `ping: ${name}`,
  options: {},
  arrange: arranged(values),
  operate: (ctx, page) => answered(sendPing(ctx, heartbeatOf(page), told)),
  nameless: true,
});

const looked = (name: string, values: HeartbeatValues): Flow => ({
  name: `due: ${name}`,
  options: {},
  arrange: arranged(values),
  operate: (ctx, page) => checkAndSettleHeartbeats(ctx, [heartbeatOf(page).id]),
});

const firing: Flow["arrange"] = async (page) => {
  await arranged(up)(page);
  await answered(sendPing(deployment.ctx(), heartbeatOf(page), { action: "fail" }));
  await deployment.settled();
  deployment.clock.now += 1000;
};

const byKey = (ctx: Ctx, page: TestPage) =>
  recordPing(ctx, {
    address: { pingKey: `key-${page.slug}`, slug: "made-here" },
    action: "success",
    create: true,
    method: "POST",
    from: "",
    agent: "",
    body: { bytes: new Uint8Array([65]), truncated: false },
  });

const failedUntold = { n: 4, id: "x", at: noon - 500, kind: "fail" as const, method: "POST", from: "", agent: "" };

const flows: Flow[] = [
  pinged("up → up", up, {}),
  pinged("up → up, with a body", up, { text: "done" }),
  pinged("new → up", {}, {}),
  pinged("paused → up", { state: "paused" }, {}),
  pinged("up → fail", up, { action: "fail" }),
  pinged("down → up", down, {}),
  pinged("a start", up, { action: "start" }),
  { ...pinged("down → up, which ends its alert", up, {}), arrange: firing },
  {
    name: "ping: create=1",
    options: {},
    arrange: async (page) => {
      await arrange(deployment, pingKeyOf(page.id, `key-${page.slug}`));
    },
    operate: (ctx, page) => answered(byKey(ctx, page)),
    nameless: true,
  },
  looked("too early", { ...up, dueAt: noon }),
  looked("the deadline is reached", { ...up, lastPingAt: noon - 90_000_000, dueAt: noon - 60_000 }),
  looked("a turn that was not told", {
    ...up,
    lastResult: "fail",
    pings: [failedUntold],
    pingCount: 4,
    pendingFrom: 4,
  }),
];

testEveryFault("heartbeats", deployment, flows, { leastCases: 3 });
