import { and, eq, sql } from "drizzle-orm";
import { membership, person } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const rank = sql`CASE membership.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 WHEN 'responder' THEN 2 ELSE 3 END`;

/** Lists the members of a page, owners first, without the operator behind the bootstrap token. */
export const membersOfPageQuery = ({ db }: Db, pageId: string) =>
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

/** Guards that another human owns the page; when two last owners leave at once, one stays. */
export const guardAnotherOwner = (pageId: string, personId: string): SqlStatement =>
  guardTableCondition(
    membership,
    {
      lost: `NOT EXISTS (SELECT 1 FROM membership m LEFT JOIN person p ON p.id = m.person_id
        WHERE m.page_id = ?1 AND m.person_id <> ?2 AND m.role = 'owner' AND coalesce(p.kind, 'human') = 'human')`,
    },
    [pageId, personId],
  );

/** Lists operators of the deployment who are not members of the page. */
export const operatorsOutsidePageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ name: person.name })
    .from(person)
    .where(
      sql`${person.operator} = 1 AND ${person.kind} = 'human' AND ${person.id} NOT IN (SELECT m.person_id FROM membership m WHERE m.page_id = ${pageId})`,
    )
    .orderBy(person.name)
    .limit(20);

/** Reads the same as a query. */
export const otherOwnerCountQuery = ({ db }: Db, pageId: string, personId: string) =>
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

/** Guards that the person is still no member; else two concurrent additions would give two roles. */
export const guardNotMember = (pageId: string, personId: string): SqlStatement =>
  guardTableCondition(membership, { when: "page_id = ?1 AND person_id = ?2" }, [pageId, personId]);
