import type { Role } from "~/access/actor";
import { atLeast, personOf } from "~/access/actor";
import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { membersOf } from "../queries/membership";

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
  readOnPage(ctx, { pageId, role: "viewer" }, [membersOf(ctx, pageId)], ([rows], readersRole) => {
    const me = personOf(ctx.actor);
    const shown = atLeast(readersRole, "admin");
    return ok(
      rows.map((row) => ({
        ...row,
        role: row.role,
        email: shown ? row.email : null,
        you: row.personId === me,
      })),
    );
  });
