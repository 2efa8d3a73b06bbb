import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiTokenTable, pageTable, personTable, sessionTable, signInLinkTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx, LanguageAndTimeZone } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * True when a person is the first operator and can sign in by the console only; computed for operators without an
 * address only.
 */
const onlyByConsole = sql<number>`(CASE WHEN ${personTable.operator} = 1 AND ${personTable.email} IS NULL THEN
  NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = ${personTable.id})
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.person_id = ${personTable.id})
  AND ${personTable.id} = (SELECT o.id FROM person o WHERE o.kind = 'human' AND o.operator = 1 AND o.disabled_at IS NULL
    ORDER BY o.created_at, o.id LIMIT 1)
  ELSE 0 END)`;

/** Finds a live session with its person's present rights in the deployment. */
export const sessionByHashQuery = ({ db }: Db, tokenHash: string, now: number) =>
  db
    .select({
      sessionId: sessionTable.id,
      personId: sessionTable.personId,
      lastSeenAt: sessionTable.lastSeenAt,
      createdAt: sessionTable.createdAt,
      provenAt: sessionTable.provenAt,
      operator: personTable.operator,
      language: personTable.language,
      timeZone: personTable.timeZone,
      onlyByConsole: onlyByConsole.as("only_by_console"),
    })
    .from(sessionTable)
    .innerJoin(personTable, eq(personTable.id, sessionTable.personId))
    .where(and(eq(sessionTable.tokenHash, tokenHash), gt(sessionTable.expiresAt, now), isNull(personTable.disabledAt)));

/** Finds a page by slug, only if the person of the session is a member; "" finds none. */
export const pageForSessionQuery = ({ db }: Db, slug: string, tokenHash: string) => {
  const role = sql<string>`(SELECT m.role FROM membership m JOIN session s ON s.person_id = m.person_id
    WHERE m.page_id = page.id AND s.token_hash = ${tokenHash})`;
  const { id, name, timeZone, language } = pageTable;
  return db
    .select({ id, slug: pageTable.slug, name, timeZone, language, role: role.as("role") })
    .from(pageTable)
    .where(and(eq(pageTable.slug, slug), isNull(pageTable.deletedAt), sql`${role} IS NOT NULL`));
};

export const sessionsOfPersonQuery = ({ db }: Db, personId: string, now: number) =>
  db
    .select({
      id: sessionTable.id,
      userAgent: sessionTable.userAgent,
      createdAt: sessionTable.createdAt,
      lastSeenAt: sessionTable.lastSeenAt,
    })
    .from(sessionTable)
    .where(and(eq(sessionTable.personId, personId), gt(sessionTable.expiresAt, now)))
    .orderBy(desc(sessionTable.lastSeenAt), sessionTable.id);

export const renewSessionStatement = (
  sessionId: string,
  personId: string,
  now: number,
  expiresAt: number,
): SqlStatement => ({
  sql: "UPDATE session SET last_seen_at = ?3, expires_at = ?4 WHERE person_id = ?2 AND id = ?1",
  params: [sessionId, personId, now, expiresAt],
});

/** Sets a person's language and time zone if they are not known yet. */
export const fillLocaleStatement = (personId: string, { language, timeZone }: LanguageAndTimeZone): SqlStatement => ({
  sql: `UPDATE person SET language = coalesce(language, ?2), time_zone = coalesce(time_zone, ?3)
    WHERE id = ?1 AND ((language IS NULL AND ?2 IS NOT NULL) OR (time_zone IS NULL AND ?3 IS NOT NULL))`,
  params: [personId, language, timeZone],
});

export const deleteSessionStatement = (personId: string, sessionId: string): SqlStatement => ({
  sql: "DELETE FROM session WHERE person_id = ?1 AND id = ?2",
  params: [personId, sessionId],
});

/** Finds a person with their present rights in the deployment; none when they are disabled. */
export const personRightsQuery = ({ db }: Db, personId: string) => {
  const { id, operator, disabledAt } = personTable;
  return db
    .select({ id, operator })
    .from(personTable)
    .where(and(eq(id, personId), isNull(disabledAt)));
};

/** API tokens with their makers' present rights in the deployment. */
const apiTokensWithRights = ({ db }: Db) =>
  db
    .select({
      tokenId: apiTokenTable.id,
      personId: apiTokenTable.personId,
      role: apiTokenTable.role,
      name: apiTokenTable.name,
      readOnly: apiTokenTable.readOnly,
      drafter: apiTokenTable.drafter,
      inUrl: apiTokenTable.inUrl,
      expiresAt: apiTokenTable.expiresAt,
      createdAt: apiTokenTable.createdAt,
      lastUsedAt: apiTokenTable.lastUsedAt,
      operator: personTable.operator,
    })
    .from(apiTokenTable)
    .innerJoin(personTable, eq(personTable.id, apiTokenTable.personId));

