import { isRoleAtLeast, personIdOfActor, type Role } from "~/access/actor";
import { permitRole } from "~/access/permission";
import { isTokenShaped } from "~/access/session";
import { priorCommitQuery } from "~/audit/queries/audit";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { changeOneRow } from "~/change/change-one";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import type { NoticeDraft } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { fail, goneFailure, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { noMailCountStatements, reserveMailAllowance } from "../mails/mail-allowances";
import {
  endInvitationStatement,
  guardInvitationIsOpenStatement,
  invitationByHashQuery,
  openInvitationByIdQuery,
  openInvitationsOfPageQuery,
  personOfInvitationQuery,
  renewInvitationLinkStatement,
} from "../queries/invitation";
import { personByIdQuery } from "../queries/sign-in";
import { type InvitationTargetInput, invitationTargetInputSchema } from "../rules/input";
import { invitationLifetimeMs } from "../rules/invitation";
import type { CreatedInvitation } from "./create";

export const invitationUrl = (ctx: Ctx, token: string): string => `${ctx.config.origin}/manage/invitations/${token}`;

/** Returns the notice whose email carries the link; each sending has its own `sequence`. */
export async function makeInvitationNotice(
  ctx: Ctx,
  { id, token, address }: { id: string; token: string; address: string },
  sequence: number,
): Promise<NoticeDraft> {
  const now = ctx.now();
  const sealed = await ctx.secrets.seal(JSON.stringify({ token, address }));
  const times = { dueAt: now, expiresAt: now + invitationLifetimeMs };
  return { kind: "invitation", subjectId: id, sequence, audience: "address", scope: { sealed }, ...times };
}

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
  const may = permitRole(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  if (!isRoleAtLeast(may.value, "owner")) return fail({ name: "forbidden", detail: "role.owner" });
  const [rows] = await readBatch(ctx, openInvitationsOfPageQuery(ctx, pageId, ctx.now()));
  return ok(rows.map((row) => ({ ...row, role: row.role })));
}

export interface InvitationPreview {
  pageName: string;
  role: Role;
  inviter: string | null;
  /** True when it was accepted, revoked or has expired. */
  over: boolean;
  /** Name of the signed-in person, who joins by the button; null when no one is signed in. */
  joiningAs: string | null;
  /** True when a person is created, whose name is asked. */
  asksName: boolean;
  /** True when the invited address has a person, who must sign in before joining. */
  signInFirst: boolean;
}

/** Returns what the holder of a link may know; changes nothing. Fails with gone when the link never existed. */
export async function readInvitationByToken(
  ctx: Ctx,
  { token }: { token: string },
): Promise<Result<InvitationPreview>> {
  if (!isTokenShaped(token)) return goneFailure;
  const tokenHash = await ctx.secrets.hash(token);
  const me = personIdOfActor(ctx.actor);
  const [[row], [known], [person]] = await readBatch(
    ctx,
    invitationByHashQuery(ctx, tokenHash),
    personOfInvitationQuery(ctx, tokenHash),
    personByIdQuery(ctx, me ?? ""),
  );
  if (!row) return goneFailure;
  return ok({
    pageName: row.pageName,
    role: row.role,
    inviter: row.inviter,
    over: row.acceptedAt !== null || row.expiresAt <= ctx.now(),
    joiningAs: person?.name ?? null,
    asksName: !person && !known,
    signInFirst: !person && known !== undefined,
  });
}

/**
 * Makes a new link for an open invitation, emailed or shown once; the old link is invalid and the 7 days start again.
 * An address that had its three emails of the day keeps its present link. Failures: missing.
 */
export async function resendInvitation(ctx: Ctx, given: InvitationTargetInput): Promise<Result<CreatedInvitation>> {
  const authorized = authorizeAndParse(ctx, { role: "owner", input: invitationTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { input, commitId } = authorized.value;
  const { pageId, id } = input;
  const [token, now] = [ctx.token(), ctx.now()];
  const tokenHash = await ctx.secrets.hash(token);
  let link: string | null = null;
  const done = await commitChangeWithRetry(ctx, async () => {
    const [prior, [row]] = await readBatch(
      ctx,
      priorCommitQuery(ctx, commitId),
      openInvitationByIdQuery(ctx, pageId, id, now),
    );
    const replay = priorCommitResultOf(prior, pageId);
    if (replay) return replay;
    if (!row) return missingFailure;
    link = row.email === null ? invitationUrl(ctx, token) : null;
    const counted = row.email === null ? noMailCountStatements : await reserveMailAllowance(ctx, row.email, "unproven");
    if (!counted) return ok({ id });
    const notices =
      row.email === null ? [] : [await makeInvitationNotice(ctx, { id, token, address: row.email }, ctx.now())];
    return commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardInvitationIsOpenStatement(pageId, id, now), ...counted.guards],
      changes: [renewInvitationLinkStatement(pageId, id, tokenHash, now + invitationLifetimeMs), ...counted.changes],
      notices,
      audit: { action: "invitation.resend", subjectKind: "invitation", subjectId: id },
    });
  });
  return done.ok ? ok({ id, link }) : done;
}

/** Revokes an open invitation; its link answers 410 from now on. Failures: missing. */
export const revokeInvitation = (ctx: Ctx, given: InvitationTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "owner",
      subject: "invitation",
      input: invitationTargetInputSchema,
      row: (_, { pageId, id }) => openInvitationByIdQuery(ctx, pageId, id, ctx.now()),
      find: ([row], { id }) => row && { ...row, id },
    },
    given,
    ({ row: { id, role }, input: { pageId } }) => {
      const now = ctx.now();
      return ok({
        action: "invitation.revoke",
        guards: [guardInvitationIsOpenStatement(pageId, id, now)],
        changes: [endInvitationStatement(pageId, id, now)],
        before: { role },
      });
    },
  );
