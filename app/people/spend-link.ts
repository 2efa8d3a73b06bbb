import { isToken } from "~/access/session";
import { changing } from "~/change/changing";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { linkByHash } from "./queries/people";
import { codeTries } from "./rules/sign-in";
import { gone, type Proven, spendProof } from "./spend-proof";
import { useConsoleLink as spendConsoleLink } from "./use-console-link";

interface LinkUse {
  token: string;
  /** What marks the browser that presses; null = none. */
  request: string | null;
  userAgent: string | null;
  /** What the browser brought to say that it is known to whoever signs in; absent = nothing. */
  device?: string | null;
}

/** The mail was opened on another device, or somebody else's hands are on it: the code works where it was asked for. */
const elsewhere = fail({ name: "conflict", code: "other_browser" });

/**
 * Presses the button of a mailed link: signs in, or proves an address, in the browser that asked. One use, 10 minutes.
 * Failures: gone, conflict `other_browser` (nothing is used up), conflict `address_taken`.
 */
async function spendMailLink(
  ctx: Ctx,
  tokenHash: string,
  { request, userAgent, device = null }: LinkUse,
): Promise<Result<Proven>> {
  const requestHash = request !== null && isToken(request) ? await ctx.secrets.hash(request) : null;
  return changing(ctx, async () => {
    const [[link]] = await read(ctx, linkByHash(ctx, tokenHash));
    const dead = !link || link.usedAt !== null || link.expiresAt <= ctx.now() || link.tries >= codeTries;
    if (dead) return gone;
    if (requestHash === null || link.requestHash !== requestHash) return elsewhere;
    return spendProof(ctx, { proof: { ...link, by: "link" }, userAgent, device });
  });
}

/** Presses the button of any sign-in link: one from the console works in any browser, a mailed one as above. */
export async function spendLink(ctx: Ctx, use: LinkUse): Promise<Result<Proven>> {
  if (!isToken(use.token)) return gone;
  const tokenHash = await ctx.secrets.hash(use.token);
  const [[link]] = await read(ctx, linkByHash(ctx, tokenHash));
  if (link?.kind !== "console") return spendMailLink(ctx, tokenHash, use);
  const done = await spendConsoleLink(ctx, use);
  return done.ok ? ok({ kind: "session", ...done.value }) : done;
}
