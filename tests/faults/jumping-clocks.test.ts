import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { takeSettleLeases } from "~/alerts/settling/queries/settle";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { deploymentTable, settleTable, snapshotTable } from "~/db/schema";
import { checkReadiness } from "~/deployment/ready";
import { resetIsolate } from "~/platform/isolate";
import { recordPageReadFailure } from "~/status-page/part-reader";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { takePublishLeases } from "~/status-page/queries/publish-facts";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { readPublishedView } from "~/status-page/view-page";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { group, post } from "../support/ingest";
import { aPage, arrange, type TestPage } from "../support/scenario";

/** A clock that jumps between any two calls, as a machine's does when somebody sets it or it wakes up. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

/** A deployment whose only page is the one that the test makes: a tick has room for all of it. */
async function begin() {
  deployment.clock.now = noon;
  resetIsolate();
  const { d1 } = deployment.ctx();
  for (const table of ["page", "component", "snapshot", "settle"])
    await d1.prepare(`DELETE FROM ${table}`).bind().run();
  await d1.prepare("UPDATE deployment SET tick_at = 0").bind().run();
}
beforeEach(begin);

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const jumps: [string, number][] = [
  ["back an hour", -hour],
  ["ahead an hour", hour],
  ["back a day", -24 * hour],
  ["ahead a day", 24 * hour],
];

let pages = 0;
const newPage = () => arrange(deployment, aPage({ slug: `jump-${pages++}`, mode: "publish", holdSeconds: 0 }));

async function view(page: TestPage) {
  const found = await readPublishedView(deployment.ctx(), { slug: page.slug });
  if (!found.ok) throw new Error(found.failure.name);
  return visiblePageAtTime(found.value, deployment.clock.now);
}

const minutely = async () => {
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
};

async function fire(page: TestPage, key: string) {
  const { now } = deployment.clock;
  const answer = await post(deployment.ctx(), page, group([{ key, startsAt: now - minute }]));
  expect(answer.ok).toBe(true);
  await deployment.settled();
}

async function counters({ id }: TestPage) {
  const { db } = deployment.ctx();
  const [[home], [settling]] = await readBatch(
    deployment.ctx(),
    db.select().from(snapshotTable).where(eq(snapshotTable.pageId, id)),
    db.select().from(settleTable).where(eq(settleTable.pageId, id)),
  );
  return {
    unbuilt: (home?.wanted ?? 0) - (home?.built ?? 0),
    unsettled: (settling?.wanted ?? 0) - (settling?.done ?? 0),
  };
}

describe.each(jumps)("a clock that goes %s", (_, jump) => {
  test("a warm isolate shows what was published meanwhile within a second", async () => {
    const page = await newPage();
    await publishPage(deployment.ctx(), page.id);
    const before = (await view(page)).snapshot.revision;
    await deployment.ctx().d1.prepare("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1").bind(page.id).run();
    await publishPage(deployment.ctx(), page.id);
    deployment.clock.now += jump;
    expect((await view(page)).snapshot.revision).toBe(before + 1);
  });

  test("a lease that somebody took and died with holds up neither publishing nor settling", async () => {
    const page = await newPage();
    await deployment.ctx().d1.prepare("UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1").bind(page.id).run();
    expect(await takePublishLeases(deployment.ctx(), [page.id], ["home"])).toHaveLength(1);
    expect(await takeSettleLeases(deployment.ctx(), [page.id], "dead")).toEqual([page.id]);
    deployment.clock.now += jump;
    await publishPage(deployment.ctx(), page.id);
    await settlePage(deployment.ctx(), page.id);
    await deployment.settled();
    expect(await counters(page)).toEqual({ unbuilt: 0, unsettled: 0 });
  });

  test("the next tick stamps the page and the deployment with its own time", async () => {
    const page = await newPage();
    await minutely();
    deployment.clock.now += jump;
    resetIsolate();
    await minutely();
    const { now } = deployment.clock;
    const { db } = deployment.ctx();
    const [[own]] = await readBatch(deployment.ctx(), db.select().from(deploymentTable));
    expect(own?.tickAt).toBe(now);
    expect((await view(page)).outdated).toBeNull();
    const well = { ready: true, away: false, wrongSecret: false, storage: null };
    expect(await checkReadiness(deployment.ctx())).toEqual({ ...well, tickAt: now });
  });

  test("a stamp of another time is not taken for one of now", async () => {
    const page = await newPage();
    await minutely();
    deployment.clock.now += jump;
    resetIsolate();
    const { outdated, snapshot: shown } = await view(page);
    expect(outdated?.cause).toBe("checks_stopped");
    expect(outdated?.since).toBeLessThanOrEqual(deployment.clock.now);
    expect(shown.banner.state).toBe("unknown");
    expect((await checkReadiness(deployment.ctx())).ready).toBe(false);
  });

  test("a breaker that opened before is closed after its own length, on whatever clock", async () => {
    const page = await newPage();
    await publishPage(deployment.ctx(), page.id);
    await view(page);
    recordPageReadFailure(deployment.clock.now);
    recordPageReadFailure(deployment.clock.now);
    deployment.clock.now += jump;
    expect((await view(page)).staleSince).toBeNull();
  });
});

test("a hold that began on a clock that was ahead ends within its own length, not an hour later", async () => {
  const page = await arrange(deployment, aPage({ slug: `jump-${pages++}`, mode: "publish", holdSeconds: 120 }));
  deployment.clock.now += hour;
  await minutely();
  await fire(page, "one");
  deployment.clock.now -= hour;
  for (let passed = 0; passed < 3; passed++) {
    deployment.clock.now += minute;
    await minutely();
  }
  deployment.clock.now += second + 1;
  expect((await view(page)).snapshot.incidents).toHaveLength(1);
});

/** What happens to a page in its first minutes, call by call. */
const story: ((page: TestPage) => Promise<unknown>)[] = [
  (page) => publishPage(deployment.ctx(), page.id),
  minutely,
  view,
  (page) => fire(page, "one"),
  view,
  minutely,
  (page) => fire(page, "two"),
];

/** A tick whose last stamp is more than an hour old leaves to the next one what nobody could take back. */
const ticksAfter = (jump: number) => (jump > hour ? 2 : 1);

test("wherever the clock jumps in between, all is soon settled, published and told as it is", async () => {
  for (const [, jump] of jumps) {
    for (let at = 0; at <= story.length; at++) {
      await begin();
      const page = await newPage();
      for (const [index, step] of story.entries()) {
        deployment.clock.now += index === at ? jump : second;
        await step(page);
      }
      deployment.clock.now += at === story.length ? jump - minute : 0;
      for (let ticks = 0; ticks < ticksAfter(jump); ticks++) {
        deployment.clock.now += minute;
        await minutely();
      }
      deployment.clock.now += second + 1;
      const { outdated, snapshot: shown } = await view(page);
      const statuses = shown.components.map(({ status }) => status);
      expect([jump, at, outdated, statuses, await counters(page)]).toEqual([
        jump,
        at,
        null,
        ["major_outage", "operational"],
        { unbuilt: 0, unsettled: 0 },
      ]);
    }
  }
});
