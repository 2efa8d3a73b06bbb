import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { openDeployment } from "../support/database";
import { collectGarbage } from "../support/heap";
import { quickNetwork } from "../support/outbound";
import { aPage, arrange, someMonitors } from "../support/scenario";
import { bindCheckers, shardOf } from "../support/watched";

/** A week of minutes is 10,080: with `--long` and in `npm run bench`; half a day of them here. */
const ticks = Number(process.env.UPFRONT_SOAK ?? (process.env.UPFRONT_LONG === "1" ? 10_080 : 720));

function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}

test(`${ticks} ticks with ten monitors that fail now and then: memory and the shard's row stay as they are`, async () => {
  const deployment = await openDeployment();
  let answers = 200;
  deployment.way.outbound = quickNetwork(() => answers);
  const page = await arrange(deployment, aPage({ components: 5 }));
  const drafts = Array.from({ length: 10 }, (_, index) => ({
    settings: { url: "https://example.com/" },
    components: [page.components[index % 5] as string],
  }));
  await arrange(deployment, someMonitors(page.id, drafts));
  const calls = bindCheckers(deployment);
  const sizes: number[] = [];
  const heaps: number[] = [];
  for (let at = 1; at <= ticks; at++) {
    deployment.clock.now += 60_000;
    answers = at % 240 < 5 ? 500 : 200;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
    calls.length = 0;
    if (at % Math.floor(ticks / 6) !== 0) continue;
    heaps.push(heap());
    sizes.push(JSON.stringify(await shardOf(deployment, `shard-${page.id}`)).length);
  }
  const megabytes = heaps.map((each) => each.toFixed(1)).join(", ");
  console.log(`${ticks} ticks: heap ${megabytes} MB; the shard's row ${sizes.join(", ")} bytes`);
  const [early = 0, late = 0] = [heaps[1], heaps.at(-1)];
  expect(late - early).toBeLessThan(2);
  // Every other sample is taken while all fail, of which a row says more: each of the last two is compared with its like.
  expect((sizes.at(-1) ?? 0) / (sizes[1] ?? 1)).toBeLessThan(1.05);
  expect((sizes.at(-2) ?? 0) / (sizes[0] ?? 1)).toBeLessThan(1.05);
  await deployment.close();
});
