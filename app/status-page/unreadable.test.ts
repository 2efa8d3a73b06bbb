import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment } from "../../tests/support/database";
import { type Desk, openDesk } from "../../tests/support/desk";
import { KeyValues } from "../../tests/support/key-values";
import { openBrowser } from "../../tests/support/worker";
import { refreshSnapshotCopies } from "./publishing/engine/refresh-copies";
import { readPublishedView, readRecentDocumentView } from "./view-page";

/** Rows that this code cannot read: written by a later version that was deployed meanwhile, or broken. */
let desk: Desk;
const copies = new KeyValues();
const parts = ["unreadable", "unreadable/recent"];
beforeAll(async () => {
  desk = await openDesk(await openDeployment({ COPIES: copies as never }), "unreadable");
});
afterAll(() => desk.close());

const where = { slug: "unreadable" };
const execute = (sql: string, ...params: unknown[]) =>
  desk.deployment
    .ctx()
    .d1.prepare(sql)
    .bind(...params)
    .run();
const rows = async () => {
  const sql = "SELECT part, body, wanted FROM snapshot WHERE slug = 'unreadable' ORDER BY part";
  return (await desk.deployment.ctx().d1.prepare(sql).all<{ part: string; body: string; wanted: number }>()).results;
};
const minutely = async () => {
  desk.deployment.clock.now += 60_000;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  await desk.deployment.settled();
};

/** Writes rows as another version's code would: one revision further, with no rebuild requested. */
const writtenElsewhere = (body: (before: string) => string) =>
  rows().then((all) =>
    Promise.all(
      all.map(({ part, body: before }) =>
        execute(
          "UPDATE snapshot SET body = ?1, built = wanted + 1, wanted = wanted + 1 WHERE slug = 'unreadable' AND part = ?2",
          body(before),
          part,
        ),
      ),
    ),
  );

const newer = (before: string) => JSON.stringify({ ...JSON.parse(before), format: 2, columns: {}, page: "elsewhere" });
const texts: [string, (before: string) => string][] = [
  ["of a later version", newer],
  ["cut in half", (before) => before.slice(0, before.length / 2)],
  ["empty", () => ""],
  ["null", () => "null"],
  ["a list", () => "[1]"],
  ["without what it is made of", () => '{"format":1,"dates":[]}'],
];

beforeEach(async () => {
  resetIsolate();
  copies.kept.clear();
  await execute("UPDATE snapshot SET wanted = wanted + 1, copied_at = 0 WHERE slug = 'unreadable'");
  desk.deployment.clock.now += 600_000;
  await minutely();
});

describe.each(texts)("a row that is %s", (_, body) => {
  const isHome = (found: Awaited<ReturnType<typeof readPublishedView>>) =>
    found.ok ? [found.value.snapshot.components.length, found.value.staleSince !== null] : found.failure.name;

  test("is answered by what this isolate knew, marked", async () => {
    expect(isHome(await readPublishedView(desk.deployment.ctx(), where))).toEqual([3, false]);
    await readRecentDocumentView(desk.deployment.ctx(), where);
    const knownAt = desk.deployment.clock.now;
    await writtenElsewhere(body);
    for (let seconds = 0; seconds < 3; seconds++) {
      desk.deployment.clock.now += 2000;
      const found = await readPublishedView(desk.deployment.ctx(), where);
      expect(isHome(found)).toEqual([3, true]);
      expect(found.ok && found.value.staleSince).toBe(knownAt);
    }
    const visitor = await openBrowser(desk.deployment);
    for (const path of ["/unreadable", "/unreadable/feed.atom", "/unreadable/api/v2/summary.json"])
      expect((await visitor.go(path)).status).toBe(200);
  });

  test("is answered by the copy, marked, and without one by what says that nothing is known", async () => {
    await writtenElsewhere(body);
    expect(isHome(await readPublishedView(desk.deployment.ctx(), where))).toEqual([3, true]);
    resetIsolate();
    copies.kept.clear();
    const visitor = await openBrowser(desk.deployment);
    for (const path of ["/unreadable", "/unreadable/feed.atom", "/unreadable/api/v2/summary.json"]) {
      const answer = await visitor.go(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(await answer.text()).not.toMatch(/operational/i);
    }
  });

  test("never becomes a copy", async () => {
    await writtenElsewhere(body);
    await execute("UPDATE snapshot SET copied_at = 0 WHERE slug = 'unreadable'");
    await refreshSnapshotCopies(desk.deployment.ctx(), false);
    for (const key of parts) expect(JSON.parse(copies.kept.get(key) ?? "null").document.format).toBe(1);
  });
});

test("a copy of a later version is none", async () => {
  await writtenElsewhere(newer);
  const document = { format: 2, page: { slug: "unreadable" } };
  for (const key of parts) copies.kept.set(key, JSON.stringify({ document, at: desk.deployment.clock.now }));
  for (const view of [
    await readPublishedView(desk.deployment.ctx(), where),
    await readRecentDocumentView(desk.deployment.ctx(), where),
  ])
    expect(view).toMatchObject({ ok: false, failure: { name: "overloaded" } });
});

test("what later code wrote is not built again by earlier code; what is broken is, once", async () => {
  const asked = async (body: (before: string) => string) => {
    await writtenElsewhere(body);
    const before = await rows();
    for (let count = 0; count < 5; count++) {
      desk.deployment.clock.now += 2000;
      await readPublishedView(desk.deployment.ctx(), where);
      await readRecentDocumentView(desk.deployment.ctx(), where);
      resetIsolate();
    }
    await desk.deployment.settled();
    return (await rows()).map(({ wanted }, index) => wanted - (before[index]?.wanted ?? 0));
  };
  expect(await asked(newer)).toEqual([0, 0]);
  await minutely();
  expect((await rows()).map(({ body }) => JSON.parse(body).format)).toEqual([2, 2]);
  expect(await asked(() => "broken")).toEqual([1, 1]);
  await minutely();
  expect((await rows()).map(({ body }) => JSON.parse(body).format)).toEqual([1, 1]);
  const found = await readPublishedView(desk.deployment.ctx(), where);
  expect(found.ok && found.value.staleSince).toBe(null);
});
