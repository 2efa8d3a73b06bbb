import { and, eq, sql } from "drizzle-orm";
import { membershipTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const rank = sql`CASE membership.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 WHEN 'responder' THEN 2 ELSE 3 END`;

/** Lists the members of a page, owners first, without the operator behind the bootstrap token. */
export const membersOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      personId: membershipTable.personId,
      name: personTable.name,
      email: personTable.email,
      role: membershipTable.role,
      version: membershipTable.version,
      joinedAt: membershipTable.createdAt,
    })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(and(eq(membershipTable.pageId, pageId), eq(personTable.kind, "human")))
    .orderBy(rank, personTable.name, personTable.id)
    .limit(1000);

/** Guards that another human owns the page. If the last two owners leave at once, one of the changes fails. */
export const guardAnotherOwnerStatement = (pageId: string, personId: string): SqlStatement =>
  guardTableStatement(
    membershipTable,
    {
      lost: `NOT EXISTS (SELECT 1 FROM membership m LEFT JOIN person p ON p.id = m.person_id
        WHERE m.page_id = ?1 AND m.person_id <> ?2 AND m.role = 'owner' AND coalesce(p.kind, 'human') = 'human')`,
    },
    [pageId, personId],
  );

/** Lists operators of the deployment who are not members of the page. */
export const operatorsOutsidePageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ name: personTable.name })
    .from(personTable)
    .where(
      sql`${personTable.operator} = 1 AND ${personTable.kind} = 'human' AND ${personTable.id} NOT IN (SELECT m.person_id FROM membership m WHERE m.page_id = ${pageId})`,
    )
    .orderBy(personTable.name)
    .limit(20);

/** Reads the same as a query. */
export const otherOwnerCountQuery = ({ db }: Db, pageId: string, personId: string) =>
  db
    .select({ others: sql<number>`count(*)`.as("others") })
    .from(membershipTable)
    .leftJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(
      and(
        eq(membershipTable.pageId, pageId),
        eq(membershipTable.role, "owner"),
        sql`${membershipTable.personId} <> ${personId} AND coalesce(${personTable.kind}, 'human') = 'human'`,
      ),
    );

/** Guards that the person is still no member; else two concurrent additions would give two roles. */
export const guardNotMemberStatement = (pageId: string, personId: string): SqlStatement =>
  guardTableStatement(membershipTable, { when: "page_id = ?1 AND person_id = ?2" }, [pageId, personId]);
