import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { acceptedInvitationsQuery, memberSignInsQuery } from "../queries/member-access";

export interface MemberSignInSummary {
  personId: string;
  /** Time at which they were last seen; null when all their sessions are over. */
  lastSeenAt: number | null;
  hasPasskey: boolean;
  /** Name of who invited them; null for who created the page, or when it is no longer known. */
  inviter: string | null;
}

/** Lists how the members of a page came in and sign in, by person. For admins and above. */
export const listMemberAccess = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<MemberSignInSummary[]>> =>
  readOnPage(
    ctx,
    { pageId, role: "admin" },
    [memberSignInsQuery(ctx, pageId), acceptedInvitationsQuery(ctx, pageId)],
    ([signIns, accepted]) => {
      const inviters = new Map(accepted.map(({ acceptedBy, inviter }) => [acceptedBy, inviter]));
      return ok(
        signIns.map(({ personId, lastSeenAt, hasPasskey }) => ({
          personId,
          lastSeenAt,
          hasPasskey: hasPasskey === 1,
          inviter: inviters.get(personId) ?? null,
        })),
      );
    },
  );
