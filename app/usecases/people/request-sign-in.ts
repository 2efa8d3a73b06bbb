import { deciding } from "~/db/deciding";
import { askedForAddress, personByAddress } from "~/db/queries/sign-in";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { networkPrefix } from "~/rules/basics/network-prefix";
import { parseInput } from "~/rules/fields/parse";
import { addressInput } from "~/rules/people/input";
import { signInLimits, signInWindow } from "~/rules/people/sign-in";
import { mailLink } from "./mail-link";

const limiter = makeLimiter(signInWindow);

export interface SignInRequest {
  address: string;
  /** The network address of who asks, as the edge says it. */
  from: string | null;
  /** Their browser in known words, for the mail. */
  browser: string | null;
}

/**
 * Counted in memory, before anything is looked up, for known and unknown addresses alike. The prefix first: who is over
 * its limit must not fill the memory with addresses, which would forget what was counted.
 */
function counted(ctx: Ctx, accountKey: string, from: string | null): Result<true> {
  const prefix = networkPrefix(from);
  const limits = [
    [prefix, signInLimits.prefix],
    [`${prefix} ${accountKey}`, signInLimits.accountAndPrefix],
    [accountKey, signInLimits.account],
  ] as const;
  for (const [key, limit] of limits) {
    const { allowed, retryAfter } = limiter.take(key, limit, ctx.now());
    if (!allowed) return fail({ name: "limited", retryAfter });
  }
  return ok(true);
}

/**
 * Mails a link and a code to the person of this address; what marks the browser that asked. The same answer, statements
 * and writes for an address of nobody; too many durable ones send nothing and say nothing. Failures: invalid, limited.
 */
export async function requestSignIn(ctx: Ctx, given: SignInRequest): Promise<Result<{ request: string }>> {
  const parsed = parseInput(addressInput, { address: given.address });
  if (!parsed.ok) return parsed;
  const { address } = parsed.value;
  const admitted = counted(ctx, await ctx.secrets.hash(address), given.from);
  if (!admitted.ok) return admitted;
  return deciding(ctx, async () => {
    const since = ctx.now() - signInWindow;
    const [[found], [count]] = await read(ctx, personByAddress(ctx, address), askedForAddress(ctx, address, since));
    const personId = (count?.asked ?? 0) < signInLimits.account ? (found?.id ?? null) : null;
    return ok({ request: await mailLink(ctx, { kind: "mail", personId, browser: given.browser }) });
  });
}
