import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { containsWordSql } from "~/search/queries/holds-word";

type Db = Pick<Ctx, "db">;

/** Number of people per page of the list. */
export const peoplePerPage = 100;

/** Part of the deployment's people, and their order. */
export interface PeopleListing {
  /** Name and id of the last person shown; null = from the start. */
  after: readonly [name: string, id: string] | null;
  descending: boolean;
  /** Words that their name or address must hold, in lower case. */
  words: readonly string[];
  state: "operator" | "disabled" | undefined;
}

function peopleConditions({ after, descending, words, state }: PeopleListing) {
  const beyond = descending ? sql`<` : sql`>`;
  return [
    eq(personTable.kind, "human"),
    after ? sql`(${personTable.name}, ${personTable.id}) ${beyond} (${after[0]}, ${after[1]})` : undefined,
    state === "operator" ? eq(personTable.operator, true) : undefined,
    state === "disabled" ? isNotNull(personTable.disabledAt) : undefined,
    ...words.map((word) =>
      containsWordSql(sql`${personTable.name} || ' ' || coalesce(${personTable.email}, '')`, word),
    ),
  ];
}

/** Lists people with an account, by name after a cursor, with their numbers of live sessions and tokens. */
export const peopleOfDeploymentQuery = ({ db }: Db, listing: PeopleListing, now: number) =>
  db
    .select({
      id: personTable.id,
      name: personTable.name,
      email: personTable.email,
      operator: personTable.operator,
      disabledAt: personTable.disabledAt,
      createdAt: personTable.createdAt,
      version: personTable.version,
      sessions:
        sql<number>`(SELECT count(*) FROM session s WHERE s.person_id = person.id AND s.expires_at > ${now})`.as(
          "sessions",
        ),
      tokens: sql<number>`(SELECT count(*) FROM api_token t WHERE t.person_id = person.id)`.as("tokens"),
    })
    .from(personTable)
    .where(and(...peopleConditions(listing)))
    .orderBy(...[personTable.name, personTable.id].map((column) => (listing.descending ? desc(column) : asc(column))))
    .limit(peoplePerPage + 1);

/**
 * Guards that another operator of the deployment can sign in. If two are removed at once, one of the removals fails.
 */
export const guardAnotherOperatorStatement = (personId: string): SqlStatement =>
  guardTableStatement(personTable, { unless: "kind = 'human' AND operator = 1 AND disabled_at IS NULL AND id <> ?1" }, [
    personId,
  ]);

/** Reads the same as a query. */
export const otherOperatorCountQuery = ({ db }: Db, personId: string) =>
  db
    .select({ others: sql<number>`count(*)`.as("others") })
    .from(personTable)
    .where(sql`kind = 'human' AND operator = 1 AND disabled_at IS NULL AND id <> ${personId}`);

export const setPersonDisabledStatement = (personId: string, disabledAt: number | null, now: number): SqlStatement => ({
  sql: "UPDATE person SET disabled_at = ?2, updated_at = ?3, version = version + 1 WHERE id = ?1",
  params: [personId, disabledAt, now],
});

export const revokeOperatorStatement = (personId: string, now: number): SqlStatement => ({
  sql: "UPDATE person SET operator = 0, updated_at = ?2, version = version + 1 WHERE id = ?1",
  params: [personId, now],
});
