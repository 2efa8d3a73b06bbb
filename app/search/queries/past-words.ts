import { sql } from "drizzle-orm";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { WordSubjectKind } from "../rules/word-entries";

type Db = Pick<Ctx, "db">;

/** Most rows of one portion, and most characters of their texts; a portion has at least one row. */
const maxRows = 100;
const maxTextChars = 10_000;

const updatesOf = (table: string, start: string) =>
  `SELECT u.id AS id, u.page_id AS page_id, u.${table}_id AS subject, u.id AS part, iif(u.said IS NULL, u.body_text, '') AS text, '' AS postmortem,
    (SELECT s.${start} FROM ${table} s WHERE s.id = u.${table}_id) AS at FROM ${table}_update u WHERE u.id < `;

/** SELECTs of the texts whose words are read after an upgrade or a restore, by their id in `rendering`. */
const pastTexts = {
  words_incident: {
    kind: "incident",
    select: `SELECT id, page_id, id AS subject, '' AS part, title || ' ' || alert_title AS text, postmortem_text AS postmortem, started_at AS at
      FROM incident WHERE id < `,
  },
  words_incident_update: { kind: "incident", select: updatesOf("incident", "started_at") },
  words_maintenance: {
    kind: "maintenance",
    select: `SELECT id, page_id, id AS subject, '' AS part, title || ' ' || body_text AS text, '' AS postmortem, starts_at AS at
      FROM maintenance WHERE id < `,
  },
  words_maintenance_update: { kind: "maintenance", select: updatesOf("maintenance", "starts_at") },
} as const satisfies Record<string, { kind: WordSubjectKind; select: string }>;

export type PastWordsTable = keyof typeof pastTexts;

export const isPastWordsTable = (id: string): id is PastWordsTable => id in pastTexts;

export const wordSubjectKindOf = (table: PastWordsTable): WordSubjectKind => pastTexts[table].kind;

/** Lists the next texts of a table, the newest first, along its primary key. */
export function pastTextsToRead({ db }: Db, table: PastWordsTable, cursor: string) {
  const sized = sql`SELECT *, sum(length(text) + length(postmortem)) OVER (ORDER BY id DESC) AS size, count(*) OVER () AS found
    FROM (${sql.raw(pastTexts[table].select)}${cursor} ORDER BY 1 DESC LIMIT ${sql.raw(String(maxRows))})`;
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
    .orderBy(sql`id DESC`);
}

export type PastTextRow = Awaited<ReturnType<typeof pastTextsToRead>>[number];

/** Returns the id behind which the next portion starts; null = nothing is left. */
export const nextPastTextCursor = (rows: readonly PastTextRow[]): string | null =>
  rows.length < maxRows && rows.length === (rows[0]?.found ?? 0) ? null : (rows.at(-1)?.id ?? null);

/** Asks for the words of all that is stored, after a restore: a backup holds the texts alone. */
export const readPastWordsStatement = (now: number): SqlStatement => ({
  sql: "INSERT INTO rendering (id, due_at) SELECT value, ?2 FROM json_each(?1)",
  params: [JSON.stringify(Object.keys(pastTexts)), now],
});
