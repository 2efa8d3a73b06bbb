import { sql } from "drizzle-orm";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { WordSubjectKind } from "../rules/word-entries";

type Db = Pick<Ctx, "db">;

/** Maximum number of rows of one portion, and most characters of their texts; a portion has at least one row. */
const maxRows = 100;
const maxTextChars = 10_000;

const updatesOf = (table: string, start: string) =>
  `SELECT u.id AS id, u.page_id AS page_id, u.${table}_id AS subject, u.id AS part, iif(u.said IS NULL, u.body_text, '') AS text, '' AS postmortem,
    (SELECT s.${start} FROM ${table} s WHERE s.id = u.${table}_id) AS at FROM ${table}_update u WHERE u.id > `;

/** SELECTs of the texts whose words are read after an upgrade or a restore, by their id in `rendering`. */
const pastTexts = {
  words_incident: {
    kind: "incident",
    select: `SELECT id, page_id, id AS subject, '' AS part, title || ' ' || alert_title AS text, postmortem_text AS postmortem, started_at AS at
      FROM incident WHERE id > `,
  },
  words_incident_update: { kind: "incident", select: updatesOf("incident", "started_at") },
  words_maintenance: {
    kind: "maintenance",
    select: `SELECT id, page_id, id AS subject, '' AS part, title || ' ' || body_text AS text, '' AS postmortem, starts_at AS at
      FROM maintenance WHERE id > `,
  },
  words_maintenance_update: { kind: "maintenance", select: updatesOf("maintenance", "starts_at") },
} as const satisfies Record<string, { kind: WordSubjectKind; select: string }>;

export type WordBackfillTable = keyof typeof pastTexts;

export const isWordBackfillTable = (id: string): id is WordBackfillTable => id in pastTexts;

export const wordSubjectKindOf = (table: WordBackfillTable): WordSubjectKind => pastTexts[table].kind;

/** Cursor of a table of which nothing was read yet. */
const startCursor = "~";

/** SQL that is true while words of stored texts are still to be read. */
export const isBackfillingWordsSql = sql`EXISTS (SELECT 1 FROM rendering WHERE due_at IS NOT NULL AND id LIKE 'words%')`;

/**
 * Orders tables: rendered texts first, because their words are read as rendered, then the updates, which are by far the
 * most. So what ends up in the newest rows of the index is the newest of all.
 */
export const wordBackfillOrderSql = sql`id LIKE 'words%' AND id <> 'words_incident_update'`;

/** Lists the next texts of a table, the oldest first as they would have been written, along its primary key. */
export function textsToBackfillQuery({ db }: Db, table: WordBackfillTable, cursor: string) {
  const sized = sql`SELECT *, sum(length(text) + length(postmortem)) OVER (ORDER BY id) AS size, count(*) OVER () AS found
    FROM (${sql.raw(pastTexts[table].select)}${cursor === startCursor ? "" : cursor} ORDER BY 1 LIMIT ${sql.raw(String(maxRows))})`;
  return db
    .select({
      id: sql<string>`id`.as("id"),
      pageId: sql<string>`page_id`.as("page_id"),
      subject: sql<string>`subject`.as("subject"),
      part: sql<string>`part`.as("part"),
      text: sql<string>`text`.as("text"),
      postmortem: sql<string>`postmortem`.as("postmortem"),
      at: sql<number | null>`at`.as("at"),
      found: sql<number>`found`.as("found"),
    })
    .from(sql`(${sized})`)
    .where(sql`size <= ${sql.raw(String(maxTextChars))} OR size = length(text) + length(postmortem)`)
    .orderBy(sql`id`);
}

export type BackfillTextRow = Awaited<ReturnType<typeof textsToBackfillQuery>>[number];

/** Returns the id behind which the next portion starts; null = nothing is left. */
export const nextWordBackfillCursor = (rows: readonly BackfillTextRow[]): string | null =>
  rows.length < maxRows && rows.length === (rows[0]?.found ?? 0) ? null : (rows.at(-1)?.id ?? null);

/** Asks for the words of all that is stored, after a restore: a backup holds the texts alone. */
export const requestWordBackfillStatement = (now: number): SqlStatement => ({
  sql: `INSERT INTO rendering (id, due_at) SELECT value, ?2 FROM json_each(?1) WHERE true
    ON CONFLICT (id) DO UPDATE SET due_at = ?2, cursor = ?3, not_before = 0, tries = 0, reason = NULL`,
  params: [JSON.stringify(Object.keys(pastTexts)), now, startCursor],
});
