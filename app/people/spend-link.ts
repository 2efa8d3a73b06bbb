import { isTokenShaped } from "~/access/session";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { signInLinkByHashQuery } from "./queries/people";
import { maxSignInCodeTries } from "./rules/sign-in";
import { type RedeemedProof, redeemSignInProof } from "./spend-proof";
import { signInByConsoleLink as spendConsoleLink } from "./use-console-link";

interface SignInLinkUse {
  token: string;
  /** Mark of the browser; null when it has none. */
  request: string | null;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there; absent when it has none. */
  device?: string | null;
}

/**
 * Refuses a link in another browser, because the email may have been opened elsewhere or by someone else; the code
 * works where it was requested.
 */
const elsewhere = fail({ name: "conflict", code: "other_browser" });

/**
 * Uses an emailed link: signs in, or verifies an address, in the browser that asked. One use, 10 minutes. Failures:
 * gone, conflict `other_browser` (nothing is used up), conflict `address_taken`.
 */
async function spendMailLink(
  ctx: Ctx,
  tokenHash: string,
  { request, userAgent, device = null }: SignInLinkUse,
): Promise<Result<RedeemedProof>> {
  const requestHash = request !== null && isTokenShaped(request) ? await ctx.secrets.hash(request) : null;
  return commitChangeWithRetry(ctx, async () => {
    const [[link]] = await readBatch(ctx, signInLinkByHashQuery(ctx, tokenHash));
    const dead = !link || link.usedAt !== null || link.expiresAt <= ctx.now() || link.tries >= maxSignInCodeTries;
    if (dead) return goneFailure;
    if (requestHash === null || link.requestHash !== requestHash) return elsewhere;
    return redeemSignInProof(ctx, { proof: { ...link, by: "link" }, userAgent, device });
  });
}

/** Uses up a sign-in link. A link from the console works in any browser; an emailed link works as described above. */
export async function redeemSignInLink(ctx: Ctx, use: SignInLinkUse): Promise<Result<RedeemedProof>> {
  if (!isTokenShaped(use.token)) return goneFailure;
  const tokenHash = await ctx.secrets.hash(use.token);
  const [[link]] = await readBatch(ctx, signInLinkByHashQuery(ctx, tokenHash));
  if (link?.kind !== "console") return spendMailLink(ctx, tokenHash, use);
  const done = await spendConsoleLink(ctx, use);
  return done.ok ? ok({ kind: "session", ...done.value }) : done;
}
