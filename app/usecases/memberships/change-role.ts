import { endInvitationsOf } from "~/db/queries/invitation";
import { membership } from "~/db/schema";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { atLeast, permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type ChangeRoleInput, changeRoleInput } from "~/rules/people/input";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { findMember } from "./member";

const above = fail({ name: "forbidden", detail: "Nobody gives a role above their own." });

/** Gives a member another role, from this very moment. Failures: conflict (also `last_owner`), missing, forbidden. */
export async function changeRole(ctx: Ctx, given: ChangeRoleInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(changeRoleInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, personId, role, version, commitId = ctx.id() } = parsed.value;
  if (!atLeast(may.value, role)) return above;
  return changing(ctx, async () => {
    const found = await findMember(ctx, { pageId, personId, version, commitId }, role === "owner");
    if (found.answer) return found.answer;
    if (found.row.role === role) return ok({ id: personId });
    const key = ["personId"];
    const ended = role === "owner" ? [] : [endInvitationsOf(pageId, personId, ctx.now())];
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: membership, rows: [{ personId, version: found.row.version }], key }],
      guards: found.guards,
      changes: [...updateRows(membership, pageId, [{ personId, role }], key), ...ended],
      audit: {
        ...{ action: "membership.change_role", subjectKind: "person", subjectId: personId },
        ...{ before: { role: found.row.role }, after: { role } },
      },
    });
  });
}
