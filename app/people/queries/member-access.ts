import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { invitationTable, membershipTable, personTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** Reads when each member was last seen in a session that still exists, and whether they have a passkey. */
export const memberSignInsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      personId: membershipTable.personId,
      lastSeenAt: sql<
        number | null
      >`(SELECT max(s.last_seen_at) FROM session s WHERE s.person_id = membership.person_id)`.as("last_seen_at"),
      hasPasskey: sql<number>`EXISTS (SELECT 1 FROM passkey k WHERE k.person_id = membership.person_id)`.as(
        "has_passkey",
      ),
    })
    .from(membershipTable)
    .where(eq(membershipTable.pageId, pageId))
    .limit(1000);

/** Reads who invited whom, by the invitations that were accepted; the latest of a person last. */
export const acceptedInvitationsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ acceptedBy: invitationTable.acceptedBy, inviter: personTable.name })
    .from(invitationTable)
    .innerJoin(personTable, eq(personTable.id, invitationTable.invitedBy))
    .where(and(eq(invitationTable.pageId, pageId), isNotNull(invitationTable.acceptedBy)))
    .orderBy(asc(invitationTable.acceptedAt))
    .limit(2000);
