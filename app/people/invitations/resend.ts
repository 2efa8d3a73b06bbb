import { priorCommit } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { replayOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { allowMail, emptyMailCount } from "../mails/mail-allowances";
import { invitationIsOpen, openInvitationById, relinkInvitation } from "../queries/invitation";
import { type InvitationTarget, invitationTarget } from "../rules/input";
import { invitationMs } from "../rules/invitation";
import type { CreatedInvitation } from "./create";
import { invitationNotice, invitationUrl } from "./link";

/**
 * Makes a new link for an open invitation, emailed or shown once; the old link is invalid and the 7 days start again.
 * An address that had its three emails of the day keeps its present link. Failures: missing.
 */
export async function resendInvitation(ctx: Ctx, given: InvitationTarget): Promise<Result<CreatedInvitation>> {
  const authorized = authorizeAndParse(ctx, { role: "owner", input: invitationTarget }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id } = input;
  const [token, now] = [ctx.token(), ctx.now()];
  const tokenHash = await ctx.secrets.hash(token);
  let link: string | null = null;
  const done = await commitChangeWithRetry(ctx, async () => {
    const [prior, [row]] = await read(ctx, priorCommit(ctx, commitId), openInvitationById(ctx, pageId, id, now));
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!row) return missingFailure;
    link = row.email === null ? invitationUrl(ctx, token) : null;
    const counted = row.email === null ? emptyMailCount : await allowMail(ctx, row.email, "unproven");
    if (!counted) return ok({ id });
    const notices =
      row.email === null ? [] : [await invitationNotice(ctx, { id, token, address: row.email }, ctx.now())];
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [invitationIsOpen(pageId, id, now), ...counted.guards],
      changes: [relinkInvitation(pageId, id, tokenHash, now + invitationMs), ...counted.changes],
      notices,
      audit: { action: "invitation.resend", subjectKind: "invitation", subjectId: id },
    });
  });
  return done.ok ? ok({ id, link }) : done;
}
