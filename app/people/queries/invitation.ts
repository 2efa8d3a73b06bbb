import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { invitationTable, membershipTable, pageTable, personTable } from "~/db/schema";
import { guardTableStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

const inviter = sql<string | null>`(SELECT p.name FROM person p WHERE p.id = invitation.invited_by)`;

const isOpenInvitationAt = (now: number) => and(isNull(invitationTable.acceptedAt), gt(invitationTable.expiresAt, now));

export const openInvitationsOfPageQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select({
      id: invitationTable.id,
      email: invitationTable.email,
      role: invitationTable.role,
      createdAt: invitationTable.createdAt,
      expiresAt: invitationTable.expiresAt,
      inviter: inviter.as("inviter"),
    })
    .from(invitationTable)
    .where(and(eq(invitationTable.pageId, pageId), isOpenInvitationAt(now)))
    .orderBy(desc(invitationTable.createdAt), invitationTable.id);

/** Finds an invitation in any state, with its page. */
export const invitationByHashQuery = ({ db }: Db, tokenHash: string) =>
  db
    .select({
      id: invitationTable.id,
      pageId: invitationTable.pageId,
      email: invitationTable.email,
      role: invitationTable.role,
      expiresAt: invitationTable.expiresAt,
      acceptedAt: invitationTable.acceptedAt,
      acceptedBy: invitationTable.acceptedBy,
      pageName: pageTable.name,
      slug: pageTable.slug,
      inviter: inviter.as("inviter"),
    })
    .from(invitationTable)
    .innerJoin(pageTable, eq(pageTable.id, invitationTable.pageId))
    .where(eq(invitationTable.tokenHash, tokenHash));

export const openInvitationByIdQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select({ id: invitationTable.id, email: invitationTable.email, role: invitationTable.role })
    .from(invitationTable)
    .where(and(eq(invitationTable.pageId, pageId), eq(invitationTable.id, id), isOpenInvitationAt(now)));

/** Finds the person to whom an invitation was emailed, if there is one. */
export const personOfInvitationQuery = ({ db }: Db, tokenHash: string) =>
  db
    .select({ id: personTable.id, operator: personTable.operator })
    .from(personTable)
    .innerJoin(invitationTable, eq(invitationTable.email, personTable.email))
    .where(and(eq(invitationTable.tokenHash, tokenHash), eq(personTable.kind, "human")));

export const memberByAddressQuery = ({ db }: Db, pageId: string, address: string) =>
  db
    .select({ personId: membershipTable.personId })
    .from(membershipTable)
    .innerJoin(personTable, eq(personTable.id, membershipTable.personId))
    .where(and(eq(membershipTable.pageId, pageId), eq(personTable.email, address)));

/** Guards that it can still be accepted by this very link. */
export const guardInvitationByHashStatement = (tokenHash: string, now: number): SqlStatement =>
  guardTableStatement(invitationTable, { unless: "token_hash = ?1 AND accepted_at IS NULL AND expires_at > ?2" }, [
    tokenHash,
    now,
  ]);

/** Guards that it is still open. */
export const guardInvitationIsOpenStatement = (pageId: string, id: string, now: number): SqlStatement =>
  guardTableStatement(
    invitationTable,
    { unless: "page_id = ?1 AND id = ?2 AND accepted_at IS NULL AND expires_at > ?3" },
    [pageId, id, now],
  );

export const acceptInvitationStatement = (tokenHash: string, personId: string, now: number): SqlStatement => ({
  sql: "UPDATE invitation SET accepted_at = ?3, accepted_by = ?2 WHERE token_hash = ?1",
  params: [tokenHash, personId, now],
});

/** Ends an invitation now. The holder of its link then sees whom to ask. */
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

/** Gives the invitation a new link with the lifetime of the first link. The old link becomes invalid. */
export const renewInvitationLinkStatement = (
  pageId: string,
  id: string,
  tokenHash: string,
  expiresAt: number,
): SqlStatement => ({
  sql: "UPDATE invitation SET token_hash = ?3, expires_at = ?4 WHERE page_id = ?1 AND id = ?2",
  params: [pageId, id, tokenHash, expiresAt],
});
