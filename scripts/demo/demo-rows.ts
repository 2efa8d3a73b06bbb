import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { ulid } from "ulid";

export type DemoRow = Record<string, string | number | boolean | null>;

/** Rows by table, in the order in which they were added. */
export class DemoTables {
  readonly rows = new Map<string, DemoRow[]>();

  add(table: string, row: DemoRow): void {
    const rows = this.rows.get(table) ?? [];
    rows.push(row);
    this.rows.set(table, rows);
  }
}

/** Returns pseudo-random numbers from a seed (mulberry32): the same start gives the same demo. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a maker of sortable random ids like the application's. */
export function demoIdMaker(now: number): (at: number) => string {
  const chance = seededRandom(Math.floor(now / 1000));
  return (at) => ulid(at, chance).toLowerCase();
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the statement that inserts the rows of a table, which are one JSON parameter. */
function insert(database: D1Database, table: string, rows: readonly DemoRow[]): D1PreparedStatement {
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((_, index) => `json_extract(value, '$[${index}]')`);
  const text = JSON.stringify(rows.map((row) => names.map((name) => row[name] ?? null)));
  const columns = names.map((name) => `"${snake(name)}"`).join(", ");
  return database.prepare(`INSERT INTO "${table}" (${columns}) SELECT ${values} FROM json_each(?1)`).bind(text);
}

/** Writes everything in one transaction, followed by the given statements. */
export async function writeDemoTables(
  database: D1Database,
  tables: DemoTables,
  more: D1PreparedStatement[] = [],
): Promise<void> {
  const statements = [...tables.rows].map(([table, rows]) => insert(database, table, rows));
  await database.batch([...statements, ...more]);
}
