import { afterEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange, grown } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";

const minute = 60_000;
/** In its first minutes a deployment is purged table by table; from then on each table rests for at least an hour. */
const firstTicks = 15;

let deployment: TestDeployment | undefined;
afterEach(async () => {
  await deployment?.close();
  deployment = undefined;
});

interface Costs {
  build: { read: number; written: number };
  idleTicks: { read: number; written: number }[];
}

/** Measures a page with that many rows: the next build, and minutes in which nothing is due. */
async function costsOf(what: string, count: number): Promise<Costs> {
  const own = await openDeployment();
  deployment = own;
  // A hundred thousand rows take longer than the usual deadline of a call.
  const patient = () => own.ctx(undefined, { database: own.bindings.DB, deadline: 60_000 });
  const spent = async (work: (ctx: Ctx) => Promise<unknown>) => {
    const ctx = own.ctx();
    await work(ctx);
    await own.settled();
    return { read: ctx.meter.read, written: ctx.meter.written };
  };
  const next = () => {
    own.clock.now += minute;
    return spent((ctx) => handleCronTick(ctx, own.clock.now));
  };
  const page = await arrange(own, aPage({ mode: "none" }));
  for (let index = 0; index < firstTicks; index++) await next();
  await runBatch(patient(), grown[what]?.(page, count, own.clock.now) ?? []);
  const wish = "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1";
  await runBatch(own.ctx(), [{ sql: wish, params: [page.id] }]);
  await publishPage(patient(), page.id);
  await runBatch(own.ctx(), [{ sql: wish, params: [page.id] }]);
  const build = await spent((ctx) => publishPage(ctx, page.id));
  await next();
  const idleTicks = [await next(), await next()];
  await own.close();
  deployment = undefined;
  return { build, idleTicks };
}

/** A page with notices waiting is looked at. */
const idleAtMost = (what: string) => (what === "notices waiting" ? 24 : 14);

test.each(Object.keys(grown))(
  "a build and an idle tick read and write the same with 1, 1,000 and 100,000 %s",
  async (what) => {
    const one = await costsOf(what, 1);
    expect(one.idleTicks.map(({ written }) => written)).toEqual([0, 0]);
    expect(Math.max(...one.idleTicks.map(({ read }) => read))).toBeLessThanOrEqual(idleAtMost(what));
    expect(await costsOf(what, 1000)).toEqual(one);
    expect(await costsOf(what, 100_000)).toEqual(one);
  },
);
