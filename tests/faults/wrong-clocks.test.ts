import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { componentYearTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { group, post } from "../support/ingest";
import { operations } from "../support/pair-operations";
import { openStage } from "../support/pair-stage";
import { openPairs } from "../support/pairs";
import { aPage, arrange } from "../support/scenario";
import { sized } from "../support/sizes";
import { skews } from "../support/skewed";

/** Clocks that are wrong: an isolate's own, or everybody's for a while. */
/** One of so many jumps, in turn; all with `--long`. */
const every = sized(8, 1);
const minute = 60_000;
const hour = 60 * minute;
const morning = Date.UTC(2026, 10, 20, 9);

const deployments: TestDeployment[] = [];
const fresh = async () => {
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0", UPFRONT_PLAN: "own" });
  deployments.push(deployment);
  return deployment;
};
afterAll(async () => {
  for (const each of deployments) await each.close();
});

/** The same database, seen by an isolate whose clock is off. */
const off = (deployment: TestDeployment, by: number): Ctx => ({
  ...deployment.ctx(),
  now: () => deployment.clock.now + by,
});

const revisionAt = async (ctx: Ctx, slug: string) => (await good(readPublishedView(ctx, { slug }))).snapshot.revision;

test.each(skews)("a reader whose clock jumps by %i ms shows what was published a second ago", async (by) => {
  const deployment = await fresh();
  deployment.clock.now = morning;
  const page = await arrange(deployment, aPage());
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
  const before = await revisionAt(deployment.ctx(), page.slug);
  await good(post(deployment.ctx(), page, group([{ key: "x", startsAt: morning }])));
  await deployment.settled();
  deployment.clock.now += 1001;
  expect(await revisionAt(off(deployment, by), page.slug)).toBeGreaterThan(before);
});

/** At noon something flaps by a clock that is off; five minutes later all is down by the right one, until the day is closed. */
async function packedAfterFlap(by: number) {
  const deployment = await fresh();
  const noonAt = Date.UTC(2026, 10, 20, 12);
  deployment.clock.now = noonAt;
  const page = await arrange(deployment, aPage({ mode: "none", holdSeconds: 0, resolveAfterSeconds: 0 }));
  const say = async (ctx: Ctx, key: string, over: object = {}) => {
    await good(post(ctx, page, group([{ key, startsAt: ctx.now(), ...over }])));
    await deployment.settled();
  };
  await say(off(deployment, by), "flap");
  deployment.clock.now += minute;
  await say(off(deployment, by), "flap", { status: "resolved", startsAt: noonAt + by, endsAt: noonAt + by + minute });
  deployment.clock.now = noonAt + 5 * minute;
  await say(deployment.ctx(), "down");
  for (
    const end = Date.UTC(2026, 10, 21) + 10 * minute;
    deployment.clock.now < end;
    deployment.clock.now += 10 * minute
  ) {
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
  const ctx = deployment.ctx();
  const [years] = await readBatch(ctx, ctx.db.select().from(componentYearTable));
  const [major = 0] = years.find(({ componentId }) => componentId === page.components[0])?.days["11-20"] ?? [];
  return { deployment, page, minutes: major / minute };
}

test.each([0, -hour, hour])(
  "an outage of hours with a flap under a clock that is off by %i ms is packed as that long",
  async (by) => {
    const { minutes } = await packedAfterFlap(by);
    const real = 12 * 60 - 5;
    const wrong = Math.abs(by) / minute;
    expect(Math.abs(minutes - real)).toBeLessThanOrEqual(wrong + 5);
  },
);

test.each([hour, 24 * hour])("a tick of a clock that is %i ms ahead blocks no stamp once it is right", async (by) => {
  const deployment = await fresh();
  deployment.clock.now = morning;
  await arrange(deployment, aPage());
  await handleCronTick(off(deployment, by), morning + by);
  for (let passed = 0; passed < 15; passed++) {
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
  const { results } = await deployment.ctx().d1.prepare("SELECT tick_at AS at FROM deployment").all();
  const stamps = (results as { at: number }[]).map(({ at }) => (deployment.clock.now - at) / minute);
  for (const age of stamps) expect([age >= 0, age <= 11]).toEqual([true, true]);
});

let stage: Awaited<ReturnType<typeof openPairs>>;
beforeAll(async () => {
  stage = await openPairs(await openStage(await fresh()));
});

test("whatever is done by a clock that is wrong, once it is right nothing waits and nothing untrue is left", {
  timeout: 600_000,
}, async () => {
  const begun = performance.now();
  const wrong: string[] = [];
  let cases = 0;
  for (const [index, operation] of operations.entries()) {
    const { calls } = await stage.profile(operation);
    for (const { number } of calls) {
      for (const [turn, by] of skews.entries()) {
        if ((number + turn + index) % every !== 0) continue;
        const found = await stage.skewed(operation, { by, from: number - 1 });
        if (!found) continue;
        cases += 1;
        for (const trouble of found.troubles)
          wrong.push(`${operation.name}, ${by / hour} h from call ${number}: ${trouble}`);
      }
    }
  }
  console.log(`${cases} clocks in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${wrong.length} troubles`);
  expect(wrong).toEqual([]);
});
