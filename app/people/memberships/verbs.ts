import { isRoleAtLeast, personIdOfActor, type Role } from "~/access/actor";
import { permitRole } from "~/access/permission";
import type { RequiredRight } from "~/change/authorize-and-parse";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { membershipTable } from "~/db/schema";
import { deleteRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { endLeadsOfPersonStatement } from "~/incidents/queries/incident-lead";
import { membershipOnPageQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { deleteSavedViewsOfPersonStatements } from "~/saved-views/queries/saved-view";
import { endInvitationsOfInviterStatement } from "../queries/invitation";
import {
  guardAnotherOwnerStatement,
  membersOfPageQuery,
  operatorsOutsidePageQuery,
  otherOwnerCountQuery,
} from "../queries/membership";
import {
  type ChangeRoleInput,
  changeRoleInputSchema,
  type MemberTargetInput,
  memberTargetInputSchema,
} from "../rules/input";

export interface MemberView {
  personId: string;
  name: string;
  /** Address, for admins and owners; null for others, and when none is verified. */
  email: string | null;
  role: Role;
  version: number;
  joinedAt: number;
  /** True for the person who asks. */
  you: boolean;
}

/** Lists the members of a page, owners first; addresses are for admins and above. */
export const listMembers = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<MemberView[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [membersOfPageQuery(ctx, pageId)], ([rows], readersRole) => {
    const me = personIdOfActor(ctx.actor);
    const shown = isRoleAtLeast(readersRole, "admin");
    return ok(
      rows.map((row) => ({
        ...row,
        role: row.role,
        email: shown ? row.email : null,
        you: row.personId === me,
      })),
    );
  });

/** Lists the names of the deployment's operators who are not members of the page and cannot see it. For owners. */
export const listOperatorsOutsidePage = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<string[]>> =>
  readOnPage(ctx, { pageId, role: "owner" }, [operatorsOutsidePageQuery(ctx, pageId)], ([rows]) =>
    ok(rows.map(({ name }) => name)),
  );

type StoredMembership = typeof membershipTable.$inferSelect;
type MembershipTarget = { pageId: string; personId: string };

const lastOwner = fail({
  name: "conflict",
  code: "last_owner",
  detail: "member.last_owner",
});

/** The lookup of a member for a change, with the number of other owners of the page. */
const memberAccess = {
  subject: "person",
  row: (ctx: Ctx, { pageId, personId }: MembershipTarget) => membershipOnPageQuery(ctx, pageId, personId),
  find: ([row]: readonly StoredMembership[]) => row && { ...row, id: row.personId },
  facts: (ctx: Ctx, { pageId, personId }: MembershipTarget) => ({
    others: otherOwnerCountQuery(ctx, pageId, personId),
  }),
  show: ({ role, version }: StoredMembership) => ({ role, version }),
} as const;

/** Expects the member as they were read. */
const expectMemberUnchanged = ({ personId, version }: StoredMembership) => [
  { table: membershipTable, rows: [{ personId, version }], key: ["personId"] },
];

/** Returns the guards that keep an owner on the page; `stays` is true when the member remains one. */
function keepsOwner(
  row: StoredMembership,
  others: readonly { others: number }[],
  stays: boolean,
): Result<SqlStatement[]> {
  if (row.role !== "owner" || stays) return ok([]);
  return (others[0]?.others ?? 0) === 0 ? lastOwner : ok([guardAnotherOwnerStatement(row.pageId, row.personId)]);
}

/** Gives a member another role, effective at once. Failures: conflict (also `last_owner`), missing, forbidden. */
export const changeRole = (ctx: Ctx, given: ChangeRoleInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    { ...memberAccess, role: "owner", input: changeRoleInputSchema },
    given,
    ({ row, fields: { role }, others }) => {
      const guards = keepsOwner(row, others, role === "owner");
      if (!guards.ok) return guards;
      if (row.role === role) return ok(null);
      const { pageId, personId } = row;
      const ended = role === "owner" ? [] : [endInvitationsOfInviterStatement(pageId, personId, ctx.now())];
      if (role === "viewer") ended.push(endLeadsOfPersonStatement(pageId, personId));
      return ok({
        action: "membership.change_role",
        expect: expectMemberUnchanged(row),
        guards: guards.value,
        changes: [...updateRowsStatements(membershipTable, pageId, [{ personId, role }], ["personId"]), ...ended],
        before: { role: row.role },
        after: { role },
      });
    },
  );

const end = (ctx: Ctx, role: RequiredRight, given: MemberTargetInput, action: string): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...memberAccess, role, input: memberTargetInputSchema }, given, ({ row, others }) => {
    const guards = keepsOwner(row, others, false);
    if (!guards.ok) return guards;
    const { pageId, personId } = row;
    return ok({
      action,
      expect: expectMemberUnchanged(row),
      guards: guards.value,
      changes: [
        ...deleteRowsStatements(membershipTable, pageId, [{ personId }]),
        ...deleteSavedViewsOfPersonStatements(pageId, personId),
        endLeadsOfPersonStatement(pageId, personId),
        endInvitationsOfInviterStatement(pageId, personId, ctx.now()),
      ],
      before: { role: row.role },
    });
  });

/**
 * Removes a member from the page, effective at once, with the open invitations that they created. Failures: conflict
 * (also `last_owner`), missing.
 */
export const removeMember = (ctx: Ctx, given: MemberTargetInput): Promise<Result<ChangeResult>> =>
  end(ctx, "owner", given, "membership.remove");

/** Leaves a page oneself, whatever one's role; the last owner cannot. */
export async function leavePage(
  ctx: Ctx,
  { pageId, commitId }: { pageId: string; commitId?: string },
): Promise<Result<ChangeResult>> {
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (ctx.actor.kind !== "person") return fail({ name: "forbidden" });
  return end(ctx, null, { pageId, personId: ctx.actor.id, commitId }, "membership.leave");
}
