import { membership } from "~/db/schema";
import type { Statement } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { membershipOf } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { anotherOwns, otherOwners } from "../queries/membership";

type StoredMembership = typeof membership.$inferSelect;
type Target = { pageId: string; personId: string };

const lastOwner = fail({
  name: "conflict",
  code: "last_owner",
  detail: "member.last_owner",
});

/** The lookup of a member for a change, with the number of other owners of the page. */
export const memberAccess = {
  subject: "person",
  row: (ctx: Ctx, { pageId, personId }: Target) => membershipOf(ctx, pageId, personId),
  find: ([row]: readonly StoredMembership[]) => row && { ...row, id: row.personId },
  facts: (ctx: Ctx, { pageId, personId }: Target) => ({ others: otherOwners(ctx, pageId, personId) }),
  show: ({ role, version }: StoredMembership) => ({ role, version }),
} as const;

/** Expects the member as they were read. */
export const expectMemberUnchanged = ({ personId, version }: StoredMembership) => [
  { table: membership, rows: [{ personId, version }], key: ["personId"] },
];

/** Returns the guards that keep an owner on the page; `stays` is true when the member remains one. */
export function keepsOwner(
  row: StoredMembership,
  others: readonly { others: number }[],
  stays: boolean,
): Result<Statement[]> {
  if (row.role !== "owner" || stays) return ok([]);
  return (others[0]?.others ?? 0) === 0 ? lastOwner : ok([anotherOwns(row.pageId, row.personId)]);
}
