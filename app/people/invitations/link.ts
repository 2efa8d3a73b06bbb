import type { NoticeDraft } from "~/commit/commit";
import type { Ctx } from "~/platform/ctx";
import { invitationMs } from "../rules/invitation";

export const invitationUrl = (ctx: Ctx, token: string): string => `${ctx.config.origin}/manage/invitations/${token}`;

/** Returns the notice whose email carries the link; each sending has its own `sequence`. */
export async function invitationNotice(
  ctx: Ctx,
  { id, token, address }: { id: string; token: string; address: string },
  sequence: number,
): Promise<NoticeDraft> {
  const now = ctx.now();
  const sealed = await ctx.secrets.seal(JSON.stringify({ token, address }));
  const times = { dueAt: now, expiresAt: now + invitationMs };
  return { kind: "invitation", subjectId: id, sequence, audience: "address", scope: { sealed }, ...times };
}
