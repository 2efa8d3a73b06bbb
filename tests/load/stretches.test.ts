import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { resetIsolate } from "~/platform/isolate";
import { unpackSnapshot } from "~/status-page/rules/snapshot-packing";
import { openDeployment, type TestDeployment } from "../support/database";
import { printTable } from "../support/measured";
import { aPage, arrange, someMonitors } from "../support/scenario";
import { measuredCtx, type Stretch } from "../support/stretches";
import { worldMailer, worldNetwork } from "../support/world-network";

/**
 * One thread serves the views and the tick of one machine: whoever opens a page waits for the longest stretch of work that
 * nothing interrupts. Here it is CPU, which no other work on the machine makes longer; views beside it are a story's.
 */
const isLong = process.env.UPFRONT_LONG === "1";
const minute = 60_000;
const ofShard = 20;

let deployment: TestDeployment;
beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_PLAN: "own" });
  resetIsolate();
});
afterEach(() => deployment.close());

const hostOf = (at: number) => `m${at}.example.com`;

/** One page with so many components, a monitor each, of which each opens an incident by itself. */
async function watchedPage(count: number) {
  const page = aPage({ slug: "wide", components: count });
  const shards = Array.from({ length: count / ofShard }, (_, shard) => {
    const drafts = Array.from({ length: ofShard }, (_m, index) => {
      const at = shard * ofShard + index;
      const components = [page.components[at] as string];
      return { settings: { url: `https://${hostOf(at)}/` }, mode: "publish" as const, components };
    });
    return someMonitors(page.id, drafts, { shardId: `shard-${shard}` });
  });
  await arrange(deployment, worldMailer, page, ...shards);
}

async function nextMinute(): Promise<Stretch[]> {
  deployment.clock.now += minute;
  const { ctx, stretches } = measuredCtx(deployment);
  await handleCronTick(ctx, deployment.clock.now);
  await deployment.settled();
  return stretches;
}

const longest = (all: readonly Stretch[]): Stretch =>
  all.reduce((found, each) => (each.cpu > found.cpu ? each : found), { until: "", cpu: 0 });

async function shown(): Promise<string | undefined> {
  const row = await deployment.bindings.DB.prepare("SELECT body FROM snapshot WHERE part = 'home'").first<{
    body: string;
  }>();
  return row ? unpackSnapshot(row.body)?.banner.state : undefined;
}

const sizes = isLong ? [{ count: 600, most: 110 }] : [{ count: 200, most: 45 }];

test.each(sizes)(
  "$count components fail in one minute: no stretch takes more than $most ms of CPU",
  async ({ count, most }) => {
    const network = worldNetwork();
    deployment.way.outbound = network.outbound;
    await watchedPage(count);
    for (let passed = 0; passed < 3; passed++) await nextMinute();
    for (let at = 0; at < count; at++) network.down.add(hostOf(at));
    const outage = [...(await nextMinute()), ...(await nextMinute())];
    const total = outage.reduce((sum, { cpu }) => sum + cpu, 0);
    const found = longest(outage);
    const head = ["components that fail", "stretches", "all work", "longest stretch", "bound", "it ends with"];
    const row = [`${total.toFixed()} ms`, `${found.cpu.toFixed()} ms`, `≤ ${most} ms`, found.until];
    printTable("stretches", { head, rows: [[count, outage.length, ...row]] });
    expect(await shown()).toBe("major_all");
    expect(found.cpu).toBeLessThanOrEqual(most);
  },
);
