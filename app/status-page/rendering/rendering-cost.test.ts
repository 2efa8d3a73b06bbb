import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { withEarlierTexts } from "../../../tests/support/earlier-texts";
import { unmetered } from "../../../tests/support/restored";
import { isLong } from "../../../tests/support/sizes";
import { rerenderStoredTexts } from "./engine/render-again";

/** Updates of one incident; with `--long`, more than ten years of them. */
const updates = isLong ? 20_000 : 1500;
/** Most rows that one round reads, and its most statements. */
const most = { rows: 8 * 100, statements: 8 * 5 };

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  const { bindings, clock } = desk.deployment;
  const body = "'Step ' || i || char(10) || char(10) || '    restart' || char(10) || '    retry'";
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${updates})`;
  const sql = `INSERT INTO incident_update (id, page_id, incident_id, status, body, body_html, body_text, shown_at, changes, author_kind, created_at, updated_at)
    ${numbers} SELECT printf('u%06d', i), '${desk.pageId}', 'incident', 'monitoring', ${body}, '', '', ${clock.now}, '[]', 'person', ${clock.now}, ${clock.now} FROM n`;
  await unmetered(bindings.DB, [{ sql, params: [] }]);
  await withEarlierTexts(bindings.DB, clock.now);
});
afterAll(() => desk.close());

async function round() {
  const ctx = desk.deployment.ctx();
  const pages = await rerenderStoredTexts(ctx);
  return { pages: pages.length, ...ctx.meter };
}

test("each round has its bound, however much is stored; each row is read and written once", async () => {
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let left = true; left; left = (rounds.at(-1)?.pages ?? 0) > 0) rounds.push(await round());
  const highest = (of: "read" | "written" | "statements") => Math.max(...rounds.map((each) => each[of]));
  const sum = (of: "read" | "written") => rounds.reduce((total, each) => total + each[of], 0);
  console.log(
    `${updates} updates: ${rounds.length} rounds, ${sum("read")} rows read, ${sum("written")} written; a round at most ${highest("read")}, ${highest("written")}, ${highest("statements")} statements`,
  );
  expect(highest("statements")).toBeLessThanOrEqual(most.statements);
  expect(highest("written")).toBeLessThanOrEqual(most.rows + 8 * 10);
  expect(highest("read")).toBeLessThanOrEqual(6 * most.rows);
  const [rows = []] = await unmetered<{ count: number }>(desk.deployment.bindings.DB, [
    {
      sql: "SELECT count(*) AS count FROM incident_update WHERE body_text NOT LIKE '%restart' || char(10) || 'retry'",
      params: [],
    },
  ]);
  expect(rows).toEqual([{ count: 0 }]);
  const bodies = ["", "x".repeat(24_000), "y".repeat(9000), "z".repeat(24_000)];
  const long = bodies.map((body, at) => ({
    sql: "UPDATE incident_update SET body = ?1, body_text = 'of before' WHERE id = ?2",
    params: [body, `u00000${4 - at}`],
  }));
  await unmetered(desk.deployment.bindings.DB, [
    ...long,
    { sql: "UPDATE rendering SET cursor = 'u000005', due_at = 1 WHERE id = 'incident_update'", params: [] },
  ]);
  await round();
  const [kept = []] = await unmetered<{ body: string; text: string }>(desk.deployment.bindings.DB, [
    { sql: "SELECT body, body_text AS text FROM incident_update WHERE id < 'u000005'", params: [] },
  ]);
  expect(kept.map(({ text }) => text)).toEqual(kept.map(({ body }) => body));
  const idle = await round();
  expect([idle.pages, idle.statements, idle.written]).toEqual([0, 1, 0]);
});
