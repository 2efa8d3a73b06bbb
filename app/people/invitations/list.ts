import { atLeast, type Role } from "~/access/actor";
import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openInvitations } from "../queries/invitation";

export interface InvitationView {
  id: string;
  /** Null for an invitation link. */
  email: string | null;
  role: Role;
  createdAt: number;
  expiresAt: number;
  /** Null when that person is gone. */
  inviter: string | null;
}

/** Lists the open invitations of a page, newest first. For owners. */
export async function listInvitations(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<InvitationView[]>> {
  // Reading only, so an owner's read-only token may do it.
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (!atLeast(may.value, "owner")) return fail({ name: "forbidden", detail: "role.owner" });
  const [rows] = await read(ctx, openInvitations(ctx, pageId, ctx.now()));
  return ok(rows.map((row) => ({ ...row, role: row.role })));
}
