import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { challengeTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import { englishText } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { BoundedMap, registerIsolateCache } from "~/platform/isolate";
import { makeRateLimiter } from "~/platform/limiter";
import { exchangeAuthorizationCode, ProviderError } from "~/providers/openid";
import { providerRedirectUrl } from "~/providers/provider-view";
import { type ProviderRow, providerByIdQuery } from "~/providers/queries/provider";
import { identityInsertStatements, signInByIdentity, type VerifiedProviderIdentity } from "./enter-by-identity";
import type { ProviderSignInState } from "./go-to-provider";
import type { SignInSession } from "./new-session";
import { challengeByHashQuery } from "./queries/credentials";
import { guardIdentityIsFreeStatement, personByIdentityQuery } from "./queries/identity";
import { emailFromClaims, type ProviderTrouble, providerSignInTimeoutMs } from "./rules/identity";

/**
 * Returns from the provider that are in progress. Of two concurrent returns only one calls the provider, which would
 * treat a code that is used twice as stolen.
 */
const underWay = registerIsolateCache(new BoundedMap<string, true>(1000));

/** Maximum number of returns of one sign-in. A failed return may be tried again, but not endlessly. */
const returnsPerTrip = 10;
const returns = makeRateLimiter(providerSignInTimeoutMs);

export interface ProviderCallback {
  /** Id of the provider, from the address that was called. */
  id: string;
  /** Parameters of the return address. */
  parameters: URLSearchParams;
  /** Mark of the browser; null when it has none. */
  mark: string | null;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there; absent when it has none. */
  device?: string | null;
}

/**
 * `session`: signed in (`joined`: slug of the page that was joined by it); `connected`: can sign in by it from now on.
 */
export type ProviderSignInResult =
  | ({ kind: "session"; next: string; joined: string | null } & SignInSession)
  | { kind: "connected"; next: string }
  | { kind: "trouble"; trouble: ProviderTrouble; provider: string; connecting: boolean; next: string };

interface ProviderCallbackFacts {
  state: string;
  spent: VerifiedProviderIdentity["spent"];
  facts: ProviderSignInState;
  provider: ProviderRow;
}

/** Null when there is no such provider. */
type ProviderCallbackProblem = { name: string; trouble: "over" | "elsewhere" } | null;

/** Returns the facts that are encrypted in a `state`, or null if it is not one of ours. */
async function factsIn(ctx: Ctx, state: string): Promise<ProviderSignInState | null> {
  const text = /^[\w-]{8}\.[\w-]{40,6000}$/.test(state) ? await ctx.secrets.open(state) : null;
  const facts = text === null ? null : (JSON.parse(text) as ProviderSignInState);
  return facts?.purpose === "trip" && facts.expiresAt > ctx.now() ? facts : null;
}

/** Finds the trip that this very browser started to this very provider; for any other, no provider is asked. */
async function findTrip(
  ctx: Ctx,
  { id, parameters, mark }: ProviderCallback,
): Promise<ProviderCallbackFacts | ProviderCallbackProblem> {
  const state = parameters.get("state") ?? "";
  const facts = await factsIn(ctx, state);
  const tokenHash = await ctx.secrets.hash(facts?.nonce ?? "");
  const [[spent], [provider]] = await readBatch(ctx, challengeByHashQuery(ctx, tokenHash), providerByIdQuery(ctx, id));
  if (!provider) return null;
  const { name } = provider;
  if (!facts || spent || facts.providerId !== id) return { name, trouble: "over" };
  if (mark === null || (await ctx.secrets.hash(mark)) !== facts.browserHash) return { name, trouble: "elsewhere" };
  const { personId, expiresAt } = facts;
  const row = { tokenHash, kind: "provider", personId, createdAt: ctx.now(), expiresAt };
  return { state, spent: row, facts, provider };
}

/** Connects the identity at the provider to the signed-in person. */
async function connect(
  ctx: Ctx,
  trip: ProviderCallbackFacts,
  arrival: VerifiedProviderIdentity,
): Promise<ProviderTrouble | null> {
  const { actor } = ctx;
  if (actor.kind !== "person" || actor.id !== trip.facts.personId) return "signed_out";
  const { providerId, subject, claims } = arrival;
  const [[known]] = await readBatch(ctx, personByIdentityQuery(ctx, providerId, subject));
  // The identity is connected already: the trip has nothing to add, and expires on its own.
  if (known) return known.personId === actor.id ? null : "taken";
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId: null,
    guards: [guardIdentityIsFreeStatement(providerId, subject)],
    changes: [
      ...insertRowsStatements(challengeTable, [trip.spent]),
      ...identityInsertStatements(ctx, arrival, actor.id),
    ],
    audit: {
      action: "identity.connect",
      subjectKind: "person",
      subjectId: actor.id,
      after: { provider: providerId, addressKnown: emailFromClaims(claims) !== "" },
    },
  });
  return null;
}

