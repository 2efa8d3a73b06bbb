import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { updatePage } from "~/pages/update";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { listFormerZoneChanges } from "../../queries/doubled-days";
import { readDoubledDays } from "./doubled-days";

const hour = 3600_000;
let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const run = (sql: string, ...params: unknown[]) => runBatch(desk.deployment.ctx(), [{ sql, params }]);

test("an earlier change of the zone is found in the audit log, and the day that it doubled by the rows", async () => {
  const [id] = desk.components;
  const { clock } = desk.deployment;
  const now = clock.now;
  const midnight = now - (now % (24 * hour));
  for (const [index, [from, to, at]] of [
    [null, "major_outage", midnight - 14 * hour],
    ["major_outage", null, midnight - 2 * hour],
  ].entries()) {
    await run(
      `INSERT INTO status_change (id, page_id, component_id, layer, from_status, to_status, at, recorded_at, sequence, cause)
        VALUES (?1, ?2, ?3, 'manual', ?4, ?5, ?6, ?6, 0, 'person')`,
      `x${index}`,
      desk.pageId,
      id,
      from,
      to,
      at,
    );
  }
  clock.now = midnight + 9 * hour;
  await good(updatePage(desk.as("admin"), { pageId: desk.pageId, timeZone: "Pacific/Kiritimati" }));
  const date = new Date(midnight - 1).toISOString().slice(0, 10);
  await run("DELETE FROM component_year");
  await run(
    "INSERT INTO component_year (page_id, year, component_id, days) VALUES (?1, ?2, ?3, ?4)",
    desk.pageId,
    Number(date.slice(0, 4)),
    id,
    JSON.stringify({ [date.slice(5)]: [12 * hour, 0, 0, 0, 0] }),
  );
  const ctx = desk.deployment.ctx();
  expect(await readDoubledDays(ctx, desk.pageId, await listFormerZoneChanges(ctx, desk.pageId, clock.now + 1))).toEqual(
    new Map([[id, new Map([[date, [0, 0, 0, 0, 0]]])]]),
  );
  expect(ctx.meter.written).toBe(0);
  expect(await listFormerZoneChanges(ctx, desk.pageId, clock.now)).toEqual([]);
});
