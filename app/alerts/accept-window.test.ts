import { expect, test } from "vitest";
import { secondsUntilNextWindow } from "~/access/change-window";
import { runBatch } from "~/db/run-batch";
import { type Ctx, makeCtx } from "~/platform/ctx";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile();

const minute = 60_000;

/** Returns another isolate: it shares no memory with the others, only the database. */
function isolate(): Ctx {
  const around = { now: () => deployment.clock.now, defer: () => undefined, sleep: async () => undefined };
  return makeCtx({ ...deployment.bindings }, around);
}

const body = (name: string, count: number, more: object = {}) =>
  group(Array.from({ length: count }, (_, at) => ({ key: `${name}-${at}`, ...more })));

async function window({ pageId }: TestSource) {
  const sql = "SELECT window_at AS at, window_counts AS counts FROM settle WHERE page_id = ?1";
  const [answer] = await runBatch(deployment.ctx(), [{ sql, params: [pageId] }]);
  const row = answer?.results[0] as { at: number; counts: string };
  return { at: row.at, counts: JSON.parse(row.counts) as Record<string, number> };
}

test("a storm of large bodies is limited by the alerts that it changes, over all isolates, and costs no row beyond", async () => {
  const from = await arrange(deployment, aLoneSource());
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => post(isolate(), from, body(`b${at}`, 60))));
  const refused = answers.flatMap((each) => (each.ok ? [] : [each.failure]));
  expect(refused).toHaveLength(15);
  const retryAfter = secondsUntilNextWindow(deployment.clock.now);
  for (const failure of refused) expect(failure).toEqual({ name: "overloaded", retryAfter });
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), from);
  expect([alerts.length, deliveries.length, (await window(from)).counts[from.id]]).toEqual([300, 5, 300]);
  const ctx = deployment.ctx();
  await post(ctx, from, body("more", 60));
  expect(ctx.meter.written).toBe(0);
});

test("what changes nothing is taken all the same; with the next window all is taken again", async () => {
  const from = await arrange(deployment, aLoneSource());
  const startsAt = deployment.clock.now - minute;
  for (const name of ["a", "b"]) await post(deployment.ctx(), from, body(name, 150, { startsAt }));
  expect((await post(deployment.ctx(), from, body("a", 150, { startsAt }))).ok).toBe(true);
  const ended = { status: "resolved", startsAt, endsAt: deployment.clock.now };
  expect((await post(deployment.ctx(), from, body("a", 150, ended))).ok).toBe(false);
  expect(await post(deployment.ctx(), from, "{broken")).toMatchObject({ failure: { name: "malformed" } });
  expect((await post(deployment.ctx(), from, body("a", 150, { startsAt }))).ok).toBe(true);
  deployment.clock.now += 5 * minute;
  expect((await post(deployment.ctx(), from, body("a", 150, ended))).ok).toBe(true);
  expect((await window(from)).counts).toEqual({ [from.id]: 150 });
});

test("a group of 1,000 that recovers whole is one body of an empty window", async () => {
  const from = await arrange(deployment, aLoneSource());
  const startsAt = deployment.clock.now - 10 * minute;
  for (let at = 0; at < 5; at++) {
    deployment.clock.now += 5 * minute;
    await post(deployment.ctx(), from, body(`b${at}`, 200, { startsAt }));
  }
  const endsAt = deployment.clock.now;
  const closes = { ...body("b0", 1, { status: "resolved", startsAt, endsAt }), truncatedAlerts: 999 };
  expect(await post(deployment.ctx(), from, closes)).toMatchObject({ ok: false, failure: { name: "overloaded" } });
  deployment.clock.now += 5 * minute;
  expect((await post(deployment.ctx(), from, closes)).ok).toBe(true);
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(alerts.filter((each) => each.state === "resolved")).toHaveLength(1000);
});
