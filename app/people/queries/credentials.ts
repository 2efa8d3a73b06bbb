import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { challengeTable, passkeyTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

export const passkeysOfPersonQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: passkeyTable.id,
      credentialId: passkeyTable.credentialId,
      name: passkeyTable.name,
      transports: passkeyTable.transports,
      backedUp: passkeyTable.backedUp,
      createdAt: passkeyTable.createdAt,
      lastUsedAt: passkeyTable.lastUsedAt,
    })
    .from(passkeyTable)
    .where(eq(passkeyTable.personId, personId))
    .orderBy(asc(passkeyTable.createdAt), asc(passkeyTable.id));

/** Reads whether a person has a passkey and an address; for null, whether any person has a passkey. */
export const credentialFlagsOfPersonQuery = ({ db }: Db, personId: string | null) => {
  const passkeys = personId === null ? sql`` : sql`WHERE k.person_id = ${personId}`;
  return db
    .select({
      passkey: sql<number>`EXISTS (SELECT 1 FROM passkey k ${passkeys})`.as("passkey"),
      address: sql<number>`EXISTS (SELECT 1 FROM person p WHERE p.id = ${personId} AND p.email IS NOT NULL)`.as(
        "address",
      ),
    })
    .from(sql`(SELECT 1)`);
};

/** Finds a passkey with its person's present rights in the deployment. */
export const passkeyByCredentialIdQuery = ({ db }: Db, credentialId: string) =>
  db
    .select({
      id: passkeyTable.id,
      personId: passkeyTable.personId,
      name: passkeyTable.name,
      publicKey: passkeyTable.publicKey,
      counter: passkeyTable.counter,
      operator: personTable.operator,
    })
    .from(passkeyTable)
    .innerJoin(personTable, eq(personTable.id, passkeyTable.personId))
    .where(and(eq(passkeyTable.credentialId, credentialId), isNull(personTable.disabledAt)));

export const challengeByHashQuery = ({ db }: Db, tokenHash: string) =>
  db.select().from(challengeTable).where(eq(challengeTable.tokenHash, tokenHash));

/** Guards that the passkey still exists, with its counter as it was read. */
export const guardPasskeyCounterStatement = (id: string, personId: string, counter: number): SqlStatement =>
  guardTableStatement(passkeyTable, { unless: "person_id = ?2 AND id = ?1 AND counter = ?3" }, [id, personId, counter]);

interface PasskeyUse {
  counter: number;
  backedUp: boolean;
  at: number;
}

export const passkeyUseStatement = (
  id: string,
  personId: string,
  { counter, backedUp, at }: PasskeyUse,
): SqlStatement => ({
  sql: "UPDATE passkey SET counter = ?3, backed_up = ?4, last_used_at = ?5 WHERE person_id = ?2 AND id = ?1",
  params: [id, personId, counter, backedUp ? 1 : 0, at],
});

export const renamePasskeyStatement = (id: string, personId: string, name: string): SqlStatement => ({
  sql: "UPDATE passkey SET name = ?3 WHERE person_id = ?2 AND id = ?1",
  params: [id, personId, name],
});

export const deletePasskeyStatement = (id: string, personId: string): SqlStatement => ({
  sql: "DELETE FROM passkey WHERE person_id = ?2 AND id = ?1",
  params: [id, personId],
});

export const clearEmailStatement = (personId: string, now: number): SqlStatement => ({
  sql: "UPDATE person SET email = NULL, updated_at = ?2, version = version + 1 WHERE id = ?1",
  params: [personId, now],
});

/** The value of `ways` for a person's address. */
export const emailCredentialId = "address";

/**
 * SQL that counts other ways to sign in: another passkey or identity, an address while there is a mailer, or the
 * console, which always lets the first operator in.
 */
const waysBeside = (personId: string, exceptId: string) => sql`
  (SELECT count(*) FROM passkey k WHERE k.person_id = ${personId} AND k.id <> ${exceptId})
  + (SELECT count(*) FROM identity i WHERE i.person_id = ${personId} AND i.id <> ${exceptId})
  + (SELECT count(*) FROM person p WHERE p.id = ${personId} AND p.email IS NOT NULL AND ${exceptId} <> ${emailCredentialId}
      AND EXISTS (SELECT 1 FROM mailer))
  + (SELECT count(*) FROM (SELECT o.id FROM person o WHERE o.kind = 'human' AND o.operator = 1
      ORDER BY o.created_at, o.id LIMIT 1) f WHERE f.id = ${personId})`;

/** Counts a person's ways to sign in besides this credential (the id of a passkey or identity, or `emailCredentialId`). */
export const otherCredentialCountQuery = ({ db }: Db, personId: string, exceptId: string) =>
  db.select({ ways: sql<number>`${waysBeside(personId, exceptId)}`.as("ways") }).from(sql`(SELECT 1)`);

/**
 * Guards that the person has another credential. If both of two credentials are removed at once, one of the removals
 * fails.
 */
export const guardOtherCredentialStatement = (personId: string, exceptId: string): SqlStatement =>
  guardTableStatement(
    passkeyTable,
    {
      lost: `NOT EXISTS (SELECT 1 FROM passkey WHERE person_id = ?1 AND id <> ?2)
        AND NOT EXISTS (SELECT 1 FROM identity WHERE person_id = ?1 AND id <> ?2)
        AND NOT EXISTS (SELECT 1 FROM person WHERE id = ?1 AND email IS NOT NULL AND ?2 <> '${emailCredentialId}'
          AND EXISTS (SELECT 1 FROM mailer))
        AND ?1 <> coalesce((SELECT id FROM person WHERE kind = 'human' AND operator = 1
          ORDER BY created_at, id LIMIT 1), '')`,
    },
    [personId, exceptId],
  );

/**
 * Ends every way in that is open or pending: sessions (but `keepSessionId`), links and codes; challenges end with the
 * session that asked. Used when a credential is removed, so that its holder cannot return by what they had started with
 * it.
 */
export const endSessionsAndLinksStatements = (
  personId: string,
  keepSessionId: string | null,
  now: number,
): SqlStatement[] => [
  { sql: "DELETE FROM session WHERE person_id = ?1 AND (?2 IS NULL OR id <> ?2)", params: [personId, keepSessionId] },
  {
    sql: "UPDATE sign_in_link SET expires_at = ?2 WHERE person_id = ?1 AND used_at IS NULL AND expires_at > ?2",
    params: [personId, now],
  },
];
