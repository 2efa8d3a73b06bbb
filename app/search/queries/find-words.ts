import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";
import { searchTokens, type TextWord } from "../rules/text-words";
import { postmortemPart, titlePart, wordSubjectKinds } from "../rules/word-entries";

type Db = Pick<Ctx, "db">;

/** Rows of the index that a search reads, the newest first. */
const maxWordRows = 100;
/** Texts that a search reads to verify what the index named; each takes two rows. */
const maxTexts = 50;
/** Texts of one subject that are read for each word: an edited update may have lost it. */
const textsPerWord = 3;

export interface WordSearch {
  words: readonly TextWord[];
  /** Instants between which it started; the latter is not included. */
  from?: number | undefined;
  to?: number | undefined;
  /** Absent = incidents and maintenance. */
  only?: keyof typeof wordSubjectKinds;
}

/** True when a packed text has all tokens: a space stands before each word. */
const hasTokens = (text: SQL, tokens: readonly string[]): SQL =>
  sql`(${sql.join(
    tokens.map((token) => sql`instr(${text}, ${` ${token}`}) > 0`),
    sql` AND `,
  )})`;

const each = (words: readonly TextWord[], make: (word: TextWord, name: SQL, at: number) => SQL, between: string): SQL =>
  sql.join(
    words.map((word, at) => make(word, sql.raw(`w${at}`), at)),
    sql.raw(between),
  );

/** SQL for `named`: each text that the index names for a word, with a column for each word. */
function namedTexts(pageId: string, { words, from, to, only }: WordSearch): SQL {
  const inRange = sql`last_at >= ${from ?? Number.MIN_SAFE_INTEGER} AND first_at < ${to ?? Number.MAX_SAFE_INTEGER}`;
  const possible = each(words, (word) => hasTokens(sql`words`, searchTokens(word).slice(0, 1)), " OR ");
  const found = each(words, (word, name) => sql`${hasTokens(sql`e.value`, searchTokens(word))} AS ${name}`, ", ");
  const kind = only === undefined ? sql`1` : sql`substr(e.value, 1, 1) = ${wordSubjectKinds[only]}`;
  return sql`SELECT DISTINCT substr(e.value, 1, instr(e.value, '/') - 1) AS subject,
      substr(e.value, instr(e.value, '/') + 1, instr(e.value, ' ') - instr(e.value, '/') - 1) AS part, ${found}
    FROM (SELECT first_at, last_at, words FROM search_words WHERE page_id = ${pageId} ORDER BY part DESC LIMIT ${sql.raw(String(maxWordRows))}) r,
      json_each('[' || r.words || ']') e
    WHERE ${inRange} AND (${possible}) AND ${kind}`;
}

/** SQL for the texts of those that the index names for every word: the newest few of each, and in all. */
function textsToRead(words: readonly TextWord[]): SQL {
  const whole = sql`subject IN (SELECT subject FROM named GROUP BY subject HAVING ${each(words, (_, name) => sql`max(${name})`, " AND ")})`;
  const ranks = each(
    words,
    (_, name, at) =>
      sql`row_number() OVER (PARTITION BY subject, ${name} ORDER BY part DESC) AS ${sql.raw(`r${at}`)}`,
    ", ",
  );
  const few = each(words, (_, name, at) => sql`(${name} AND ${sql.raw(`r${at} <= ${textsPerWord}`)})`, " OR ");
  return sql`SELECT subject, part, count(*) OVER (ORDER BY substr(subject, 2) DESC) AS place, count(*) OVER () AS texts
    FROM (SELECT *, ${ranks} FROM named WHERE ${whole}) WHERE ${few}`;
}

const ofIncident = sql`CASE k.part WHEN ${titlePart} THEN '' WHEN ${postmortemPart} THEN i.postmortem_text ELSE
  (SELECT u.body_text FROM incident_update u WHERE u.id = k.part AND u.incident_id = i.id) END`;

const ofMaintenance = sql`CASE k.part WHEN ${titlePart} THEN m.body_text ELSE
  (SELECT u.body_text FROM maintenance_update u WHERE u.id = k.part AND u.maintenance_id = m.id) END`;

const subjectOf = (kind: keyof typeof wordSubjectKinds, pageId: string): SQL =>
  sql`substr(k.subject, 2) AND substr(k.subject, 1, 1) = ${wordSubjectKinds[kind]} AND ${sql.raw(wordSubjectKinds[kind])}.page_id = ${pageId}`;

/**
 * Reads the present texts of what the index names for a search, the newest incidents and maintenance first: at most 100
 * rows of the index and 100 of texts, however long the past is. A withdrawn incident is not among them.
 */
export function wordCandidates({ db }: Db, pageId: string, search: WordSearch) {
  const { words, from, to } = search;
  const found = sql`WITH named AS MATERIALIZED (${namedTexts(pageId, search)}), k AS (${textsToRead(words)})
    SELECT iif(i.id IS NULL, 'maintenance', 'incident') AS kind, coalesce(i.id, m.id) AS id, coalesce(i.title, m.title) AS title,
      coalesce(i.alert_title, '') AS alert_title, coalesce(i.started_at, m.starts_at) AS at, k.part AS part, k.texts AS texts,
      coalesce(iif(i.id IS NULL, ${ofMaintenance}, ${ofIncident}), '') AS text
    FROM k LEFT JOIN incident i ON i.id = ${subjectOf("incident", pageId)} AND i.visibility <> 'withdrawn'
      LEFT JOIN maintenance m ON m.id = ${subjectOf("maintenance", pageId)}
    WHERE k.place <= ${sql.raw(String(maxTexts))}`;
  return db
    .select({
      kind: sql<keyof typeof wordSubjectKinds>`kind`.as("kind"),
      id: sql<string>`id`.as("id"),
      title: sql<string>`title`.as("title"),
      alertTitle: sql<string>`alert_title`.as("alert_title"),
      at: sql<number>`at`.as("at"),
      part: sql<string>`part`.as("part"),
      texts: sql<number>`texts`.as("texts"),
      text: sql<string>`text`.as("text"),
    })
    .from(sql`(${found})`)
    .where(sql`id IS NOT NULL AND at >= ${from ?? Number.MIN_SAFE_INTEGER} AND at < ${to ?? Number.MAX_SAFE_INTEGER}`);
}

export type WordCandidateRow = Awaited<ReturnType<typeof wordCandidates>>[number];

/** True when the index names more texts than were read. */
export const isWordSearchCut = (rows: readonly WordCandidateRow[]): boolean => (rows[0]?.texts ?? 0) > maxTexts;
