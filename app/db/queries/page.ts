import { and, eq, or, sql } from "drizzle-orm";
import type { Ctx } from "../../platform/ctx";
import { membership, page } from "../schema";
import type { Statement } from "../write";

type Db = Pick<Ctx, "db">;

export const pageById = ({ db }: Db, pageId: string) => db.select().from(page).where(eq(page.id, pageId));

const roleOf = (personId: string) =>
  sql<string | null>`(SELECT m.role FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;

/** All pages of the deployment for its operator, else those that the person is a member of; by name. */
export function pagesFor({ db }: Db, personId: string, all: boolean) {
  const mine = sql`EXISTS (SELECT 1 FROM membership m WHERE m.page_id = page.id AND m.person_id = ${personId})`;
  const { id, slug, name } = page;
  const isHome = sql<number>`EXISTS (SELECT 1 FROM deployment d WHERE d.home_page_id = page.id)`;
  return db
    .select({ id, slug, name, role: roleOf(personId).as("role"), isHome: isHome.as("is_home") })
    .from(page)
    .where(all ? undefined : mine)
    .orderBy(page.name, page.id);
}

/** A page by id or slug with the person's role on it. */
export const pageNamed = ({ db }: Db, name: string, personId: string) =>
  db
    .select({ row: page, role: roleOf(personId).as("role") })
    .from(page)
    .where(or(eq(page.id, name), eq(page.slug, name)));

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

/** Where visitors and readers find the page: its snapshot rows carry slug and visibility. */
export const moveSnapshots = (pageId: string, slug: string, visibility: string): Statement => ({
  sql: "UPDATE snapshot SET slug = ?2, visibility = ?3 WHERE page_id = ?1",
  params: [pageId, slug, visibility],
});
