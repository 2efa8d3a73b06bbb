import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { identityProviderTable, identityTable, invitationTable, pageTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Finds the person of an identity at a provider, disabled or not. */
export const personByIdentityQuery = ({ db }: Db, providerId: string, subject: string) =>
  db
    .select({
      personId: identityTable.personId,
      operator: personTable.operator,
      disabledAt: personTable.disabledAt,
      identityId: identityTable.id,
    })
    .from(identityTable)
    .innerJoin(personTable, eq(personTable.id, identityTable.personId))
    .where(and(eq(identityTable.providerId, providerId), eq(identityTable.subject, subject)));

/** Finds the person of this verified address, and whether they have an identity of that provider already. */
export const personForIdentityLinkQuery = ({ db }: Db, address: string, providerId: string) =>
  db
    .select({
      id: personTable.id,
      operator: personTable.operator,
      linked:
        sql<number>`EXISTS (SELECT 1 FROM identity i WHERE i.person_id = person.id AND i.provider_id = ${providerId})`.as(
          "linked",
        ),
    })
    .from(personTable)
    .where(and(eq(personTable.email, address), eq(personTable.kind, "human"), isNull(personTable.disabledAt)));

/**
 * Finds the newest open invitation that was emailed to this address, if the address has no person, disabled ones
 * included.
 */
export const openInvitationByAddressQuery = ({ db }: Db, address: string, now: number) =>
  db
    .select({
      tokenHash: invitationTable.tokenHash,
      id: invitationTable.id,
      pageId: invitationTable.pageId,
      role: invitationTable.role,
      slug: pageTable.slug,
    })
    .from(invitationTable)
    .innerJoin(pageTable, eq(pageTable.id, invitationTable.pageId))
    .where(
      and(
        eq(invitationTable.email, address),
        isNull(invitationTable.acceptedAt),
        gt(invitationTable.expiresAt, now),
        sql`NOT EXISTS (SELECT 1 FROM person p WHERE p.email = ${address})`,
      ),
    )
    .orderBy(desc(invitationTable.createdAt), invitationTable.id)
    .limit(1);

export const identitiesOfPersonQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: identityTable.id,
      providerId: identityTable.providerId,
      provider: identityProviderTable.name,
      email: identityTable.email,
      createdAt: identityTable.createdAt,
      lastUsedAt: identityTable.lastUsedAt,
    })
    .from(identityTable)
    .innerJoin(identityProviderTable, eq(identityProviderTable.id, identityTable.providerId))
    .where(eq(identityTable.personId, personId))
    .orderBy(asc(identityTable.createdAt), identityTable.id);

/** Guards that the identity belongs to no person yet. */
export const guardIdentityIsFreeStatement = (providerId: string, subject: string): SqlStatement =>
  guardTableStatement(identityTable, { when: "provider_id = ?1 AND subject = ?2" }, [providerId, subject]);

/** Guards that it is still this person's. */
export const guardIdentityOfPersonStatement = (id: string, personId: string): SqlStatement =>
  guardTableStatement(identityTable, { unless: "id = ?1 AND person_id = ?2" }, [id, personId]);

/** Guards that this person has no identity of that provider yet. */
export const guardPersonHasNoIdentityStatement = (personId: string, providerId: string): SqlStatement =>
  guardTableStatement(identityTable, { when: "person_id = ?1 AND provider_id = ?2" }, [personId, providerId]);

/** Guards that no person has this address. */
export const guardAddressIsFreeStatement = (address: string): SqlStatement =>
  guardTableStatement(personTable, { when: "email = ?1" }, [address]);

export const identityUseStatement = (id: string, email: string, now: number): SqlStatement => ({
  sql: "UPDATE identity SET last_used_at = ?3, email = ?2 WHERE id = ?1",
  params: [id, email, now],
});

export const deleteIdentityStatement = (id: string, personId: string): SqlStatement => ({
  sql: "DELETE FROM identity WHERE id = ?1 AND person_id = ?2",
  params: [id, personId],
});
