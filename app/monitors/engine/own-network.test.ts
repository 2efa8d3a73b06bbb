import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { componentTable, sourceTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { type Hook, startHook } from "../../../tests/support/hook";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, aRule, arrange, aSource, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { bindCheckers, tickMinutes } from "../../../tests/support/watched";

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;
let isAway = false;
const minute = 60_000;

/** Switches our own network on or off, and with it every address that we call, the self-check's included. */
async function network(away: boolean) {
  isAway = away;
  const sealed = await deployment.ctx().secrets.seal(away ? "http://127.0.0.1:1/" : `${target.url}/well`);
  await runBatch(deployment.ctx(), [
    { sql: "INSERT OR IGNORE INTO deployment (id) VALUES (1)", params: [] },
    { sql: "UPDATE deployment SET self_check_sealed = ?1", params: [sealed] },
  ]);
}

beforeEach(async () => {
  deployment = await openDeployment();
  target = await startHook();
  target.answer(() => ({ status: isAway ? 500 : 200 }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  page = await arrange(deployment, aPage({ components: 2 }));
  bindCheckers(deployment);
  await network(false);
});
afterEach(async () => {
  await target.close();
  await deployment.close();
});

const [first, second] = [() => page.components[0] as string, () => page.components[1] as string];
const web = (more: object = {}) => ({
  id: "web",
  settings: { url: `${target.url}/web` },
  components: [first()],
  ...more,
});

async function observed(id: string) {
  const ctx = deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.id, id)));
  return [row?.coverage, row?.observedStatus, row?.observedSince];
}

/** Adds an alert source of the same component that reported once and counts as operational while quiet. */
async function aQuietSource(components: string[]) {
  const quiet = aSource(page.id, { id: "quiet", name: "Quiet" });
  await arrange(deployment, quiet, aRule({ id: "quiet", pageId: page.id }, { components }));
}

test("nothing is known from the first round on that finds our own network away, until the first result after", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await aQuietSource([first(), second()]);
  await tickMinutes(deployment, 2);
  expect((await observed(first())).slice(0, 2)).toEqual([null, "operational"]);
  await network(true);
  await tickMinutes(deployment);
  const away = deployment.clock.now;
  expect(await observed(first())).toEqual([null, "no_data", away]);
  expect((await observed(second())).slice(0, 2)).toEqual([null, "operational"]);
  await tickMinutes(deployment, 59);
  expect(await observed(first())).toEqual([null, "no_data", away]);
  await network(false);
  await tickMinutes(deployment);
  expect(await observed(first())).toEqual([null, "operational", deployment.clock.now]);
});

test("a source that promised to speak vouches while our network is away", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await aQuietSource([first()]);
  const ctx = deployment.ctx();
  const promise = { heartbeatSeconds: 7200, lastHeardAt: deployment.clock.now };
  await ctx.db.update(sourceTable).set(promise).where(eq(sourceTable.id, "quiet"));
  await tickMinutes(deployment, 2);
  await network(true);
  await tickMinutes(deployment, 20);
  expect((await observed(first())).slice(0, 2)).toEqual([null, "operational"]);
});

test("a check that is not due yet keeps what it found until it is", async () => {
  await arrange(
    deployment,
    someMonitors(page.id, [web({ interval: 5 }), web({ id: "often", components: [second()] })]),
  );
  await tickMinutes(deployment, 2);
  await network(true);
  await tickMinutes(deployment);
  expect((await observed(second()))[1]).toBe("no_data");
  expect((await observed(first()))[1]).toBe("operational");
  await tickMinutes(deployment, 5);
  expect((await observed(first()))[1]).toBe("no_data");
  expect(Number((await observed(first()))[2])).toBeLessThanOrEqual(deployment.clock.now - minute);
});
