import { isRoleAtLeast, personIdOfActor, type Role } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { priorCommitQuery } from "~/audit/queries/audit";
import { priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { invitationTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { reserveMailAllowance } from "../mails/mail-allowances";
import { memberByAddressQuery, openInvitationsOfPageQuery } from "../queries/invitation";
import { type InviteInput, inviteInputSchema } from "../rules/input";
import { invitationLifetimeMs, maxOpenInvitations } from "../rules/invitation";
import { invitationUrl, makeInvitationNotice } from "./verbs";

export interface CreatedInvitation {
  id: string;
  /** The link to share, shown this once; null when it was emailed, or when this form was sent before. */
  link: string | null;
}

const above = fail({ name: "forbidden", detail: "invitation.above" });
const member = invalidFieldFailure("email", "invitation.member", "already_member");
const invited = invalidFieldFailure("email", "invitation.invited", "already_invited");
const tooMany = invalidFieldFailure("email", refusalFor("invitation.limit", { most: maxOpenInvitations }));

function refusalOf(address: string | undefined, isMember: boolean, open: readonly { email: string | null }[]) {
  if (isMember) return member;
  if (address !== undefined && open.some((each) => each.email === address)) return invited;
  return open.length >= maxOpenInvitations ? tooMany : null;
}

async function rowsOf(ctx: Ctx, { pageId, role, email }: { pageId: string; role: Role; email?: string | undefined }) {
  const [id, token, now] = [ctx.id(), ctx.token(), ctx.now()];
  const tokenHash = await ctx.secrets.hash(token);
  const times = { createdAt: now, expiresAt: now + invitationLifetimeMs };
  const row = {
    tokenHash,
    id,
    pageId,
    email: email ?? null,
    role,
    invitedBy: personIdOfActor(ctx.actor) ?? "",
    ...times,
  };
  const notices = email === undefined ? [] : [await makeInvitationNotice(ctx, { id, token, address: email }, 0)];
  return { id, token, changes: insertRowsStatements(invitationTable, [row]), notices };
}

/** Counts the email; an address that had its three of the day gets none, and the answer does not reveal that. */
async function mailing(ctx: Ctx, { changes, notices }: Awaited<ReturnType<typeof rowsOf>>, email: string | undefined) {
  const counted = email === undefined ? null : await reserveMailAllowance(ctx, email, "unproven");
  if (!counted) return { changes, notices: [], guards: [] };
  return { changes: [...changes, ...counted.changes], notices, guards: counted.guards };
}

/** Invites by email, or creates an invitation link. Failures: invalid, forbidden. */
export async function createInvitation(ctx: Ctx, given: InviteInput): Promise<Result<CreatedInvitation>> {
  const may = permitRole(ctx.actor, ctx.member, given.pageId, "owner");
  if (!may.ok) return may;
  const parsed = parseInput(inviteInputSchema, given);
  if (!parsed.ok) return parsed;
  const { pageId, role, email, commitId = ctx.id() } = parsed.value;
  if (!isRoleAtLeast(may.value, role)) return above;
  const made = await rowsOf(ctx, { pageId, role, email });
  const done = await commitChangeWithRetry(ctx, async () => {
    const queries = [
      priorCommitQuery(ctx, commitId),
      openInvitationsOfPageQuery(ctx, pageId, ctx.now()),
      memberByAddressQuery(ctx, pageId, email ?? ""),
    ] as const;
    const [prior, open, [known]] = await readBatch(ctx, ...queries);
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    const refusal = refusalOf(email, known !== undefined, open);
    if (refusal) return refusal;
    const by = email === undefined ? "link" : "mail";
    const audit = { action: "invitation.create", subjectKind: "invitation", subjectId: made.id, after: { role, by } };
    return commitChange(ctx, { id: commitId, pageId, ...(await mailing(ctx, made, email)), audit });
  });
  if (!done.ok) return done;
  const mine = done.value.id === made.id && email === undefined;
  return ok({ id: done.value.id, link: mine ? invitationUrl(ctx, made.token) : null });
}
