import { and, desc, eq, sql } from "drizzle-orm";
import { apiTokenTable, membershipTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const { id, name, role, readOnly, drafter, inUrl, expiresAt, lastUsedAt, createdAt } = apiTokenTable;
const shown = { id, name, role, readOnly, drafter, inUrl, expiresAt, lastUsedAt, createdAt };

/** Lists the tokens of a person, newest first. */
export const apiTokensOfPersonQuery = ({ db }: Db, personId: string) =>
  db
    .select(shown)
    .from(apiTokenTable)
    .where(eq(apiTokenTable.personId, personId))
    .orderBy(desc(createdAt), desc(id))
    .limit(1000);

/** Lists the tokens of all members of a page, with their makers' names and roles there. */
export const apiTokensOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      ...shown,
      personId: apiTokenTable.personId,
      maker: sql<string>`${personTable.name}`.as("maker"),
      makersRole: sql<string>`${membershipTable.role}`.as("makers_role"),
    })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .innerJoin(apiTokenTable, eq(apiTokenTable.personId, membershipTable.personId))
    .where(and(eq(membershipTable.pageId, pageId), eq(personTable.kind, "human")))
    .orderBy(personTable.name, apiTokenTable.personId, desc(createdAt), desc(id))
    .limit(1000);

export const deleteApiTokenStatement = (tokenId: string, personId: string): SqlStatement => ({
  sql: "DELETE FROM api_token WHERE person_id = ?2 AND id = ?1",
  params: [tokenId, personId],
});

export const deleteApiTokensStatement = (personId: string): SqlStatement => ({
  sql: "DELETE FROM api_token WHERE person_id = ?1",
  params: [personId],
});

/** Guards that its maker is a member of the page, because owners have no say over the tokens of a former member. */
export const guardTokenMakerIsMemberStatement = (pageId: string, personId: string): SqlStatement =>
  guardTableStatement(membershipTable, { unless: "page_id = ?1 AND person_id = ?2" }, [pageId, personId]);
