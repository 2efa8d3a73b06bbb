import { and, eq, isNull, or, sql } from "drizzle-orm";
import { membershipTable, pageImageTable, pageTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { PageImageKind } from "~/text/image-type";

type Db = Pick<Ctx, "db">;
export type PageRow = typeof pageTable.$inferSelect;

/** SQL that is true for a page that is not deleted. */
const isThere = isNull(pageTable.deletedAt);

export const pageByIdQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(pageTable)
    .where(and(eq(pageTable.id, pageId), isThere));

/** Rolls back the batch when the page is deleted, because rows that come after its purge would stay for ever. */
export const guardPageExistsStatement = (pageId: string): SqlStatement =>
  guardTableStatement(pageTable, { unless: "id = ?1 AND deleted_at IS NULL" }, [pageId]);

/** Returns those pages that exist. */
export const pagesByIdsQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(pageTable)
    .where(and(sql`${pageTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, isThere));

/** Reads what checks a passphrase of the page at this address. */
export const passphraseLockBySlugQuery = ({ db }: Db, slug: string) =>
  db
    .select({ id: pageTable.id, hash: pageTable.passphraseHash, generation: pageTable.passphraseGeneration })
    .from(pageTable)
    .where(and(eq(pageTable.slug, slug), eq(pageTable.visibility, "passphrase"), isThere));

const roleOf = (personId: string) =>
  sql<string | null>`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

const isMine = (personId: string) =>
  sql`EXISTS (SELECT 1 FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

/** Lists all pages of the deployment for its operator, else the pages where the person is a member; by name. */
export function pagesOfPersonQuery({ db }: Db, personId: string, all: boolean) {
  const { id, slug, name } = pageTable;
  const isHome = sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.home_page_id = page.id)`;
  return db
    .select({ id, slug, name, role: roleOf(personId).as("role"), isHome: isHome.as("is_home") })
    .from(pageTable)
    .where(all ? isThere : and(isMine(personId), isThere))
    .orderBy(pageTable.name, pageTable.id);
}

/**
 * Reads the first two pages that a person sees, as in `pagesOfPersonQuery`, when it is not known whether they are the operator.
 */
export function firstPagesOfPersonQuery({ db }: Db, personId: string) {
  const all = sql`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.operator)`;
  return db
    .select({ slug: pageTable.slug, role: roleOf(personId).as("role") })
    .from(pageTable)
    .where(and(or(isMine(personId), all), isThere))
    .limit(2);
}

/** Finds a page by id or slug, with the person's role on it. */
export const pageByIdOrSlugQuery = ({ db }: Db, name: string, personId: string) =>
  db
    .select({ row: pageTable, role: roleOf(personId).as("role") })
    .from(pageTable)
    .where(and(or(eq(pageTable.id, name), eq(pageTable.slug, name)), isThere));

/** Makes the deployment's `/` show this page. */
export const setHomePageStatement = (pageId: string): SqlStatement => ({
  sql: "UPDATE deployment SET home_page_id = ?1, version = version + 1 WHERE id = 1",
  params: [pageId],
});

export const membershipOnPageQuery = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select()
    .from(membershipTable)
    .where(and(eq(membershipTable.pageId, pageId), eq(membershipTable.personId, personId)));

/**
 * Moves the snapshot rows, by which visitors and readers find the page: they carry slug and door
 * (pages/rules/page-door).
 */
export const moveSnapshotsStatement = (pageId: string, slug: string, door: string): SqlStatement => ({
  sql: "UPDATE snapshot SET slug = ?2, visibility = ?3 WHERE page_id = ?1",
  params: [pageId, slug, door],
});

/** Returns an image of a page as uploaded; the bytes in base64. */
export const pageImageByHashQuery = ({ db }: Db, pageId: string, hash: string) =>
  db
    .select({ mediaType: pageImageTable.mediaType, body: pageImageTable.body })
    .from(pageImageTable)
    .where(and(eq(pageImageTable.pageId, pageId), eq(pageImageTable.hash, hash)))
    .limit(1);

export const pageImageOfKindQuery = ({ db }: Db, pageId: string, kind: PageImageKind) =>
  db
    .select({ mediaType: pageImageTable.mediaType, body: pageImageTable.body })
    .from(pageImageTable)
    .where(and(eq(pageImageTable.pageId, pageId), eq(pageImageTable.kind, kind)));

export const pageImageHashesQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ kind: pageImageTable.kind, hash: pageImageTable.hash })
    .from(pageImageTable)
    .where(eq(pageImageTable.pageId, pageId));
