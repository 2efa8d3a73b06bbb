import { isToken } from "~/access/session";
import { missing } from "~/change/answers";
import { mayAct } from "~/change/commit";
import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { addressOfTrip, discover, ProviderError, type Trip } from "~/providers/openid";
import { providerById } from "~/providers/queries/provider";
import { redirectAddress } from "~/providers/view";
import { type ProviderTrouble, providerTripLength } from "./rules/identity";
import { signInLimits, signInWindow } from "./rules/sign-in";

const limiter = makeLimiter(signInWindow);

/** What only we know of a trip: sealed in its state, so that beginning one writes nothing. */
export interface TripFacts extends Omit<Trip, "state"> {
  purpose: "trip";
  providerId: string;
  /** Who connects the provider; null = a sign-in. */
  personId: string | null;
  /** Hash of what marks the browser. */
  browserHash: string;
  /** As it was asked for: not safe to follow as it is (http/next). */
  next: string;
  expiresAt: number;
}

export interface TripRequest {
  id: string;
  next: string;
  /** Connects the provider to who is signed in, instead of signing in. */
  connect: boolean;
  /** What marks the browser already; null = nothing. */
  mark: string | null;
  /** The network address of who asks. */
  from: string | null;
}

export interface Begun {
  provider: string;
  /** Where the browser goes now; null = the provider cannot be asked, and why. */
  address: string | null;
  trouble: ProviderTrouble | null;
  /** For the browser's cookie. */
  mark: string;
}

/**
 * Begins a trip to a provider: what has to come back is good for 10 minutes, once, in the browser that goes. Several
 * may be under way in one browser. Failures: missing, limited, unauthenticated (to connect one).
 */
export async function goToProvider(ctx: Ctx, given: TripRequest): Promise<Result<Begun>> {
  const { actor } = ctx;
  if (given.connect && actor.kind !== "person") return fail({ name: "unauthenticated" });
  const proven = given.connect ? mayAct(ctx, "identity.begin") : ok(true);
  if (!proven.ok) return proven;
  const counted = limiter.take(networkPrefix(given.from), signInLimits.prefix, ctx.now());
  if (!counted.allowed) return fail({ name: "limited", retryAfter: counted.retryAfter });
  const [[row]] = await read(ctx, providerById(ctx, given.id));
  if (!row) return missing;
  const mark = given.mark !== null && isToken(given.mark) ? given.mark : ctx.token();
  const begun = { provider: row.name, mark };
  const secret = { nonce: ctx.token(), verifier: ctx.token() };
  const facts: TripFacts = {
    ...secret,
    purpose: "trip",
    providerId: row.id,
    personId: given.connect && actor.kind === "person" ? actor.id : null,
    browserHash: await ctx.secrets.hash(mark),
    next: given.next.slice(0, 1000),
    expiresAt: ctx.now() + providerTripLength,
  };
  const state = await ctx.secrets.seal(JSON.stringify(facts));
  try {
    const server = await discover(ctx, row);
    const again = actor.kind === "person" && !given.connect;
    const redirect = redirectAddress(ctx, row.id);
    const address = await addressOfTrip(server, row, { ...secret, state, redirect, again });
    return ok({ ...begun, address, trouble: null });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    ctx.log.warn("provider.begin", { provider: row.id, trouble: error.trouble, note: error.note });
    return ok({ ...begun, address: null, trouble: error.trouble });
  }
}
