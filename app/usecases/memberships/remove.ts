import { endInvitationsOf } from "~/db/queries/invitation";
import { membership } from "~/db/schema";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type MemberTarget, memberTarget } from "~/rules/people/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { findMember } from "./member";

type Target = { pageId: string; personId: string; version?: number | undefined; commitId: string };

const end = (ctx: Ctx, target: Target, action: string): Promise<Result<Done>> =>
  changing(ctx, async () => {
    const { pageId, personId, commitId } = target;
    const found = await findMember(ctx, target, false);
    if (found.answer) return found.answer;
    const { role, version } = found.row;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: membership, rows: [{ personId, version }], key: ["personId"] }],
      guards: found.guards,
      changes: [...deleteRows(membership, pageId, [{ personId }]), endInvitationsOf(pageId, personId, ctx.now())],
      audit: { action, subjectKind: "person", subjectId: personId, before: { role } },
    });
  });

/** Takes a member off the page, from this very moment, with the open invitations that they made. Failures: conflict (also `last_owner`), missing. */
export async function removeMember(ctx: Ctx, given: MemberTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(memberTarget, given);
  if (!parsed.ok) return parsed;
  const { commitId = ctx.id(), ...target } = parsed.value;
  return end(ctx, { ...target, commitId }, "membership.remove");
}

/** Leaves a page oneself, whatever one's role; the last owner cannot. */
export async function leavePage(
  ctx: Ctx,
  { pageId, commitId = ctx.id() }: { pageId: string; commitId?: string },
): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (ctx.actor.kind !== "person") return fail({ name: "forbidden" });
  return end(ctx, { pageId, personId: ctx.actor.id, commitId }, "membership.leave");
}
