import { afterAll, beforeAll, expect, test } from "vitest";
import { maintenance } from "~/db/schema";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { put } from "../support/page";
import { openWorld, type WorldPlan, waitsOf } from "../support/world";
import { saidOf } from "../support/world-plans";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const calm: WorldPlan = {
  ...{ plan: "free", checker: false, wake: false, pages: 2, shards: 1, heartbeats: 0, pinged: true },
  ...{ waiting: 0, downAt: 99, upAt: 99, firesAt: null },
};

const minute = 60_000;

test.each([{ checker: false }, { checker: true }])(
  "fifty maintenances of one page begin in one minute: the other page is told of its monitor, checker $checker",
  async (over) => {
    const world = await openWorld(deployment, { ...calm, ...over, watched: 2, downAt: 4 });
    const [, hostile] = world.pages as [never, (typeof world.pages)[number]];
    const startsAt = noon + 2 * minute;
    await put(
      deployment,
      maintenance,
      Array.from({ length: 50 }, (_, n) => ({
        ...{
          id: `m${n}`,
          pageId: hostile.id,
          title: "Work",
          status: "scheduled",
          body: "",
          bodyHtml: "",
          bodyText: "",
        },
        ...{ startsAt, endsAt: startsAt + 3600_000, dueAt: startsAt, autoStart: true, autoEnd: true },
        ...{ tellStart: false, tellEnd: false, remindDay: false, remindHour: false, createdAt: noon, updatedAt: noon },
      })) as never[],
    );
    const late = await waitsOf(world, 10);
    const shown = await Promise.all(world.pages.map((page) => world.shown(page)));
    console.log(
      late.map(saidOf),
      shown.map((s) => [s?.banner.state, (s as any)?.behindSince]),
    );
    expect(shown[0]?.banner.state).toBe("partial_system");
    expect(late.map(saidOf)).toEqual([]);
  },
);
