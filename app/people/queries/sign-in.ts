import { and, eq, gt, sql } from "drizzle-orm";
import { personTable, signInLinkTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx, LanguageAndTimeZone } from "~/platform/ctx";
import { maxSignInCodeTries } from "../rules/sign-in";

type Db = Pick<Ctx, "db">;

export const personByAddressQuery = ({ db }: Db, address: string) =>
  db
    .select({
      id: personTable.id,
      name: personTable.name,
      operator: personTable.operator,
      disabledAt: personTable.disabledAt,
    })
    .from(personTable)
    .where(and(eq(personTable.email, address), eq(personTable.kind, "human")));

export const personByIdQuery = ({ db }: Db, id: string) => db.select().from(personTable).where(eq(personTable.id, id));

/** Finds the address that the person is verifying; the newest request counts. */
export const pendingAddressOfPersonQuery = ({ db }: Db, personId: string, now: number) =>
  db
    .select({ address: signInLinkTable.email, requestHash: signInLinkTable.requestHash })
    .from(signInLinkTable)
    .where(
      and(
        eq(signInLinkTable.personId, personId),
        eq(signInLinkTable.kind, "email"),
        gt(signInLinkTable.expiresAt, now),
        sql`${signInLinkTable.usedAt} IS NULL AND ${signInLinkTable.tries} < ${maxSignInCodeTries}`,
      ),
    )
    .orderBy(sql`${signInLinkTable.createdAt} DESC`)
    .limit(1);

/** Deletes the browser's former link, because it has one at a time. */
export const deleteSignInRequestStatement = (requestHash: string): SqlStatement => ({
  sql: "DELETE FROM sign_in_link WHERE request_hash = ?1",
  params: [requestHash],
});

/**
 * Counts a typed code before it is compared, so that parallel guesses share the tries. No row when the link is invalid.
 */
export const countSignInCodeTryStatement = (requestHash: string, now: number): SqlStatement => ({
  sql: `UPDATE sign_in_link SET tries = tries + 1
    WHERE request_hash = ?1 AND used_at IS NULL AND expires_at > ?2 AND tries < ${maxSignInCodeTries}
    RETURNING token_hash AS tokenHash, kind, person_id AS personId, code_hash AS codeHash, email, tries`,
  params: [requestHash, now],
});

export const setEmailStatement = (personId: string, address: string, now: number): SqlStatement => ({
  sql: "UPDATE person SET email = ?2, updated_at = ?3, version = version + 1 WHERE id = ?1",
  params: [personId, address, now],
});

export const renamePersonStatement = (personId: string, name: string, now: number): SqlStatement => ({
  sql: "UPDATE person SET name = ?2, updated_at = ?3, version = version + 1 WHERE id = ?1",
  params: [personId, name, now],
});

export const setPersonLocaleStatement = (
  personId: string,
  { language, timeZone }: LanguageAndTimeZone,
  now: number,
): SqlStatement => ({
  sql: "UPDATE person SET language = ?2, time_zone = ?3, updated_at = ?4, version = version + 1 WHERE id = ?1",
  params: [personId, language, timeZone, now],
});

/** Guards that the person is still as read. */
export const guardPersonVersionStatement = (personId: string, version: number): SqlStatement =>
  guardTableStatement(personTable, { unless: "id = ?1 AND version = ?2" }, [personId, version]);
