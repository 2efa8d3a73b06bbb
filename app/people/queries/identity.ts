import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { identity, identityProvider, invitation, page, person } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Finds the person of an identity at a provider, disabled or not. */
export const personByIdentityQuery = ({ db }: Db, providerId: string, subject: string) =>
  db
    .select({
      personId: identity.personId,
      operator: person.operator,
      disabledAt: person.disabledAt,
      identityId: identity.id,
    })
    .from(identity)
    .innerJoin(person, eq(person.id, identity.personId))
    .where(and(eq(identity.providerId, providerId), eq(identity.subject, subject)));

/** Finds the person of this verified address, and whether they have an identity of that provider already. */
export const personForIdentityLinkQuery = ({ db }: Db, address: string, providerId: string) =>
  db
    .select({
      id: person.id,
      operator: person.operator,
      linked:
        sql<number>`EXISTS (SELECT 1 FROM identity i WHERE i.person_id = person.id AND i.provider_id = ${providerId})`.as(
          "linked",
        ),
    })
    .from(person)
    .where(and(eq(person.email, address), eq(person.kind, "human"), isNull(person.disabledAt)));

/**
 * Finds the newest open invitation that was emailed to this address, if the address has no person, disabled ones
 * included.
 */
export const openInvitationByAddressQuery = ({ db }: Db, address: string, now: number) =>
  db
    .select({
      tokenHash: invitation.tokenHash,
      id: invitation.id,
      pageId: invitation.pageId,
      role: invitation.role,
      slug: page.slug,
    })
    .from(invitation)
    .innerJoin(page, eq(page.id, invitation.pageId))
    .where(
      and(
        eq(invitation.email, address),
        isNull(invitation.acceptedAt),
        gt(invitation.expiresAt, now),
        sql`NOT EXISTS (SELECT 1 FROM person p WHERE p.email = ${address})`,
      ),
    )
    .orderBy(desc(invitation.createdAt), invitation.id)
    .limit(1);

export const identitiesOfPersonQuery = ({ db }: Db, personId: string) =>
  db
    .select({
      id: identity.id,
      providerId: identity.providerId,
      provider: identityProvider.name,
      email: identity.email,
      createdAt: identity.createdAt,
      lastUsedAt: identity.lastUsedAt,
    })
    .from(identity)
    .innerJoin(identityProvider, eq(identityProvider.id, identity.providerId))
    .where(eq(identity.personId, personId))
    .orderBy(asc(identity.createdAt), identity.id);

/** Guards that the identity belongs to no person yet. */
export const guardIdentityIsFree = (providerId: string, subject: string): SqlStatement =>
  guardTableCondition(identity, { when: "provider_id = ?1 AND subject = ?2" }, [providerId, subject]);

/** Guards that it is still this person's. */
export const guardIdentityOfPerson = (id: string, personId: string): SqlStatement =>
  guardTableCondition(identity, { unless: "id = ?1 AND person_id = ?2" }, [id, personId]);

/** Guards that this person has no identity of that provider yet. */
export const guardPersonHasNoIdentity = (personId: string, providerId: string): SqlStatement =>
  guardTableCondition(identity, { when: "person_id = ?1 AND provider_id = ?2" }, [personId, providerId]);

/** Guards that no person has this address. */
export const guardAddressIsFree = (address: string): SqlStatement =>
  guardTableCondition(person, { when: "email = ?1" }, [address]);

export const identityUseStatement = (id: string, email: string, now: number): SqlStatement => ({
  sql: "UPDATE identity SET last_used_at = ?3, email = ?2 WHERE id = ?1",
  params: [id, email, now],
});

export const deleteIdentityStatement = (id: string, personId: string): SqlStatement => ({
  sql: "DELETE FROM identity WHERE id = ?1 AND person_id = ?2",
  params: [id, personId],
});
