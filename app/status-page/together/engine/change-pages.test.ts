import { beforeEach, describe, expect, test } from "vitest";
import { advanceMaintenances } from "~/maintenances/engine/advance-maintenance";
import { deploymentOfFile } from "../../../../tests/support/of-file";
import { unmetered } from "../../../../tests/support/restored";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { unitDue } from "../../../../tests/support/unit-due";
import { closePageDays } from "../../timeline/engine/close-days";
import { takeTimelineVersionStatement } from "../../timeline/queries/status-change";
import { runScheduledPageWork } from "./change-pages";

const day = 24 * 60 * 60_000;
const deployment = deploymentOfFile({ UPFRONT_PLAN: "own" });
const tickCtx = () => deployment.ctx({ kind: "machine", id: "tick" });
const run = async <Row>(sql: string, ...params: unknown[]) =>
  (await unmetered<Row>(deployment.bindings.DB, [{ sql, params }]))[0] ?? [];

let made = 0;
const makePages = (count: number): Promise<TestPage[]> =>
  Promise.all(Array.from({ length: count }, () => arrange(deployment, aPage({ slug: `t${made++}`, components: 6 }))));

beforeEach(async () => {
  for (const table of ["page", "component", "snapshot", "settle", "source", "rule", "maintenance", "notice"]) {
    await run(`DELETE FROM ${table}`);
  }
});

/** Schedules maintenance on each page, due now. */
async function plan(pages: readonly TestPage[]) {
  for (const { id } of pages) {
    await run(
      `INSERT INTO maintenance (id, page_id, title, status, starts_at, ends_at, due_at, tell_start, created_at, updated_at)
        VALUES ('m-' || ?1, ?1, 'Move', 'scheduled', ?2, ?2 + ${day}, ?2, 1, ?2, ?2)`,
      id,
      deployment.clock.now,
    );
  }
  return pages.map(({ id }) => unitDue("maintenance", id, `m-${id}`));
}

const rowsOf = async (work: (ctx: ReturnType<typeof tickCtx>) => Promise<unknown>) => {
  const ctx = tickCtx();
  await work(ctx);
  return ctx.meter.read;
};

describe("what it reads grows with the pages, and not with their square", () => {
  test("edges of maintenance", async () => {
    const readBy = async (count: number) => {
      const units = await plan(await makePages(count));
      return rowsOf((ctx) => advanceMaintenances(ctx, units));
    };
    const [few, many] = [await readBy(5), await readBy(40)];
    expect(many / 40).toBeLessThan((few / 5) * 1.5);
  });

  test("days on which every component had something, added to a year that is there", async () => {
    const readBy = async (count: number) => {
      const pages = await makePages(count);
      const units = pages.map(({ id }) => unitDue("day", id));
      await eventful(pages);
      await closePageDays(tickCtx(), units);
      deployment.clock.now += day;
      await eventful(pages);
      return rowsOf((ctx) => closePageDays(ctx, units));
    };
    const [few, many] = [await readBy(4), await readBy(32)];
    expect(many / 32).toBeLessThan((few / 4) * 1.5);
  });
});

/** Makes each component go down at noon, for an hour, and ends the day. */
async function eventful(pages: readonly TestPage[]): Promise<void> {
  const from = deployment.clock.now;
  for (const { id } of pages) {
    await run(
      `INSERT INTO status_change (id, page_id, component_id, layer, from_status, to_status, at, recorded_at, sequence, cause)
        SELECT id || ?2 || ends, page_id, id, 'observed', iif(ends, 'major_outage', NULL), iif(ends, NULL, 'major_outage'),
          ?2 + ends * 3600000, ?2 + ends * 3600000, 2 * (?2 / ${day}) + ends, 'alert'
        FROM component, (SELECT 0 AS ends UNION ALL SELECT 1) WHERE page_id = ?1`,
      id,
      from,
    );
  }
  deployment.clock.now += day;
}

test("one page that cannot be written holds up no other, and is moved back", async () => {
  const [sound, broken] = (await makePages(2)) as [TestPage, TestPage];
  const units = await plan([sound, broken]);
  await run(
    `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
      VALUES ('there', ?1, 'maintenance_in_progress', 'm-' || ?1, 1, 'subscribers', '{}', 1, 0, 0, 0, 0)`,
    broken.id,
  );
  const commits = await advanceMaintenances(tickCtx(), units);
  expect(commits.map(({ pageId }) => pageId)).toEqual([sound.id]);
  expect(await run("SELECT page_id, status, tries FROM maintenance ORDER BY page_id")).toEqual([
    { page_id: sound.id, status: "in_progress", tries: 0 },
    { page_id: broken.id, status: "scheduled", tries: 1 },
  ]);
});

test("a page that loses a race decides again, and the others lose nothing", async () => {
  const pages = await makePages(3);
  const [raced] = pages as [TestPage];
  let reads = 0;
  const commits = await runScheduledPageWork(
    tickCtx(),
    pages.map(({ id }) => unitDue("day", id)),
    {
      room: 5,
      read: async (pageIds) => {
        reads += 1;
        const sql = "SELECT page_id AS id, timeline FROM settle";
        const rows = await run<{ id: string; timeline: number }>(sql);
        if (reads === 1) await run("UPDATE settle SET timeline = timeline + 1 WHERE page_id = ?1", raced.id);
        return new Map(rows.filter(({ id }) => pageIds.includes(id)).map(({ id, timeline }) => [id, timeline]));
      },
      plan: async (pageId, timeline) => ({
        id: `commit-${reads}-${pageId}`,
        pageId,
        guards: [takeTimelineVersionStatement(tickCtx(), pageId, { timeline, openDayAt: 0, recordedAt: 0 })],
        changes: [],
      }),
    },
  );
  expect(commits.map(({ pageId }) => pageId).sort()).toEqual(pages.map(({ id }) => id).sort());
  const stood = await run<{ page_id: string; timeline: number }>("SELECT page_id, timeline FROM settle");
  expect(stood.map(({ page_id, timeline }) => timeline - Number(page_id === raced.id))).toEqual([1, 1, 1]);
});