async function arrive(
  ctx: Ctx,
  trip: ProviderCallbackFacts,
  home: ProviderCallback,
): Promise<Result<ProviderSignInResult>> {
  const { provider, facts, spent, state } = trip;
  const secret = await ctx.secrets.open(provider.secretSealed);
  if (secret === null) throw new ProviderError("client", englishText("the secret cannot be read"));
  const redirect = providerRedirectUrl(ctx, provider.id);
  const came = await exchangeAuthorizationCode(ctx, provider, {
    ...facts,
    state,
    redirect,
    secret,
    parameters: home.parameters,
  });
  const known = { spent, providerId: provider.id, issuer: provider.issuer };
  const { userAgent, device = null } = home;
  const arrival = { ...known, ...came, userAgent, device };
  const { next } = facts;
  return commitChangeWithRetry<ProviderSignInResult>(ctx, async () => {
    // The other of two concurrent returns was first.
    const [[used]] = await readBatch(ctx, challengeByHashQuery(ctx, spent.tokenHash));
    if (used) throw new ProviderError("over", englishText("used meanwhile"));
    if (facts.personId !== null) {
      const trouble = await connect(ctx, trip, arrival);
      if (trouble) throw new ProviderError(trouble, englishText("to connect"));
      return ok({ kind: "connected", next });
    }
    const entered = await signInByIdentity(ctx, arrival);
    if (entered.trouble) throw new ProviderError(entered.trouble, englishText("turned away"));
    const { trouble: _none, ...signedIn } = entered;
    return ok({ kind: "session", next, ...signedIn });
  });
}

/**
 * Returns the failure. Nothing was written, so the same return may be tried again when the provider was unreachable.
 */
function endBadly(
  ctx: Ctx,
  { provider, facts }: ProviderCallbackFacts,
  { trouble, note }: ProviderError,
): Result<ProviderSignInResult> {
  ctx.log.warn("provider.return", { provider: provider.id, trouble, note });
  const { personId, next } = facts;
  return ok({ kind: "trouble", trouble, provider: provider.name, connecting: personId !== null, next });
}

/**
 * Completes a trip, once, in the browser that started it, within 10 minutes: signs in, joins by an invitation, or
 * connects. Every failure is a `trouble`. Null when there is no such provider.
 */
export async function finishProviderSignIn(
  ctx: Ctx,
  home: ProviderCallback,
): Promise<Result<ProviderSignInResult | null>> {
  const trip = await findTrip(ctx, home);
  if (trip === null) return ok(null);
  if ("trouble" in trip) {
    return ok({ kind: "trouble", trouble: trip.trouble, provider: trip.name, connecting: false, next: "" });
  }
  const { tokenHash } = trip.spent;
  if (underWay.has(tokenHash)) return endBadly(ctx, trip, new ProviderError("over", englishText("under way already")));
  const { allowed } = returns.take(tokenHash, returnsPerTrip, ctx.now());
  if (!allowed) return endBadly(ctx, trip, new ProviderError("over", englishText("tried too often")));
  underWay.set(tokenHash, true);
  try {
    return await arrive(ctx, trip, home);
  } catch (error) {
    if (error instanceof ProviderError) return endBadly(ctx, trip, error);
    throw error;
  } finally {
    underWay.delete(tokenHash);
  }
}
