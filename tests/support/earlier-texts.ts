import { readFileSync } from "node:fs";
import { migrationsFolder } from "../../server/migrate.ts";
import { unmetered } from "./restored";

/** Returns the migration's statement that marks every table with stored texts for rendering. */
const migrated = (): string => {
  const text = readFileSync(`${migrationsFolder}/0046_rendering.sql`, "utf8");
  const found = text.split("--> statement-breakpoint").find((each) => each.includes("INSERT INTO"));
  if (!found) throw new Error("The migration has no tables to look at.");
  return found.trim();
};

/** Columns of text that earlier versions rendered differently. */
const texts = {
  incident: "postmortem_text",
  incident_update: "body_text",
  maintenance: "body_text",
  maintenance_update: "body_text",
};

/**
 * Stores all texts as an earlier version did, without the code in them; then applies the upgrade, whose work is due at
 * `dueAt`.
 */
export async function withEarlierTexts(database: D1Database, dueAt: number): Promise<void> {
  const lost = Object.entries(texts).map(
    ([table, column]) => `UPDATE ${table} SET ${column} = replace(${column}, char(10) || 'retry', '')`,
  );
  const statements = [...lost, "DELETE FROM rendering", migrated(), `UPDATE rendering SET due_at = ${dueAt}`];
  await unmetered(
    database,
    statements.map((sql) => ({ sql, params: [] })),
  );
}