/** Finds a live API token with its maker's present rights in the deployment. */
export const apiTokenByHashQuery = (ctx: Db, tokenHash: string) =>
  apiTokensWithRights(ctx).where(and(eq(apiTokenTable.tokenHash, tokenHash), isNull(personTable.disabledAt)));

/** Finds the same by its id, for work that its maker has left to us. */
export const apiTokenRightsQuery = (ctx: Db, tokenId: string) =>
  apiTokensWithRights(ctx).where(and(eq(apiTokenTable.id, tokenId), isNull(personTable.disabledAt)));

/** Finds a page by id or slug, with the role of the token's maker on it; "" finds none. */
export const pageForApiTokenQuery = ({ db }: Db, name: string, tokenHash: string) => {
  const role = sql<string | null>`(SELECT m.role FROM membership m JOIN api_token t ON t.person_id = m.person_id
    WHERE m.page_id = page.id AND t.token_hash = ${tokenHash})`;
  return db
    .select({ id: pageTable.id, role: role.as("role") })
    .from(pageTable)
    .where(and(or(eq(pageTable.id, name), eq(pageTable.slug, name)), isNull(pageTable.deletedAt)));
};

export const apiTokenUseStatement = (tokenId: string, personId: string, now: number): SqlStatement => ({
  sql: "UPDATE api_token SET last_used_at = ?3 WHERE person_id = ?2 AND id = ?1",
  params: [tokenId, personId, now],
});

export const signInLinkByHashQuery = ({ db }: Db, tokenHash: string) =>
  db.select().from(signInLinkTable).where(eq(signInLinkTable.tokenHash, tokenHash));

/** Finds the person whom a console link signs in: the oldest operator. */
export const firstOperatorQuery = ({ db }: Db) =>
  db
    .select({ id: personTable.id })
    .from(personTable)
    .where(and(eq(personTable.kind, "human"), eq(personTable.operator, true), isNull(personTable.disabledAt)))
    .orderBy(asc(personTable.createdAt), asc(personTable.id))
    .limit(1);

/** Guards that the link is still valid. Of two concurrent uses, the first wins. */
export const guardSignInLinkStatement = (tokenHash: string, now: number): SqlStatement =>
  guardTableStatement(signInLinkTable, { unless: "token_hash = ?1 AND used_at IS NULL AND expires_at > ?2" }, [
    tokenHash,
    now,
  ]);

/** Guards that there is no operator yet; else the second of two links would create a second first person. */
export const guardNoOperatorStatement = (): SqlStatement =>
  guardTableStatement(personTable, { when: "kind = 'human' AND operator = 1" });

export const spendSignInLinkStatement = (tokenHash: string, personId: string, now: number): SqlStatement => ({
  sql: "UPDATE sign_in_link SET used_at = ?3, person_id = ?2 WHERE token_hash = ?1",
  params: [tokenHash, personId, now],
});

/** Makes the person the owner of pages that no human owns, such as the demo page. */
export const adoptOrphanPagesStatement = (personId: string, now: number): SqlStatement => ({
  sql: `INSERT INTO membership (page_id, person_id, role, created_at)
    SELECT page.id, ?1, 'owner', ?2 FROM page WHERE deleted_at IS NULL AND NOT EXISTS
      (SELECT 1 FROM membership m JOIN person p ON p.id = m.person_id
       WHERE m.page_id = page.id AND m.role = 'owner' AND p.kind = 'human')`,
  params: [personId, now],
});

/**
 * Makes the first operator, whom the console signs in, the owner of a page that no human owns, such as one that the
 * bootstrap token creates.
 */
export const giveFirstOperatorPageStatement = (pageId: string, now: number): SqlStatement => ({
  sql: `INSERT INTO membership (page_id, person_id, role, created_at)
    SELECT ?1, p.id, 'owner', ?2 FROM person p WHERE p.kind = 'human' AND p.operator = 1 AND p.disabled_at IS NULL AND NOT EXISTS
      (SELECT 1 FROM membership m LEFT JOIN person o ON o.id = m.person_id
       WHERE m.page_id = ?1 AND m.role = 'owner' AND coalesce(o.kind, 'human') = 'human')
    ORDER BY p.created_at, p.id LIMIT 1`,
  params: [pageId, now],
});
