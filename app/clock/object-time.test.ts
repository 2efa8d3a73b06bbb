import { afterEach, beforeEach, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { type Hook, startHook } from "../../tests/support/hook";
import { awayDatabase } from "../../tests/support/inboxes";
import { nodeOutbound } from "../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../tests/support/scenario";
import { bindCheckers, tickMinutes } from "../../tests/support/watched";

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;
let checkers: ReturnType<typeof bindCheckers>;

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  target = await startHook();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  page = await arrange(deployment, aPage({ components: 1 }));
  checkers = bindCheckers(deployment);
});
afterEach(async () => {
  await Promise.all([target.close(), deployment.close()]);
});

const today = () => new Date(deployment.clock.now).toISOString().slice(0, 10);

async function countsOfToday(): Promise<number[]> {
  const { results } = await deployment.ctx().d1.prepare("SELECT usage FROM deployment").all<{ usage: string }>();
  return JSON.parse(results[0]?.usage ?? "{}")[today()] ?? [];
}

async function spend(counts: readonly number[]): Promise<void> {
  const sql = "UPDATE deployment SET usage = json_object(?1, json(?2))";
  await deployment.ctx().d1.prepare(sql).bind(today(), JSON.stringify(counts)).run();
}

const web = (retries = 0) => ({
  id: "web",
  settings: { url: `${target.url}/web` },
  components: [page.components[0] as string],
  inARow: 3,
  retries,
});

/** Goes on until a tick wrote counts: what objects had worked before it, and what it says of that, in ms. */
async function untilWritten(): Promise<{ worked: number; counted: number }> {
  const [, , , , , known = 0] = await countsOfToday();
  for (let minutes = 0; minutes < 20; minutes++) {
    const worked = 2000 * target.received.length;
    await tickMinutes(deployment);
    const [, , , , , counted = 0] = await countsOfToday();
    if (counted !== known) return { worked, counted };
  }
  throw new Error("no tick wrote what objects took");
}

test("ticks count how long objects worked, their alarms among it", async () => {
  const database = awayDatabase(deployment);
  await arrange(deployment, someMonitors(page.id, [web()]));
  // The page is settled and published by then: nothing but checks is called.
  await tickMinutes(deployment, 2);
  target.received.length = 0;
  target.answer(() => {
    deployment.clock.now += 2000;
    return { status: 200 };
  });
  const first = await untilWritten();
  expect(first.counted).toBe(first.worked);
  const before = target.received.length;
  database.away = true;
  deployment.clock.now += 2 * 60_000;
  await checkers.ring();
  expect(target.received.length).toBe(before + 1);
  database.away = false;
  const second = await untilWritten();
  expect(second.counted).toBe(second.worked);
});

test.each([
  [0, 3],
  [41_700_000, 2],
])(
  "of a day in which objects worked %i ms until noon, a failing check is made %i times a minute",
  async (spent, times) => {
    await arrange(deployment, someMonitors(page.id, [web(2)]));
    target.answer(() => ({ status: 500 }));
    await spend([0, 0, 720, 0, 0, spent]);
    await tickMinutes(deployment);
    expect(target.received.length).toBe(times);
  },
);
