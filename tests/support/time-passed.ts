import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { dayOf } from "~/time/day";
import { agingStatements } from "./older-rows";

/** Opens the deployment's database among the files of a state folder. */
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

/** Makes a stopped deployment's notices so many ms older, as if it had stood still that long. */
export function letNoticesAge(state: string, milliseconds: number): void {
  const database = databaseIn(state);
  database
    .prepare("UPDATE notice SET expanded_at = expanded_at - ?1, due_at = due_at - ?1, not_before = not_before - ?1")
    .run(milliseconds);
  database.close();
}

/** Makes all data of a stopped deployment so many ms older, as if it had stood still that long. */
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

/** Returns when a stopped deployment last ran, by its stamp. */
export function lastStampIn(state: string): number {
  const database = databaseIn(state);
  const row = database.prepare("SELECT tick_at AS at FROM deployment").get();
  database.close();
  return Number(row?.at);
}
