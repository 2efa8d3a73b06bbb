import { createHash } from "node:crypto";
import type { BackupColumn, BackupTable } from "~/backup/rules/backup";
import { backupTables } from "~/db/backup-tables";
import type { DemoRow, DemoTables } from "../../scripts/demo/demo-rows.ts";

/** Values for columns in which an arbitrary text would break their reader. */
const meaningful: Record<string, string | number> = {
  "notice.kind": "incident_update",
  "notice.audience": "subscribers",
  "channel_delivery.state": "due",
  "subscriber.state": "active",
  "alert_group.state": "waiting",
  "mailer.kind": "smtp",
  "channel.kind": "webhook",
};

const objects = new Set(["scope", "headers", "match", "components", "labels", "days", "before", "after", "reasons"]);

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function cellOf(table: BackupTable, column: BackupColumn, id: string, pageId: string): string | number {
  if (column.name === "page_id") return pageId;
  if (column.json) return objects.has(column.name) ? "{}" : "[]";
  const known = meaningful[`${table.name}.${column.name}`];
  if (known !== undefined) return known;
  return column.type === "text" ? id : 1;
}

/** Adds one row, with every column filled, to every table of a backup that the demo leaves empty; notices are due. */
export async function fillTables(database: D1Database, made: DemoTables, id: (at: number) => string): Promise<void> {
  const [page] = (await database.prepare("SELECT id FROM page").all<{ id: string }>()).results;
  for (const table of backupTables) {
    const { results } = await database.prepare(`SELECT 1 AS one FROM "${table.name}" LIMIT 1`).all();
    if (results.length > 0) continue;
    const own = id(Date.UTC(2026, 10, 20));
    const cells = table.columns.map((column) => [camel(column.name), cellOf(table, column, own, page?.id ?? "")]);
    made.add(table.name, Object.fromEntries(cells) as DemoRow);
  }
}

/** Returns the file with its body changed, and with a matching footer. */
export function rewritten(text: string, change: (line: string, number: number) => string | null): string {
  const lines = text.trim().split("\n").slice(0, -1);
  const changed = lines.flatMap((line, index) => change(line, index + 1) ?? []);
  const body = `${changed.join("\n")}\n`;
  const sha256 = createHash("sha256").update(body).digest("hex");
  return `${body}${JSON.stringify({ end: true, rows: changed.length - 1, sha256 })}\n`;
}
