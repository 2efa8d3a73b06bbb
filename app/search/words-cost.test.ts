import { afterAll, beforeAll, expect, test } from "vitest";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { rerenderStoredTexts } from "~/status-page/rendering/engine/render-again";
import { dayMs } from "~/time/durations";
import { countRows } from "../../tests/support/counted-rows";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { explaining } from "../../tests/support/explained";
import { unmetered } from "../../tests/support/restored";
import { finishRestoreStatements } from "../backup/queries/restore";
import { searchOnPage } from "./find";
import { requestWordBackfillStatement } from "./queries/past-words";
import { findEventsByText } from "./queries/word-search";
import { packSearchWords } from "./rules/word-entries";
import type { EventWordHit } from "./rules/word-hits";

const incidents = 5000;
const updates = 30_000;

/** Words of an update: fifty, of which some are its own. */
const bodyOf = (at: number) =>
  `Update${at} ${Array.from({ length: 48 }, (_, word) => `word${(at * 31 + word * 17) % 4000}`).join(" ")} everywhere`;

let desk: Desk;
const run = (sql: string, ...params: unknown[]) => unmetered(desk.deployment.bindings.DB, [{ sql, params }]);

beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  const { clock } = desk.deployment;
  const at = (number: number) => clock.now - (incidents - number) * (dayMs / 2);
  const id = (number: number) => `01${String(number).padStart(6, "0")}`;
  await run(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${incidents - 1})
      INSERT INTO incident (id, page_id, title, status, impact, visibility, started_at, closed, origin, created_at, updated_at)
      SELECT printf('01%06d', i), ?1, 'Incident ' || i, 'resolved', 'minor', 'published', ?2 - (${incidents} - i) * ${dayMs / 2}, 1, 'person', ?2, ?2 FROM n`,
    desk.pageId,
    clock.now,
  );
  const rows = Array.from({ length: updates }, (_, number) => {
    const incident = Math.floor((number * incidents) / updates);
    return { id: `u${String(number).padStart(6, "0")}`, incident, body: bodyOf(number) };
  });
  for (let start = 0; start < updates; start += 3000) {
    await run(
      `INSERT INTO incident_update (id, page_id, incident_id, status, body, body_html, body_text, shown_at, changes, author_kind, created_at, updated_at)
        SELECT j.value->>0, ?2, j.value->>1, 'resolved', j.value->>2, '', j.value->>2, ?3, '[]', 'person', ?3, ?3 FROM json_each(?1) j`,
      JSON.stringify(rows.slice(start, start + 3000).map((row) => [row.id, id(row.incident), row.body])),
      desk.pageId,
      clock.now,
    );
  }
  const parts = packSearchWords(
    rows.map((row) => ({ kind: "incident", id: id(row.incident), part: row.id, at: at(row.incident), text: row.body })),
  );
  // Rows of 300,000 characters are filled in parts of 150,000.
  const packed = parts.flatMap((first, at) => {
    const next = parts[at + 1];
    if (at % 2 === 1) return [];
    return [next ? { ...first, lastAt: next.lastAt, words: `${first.words},${next.words}` } : first];
  });
  for (const [part, row] of packed.entries())
    await run(
      "INSERT INTO search_words (page_id, part, first_at, last_at, size, words) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      desk.pageId,
      part,
      row.firstAt,
      row.lastAt,
      row.words.length,
      row.words,
    );
  console.log(`${updates} updates are ${packed.length} rows of words`);
});
afterAll(() => desk.close());

async function search(text: string, more = {}) {
  let hits: EventWordHit[] = [];
  const rows = await countRows(desk.deployment, async () => {
    hits = (await findEventsByText(desk.as("viewer"), desk.pageId, { search: text, ...more })).hits;
  });
  return { rows, ids: hits.map(({ id }) => id) };
}

test("a search among 30,000 updates of 5,000 incidents reads 200 rows at most", async () => {
  const { scans } = explaining(desk.deployment);
  const rare = await search("update29017");
  const [common, five, none] = [
    await search("everywhere"),
    await search("word1 word2 word3 word4 w"),
    await search("nowhere"),
  ];
  const rows = [rare, common, five, none].map((each) => each.rows);
  console.log("rows read", rows);
  expect(Math.max(...rows)).toBeLessThanOrEqual(200);
  expect(rare.ids).toEqual(["01004836"]);
  expect(common.ids[0]).toBe("01004999");
  expect(none.ids).toEqual([]);
  const { clock } = desk.deployment;
  const from = clock.now - incidents * (dayMs / 2);
  const ranged = await search("everywhere", { from, to: from + 10 * dayMs });
  expect(ranged.rows).toBeLessThanOrEqual(200);
  expect(ranged.ids.length).toBeGreaterThan(0);
  expect(await scans()).toEqual([]);
  await good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search: "everywhere" }));
});

test("an update writes one row of words", async () => {
  const { pageId } = desk;
  const { id } = await good(openIncident(desk.owner(), { pageId, title: "Now", body: "A.", impactOverride: "minor" }));
  const written = async (body: string) => {
    const ctx = desk.owner();
    await good(postIncidentUpdate(ctx, { pageId, id, body, notify: false }));
    return ctx.meter.written;
  };
  const [empty, full] = [await written("…"), await written(bodyOf(7))];
  expect(full - empty).toBe(1);
});

test("the past is read in steps of a bounded size, once, and is found then", async () => {
  await run("DELETE FROM search_words");
  await run("DELETE FROM incident_update WHERE id < 'u029000'");
  const now = desk.deployment.clock.now - 1;
  await run(requestWordBackfillStatement(now).sql, ...requestWordBackfillStatement(now).params);
  const steps: { written: number; statements: number; read: number }[] = [];
  for (let left = true; left; ) {
    const ctx = desk.deployment.ctx();
    await rerenderStoredTexts(ctx);
    steps.push({ ...ctx.meter });
    const [due = []] = await run("SELECT id FROM rendering WHERE due_at IS NOT NULL");
    left = due.length > 0;
  }
  console.log(`${steps.length} rounds`);
  expect(Math.max(...steps.map(({ statements }) => statements))).toBeLessThanOrEqual(8 * 4);
  expect(Math.max(...steps.map(({ written }) => written))).toBeLessThanOrEqual(8 * 4);
  expect((await search("update29998")).ids).toEqual(["01004999"]);
  expect((await search("incident 4321")).ids).toEqual(["01004321"]);
});

test("a restore asks for the words of what it brings", () => {
  const facts = { schema: "", madeAt: 0, now: 1, floor: 0, planAnew: "plan = plan", audit: { id: "a", after: {} } };
  expect(finishRestoreStatements(facts)).toContainEqual(requestWordBackfillStatement(1));
});
