import { isToken } from "~/access/session";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { linkByHash } from "./queries/people";
import { maxCodeTries } from "./rules/sign-in";
import { type SpentProof, spendProof } from "./spend-proof";
import { useConsoleLink as spendConsoleLink } from "./use-console-link";

interface LinkUse {
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
  { request, userAgent, device = null }: LinkUse,
): Promise<Result<SpentProof>> {
  const requestHash = request !== null && isToken(request) ? await ctx.secrets.hash(request) : null;
  return commitChangeWithRetry(ctx, async () => {
    const [[link]] = await read(ctx, linkByHash(ctx, tokenHash));
    const dead = !link || link.usedAt !== null || link.expiresAt <= ctx.now() || link.tries >= maxCodeTries;
    if (dead) return goneFailure;
    if (requestHash === null || link.requestHash !== requestHash) return elsewhere;
    return spendProof(ctx, { proof: { ...link, by: "link" }, userAgent, device });
  });
}

/** Uses any sign-in link: one from the console works in any browser, an emailed one as above. */
export async function spendLink(ctx: Ctx, use: LinkUse): Promise<Result<SpentProof>> {
  if (!isToken(use.token)) return goneFailure;
  const tokenHash = await ctx.secrets.hash(use.token);
  const [[link]] = await read(ctx, linkByHash(ctx, tokenHash));
  if (link?.kind !== "console") return spendMailLink(ctx, tokenHash, use);
  const done = await spendConsoleLink(ctx, use);
  return done.ok ? ok({ kind: "session", ...done.value }) : done;
}
