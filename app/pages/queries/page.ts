import { and, eq, isNull, or, sql } from "drizzle-orm";
import { membership, page, pageImage } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { PageImageKind } from "~/text/image-type";

type Db = Pick<Ctx, "db">;
export type PageRow = typeof page.$inferSelect;

/** SQL that is true for a page that is not deleted. */
const isThere = isNull(page.deletedAt);

export const pageByIdQuery = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(page)
    .where(and(eq(page.id, pageId), isThere));

/** Rolls back the batch when the page is deleted, because rows that come after its purge would stay for ever. */
export const guardPageExists = (pageId: string): SqlStatement =>
  guardTableCondition(page, { unless: "id = ?1 AND deleted_at IS NULL" }, [pageId]);

/** Returns those pages that exist. */
export const pagesByIdsQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(page)
    .where(and(sql`${page.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, isThere));

/** Reads what checks a passphrase of the page at this address. */
export const passphraseLockBySlugQuery = ({ db }: Db, slug: string) =>
  db
    .select({ id: page.id, hash: page.passphraseHash, generation: page.passphraseGeneration })
    .from(page)
    .where(and(eq(page.slug, slug), eq(page.visibility, "passphrase"), isThere));

const roleOf = (personId: string) =>
  sql<string | null>`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

const isMine = (personId: string) =>
  sql`EXISTS (SELECT 1 FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

/** Lists all pages of the deployment for its operator, else the pages where the person is a member; by name. */
export function pagesOfPersonQuery({ db }: Db, personId: string, all: boolean) {
  const { id, slug, name } = page;
  const isHome = sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.home_page_id = page.id)`;
  return db
    .select({ id, slug, name, role: roleOf(personId).as("role"), isHome: isHome.as("is_home") })
    .from(page)
    .where(all ? isThere : and(isMine(personId), isThere))
    .orderBy(page.name, page.id);
}

/**
 * Reads the first two pages that a person sees, as in `pagesOfPersonQuery`, when it is not known whether they are the operator.
 */
export function firstPagesOfPersonQuery({ db }: Db, personId: string) {
  const all = sql`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.operator)`;
  return db
    .select({ slug: page.slug, role: roleOf(personId).as("role") })
    .from(page)
    .where(and(or(isMine(personId), all), isThere))
    .limit(2);
}

/** Finds a page by id or slug, with the person's role on it. */
export const pageByIdOrSlugQuery = ({ db }: Db, name: string, personId: string) =>
  db
    .select({ row: page, role: roleOf(personId).as("role") })
    .from(page)
    .where(and(or(eq(page.id, name), eq(page.slug, name)), isThere));

/** Makes the deployment's `/` show this page. */
export const setHomePageStatement = (pageId: string): SqlStatement => ({
  sql: "UPDATE deployment SET home_page_id = ?1, version = version + 1 WHERE id = 1",
  params: [pageId],
});

export const membershipOnPageQuery = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select()
    .from(membership)
    .where(and(eq(membership.pageId, pageId), eq(membership.personId, personId)));

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
    .select({ mediaType: pageImage.mediaType, body: pageImage.body })
    .from(pageImage)
    .where(and(eq(pageImage.pageId, pageId), eq(pageImage.hash, hash)))
    .limit(1);

export const pageImageOfKindQuery = ({ db }: Db, pageId: string, kind: PageImageKind) =>
  db
    .select({ mediaType: pageImage.mediaType, body: pageImage.body })
    .from(pageImage)
    .where(and(eq(pageImage.pageId, pageId), eq(pageImage.kind, kind)));

export const pageImageHashesQuery = ({ db }: Db, pageId: string) =>
  db.select({ kind: pageImage.kind, hash: pageImage.hash }).from(pageImage).where(eq(pageImage.pageId, pageId));
