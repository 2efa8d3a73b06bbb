import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tick } from "~/jobs/tick";
import { forgetMemory } from "~/usecases/published/view";
import { openDeployment, type TestDeployment } from "../support/database";
import { everyFault, type Flow } from "../support/every-fault";
import { type Hook, startHook } from "../support/hook";
import { nodeOutbound } from "../support/outbound";
import type { TestPage } from "../support/page";
import { putMonitors } from "../support/watched";
import { withoutPurge } from "../support/without-purge";

let deployment: TestDeployment;
let target: Hook;
let status = 200;
const minute = 60_000;

beforeAll(async () => {
  deployment = await openDeployment();
  target = await startHook();
  target.answer(() => ({ status }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await target.close();
  await deployment.close();
});

/** Minutes that pass before the one under test, each answered with this status. */
async function pass(statuses: readonly number[]): Promise<void> {
  for (const each of statuses) {
    status = each;
    deployment.clock.now += minute;
    await tick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

const watch = (page: TestPage) =>
  putMonitors(deployment, page.id, [
    { name: "Website", settings: { url: target.url }, components: [page.components[1] as string], mode: "publish" },
  ]);

function flow(name: string, before: readonly number[], now: number, gap = 1): Flow {
  return {
    name,
    options: {},
    async arrange(page) {
      await watch(page);
      await pass(before);
      status = now;
      deployment.clock.now += gap * minute;
      await withoutPurge(deployment);
    },
    operate: (ctx) => tick(ctx, deployment.clock.now),
  };
}

const flows = [
  flow("tick: a check that is well", [200], 200),
  flow("tick: a monitor turns down, an incident is published", [200, 500], 500),
  flow("tick: a monitor recovers", [200, 500, 500, 500, 200], 200),
  flow("tick: after half an hour without ticks", [200, 200], 200, 30),
];

describe("every single fault of the checks", () => {
  test.each(flows)("$name", async (each) => {
    forgetMemory();
    const outcome = await everyFault(deployment, each);
    console.log(`${each.name}: ${outcome.calls} calls, ${outcome.cases} cases, 0 lost, 0 doubled`);
    expect(outcome.calls).toBeGreaterThan(1);
    expect(outcome.differences).toEqual([]);
  });
});
