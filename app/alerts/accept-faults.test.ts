import { expect, test } from "vitest";
import { type Ctx, makeCtx } from "~/platform/ctx";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile();

const modes = ["lost before", "lost after commit", "stall", "stall after commit", "refused"] as const;
type Mode = (typeof modes)[number];

async function faulty(mode: Mode, run: () => Promise<unknown>): Promise<unknown> {
  if (mode.endsWith("after commit")) await run();
  if (mode.startsWith("stall")) return new Promise(() => undefined);
  throw new Error(mode === "refused" ? "D1_ERROR: no" : "Network connection lost.");
}

/** Returns a context whose database fails at the k-th call, and a function that counts the calls. */
function breaking(k: number, mode: Mode): { ctx: Ctx; calls: () => number } {
  const real = deployment.bindings.DB;
  let calls = 0;
  const batch = (statements: D1PreparedStatement[]) => {
    const run = () => real.batch(statements);
    return ++calls === k ? faulty(mode, run) : run();
  };
  const DB = { prepare: (sql: string) => real.prepare(sql), batch } as unknown as D1Database;
  const around = {
    now: () => deployment.clock.now,
    sleep: async () => undefined,
    defer: () => undefined,
    deadline: 250,
  };
  return { ctx: makeCtx({ ...deployment.bindings, DB }, around), calls: () => calls };
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const start = () => deployment.clock.now - 60_000;

type Send = (ctx: Ctx, from: TestSource) => ReturnType<typeof post>;

const fire: Send = (ctx, from) => post(ctx, from, group([{ key: "a", startsAt: start() }]));
const recover: Send = (ctx, from) =>
  post(ctx, from, group([{ key: "a", status: "resolved", startsAt: start(), endsAt: deployment.clock.now }]));
const signed: Send = (ctx, from) => {
  const body = { type: "alert.firing", timestamp: new Date(start()).toISOString(), data: { id: "a" } };
  const rawBody = new TextEncoder().encode(JSON.stringify(body));
  const sent = { rawBody, settings: { secret }, now: deployment.clock.now, deliveryId: "m1" };
  return post(ctx, from, body, sourceAdapterOf("standard-webhooks")?.prove?.(sent));
};

const operations: { name: string; kind?: string; settings?: object; before: Send[]; send: Send; state: string }[] = [
  { name: "fire", before: [], send: fire, state: "firing" },
  { name: "repeat", before: [fire], send: fire, state: "firing" },
  { name: "recover", before: [fire], send: recover, state: "resolved" },
  {
    name: "event with an id",
    kind: "standard-webhooks",
    settings: { secret },
    before: [],
    send: signed,
    state: "firing",
  },
];

/** Runs one delivery whose k-th call fails, and sends it again as a sender does until it is accepted. */
async function survive(operation: (typeof operations)[number], k: number, mode: Mode): Promise<number> {
  const { kind, settings } = operation;
  const from = await arrange(deployment, aLoneSource({ ...(kind ? { kind } : {}), settings }));
  for (const send of operation.before) expect((await send(deployment.ctx(), from)).ok).toBe(true);
  const { ctx, calls } = breaking(k, mode);
  const first = await operation.send(ctx, from).catch(() => null);
  await deployment.settled();
  const taken = first?.ok ? [first.value.id] : [];
  if (first?.ok) expect((await rowsOf(deployment.ctx(), from)).deliveries.map(({ id }) => id)).toContain(taken[0]);
  else expect((await operation.send(deployment.ctx(), from)).ok).toBe(true);
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ key: "a", state: operation.state }]);
  expect(episodes).toHaveLength(1);
  return calls();
}

test.each(operations)(
  "$name: any single call failing in any way loses nothing and doubles nothing",
  async (operation) => {
    let cases = 0;
    for (const mode of modes) {
      for (let k = 1; k <= (await survive(operation, k, mode)); k++) cases++;
    }
    expect(cases).toBeGreaterThanOrEqual(modes.length * 3);
    console.info(`${operation.name}: ${cases} cases`);
  },
);
