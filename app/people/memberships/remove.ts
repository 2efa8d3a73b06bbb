import { permit } from "~/access/permission";
import type { Done } from "~/change/answers";
import type { Right } from "~/change/authorize-and-parse";
import { changeOne } from "~/change/change-one";
import { membership } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endInvitationsOf } from "../queries/invitation";
import { type MemberTarget, memberTarget } from "../rules/input";
import { asRead, keepsOwner, oneMember } from "./member";

const end = (ctx: Ctx, role: Right, given: MemberTarget, action: string): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneMember, role, input: memberTarget }, given, ({ row, others }) => {
    const guards = keepsOwner(row, others, false);
    if (!guards.ok) return guards;
    const { pageId, personId } = row;
    return ok({
      action,
      expect: asRead(row),
      guards: guards.value,
      changes: [...deleteRows(membership, pageId, [{ personId }]), endInvitationsOf(pageId, personId, ctx.now())],
      before: { role: row.role },
    });
  });

/**
 * Removes a member from the page, effective at once, with the open invitations that they created. Failures: conflict
 * (also `last_owner`), missing.
 */
export const removeMember = (ctx: Ctx, given: MemberTarget): Promise<Result<Done>> =>
  end(ctx, "owner", given, "membership.remove");

/** Leaves a page oneself, whatever one's role; the last owner cannot. */
export async function leavePage(
  ctx: Ctx,
  { pageId, commitId }: { pageId: string; commitId?: string },
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (ctx.actor.kind !== "person") return fail({ name: "forbidden" });
  return end(ctx, null, { pageId, personId: ctx.actor.id, commitId }, "membership.leave");
}
