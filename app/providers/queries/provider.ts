import { asc, eq, sql } from "drizzle-orm";
import { identityProviderTable, identityTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;
export type ProviderRow = typeof identityProviderTable.$inferSelect;

/** Providers of the deployment, oldest first. */
export const providersInOrderQuery = ({ db }: Db) =>
  db.select().from(identityProviderTable).orderBy(asc(identityProviderTable.createdAt), asc(identityProviderTable.id));

export const providerByIdQuery = ({ db }: Db, id: string) =>
  db.select().from(identityProviderTable).where(eq(identityProviderTable.id, id));

/** Number of people who can sign in with it. */
export const peopleCountOfProviderQuery = ({ db }: Db, providerId: string) =>
  db
    .select({ people: sql<number>`count(DISTINCT ${identityTable.personId})`.as("people") })
    .from(identityTable)
    .where(eq(identityTable.providerId, providerId));

/** Breaks the batch when it was deleted or has another version. */
export const guardProviderVersionStatement = ({ id, version }: Pick<ProviderRow, "id" | "version">): SqlStatement =>
  guardTableStatement(identityProviderTable, { unless: "id = ?1 AND version = ?2" }, [id, version]);

export const updateProviderStatement = (row: ProviderRow): SqlStatement => ({
  sql: `UPDATE identity_provider SET name = ?2, client_id = ?3, secret_sealed = ?4, updated_at = ?5,
    version = version + 1 WHERE id = ?1`,
  params: [row.id, row.name, row.clientId, row.secretSealed, row.updatedAt],
});

export const deleteProviderStatement = (id: string): SqlStatement => ({
  sql: "DELETE FROM identity_provider WHERE id = ?1",
  params: [id],
});

export const deleteIdentitiesStatement = (providerId: string): SqlStatement => ({
  sql: "DELETE FROM identity WHERE provider_id = ?1",
  params: [providerId],
});

/** Ends the sessions of everyone with an identity of the provider, except for the session that asks. */
export const endProviderSessionsStatement = (providerId: string, exceptSession: string): SqlStatement => ({
  sql: `DELETE FROM session WHERE id <> ?2
    AND person_id IN (SELECT i.person_id FROM identity i WHERE i.provider_id = ?1)`,
  params: [providerId, exceptSession],
});
