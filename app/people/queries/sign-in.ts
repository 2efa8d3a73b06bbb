import { and, eq, gt, sql } from "drizzle-orm";
import { person, signInLink } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx, Locale } from "~/platform/ctx";
import { maxCodeTries } from "../rules/sign-in";

type Db = Pick<Ctx, "db">;

export const personByAddressQuery = ({ db }: Db, address: string) =>
  db
    .select({ id: person.id, name: person.name, operator: person.operator, disabledAt: person.disabledAt })
    .from(person)
    .where(and(eq(person.email, address), eq(person.kind, "human")));

export const personByIdQuery = ({ db }: Db, id: string) => db.select().from(person).where(eq(person.id, id));

/** Finds the address that the person is verifying; the newest request counts. */
export const pendingAddressOfPersonQuery = ({ db }: Db, personId: string, now: number) =>
  db
    .select({ address: signInLink.email, requestHash: signInLink.requestHash })
    .from(signInLink)
    .where(
      and(
        eq(signInLink.personId, personId),
        eq(signInLink.kind, "email"),
        gt(signInLink.expiresAt, now),
        sql`${signInLink.usedAt} IS NULL AND ${signInLink.tries} < ${maxCodeTries}`,
      ),
    )
    .orderBy(sql`${signInLink.createdAt} DESC`)
    .limit(1);

/** Deletes the browser's former link, because it has one at a time. */
export const deleteSignInRequestStatement = (requestHash: string): SqlStatement => ({
  sql: "DELETE FROM sign_in_link WHERE request_hash = ?1",
  params: [requestHash],
});

/**
 * Counts a typed code before it is compared, so that parallel guesses share the tries. No row when the link is invalid.
 */
export const countCodeTryStatement = (requestHash: string, now: number): SqlStatement => ({
  sql: `UPDATE sign_in_link SET tries = tries + 1
    WHERE request_hash = ?1 AND used_at IS NULL AND expires_at > ?2 AND tries < ${maxCodeTries}
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
  { language, timeZone }: Locale,
  now: number,
): SqlStatement => ({
  sql: "UPDATE person SET language = ?2, time_zone = ?3, updated_at = ?4, version = version + 1 WHERE id = ?1",
  params: [personId, language, timeZone, now],
});

/** Guards that the person is still as read. */
export const guardPersonVersion = (personId: string, version: number): SqlStatement =>
  guardTableCondition(person, { unless: "id = ?1 AND version = ?2" }, [personId, version]);
