import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dayOf } from "~/time/day";
import { agingStatements } from "./older-rows";

/** The deployment's database among the files of a state folder. */
function databaseIn(state: string): DatabaseSync {
  const files = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  for (const name of files) {
    const database = new DatabaseSync(join(state, name));
    const [found] = database.prepare("SELECT 1 AS there FROM sqlite_master WHERE name = 'notice'").all();
    if (found) return database;
    database.close();
  }
  throw new Error(`no database in ${state}`);
}

/** As if a stopped deployment had stood still for so many ms: its notices are that much older. */
export function letNoticesAge(state: string, milliseconds: number): void {
  const database = databaseIn(state);
  database
    .prepare("UPDATE notice SET expanded_at = expanded_at - ?1, due_at = due_at - ?1, not_before = not_before - ?1")
    .run(milliseconds);
  database.close();
}

/** As if a stopped deployment had stood still for so many ms: all that it keeps is that much older. */
export function letAge(state: string, milliseconds: number): void {
  const database = databaseIn(state);
  for (const { sql, params } of agingStatements(milliseconds)) database.prepare(sql).run(...params);
  const made = database.prepare(
    "SELECT c.id, c.created_at AS at, p.time_zone AS zone FROM component c JOIN page p ON p.id = c.page_id",
  );
  const start = database.prepare("UPDATE component SET start_date = ?2 WHERE id = ?1");
  for (const { id, at, zone } of made.all()) start.run(id as string, dayOf(String(zone), Number(at)));
  database.close();
}

/** When a stopped deployment was at work for the last time, as far as it knows. */
export function lastStampIn(state: string): number {
  const database = databaseIn(state);
  const row = database.prepare("SELECT tick_at AS at FROM deployment").get();
  database.close();
  return Number(row?.at);
}
