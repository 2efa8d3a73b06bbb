import { and, eq, isNull, or, sql } from "drizzle-orm";
import { membership, page, pageImage } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ImageKind } from "~/text/image-type";

type Db = Pick<Ctx, "db">;
export type PageRow = typeof page.$inferSelect;

/** A deleted page is nobody's any more. */
const isThere = isNull(page.deletedAt);

export const pageById = ({ db }: Db, pageId: string) =>
  db
    .select()
    .from(page)
    .where(and(eq(page.id, pageId), isThere));

/** Breaks the batch when the page is deleted by now: what comes after its rows are purged would be nobody's. */
export const pageIsThere = (pageId: string): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'page' WHERE NOT EXISTS (SELECT 1 FROM page WHERE id = ?1 AND deleted_at IS NULL)",
  params: [pageId],
});

/** Those of these that are there. */
export const pagesByIds = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(page)
    .where(and(sql`${page.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, isThere));

/** What tells whether a passphrase opens the page at this address. */
export const lockOf = ({ db }: Db, slug: string) =>
  db
    .select({ id: page.id, hash: page.passphraseHash, generation: page.passphraseGeneration })
    .from(page)
    .where(and(eq(page.slug, slug), eq(page.visibility, "passphrase"), isThere));

const roleOf = (personId: string) =>
  sql<string | null>`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

const isMine = (personId: string) =>
  sql`EXISTS (SELECT 1 FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

/** All pages of the deployment for its operator, else those that the person is a member of; by name. */
export function pagesFor({ db }: Db, personId: string, all: boolean) {
  const { id, slug, name } = page;
  const isHome = sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.home_page_id = page.id)`;
  return db
    .select({ id, slug, name, role: roleOf(personId).as("role"), isHome: isHome.as("is_home") })
    .from(page)
    .where(all ? isThere : and(isMine(personId), isThere))
    .orderBy(page.name, page.id);
}

/** The first two of the pages that a person sees, as `pagesFor` has them, without knowing whether they are the operator. */
export function firstPagesOf({ db }: Db, personId: string) {
  const all = sql`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.operator)`;
  return db
    .select({ slug: page.slug, role: roleOf(personId).as("role") })
    .from(page)
    .where(and(or(isMine(personId), all), isThere))
    .limit(2);
}

/** A page by id or slug with the person's role on it. */
export const pageNamed = ({ db }: Db, name: string, personId: string) =>
  db
    .select({ row: page, role: roleOf(personId).as("role") })
    .from(page)
    .where(and(or(eq(page.id, name), eq(page.slug, name)), isThere));

/** The deployment's `/` shows this page from now on. */
export const showAtRoot = (pageId: string): Statement => ({
  sql: "UPDATE deployment SET home_page_id = ?1, version = version + 1 WHERE id = 1",
  params: [pageId],
});

export const membershipOf = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select()
    .from(membership)
    .where(and(eq(membership.pageId, pageId), eq(membership.personId, personId)));

/** Where visitors and readers find the page: its snapshot rows carry slug and door (pages/rules/page-door). */
export const moveSnapshots = (pageId: string, slug: string, door: string): Statement => ({
  sql: "UPDATE snapshot SET slug = ?2, visibility = ?3 WHERE page_id = ?1",
  params: [pageId, slug, door],
});

/** An image of a page as it was uploaded; the bytes in base64. */
export const imageByHash = ({ db }: Db, pageId: string, hash: string) =>
  db
    .select({ mediaType: pageImage.mediaType, body: pageImage.body })
    .from(pageImage)
    .where(and(eq(pageImage.pageId, pageId), eq(pageImage.hash, hash)))
    .limit(1);

export const imageNamed = ({ db }: Db, pageId: string, kind: ImageKind) =>
  db
    .select({ mediaType: pageImage.mediaType, body: pageImage.body })
    .from(pageImage)
    .where(and(eq(pageImage.pageId, pageId), eq(pageImage.kind, kind)));

export const imageNames = ({ db }: Db, pageId: string) =>
  db.select({ kind: pageImage.kind, hash: pageImage.hash }).from(pageImage).where(eq(pageImage.pageId, pageId));
