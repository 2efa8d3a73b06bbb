import fc from "fast-check";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigration, migrationFiles } from "../support/emptied-database";
import { startDatabase } from "../support/remote-database";

/**
 * Tests reach the database without D1's own binding, which takes four times the work. What it answers and refuses is what
 * D1 does: the same batches here and there, on the real schema.
 */
let near: Awaited<ReturnType<typeof startDatabase>>;
let miniflare: Miniflare;
let d1: D1Database;

beforeAll(async () => {
  near = await startDatabase();
  const script = "export default { fetch: () => new Response() };";
  miniflare = new Miniflare({ modules: true, script, d1Databases: ["DB"], cf: false });
  d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  for (const name of migrationFiles()) {
    await applyMigration(near.database, name);
    await applyMigration(d1, name);
  }
});
afterAll(async () => {
  await near.close();
  await miniflare.dispose();
});

type Value = string | number | boolean | null;
type Text = [sql: string, ...params: Value[]];

/** Rows, changes and counts of rows; or the refusal. Its file and its last row’s id tell of D1’s own bookkeeping too. */
async function saidBy(database: D1Database, batch: readonly Text[]): Promise<unknown> {
  const statements = batch.map(([sql, ...params]) => database.prepare(sql).bind(...params));
  try {
    const answers = await database.batch(statements);
    return answers.map(({ results, success, meta }) => {
      const { changes, rows_read, rows_written } = meta;
      return { results, success, changes, rows_read, rows_written };
    });
  } catch (error) {
    return (error as Error).message;
  }
}

const bothSay = async (batch: readonly Text[]) => ({
  near: await saidBy(near.database, batch),
  d1: await saidBy(d1, batch),
});

const person = "INSERT INTO person (id, name, email, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)";

const batches: Record<string, Text[]> = {
  "rows by their columns": [["SELECT 1 AS one, 'two' AS two, 3.5 AS three, NULL AS none"]],
  "two columns of one name": [["SELECT 1 AS same, 2 AS same"]],
  "no row": [["SELECT * FROM page WHERE id = ?1", "none"]],
  "every kind of value that is bound": [
    ["SELECT ?1 AS a, ?2 AS b, ?3 AS c, ?4 AS d, ?5 AS e", "ü\u0000x", 0.1, -7, true, null],
  ],
  "what a value is to SQLite": [["SELECT typeof(?1) AS a, typeof(?2) AS b, typeof(?3) AS c", 1, 1.5, false]],
  "numbers at their ends": [["SELECT ?1 AS a, ?2 AS b", Number.MAX_SAFE_INTEGER, -1.7976931348623157e308]],
  "bytes as numbers": [["SELECT x'00ff10' AS bytes"]],
  "a row written, and told": [[`${person} RETURNING id, email`, "a", "Ada", "ada@example.com", 5]],
  "one more, its count and its key": [
    [person, "b", "Bo", "bo@example.com", 5],
    ["SELECT count(*) AS people FROM person"],
  ],
  "the same key again": [[person, "a", "Ada", "other@example.com", 5]],
  "the same key again, after a write that is undone": [
    ["UPDATE person SET name = 'Changed'"],
    [person, "a", "Ada", "other@example.com", 5],
  ],
  "it was undone": [["SELECT id, name FROM person ORDER BY id"]],
  "a conflict that is passed over": [[`${person} ON CONFLICT DO NOTHING`, "a", "Ada", "ada@example.com", 5]],
  "nothing where something must be": [["INSERT INTO person (id) VALUES ('c')"]],
  "a row whose parent is not there": [
    ["INSERT INTO membership (page_id, person_id, role, created_at) VALUES ('x', 'a', 'viewer', 1)"],
  ],
  "a check that fails": [["INSERT INTO guard SELECT 'x' FROM person"]],
  "no such table": [["SELECT * FROM nowhere"]],
  "no such column": [["SELECT nothing FROM person"]],
  "what is no SQL": [["SELEKT 1"]],
  "too few values": [["SELECT ?1 AS a, ?2 AS b", 1]],
  "too many values": [["SELECT ?1 AS a", 1, 2]],
  "a hundred values": [
    [`SELECT ${Array.from({ length: 100 }, (_, at) => `?${at + 1}`).join(" + ")} AS sum`, ...Array(100).fill(1)],
  ],
  "more than a hundred": [
    [`SELECT ${Array.from({ length: 101 }, (_, at) => `?${at + 1}`).join(" + ")} AS sum`, ...Array(101).fill(1)],
  ],
  "two statements in one": [["SELECT 1 AS a; SELECT 2 AS b"]],
  "a comment alone": [["-- nothing"]],
  "what is not allowed": [["ATTACH 'x' AS y"]],
  "a transaction of one's own": [["BEGIN"]],
  "JSON taken apart": [["SELECT value FROM json_each(?1)", '["a",1,null,{"b":2}]']],
  "many rows read": [["SELECT count(*) AS rows FROM page, deployment"], ["SELECT * FROM deployment"]],
  "a change of many, and of none": [["UPDATE person SET name = 'Same'"], ["DELETE FROM person WHERE id = 'none'"]],
  "a long text": [["SELECT length(?1) AS letters, ?1 AS text", "ä".repeat(300_000)]],
  schema: [
    ["CREATE TABLE extra (id INTEGER PRIMARY KEY, name TEXT)"],
    ["INSERT INTO extra (name) VALUES ('x'), ('y')"],
  ],
};

test.each(Object.entries(batches))("%s", async (_, batch) => {
  const said = await bothSay(batch);
  expect(said.near).toEqual(said.d1);
});

const statement = fc.oneof(
  fc.tuple(
    fc.constant("INSERT INTO person (id, name, created_at, updated_at) VALUES (?1, ?2, 1, 1)"),
    fc.constantFrom("p", "q", "r"),
    fc.string(),
  ),
  fc.tuple(fc.constant("UPDATE person SET name = ?2 WHERE id = ?1"), fc.constantFrom("p", "q", "z"), fc.string()),
  fc.tuple(fc.constant("DELETE FROM person WHERE id = ?1 OR name = ?2"), fc.constantFrom("p", "q"), fc.string()),
  fc.tuple(fc.constant("SELECT * FROM person WHERE id >= ?1 AND name <> ?2"), fc.constantFrom("a", "q"), fc.string()),
  fc.tuple(fc.constant("INSERT INTO guard SELECT ?1 FROM person WHERE name = ?2"), fc.constantFrom("x"), fc.string()),
);

test("whatever is asked, in whatever batches", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 5 }), async (batch) => {
      const said = await bothSay(batch);
      expect(said.near).toEqual(said.d1);
    }),
    { numRuns: 60 },
  );
});
