import { and, asc, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { apiToken, page, person, session, signInLink } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx, Locale } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/**
 * True when a person is the first operator and can sign in by the console only; computed for operators without an
 * address only.
 */
const onlyByConsole = sql<number>`(CASE WHEN ${person.operator} = 1 AND ${person.email} IS NULL THEN
  NOT EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = ${person.id})
  AND NOT EXISTS (SELECT 1 FROM identity i WHERE i.person_id = ${person.id})
  AND ${person.id} = (SELECT o.id FROM person o WHERE o.kind = 'human' AND o.operator = 1 AND o.disabled_at IS NULL
    ORDER BY o.created_at, o.id LIMIT 1)
  ELSE 0 END)`;

/** Finds a live session with its person's present rights in the deployment. */
export const sessionByHashQuery = ({ db }: Db, tokenHash: string, now: number) =>
  db
    .select({
      sessionId: session.id,
      personId: session.personId,
      lastSeenAt: session.lastSeenAt,
      createdAt: session.createdAt,
      provenAt: session.provenAt,
      operator: person.operator,
      language: person.language,
      timeZone: person.timeZone,
      onlyByConsole: onlyByConsole.as("only_by_console"),
    })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .where(and(eq(session.tokenHash, tokenHash), gt(session.expiresAt, now), isNull(person.disabledAt)));

/** Finds a page by slug, only if the person of the session is a member; "" finds none. */
export const pageForSessionQuery = ({ db }: Db, slug: string, tokenHash: string) => {
  const role = sql<string>`(SELECT m.role FROM membership m JOIN session s ON s.person_id = m.person_id
    WHERE m.page_id = page.id AND s.token_hash = ${tokenHash})`;
  const { id, name, timeZone, language } = page;
  return db
    .select({ id, slug: page.slug, name, timeZone, language, role: role.as("role") })
    .from(page)
    .where(and(eq(page.slug, slug), isNull(page.deletedAt), sql`${role} IS NOT NULL`));
};

export const sessionsOfPersonQuery = ({ db }: Db, personId: string, now: number) =>
  db
    .select({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt,
    })
    .from(session)
    .where(and(eq(session.personId, personId), gt(session.expiresAt, now)))
    .orderBy(desc(session.lastSeenAt), session.id);

export const renewSessionStatement = (
  sessionId: string,
  personId: string,
  now: number,
  expiresAt: number,
): SqlStatement => ({
  sql: "UPDATE session SET last_seen_at = ?3, expires_at = ?4 WHERE person_id = ?2 AND id = ?1",
  params: [sessionId, personId, now, expiresAt],
});

/** Fills in a person's language and time zone where they were not known yet. */
export const fillLocaleStatement = (personId: string, { language, timeZone }: Locale): SqlStatement => ({
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
  const { id, operator, disabledAt } = person;
  return db
    .select({ id, operator })
    .from(person)
    .where(and(eq(id, personId), isNull(disabledAt)));
};

/** API tokens with their makers' present rights in the deployment. */
const apiTokensWithRights = ({ db }: Db) =>
  db
    .select({
      tokenId: apiToken.id,
      personId: apiToken.personId,
      role: apiToken.role,
      name: apiToken.name,
      readOnly: apiToken.readOnly,
      drafter: apiToken.drafter,
      inUrl: apiToken.inUrl,
      expiresAt: apiToken.expiresAt,
      createdAt: apiToken.createdAt,
      lastUsedAt: apiToken.lastUsedAt,
      operator: person.operator,
    })
    .from(apiToken)
    .innerJoin(person, eq(person.id, apiToken.personId));

/** Finds a live API token with its maker's present rights in the deployment. */
export const apiTokenByHashQuery = (ctx: Db, tokenHash: string) =>
  apiTokensWithRights(ctx).where(and(eq(apiToken.tokenHash, tokenHash), isNull(person.disabledAt)));

/** Finds the same by its id, for work that its maker has left to us. */
export const apiTokenRightsQuery = (ctx: Db, tokenId: string) =>
  apiTokensWithRights(ctx).where(and(eq(apiToken.id, tokenId), isNull(person.disabledAt)));

/** Finds a page by id or slug, with the role of the token's maker on it; "" finds none. */
export const pageForApiTokenQuery = ({ db }: Db, name: string, tokenHash: string) => {
  const role = sql<string | null>`(SELECT m.role FROM membership m JOIN api_token t ON t.person_id = m.person_id
    WHERE m.page_id = page.id AND t.token_hash = ${tokenHash})`;
  return db
    .select({ id: page.id, role: role.as("role") })
    .from(page)
    .where(and(or(eq(page.id, name), eq(page.slug, name)), isNull(page.deletedAt)));
};

export const apiTokenUseStatement = (tokenId: string, personId: string, now: number): SqlStatement => ({
  sql: "UPDATE api_token SET last_used_at = ?3 WHERE person_id = ?2 AND id = ?1",
  params: [tokenId, personId, now],
});

export const signInLinkByHashQuery = ({ db }: Db, tokenHash: string) =>
  db.select().from(signInLink).where(eq(signInLink.tokenHash, tokenHash));

/** Finds the person whom a console link signs in: the oldest operator. */
export const firstOperatorQuery = ({ db }: Db) =>
  db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.kind, "human"), eq(person.operator, true), isNull(person.disabledAt)))
    .orderBy(asc(person.createdAt), asc(person.id))
    .limit(1);

/** Guards that the link is still valid. Of two concurrent uses, the first wins. */
export const guardSignInLink = (tokenHash: string, now: number): SqlStatement =>
  guardTableCondition(signInLink, { unless: "token_hash = ?1 AND used_at IS NULL AND expires_at > ?2" }, [
    tokenHash,
    now,
  ]);

/** Guards that there is no operator yet; else the second of two links would create a second first person. */
export const guardNoOperator = (): SqlStatement =>
  guardTableCondition(person, { when: "kind = 'human' AND operator = 1" });

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
