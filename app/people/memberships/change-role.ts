import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { membership } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { endInvitationsOf } from "../queries/invitation";
import { type ChangeRoleInput, changeRoleInput } from "../rules/input";
import { expectMemberUnchanged, keepsOwner, memberAccess } from "./member";

/** Gives a member another role, effective at once. Failures: conflict (also `last_owner`), missing, forbidden. */
export const changeRole = (ctx: Ctx, given: ChangeRoleInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...memberAccess, role: "owner", input: changeRoleInput },
    given,
    ({ row, fields: { role }, others }) => {
      const guards = keepsOwner(row, others, role === "owner");
      if (!guards.ok) return guards;
      if (row.role === role) return ok(null);
      const { pageId, personId } = row;
      const ended = role === "owner" ? [] : [endInvitationsOf(pageId, personId, ctx.now())];
      return ok({
        action: "membership.change_role",
        expect: expectMemberUnchanged(row),
        guards: guards.value,
        changes: [...updateRows(membership, pageId, [{ personId, role }], ["personId"]), ...ended],
        before: { role: row.role },
        after: { role },
      });
    },
  );
