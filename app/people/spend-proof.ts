import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import { wakeSender } from "~/notifications/engine/wake";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { makeAccountEventNotice } from "./account-news";
import { commitNewSession, prepareNewSession, type SignInSession } from "./new-session";
import { endSessionsAndLinksStatements } from "./queries/credentials";
import { guardSignInLinkStatement, signInLinkByHashQuery, spendSignInLinkStatement } from "./queries/people";
import { personByAddressQuery, personByIdQuery, setEmailStatement } from "./queries/sign-in";

/** A correct link, or the code that belongs to it. */
export interface SignInProof {
  tokenHash: string;
  kind: string;
  personId: string | null;
  email: string | null;
  by: "link" | "code";
}

/** The result: a session of this browser, or an address that counts from now on. */
export type RedeemedProof = ({ kind: "session" } & SignInSession) | { kind: "address" };

interface ProofInput {
  proof: SignInProof;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there. */
  device: string | null;
}

type SignInLinkState = { usedAt: number | null; expiresAt: number } | undefined;

/**
 * True when the link is used up. Checked again in every attempt, because the other of link and code may have been used
 * first.
 */
const isSpent = (link: SignInLinkState, now: number): boolean => !link || link.usedAt !== null || link.expiresAt <= now;

async function signIn(ctx: Ctx, { proof, ...browser }: ProofInput, personId: string): Promise<Result<RedeemedProof>> {
  const [[person], [link]] = await readBatch(
    ctx,
    personByIdQuery(ctx, personId),
    signInLinkByHashQuery(ctx, proof.tokenHash),
  );
  if (!person || person.disabledAt !== null || isSpent(link, ctx.now())) return goneFailure;
  const now = ctx.now();
  const made = await prepareNewSession(ctx, { personId, operator: person.operator, ...browser });
  const opened = await commitNewSession(made, {
    pageId: null,
    guards: [guardSignInLinkStatement(proof.tokenHash, now)],
    changes: [spendSignInLinkStatement(proof.tokenHash, personId, now)],
    audit: { action: "session.open", subjectKind: "session", subjectId: made.id, after: { by: proof.by } },
  });
  return ok({ kind: "session", ...opened });
}

const taken = fail({
  name: "conflict",
  code: "address_taken",
  detail: "person.address_taken",
});

async function prove(
  ctx: Ctx,
  { tokenHash }: SignInProof,
  personId: string,
  address: string,
): Promise<Result<RedeemedProof>> {
  const queries = [
    personByIdQuery(ctx, personId),
    personByAddressQuery(ctx, address),
    signInLinkByHashQuery(ctx, tokenHash),
  ] as const;
  const [[person], [other], [link]] = await readBatch(ctx, ...queries);
  if (!person || isSpent(link, ctx.now())) return goneFailure;
  if (other && other.id !== personId) return taken;
  const now = ctx.now();
  // A new address replaces a credential, so sessions that started with the old address end.
  const replaced = person.email !== null && person.email !== address;
  const kept = ctx.actor.kind === "person" && ctx.actor.id === personId ? ctx.actor.sessionId : null;
  const ended = replaced ? endSessionsAndLinksStatements(personId, kept, now) : [];
  const old = replaced ? (person.email ?? undefined) : undefined;
  const news =
    old === undefined ? [] : [await makeAccountEventNotice(ctx, { personId, event: "address_replaced", address: old })];
  await commitPlan(ctxAsActor(ctx, { kind: "person", id: personId, operator: person.operator, sessionId: "" }), {
    id: ctx.id(),
    pageId: null,
    guards: [guardSignInLinkStatement(tokenHash, now)],
    changes: [spendSignInLinkStatement(tokenHash, personId, now), setEmailStatement(personId, address, now), ...ended],
    notices: news,
    // Addresses are kept in one table only (spec §9); the log says that it changed.
    audit: { action: "person.prove_address", subjectKind: "person", subjectId: personId },
  });
  if (news.length > 0) wakeSender(ctx);
  return ok({ kind: "address" });
}

/** Uses up a link and its code at once and returns the result. Run it under `decideWithRetry`. */
export async function redeemSignInProof(ctx: Ctx, spending: ProofInput): Promise<Result<RedeemedProof>> {
  const { kind, personId, email } = spending.proof;
  if (personId === null) return goneFailure;
  if (kind === "mail") return signIn(ctx, spending, personId);
  return kind === "email" && email !== null ? prove(ctx, spending.proof, personId, email) : goneFailure;
}
