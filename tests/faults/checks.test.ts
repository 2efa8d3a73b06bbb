import { afterAll, beforeAll } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { type Flow, testEveryFault } from "../support/every-fault";
import { type Hook, startHook } from "../support/hook";
import { deploymentOfFile } from "../support/of-file";
import { nodeOutbound } from "../support/outbound";
import { arrange, someMonitors, type TestPage } from "../support/scenario";
import { withoutPurge } from "../support/without-purge";

const deployment = deploymentOfFile();
let target: Hook;
let status = 200;
const minute = 60_000;

beforeAll(async () => {
  target = await startHook();
  target.answer(() => ({ status }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
});
afterAll(() => target.close());

/** Minutes that pass before the one under test, each answered with this status. */
async function pass(statuses: readonly number[]): Promise<void> {
  for (const each of statuses) {
    status = each;
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

const watch = (page: TestPage) =>
  arrange(
    deployment,
    someMonitors(page.id, [
      { name: "Website", settings: { url: target.url }, components: [page.components[1] as string], mode: "publish" },
    ]),
  );

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
    operate: (ctx) => handleCronTick(ctx, deployment.clock.now),
  };
}

const flows = [
  flow("tick: a check that is well", [200], 200),
  flow("tick: a monitor turns down, an incident is published", [200, 500], 500),
  flow("tick: a monitor recovers", [200, 500, 500, 500, 200], 200),
  flow("tick: after half an hour without ticks", [200, 200], 200, 30),
];

testEveryFault("the checks", deployment, flows, { leastCalls: 2 });
