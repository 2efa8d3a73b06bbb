import { afterEach, beforeEach, expect, test } from "vitest";
import { CellStorage } from "../../../tests/support/cell-storage";
import { DurableObjectCell } from "./cell";
import { executeCellBatch } from "./cell-database";
import { migrateCell, NewerCellError } from "./cell-schema";

let storage: CellStorage;
let kept: DurableObjectStorage;
beforeEach(() => {
  storage = new CellStorage();
  kept = storage as unknown as DurableObjectStorage;
});
afterEach(() => storage.close());

const first = ["CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"];
const second = [
  "ALTER TABLE thing ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
  "CREATE INDEX thing_size ON thing (size)",
];
const rows = (sql: string, ...params: unknown[]) => executeCellBatch(kept, [{ sql, params }])[0]?.results;

test("a cell is brought to the newest schema, each step once, and what is in it stays", () => {
  migrateCell(kept, [first]);
  rows("INSERT INTO thing (name) VALUES (?1)", "a");
  migrateCell(kept, [first, second]);
  migrateCell(kept, [first, second]);
  expect(rows("SELECT * FROM thing")).toEqual([{ id: 1, name: "a", size: 0 }]);
});

test("a step that fails changes nothing, and is done with the next one that works", () => {
  migrateCell(kept, [first]);
  expect(() => migrateCell(kept, [first, [...second, "no SQL"]])).toThrow();
  expect(() => rows("SELECT size FROM thing")).toThrow("D1_ERROR");
  migrateCell(kept, [first, second]);
  expect(rows("SELECT size FROM thing")).toEqual([]);
});

test("code that is older than the schema touches nothing of it", () => {
  migrateCell(kept, [first, second]);
  expect(() => migrateCell(kept, [first])).toThrow(NewerCellError);
  expect(rows("SELECT version FROM cell_schema")).toEqual([{ version: 2 }]);
});

test("a batch is done as a whole or not at all, and says what it changed", () => {
  migrateCell(kept, [first]);
  const insert = (id: number) => ({ sql: "INSERT INTO thing (id, name) VALUES (?1, ?2)", params: [id, "a"] });
  expect(() => executeCellBatch(kept, [insert(1), insert(1)])).toThrow(/D1_ERROR: UNIQUE constraint failed: thing.id/);
  expect(rows("SELECT count(*) AS n FROM thing")).toEqual([{ n: 0 }]);
  const told = executeCellBatch(kept, [insert(1), insert(2), { sql: "DELETE FROM thing WHERE ?1", params: [true] }]);
  expect(told.map(({ meta }) => meta.changes)).toEqual([1, 1, 2]);
});

class Ringing extends DurableObjectCell {
  readonly runs: (number | null | Error)[] = [];

  constructor(private readonly told: (number | null | Error)[]) {
    super({ storage: kept, waitUntil: () => undefined }, []);
  }

  protected now = () => 1000;

  protected async runDue(): Promise<number | null> {
    const next = this.told.shift() ?? null;
    this.runs.push(next);
    if (next instanceof Error) throw next;
    return next;
  }
}

test("an alarm rings again when something is due, soon after one that died, and not where nothing waits", async () => {
  const cell = new Ringing([5000, new Error("died"), null]);
  await cell.alarm();
  expect(storage.alarmAt).toBe(5000);
  storage.alarmAt = null;
  await expect(cell.alarm()).rejects.toThrow("died");
  expect(storage.alarmAt).toBe(6000);
  storage.alarmAt = null;
  await cell.alarm();
  expect([storage.alarmAt, cell.runs.length]).toEqual([null, 3]);
});
