import { and, eq, sql } from "drizzle-orm";
import { membership, person } from "~/db/schema";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const rank = sql`CASE membership.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 WHEN 'responder' THEN 2 ELSE 3 END`;

/** The people of a page, owners first. The operator behind the bootstrap token is nobody to be seen. */
export const membersOf = ({ db }: Db, pageId: string) =>
  db
    .select({
      personId: membership.personId,
      name: person.name,
      email: person.email,
      role: membership.role,
      version: membership.version,
      joinedAt: membership.createdAt,
    })
    .from(membership)
    .innerJoin(person, eq(person.id, membership.personId))
    .where(and(eq(membership.pageId, pageId), eq(person.kind, "human")))
    .orderBy(rank, person.name, person.id)
    .limit(1000);

/** Guard: another human owns the page; of two last owners who leave at once, one stays. */
export const anotherOwns = (pageId: string, personId: string): Statement => ({
  sql: `INSERT INTO guard (lost) SELECT 'membership' WHERE NOT EXISTS
    (SELECT 1 FROM membership m LEFT JOIN person p ON p.id = m.person_id
     WHERE m.page_id = ?1 AND m.person_id <> ?2 AND m.role = 'owner' AND coalesce(p.kind, 'human') = 'human')`,
  params: [pageId, personId],
});

/** Operators of the deployment who are no members of the page. */
export const operatorsAbove = ({ db }: Db, pageId: string) =>
  db
    .select({ name: person.name })
    .from(person)
    .where(
      sql`${person.operator} = 1 AND ${person.kind} = 'human' AND ${person.id} NOT IN (SELECT m.person_id FROM membership m WHERE m.page_id = ${pageId})`,
    )
    .orderBy(person.name)
    .limit(20);

/** The same as a question. */
export const otherOwners = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select({ others: sql<number>`count(*)`.as("others") })
    .from(membership)
    .leftJoin(person, eq(person.id, membership.personId))
    .where(
      and(
        eq(membership.pageId, pageId),
        eq(membership.role, "owner"),
        sql`${membership.personId} <> ${personId} AND coalesce(${person.kind}, 'human') = 'human'`,
      ),
    );

/** Guard: the person is still no member; else two who let them in at once would give two roles. */
export const isNoMember = (pageId: string, personId: string): Statement => ({
  sql: "INSERT INTO guard (lost) SELECT 'membership' WHERE EXISTS (SELECT 1 FROM membership WHERE page_id = ?1 AND person_id = ?2)",
  params: [pageId, personId],
});
