import { priorCommit } from "~/db/queries/audit";
import { endInvitation, invitationIsOpen, openInvitationById } from "~/db/queries/invitation";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type InvitationTarget, invitationTarget } from "~/rules/people/input";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

/** Takes an open invitation back; its link answers 410 from now on. Failures: missing. */
export async function revokeInvitation(ctx: Ctx, given: InvitationTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(invitationTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, commitId = ctx.id() } = parsed.value;
  return changing(ctx, async () => {
    const now = ctx.now();
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), openInvitationById(ctx, pageId, id, now));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!row) return missing;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [invitationIsOpen(pageId, id, now)],
      changes: [endInvitation(pageId, id, now)],
      audit: { action: "invitation.revoke", subjectKind: "invitation", subjectId: id, before: { role: row.role } },
    });
  });
}
