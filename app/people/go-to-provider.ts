import { isTokenShaped } from "~/access/session";
import { permitStepUpActionNow } from "~/change/commit";
import { readBatch } from "~/db/read";
import { fail, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { discoverProvider, makeAuthorizationUrl, type OpenIdSignInState, ProviderError } from "~/providers/openid";
import { providerRedirectUrl } from "~/providers/provider-view";
import { providerByIdQuery } from "~/providers/queries/provider";
import { type ProviderTrouble, providerSignInTimeoutMs } from "./rules/identity";
import { signInLimits, signInWindowMs } from "./rules/sign-in";

const limiter = makeRateLimiter(signInWindowMs);

/**
 * The private facts of a sign-in at a provider. They are encrypted in its `state`, so that starting a sign-in writes
 * nothing.
 */
export interface ProviderSignInState extends Omit<OpenIdSignInState, "state"> {
  purpose: "trip";
  providerId: string;
  /** The person who connects the provider; null for a sign-in. */
  personId: string | null;
  /** Hash of the browser's mark. */
  browserHash: string;
  /** The path as requested; not safe to follow without a check (http/next-path). */
  next: string;
  expiresAt: number;
}

export interface ProviderSignInRequest {
  id: string;
  next: string;
  /** True to connect the provider to the signed-in person, in place of signing in. */
  connect: boolean;
  /** The mark that the browser already has; null when it has none. */
  mark: string | null;
  /** Network address of the request. */
  from: string | null;
}

export interface ProviderRedirect {
  provider: string;
  /** The provider's address for the browser; null when the provider cannot be reached, with the reason in `trouble`. */
  address: string | null;
  trouble: ProviderTrouble | null;
  /** Value of the browser's cookie. */
  mark: string;
}

/**
 * Starts a trip to a provider; its return is valid for 10 minutes, once, in the same browser. One browser may have
 * several in progress. Failures: missing, limited, unauthenticated (to connect one).
 */
export async function startProviderSignIn(ctx: Ctx, given: ProviderSignInRequest): Promise<Result<ProviderRedirect>> {
  const { actor } = ctx;
  if (given.connect && actor.kind !== "person") return unauthenticatedFailure;
  const proven = given.connect ? permitStepUpActionNow(ctx, "identity.begin") : ok(true);
  if (!proven.ok) return proven;
  const counted = limiter.take(networkPrefix(given.from), signInLimits.prefix, ctx.now());
  if (!counted.allowed) return fail({ name: "limited", retryAfter: counted.retryAfter });
  const [[row]] = await readBatch(ctx, providerByIdQuery(ctx, given.id));
  if (!row) return missingFailure;
  const mark = given.mark !== null && isTokenShaped(given.mark) ? given.mark : ctx.token();
  const begun = { provider: row.name, mark };
  const secret = { nonce: ctx.token(), verifier: ctx.token() };
  const facts: ProviderSignInState = {
    ...secret,
    purpose: "trip",
    providerId: row.id,
    personId: given.connect && actor.kind === "person" ? actor.id : null,
    browserHash: await ctx.secrets.hash(mark),
    next: given.next.slice(0, 1000),
    expiresAt: ctx.now() + providerSignInTimeoutMs,
  };
  const state = await ctx.secrets.seal(JSON.stringify(facts));
  try {
    const server = await discoverProvider(ctx, row);
    const again = actor.kind === "person" && !given.connect;
    const redirect = providerRedirectUrl(ctx, row.id);
    const address = await makeAuthorizationUrl(server, row, { ...secret, state, redirect, again });
    return ok({ ...begun, address, trouble: null });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn("provider.begin", { provider: row.id, trouble: error.trouble, note: error.note });
    return ok({ ...begun, address: null, trouble: error.trouble });
  }
}
