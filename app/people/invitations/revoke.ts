import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endInvitation, invitationIsOpen, openInvitationById } from "../queries/invitation";
import { type InvitationTarget, invitationTarget } from "../rules/input";

/** Revokes an open invitation; its link answers 410 from now on. Failures: missing. */
export const revokeInvitation = (ctx: Ctx, given: InvitationTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      role: "owner",
      subject: "invitation",
      input: invitationTarget,
      row: (_, { pageId, id }) => openInvitationById(ctx, pageId, id, ctx.now()),
      find: ([row], { id }) => row && { ...row, id },
    },
    given,
    ({ row: { id, role }, input: { pageId } }) => {
      const now = ctx.now();
      return ok({
        action: "invitation.revoke",
        guards: [invitationIsOpen(pageId, id, now)],
        changes: [endInvitation(pageId, id, now)],
        before: { role },
      });
    },
  );
