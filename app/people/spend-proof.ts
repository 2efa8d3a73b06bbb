import { commit } from "~/commit/commit";
import { read } from "~/db/read";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import { wakeSender } from "~/notifications/engine/wake";
import { type Ctx, ctxAs } from "~/platform/ctx";
import { accountNews } from "./account-news";
import { newSession, openSession, type SignInSession } from "./new-session";
import { endOpenWays } from "./queries/credentials";
import { linkByHash, linkStands, spendLink } from "./queries/people";
import { personByAddress, personById, setAddress } from "./queries/sign-in";

/** A correct link, or the code that belongs to it. */
export interface ProofToSpend {
  tokenHash: string;
  kind: string;
  personId: string | null;
  email: string | null;
  by: "link" | "code";
}

/** The result: a session of this browser, or an address that counts from now on. */
export type SpentProof = ({ kind: "session" } & SignInSession) | { kind: "address" };

interface ProofInput {
  proof: ProofToSpend;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there. */
  device: string | null;
}

type Link = { usedAt: number | null; expiresAt: number } | undefined;

/**
 * True when the link is used up. Checked again in every attempt, because the other of link and code may have been used
 * first.
 */
const isSpent = (link: Link, now: number): boolean => !link || link.usedAt !== null || link.expiresAt <= now;

async function signIn(ctx: Ctx, { proof, ...browser }: ProofInput, personId: string): Promise<Result<SpentProof>> {
  const [[person], [link]] = await read(ctx, personById(ctx, personId), linkByHash(ctx, proof.tokenHash));
  if (!person || person.disabledAt !== null || isSpent(link, ctx.now())) return goneFailure;
  const now = ctx.now();
  const made = await newSession(ctx, { personId, operator: person.operator, ...browser });
  const opened = await openSession(made, {
    pageId: null,
    guards: [linkStands(proof.tokenHash, now)],
    changes: [spendLink(proof.tokenHash, personId, now)],
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
  { tokenHash }: ProofToSpend,
  personId: string,
  address: string,
): Promise<Result<SpentProof>> {
  const queries = [personById(ctx, personId), personByAddress(ctx, address), linkByHash(ctx, tokenHash)] as const;
  const [[person], [other], [link]] = await read(ctx, ...queries);
  if (!person || isSpent(link, ctx.now())) return goneFailure;
  if (other && other.id !== personId) return taken;
  const now = ctx.now();
  // A new address replaces a credential, so sessions that started with the old one end.
  const replaced = person.email !== null && person.email !== address;
  const kept = ctx.actor.kind === "person" && ctx.actor.id === personId ? ctx.actor.sessionId : null;
  const ended = replaced ? endOpenWays(personId, kept, now) : [];
  const old = replaced ? (person.email ?? undefined) : undefined;
  const news = old === undefined ? [] : [await accountNews(ctx, { personId, event: "address_replaced", address: old })];
  await commit(ctxAs(ctx, { kind: "person", id: personId, operator: person.operator, sessionId: "" }), {
    id: ctx.id(),
    pageId: null,
    guards: [linkStands(tokenHash, now)],
    changes: [spendLink(tokenHash, personId, now), setAddress(personId, address, now), ...ended],
    notices: news,
    // Addresses are kept in one table only (spec §9); the log says that it changed.
    audit: { action: "person.prove_address", subjectKind: "person", subjectId: personId },
  });
  if (news.length > 0) wakeSender(ctx);
  return ok({ kind: "address" });
}

/** Uses up a link and its code at once and returns the result. Run it under `decideWithRetry`. */
export async function spendProof(ctx: Ctx, spending: ProofInput): Promise<Result<SpentProof>> {
  const { kind, personId, email } = spending.proof;
  if (personId === null) return goneFailure;
  if (kind === "mail") return signIn(ctx, spending, personId);
  return kind === "email" && email !== null ? prove(ctx, spending.proof, personId, email) : goneFailure;
}
