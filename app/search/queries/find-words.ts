import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";
import { type IndexedText, maxStartMoveMs, maxWordRowsScanned } from "../rules/named-texts";
import { searchTokens, type TextWord } from "../rules/text-words";
import { searchPostmortemPart, searchTitlePart, type WordSubjectKind } from "../rules/word-entries";
import { isBackfillingWordsSql } from "./past-words";

type Db = Pick<Ctx, "db">;

/** Rows of the index in which the database looks for a search, the newest first. */
const maxWordRows = 50;

export interface TextWordSearch {
  words: readonly TextWord[];
  /** Instants between which it started; the latter is not included. */
  from?: number | undefined;
  to?: number | undefined;
}

/** SQL that is true if a row contains the tokens of a word. A space precedes each token and is nowhere else. */
const hasWord = (word: TextWord): SQL =>
  sql`(${sql.join(
    searchTokens(word).map((token) => sql`instr(words, ${` ${token}`}) > 0`),
    sql` AND `,
  )})`;

const joined = (words: readonly TextWord[], between: string): SQL => sql.join(words.map(hasWord), sql.raw(between));

/** SQL that is true when a row has a start in the range, or as close to it as `move`. */
const overlaps = ({ from, to }: TextWordSearch, move: number): SQL => {
  const [first, last] = [from ?? Number.MIN_SAFE_INTEGER + move, to ?? Number.MAX_SAFE_INTEGER - move];
  return sql`last_at >= ${first - move} AND first_at < ${last + move}`;
};

/**
 * Lists rows of the index that have a searched word: those with most of the words first, then those in the range, then
 * those that go on longest. Their numbers say little, because the past may have been read after the present was written.
 */
export function matchingWordRowsQuery({ db }: Db, pageId: string, search: TextWordSearch) {
  const { words } = search;
  const newest = sql`SELECT part, ${joined(words, " + ")} AS has FROM (SELECT part, first_at, last_at, words FROM search_words
    WHERE page_id = ${pageId} ORDER BY part DESC LIMIT ${sql.raw(String(maxWordRows))})
    WHERE ${overlaps(search, maxStartMoveMs)} AND (${joined(words, " OR ")})
    ORDER BY has DESC, ${overlaps(search, 0)} DESC, last_at DESC, part DESC LIMIT ${sql.raw(String(maxWordRowsScanned + 1))}`;
  return db
    .select({ words: sql<string>`w.words`.as("words") })
    .from(sql`(${newest}) n JOIN search_words w ON w.page_id = ${pageId} AND w.part = n.part`);
}

/** Says whether a page has texts in which no search looks: in rows beyond the newest, or whose words are still to be read. */
export const hasUnsearchedTextsQuery = ({ db }: Db, pageId: string) =>
  db.select({ hasSome: sql<number>`has_some`.as("has_some") }).from(
    sql`(SELECT ${isBackfillingWordsSql} OR coalesce((SELECT part FROM search_words WHERE page_id = ${pageId}
        ORDER BY part DESC LIMIT 1) >= ${sql.raw(String(maxWordRows))}, 0) AS has_some)`,
  );

const ofIncident = sql`CASE n.value->>'$.part' WHEN ${searchTitlePart} THEN '' WHEN ${searchPostmortemPart} THEN i.postmortem_text ELSE
  (SELECT u.body_text FROM incident_update u WHERE u.id = n.value->>'$.part' AND u.incident_id = i.id) END`;

const ofMaintenance = sql`CASE n.value->>'$.part' WHEN ${searchTitlePart} THEN m.body_text ELSE
  (SELECT u.body_text FROM maintenance_update u WHERE u.id = n.value->>'$.part' AND u.maintenance_id = m.id) END`;

const subjectIs = (table: string, kind: WordSubjectKind, pageId: string): SQL =>
  sql`${sql.raw(table)}.id = iif(n.value->>'$.kind' = ${kind}, n.value->>'$.id', NULL) AND ${sql.raw(table)}.page_id = ${pageId}`;

/** Reads the present texts of what the index named; a withdrawn incident has none. */
export function presentIndexedTextsQuery(
  { db }: Db,
  pageId: string,
  named: readonly IndexedText[],
  { from, to }: TextWordSearch,
) {
  const found = sql`SELECT iif(i.id IS NULL, 'maintenance', 'incident') AS kind, coalesce(i.id, m.id) AS id, coalesce(i.title, m.title) AS title,
      coalesce(i.alert_title, '') AS alert_title, coalesce(i.started_at, m.starts_at) AS at,
      coalesce(iif(i.id IS NULL, ${ofMaintenance}, ${ofIncident}), '') AS text
    FROM json_each(${JSON.stringify(named)}) n
      LEFT JOIN incident i ON ${subjectIs("i", "incident", pageId)} AND i.visibility <> 'withdrawn'
      LEFT JOIN maintenance m ON ${subjectIs("m", "maintenance", pageId)}`;
  return db
    .select({
      kind: sql<WordSubjectKind>`kind`.as("kind"),
      id: sql<string>`id`.as("id"),
      title: sql<string>`title`.as("title"),
      alertTitle: sql<string>`alert_title`.as("alert_title"),
      at: sql<number>`at`.as("at"),
      text: sql<string>`text`.as("text"),
    })
    .from(sql`(${found})`)
    .where(sql`id IS NOT NULL AND at >= ${from ?? Number.MIN_SAFE_INTEGER} AND at < ${to ?? Number.MAX_SAFE_INTEGER}`);
}
