import { permit } from "~/access/permission";
import type { RequiredRight } from "~/change/authorize-and-parse";
import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { membership } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endInvitationsOf } from "../queries/invitation";
import { type MemberTarget, memberTarget } from "../rules/input";
import { expectMemberUnchanged, keepsOwner, memberAccess } from "./member";

const end = (ctx: Ctx, role: RequiredRight, given: MemberTarget, action: string): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...memberAccess, role, input: memberTarget }, given, ({ row, others }) => {
    const guards = keepsOwner(row, others, false);
    if (!guards.ok) return guards;
    const { pageId, personId } = row;
    return ok({
      action,
      expect: expectMemberUnchanged(row),
      guards: guards.value,
      changes: [...deleteRows(membership, pageId, [{ personId }]), endInvitationsOf(pageId, personId, ctx.now())],
      before: { role: row.role },
    });
  });

/**
 * Removes a member from the page, effective at once, with the open invitations that they created. Failures: conflict
 * (also `last_owner`), missing.
 */
export const removeMember = (ctx: Ctx, given: MemberTarget): Promise<Result<ChangeResult>> =>
  end(ctx, "owner", given, "membership.remove");

/** Leaves a page oneself, whatever one's role; the last owner cannot. */
export async function leavePage(
  ctx: Ctx,
  { pageId, commitId }: { pageId: string; commitId?: string },
): Promise<Result<ChangeResult>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (ctx.actor.kind !== "person") return fail({ name: "forbidden" });
  return end(ctx, null, { pageId, personId: ctx.actor.id, commitId }, "membership.leave");
}
