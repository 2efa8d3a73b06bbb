import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { invitation, membership, page, person } from "~/db/schema";
import { guardTableCondition, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const inviter = sql<string | null>`(SELECT p.name FROM person p WHERE p.id = invitation.invited_by)`;

export const openInvitationsOfPageQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
      inviter: inviter.as("inviter"),
    })
    .from(invitation)
    .where(and(eq(invitation.pageId, pageId), isNull(invitation.acceptedAt), gt(invitation.expiresAt, now)))
    .orderBy(desc(invitation.createdAt), invitation.id);

export const openInvitationByIdQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select({ id: invitation.id, email: invitation.email, role: invitation.role })
    .from(invitation)
    .where(
      and(
        eq(invitation.pageId, pageId),
        eq(invitation.id, id),
        isNull(invitation.acceptedAt),
        gt(invitation.expiresAt, now),
      ),
    );

/** Finds an invitation in any state, with its page. */
export const invitationByHashQuery = ({ db }: Db, tokenHash: string) =>
  db
    .select({
      id: invitation.id,
      pageId: invitation.pageId,
      email: invitation.email,
      role: invitation.role,
      expiresAt: invitation.expiresAt,
      acceptedAt: invitation.acceptedAt,
      acceptedBy: invitation.acceptedBy,
      pageName: page.name,
      slug: page.slug,
      inviter: inviter.as("inviter"),
    })
    .from(invitation)
    .innerJoin(page, eq(page.id, invitation.pageId))
    .where(eq(invitation.tokenHash, tokenHash));

/** Finds the person to whom an invitation was emailed, if there is one. */
export const personOfInvitationQuery = ({ db }: Db, tokenHash: string) =>
  db
    .select({ id: person.id, operator: person.operator })
    .from(person)
    .innerJoin(invitation, eq(invitation.email, person.email))
    .where(and(eq(invitation.tokenHash, tokenHash), eq(person.kind, "human")));

export const memberByAddressQuery = ({ db }: Db, pageId: string, address: string) =>
  db
    .select({ personId: membership.personId })
    .from(membership)
    .innerJoin(person, eq(person.id, membership.personId))
    .where(and(eq(membership.pageId, pageId), eq(person.email, address)));

/** Guards that it can still be accepted by this very link. */
export const guardInvitationByHash = (tokenHash: string, now: number): SqlStatement =>
  guardTableCondition(invitation, { unless: "token_hash = ?1 AND accepted_at IS NULL AND expires_at > ?2" }, [
    tokenHash,
    now,
  ]);

/** Guards that it is still open. */
export const guardInvitationIsOpen = (pageId: string, id: string, now: number): SqlStatement =>
  guardTableCondition(invitation, { unless: "page_id = ?1 AND id = ?2 AND accepted_at IS NULL AND expires_at > ?3" }, [
    pageId,
    id,
    now,
  ]);

export const acceptInvitationStatement = (tokenHash: string, personId: string, now: number): SqlStatement => ({
  sql: "UPDATE invitation SET accepted_at = ?3, accepted_by = ?2 WHERE token_hash = ?1",
  params: [tokenHash, personId, now],
});

/** Ends an invitation now; the holder of its link is told whom to ask. */
export const endInvitationStatement = (pageId: string, id: string, now: number): SqlStatement => ({
  sql: "UPDATE invitation SET expires_at = ?3 WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id, now],
});

/**
 * Ends the open invitations of a member who may not invite any more, because one of them could be their own way back.
 */
export const endInvitationsOfInviterStatement = (pageId: string, personId: string, now: number): SqlStatement => ({
  sql: `UPDATE invitation SET expires_at = ?3
    WHERE page_id = ?1 AND invited_by = ?2 AND accepted_at IS NULL AND expires_at > ?3`,
  params: [pageId, personId, now],
});

/** Gives it a new link, valid for as long as the first one was; the old one is invalid. */
export const renewInvitationLinkStatement = (
  pageId: string,
  id: string,
  tokenHash: string,
  expiresAt: number,
): SqlStatement => ({
  sql: "UPDATE invitation SET token_hash = ?3, expires_at = ?4 WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id, tokenHash, expiresAt],
});
