import { and, desc, eq, sql } from "drizzle-orm";
import { apiToken, membership, person } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const { id, name, role, readOnly, drafter, inUrl, expiresAt, lastUsedAt, createdAt } = apiToken;
const shown = { id, name, role, readOnly, drafter, inUrl, expiresAt, lastUsedAt, createdAt };

/** Lists the tokens of a person, newest first. */
export const apiTokensOfPersonQuery = ({ db }: Db, personId: string) =>
  db.select(shown).from(apiToken).where(eq(apiToken.personId, personId)).orderBy(desc(createdAt), desc(id)).limit(1000);

/** Lists the tokens of all members of a page, with their makers' names and roles there. */
export const apiTokensOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      ...shown,
      personId: apiToken.personId,
      maker: sql<string>`${person.name}`.as("maker"),
      makersRole: sql<string>`${membership.role}`.as("makers_role"),
    })
    .from(membership)
    .innerJoin(person, eq(person.id, membership.personId))
    .innerJoin(apiToken, eq(apiToken.personId, membership.personId))
    .where(and(eq(membership.pageId, pageId), eq(person.kind, "human")))
    .orderBy(person.name, apiToken.personId, desc(createdAt), desc(id))
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
export const guardTokenMakerIsMember = (pageId: string, personId: string): SqlStatement =>
  guardTableCondition(membership, { unless: "page_id = ?1 AND person_id = ?2" }, [pageId, personId]);
