import { eq, type SQL, sql } from "drizzle-orm";
import { auditEntryTable, pageTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { containsWordSql } from "~/search/queries/holds-word";

/** Reads the entry of a commit that may have been sent before; no row without an id. */
export const priorCommitQuery = ({ db }: Pick<Ctx, "db">, commitId: string | undefined) =>
  db
    .select({
      subjectId: auditEntryTable.subjectId,
      pageId: auditEntryTable.pageId,
      leftUnwatched: sql<string | null>`json_extract(after, '$.leftUnwatched')`.as("left_unwatched"),
      keptBy: sql<string | null>`json_extract(after, '$.keptBy')`.as("kept_by"),
    })
    .from(auditEntryTable)
    .where(eq(auditEntryTable.id, commitId ?? ""));

/** Reads the same with its outcome, when the answer says more than the subject's id. */
export const priorCommitOutcomeQuery = ({ db }: Pick<Ctx, "db">, commitId: string) =>
  db
    .select({ subjectId: auditEntryTable.subjectId, pageId: auditEntryTable.pageId, after: auditEntryTable.after })
    .from(auditEntryTable)
    .where(eq(auditEntryTable.id, commitId));

const actorName = sql<string | null>`CASE f.actor_kind
  WHEN 'token' THEN coalesce((SELECT t.name FROM api_token t WHERE t.id = f.actor_id), f.actor_id)
  WHEN 'machine' THEN (SELECT s.name FROM source s WHERE s.id = f.actor_id)
  ELSE (SELECT p.name FROM person p WHERE p.id = f.actor_id) END`;
const tokenOf = sql<string | null>`CASE f.actor_kind WHEN 'token' THEN
  (SELECT p.name FROM api_token t JOIN person p ON p.id = t.person_id WHERE t.id = f.actor_id) END`;

/** One searched word: in lower case, with the actions whose sentences contain it in the reader's language. */
export interface AuditSearchTerm {
  text: string;
  actions: string[];
}

const titleNow = sql<
  string | null
>`CASE f.subject_kind WHEN 'incident' THEN (SELECT i.title FROM incident i WHERE i.id = f.subject_id)
  WHEN 'maintenance' THEN (SELECT m.title FROM maintenance m WHERE m.id = f.subject_id) END`;

/**
 * SQL that is true for a subject with this present name, among what the page's members set up; read once, not for each
 * entry.
 */
const calledSo = (pageId: string | null, term: string) => sql`f.subject_id IN (SELECT n.id FROM (
    SELECT c.id, c.name FROM component c WHERE c.page_id = ${pageId}
    UNION ALL SELECT g.id, g.name FROM component_group g WHERE g.page_id = ${pageId}
    UNION ALL SELECT s.id, s.name FROM source s WHERE s.page_id = ${pageId}
    UNION ALL SELECT h.id, h.name FROM channel h WHERE h.page_id = ${pageId}) n WHERE ${containsWordSql(sql`n.name`, term)})`;

/**
 * SQL for `before` or `after` as far as the reader may see it. The audit log keeps the texts of private notes after
 * they are deleted.
 */
const told = (column: SQL, withNotes: boolean): SQL =>
  withNotes
    ? column
    : sql`CASE f.subject_kind WHEN 'incident_note' THEN json_remove(${column}, '$.body') ELSE ${column} END`;

/** SQL that searches actor, subject, action, and every value of before and after. */
const says = (pageId: string | null, withNotes: boolean, { text, actions }: AuditSearchTerm) => sql`(
  f.action IN (SELECT j.value FROM json_each(${JSON.stringify(actions)}) j)
  OR ${containsWordSql(told(sql`f.before`, withNotes), text)} OR ${containsWordSql(told(sql`f.after`, withNotes), text)} OR ${containsWordSql(actorName, text)} OR ${containsWordSql(tokenOf, text)}
  OR ${containsWordSql(titleNow, text)} OR ${calledSo(pageId, text)})`;

/** Maximum number of entries that are read for one response, however few of them match the filter. */
export const maxEntriesScanned = 1000;

interface SubjectKinds {
  kinds: readonly string[];
  actions: readonly string[];
  excluded: boolean;
}

export interface AuditFilter {
  /** Id of a person, or of a source. */
  actorId?: string | undefined;
  /** Id of a person, whose API tokens' entries are wanted as well. */
  personId?: string | undefined;
  /** `person`, `token`, `machine` or `visitor`. */
  actorKind?: string | undefined;
  subjectKind?: string | undefined;
  /** Several kinds and some actions of others, or all but these when `excluded`. */
  subjectKinds?: SubjectKinds | undefined;
  /** Words that must all occur in it. */
  terms?: AuditSearchTerm[] | undefined;
  /** [from, to) in ms. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface AuditListing extends AuditFilter {
  /** Time and id of the last entry that was already shown or read. */
  before: [number, string] | null;
  /** Default: the newest first. */
  oldestFirst?: boolean | undefined;
  limit: number;
  /** True to include the texts of private notes, in the answer and in the search. */
  withNotes: boolean;
}

const isOfKinds = ({ kinds, actions, excluded }: SubjectKinds): SQL =>
  sql`(f.subject_kind IN (SELECT j.value FROM json_each(${JSON.stringify(kinds)}) j)
    OR f.action IN (SELECT j.value FROM json_each(${JSON.stringify(actions)}) j)) = ${excluded ? 0 : 1}`;

/** SQL that is true for what a person did, also by a token of theirs; the tokens are read once, by their index. */
const isByPerson = (personId: string): SQL =>
  sql`(f.actor_id = ${personId}
    OR (f.actor_kind = 'token' AND f.actor_id IN (SELECT t.id FROM api_token t WHERE t.person_id = ${personId})))`;

/**
 * Lists entries along the index of page and time (null for no page), in either direction; a `place` of
 * `maxEntriesScanned` marks where the search stopped.
 */
export function auditListQuery({ db }: Pick<Ctx, "db">, pageId: string | null, listing: AuditListing) {
  const { before, actorId, personId, actorKind, subjectKind, subjectKinds, terms = [] } = listing;
  const { from, to, limit, withNotes } = listing;
  const [direction, beyond] = listing.oldestFirst ? [sql`ASC`, sql`>`] : [sql`DESC`, sql`<`];
  const bounds = [
    sql`a.page_id IS ${pageId}`,
    ...(before ? [sql`(a.at, a.id) ${beyond} (${before[0]}, ${before[1]})`] : []),
    ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.at < ${to}`]),
  ];
  const fits = [
    ...(actorId ? [sql`f.actor_id = ${actorId}`] : []),
    ...(personId ? [isByPerson(personId)] : []),
    ...(actorKind ? [sql`f.actor_kind = ${actorKind}`] : []),
    ...(subjectKind ? [sql`f.subject_kind = ${subjectKind}`] : []),
    ...(subjectKinds ? [isOfKinds(subjectKinds)] : []),
    ...terms.map((term) => says(pageId, withNotes, term)),
  ];
  const all = sql`(SELECT a.*, row_number() OVER (ORDER BY a.at ${direction}, a.id ${direction}) AS place FROM audit_entry a
    WHERE ${sql.join(bounds, sql` AND `)} ORDER BY a.at ${direction}, a.id ${direction} LIMIT ${maxEntriesScanned}) f`;
  const column = <T>(name: string) => sql<T>`${sql.raw(`f.${name}`)}`.as(name);
  const matches = fits.length > 0 ? sql.join(fits, sql` AND `) : sql`true`;
  return (
    db
      .select({
        id: column<string>("id"),
        at: column<number>("at"),
        actorKind: column<string>("actor_kind"),
        actorId: column<string | null>("actor_id"),
        action: column<string>("action"),
        subjectKind: column<string>("subject_kind"),
        subjectId: column<string>("subject_id"),
        before: sql<string | null>`${told(sql`f.before`, withNotes)}`.as("before"),
        after: sql<string | null>`${told(sql`f.after`, withNotes)}`.as("after"),
        place: column<number>("place"),
        fits: sql<number>`(${matches})`.as("fits"),
        actorName: actorName.as("actor_name"),
        tokenOwner: tokenOf.as("token_owner"),
        subjectTitle: titleNow.as("subject_title"),
      })
      .from(all)
      // The name of the column, because each copy of its parameters would count towards the hundred that D1 takes.
      .where(sql`fits OR f.place = ${maxEntriesScanned}`)
      .orderBy(sql`f.at ${direction}, f.id ${direction}`)
      .limit(limit)
  );
}

/** Reads the names to which entries of a page refer, as id → name; one row. */
export const auditNamesOfPageQuery = ({ db }: Pick<Ctx, "db">, pageId: string) =>
  db
    .select({
      names: sql<string>`(SELECT json_group_object(n.id, n.name) FROM (
        SELECT c.id, c.name FROM component c WHERE c.page_id = ${pageId}
        UNION ALL SELECT g.id, g.name FROM component_group g WHERE g.page_id = ${pageId}
        UNION ALL SELECT s.id, s.name FROM source s WHERE s.page_id = ${pageId}
        UNION ALL SELECT h.id, h.name FROM channel h WHERE h.page_id = ${pageId}
        UNION ALL SELECT p.id, p.name FROM person p JOIN membership m ON m.person_id = p.id WHERE m.page_id = ${pageId}) n)`.as(
        "names",
      ),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));
