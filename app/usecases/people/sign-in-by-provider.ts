import { commit, runBatch } from "~/db/commit";
import {
  claimTrip,
  endTrip,
  identityIsFree,
  personByIdentity,
  releaseTrip,
  tripByHash,
  tripClaimed,
  tripStands,
} from "~/db/queries/identity";
import { type ProviderRow, providerById } from "~/db/queries/provider";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { addressIn, type ProviderTrouble } from "~/rules/people/identity";
import { changing } from "../change/changing";
import { ProviderError, whoCame } from "../providers/openid";
import { redirectAddress } from "../providers/view";
import { type Arrival, enterByIdentity, identityRow } from "./enter-by-identity";
import type { TripFacts } from "./go-to-provider";

export interface Homecoming {
  /** Of the provider, by the address that was called. */
  id: string;
  /** What the browser brought back. */
  parameters: URLSearchParams;
  /** What marks the browser; null = nothing. */
  mark: string | null;
  userAgent: string | null;
}

/** `session`: signed in (`joined` = slug of the page that was joined by it); `connected`: may sign in by it from now on. */
export type CameBack =
  | { kind: "session"; sessionToken: string; next: string; joined: string | null }
  | { kind: "connected"; next: string }
  | { kind: "trouble"; trouble: ProviderTrouble; provider: string; connecting: boolean; next: string };

interface Trip {
  hash: string;
  claim: string;
  facts: TripFacts;
  provider: ProviderRow;
  /** Who connects; null = a sign-in. */
  personId: string | null;
}

/** Null = there is no such provider. */
type NoTrip = { name: string; trouble: "over" | "elsewhere" } | null;

/** The trip that this very browser began to this very provider, ours alone from now on. Nothing is asked of anybody for any other. */
async function findTrip(ctx: Ctx, { id, parameters, mark }: Homecoming): Promise<Trip | NoTrip> {
  const hash = await ctx.secrets.hash(parameters.get("state") ?? "");
  const [[trip], [provider]] = await read(ctx, tripByHash(ctx, hash, ctx.now()), providerById(ctx, id));
  if (!provider) return null;
  const { name } = provider;
  const text = trip ? await ctx.secrets.open(trip.sealed) : null;
  if (!trip || text === null) return { name, trouble: "over" };
  const facts = JSON.parse(text) as TripFacts;
  if (facts.providerId !== id) return { name, trouble: "over" };
  if (mark === null || (await ctx.secrets.hash(mark)) !== facts.browserHash) return { name, trouble: "elsewhere" };
  const claim = `provider.${ctx.id()}`;
  const [claimed] = await runBatch(ctx, [claimTrip(hash, claim, ctx.now())]);
  if (!claimed?.results[0]) return { name, trouble: "over" };
  return { hash, claim, facts, provider, personId: trip.personId };
}

/** Adds who somebody is at the provider to who is signed in. */
async function connect(ctx: Ctx, trip: Trip, arrival: Arrival): Promise<ProviderTrouble | null> {
  const { actor } = ctx;
  if (actor.kind !== "person" || actor.id !== trip.personId) return "signed_out";
  const { providerId, subject, claims } = arrival;
  const [[known]] = await read(ctx, personByIdentity(ctx, providerId, subject));
  // Connected already: the trip has nothing to add, and runs out by itself.
  if (known) return known.personId === actor.id ? null : "taken";
  await commit(ctx, {
    id: ctx.id(),
    pageId: null,
    guards: [tripStands(trip.hash, trip.claim), identityIsFree(providerId, subject)],
    changes: [endTrip(trip.hash, trip.claim), ...identityRow(ctx, arrival, actor.id)],
    audit: {
      action: "identity.connect",
      subjectKind: "person",
      subjectId: actor.id,
      after: { provider: providerId, addressKnown: addressIn(claims) !== "" },
    },
  });
  return null;
}

async function arrive(ctx: Ctx, trip: Trip, home: Homecoming): Promise<Result<CameBack>> {
  const { provider, facts, hash, claim } = trip;
  const secret = await ctx.secrets.open(provider.secretSealed);
  if (secret === null) throw new ProviderError("client", "the secret cannot be read");
  const redirect = redirectAddress(ctx, provider.id);
  const came = await whoCame(ctx, provider, { ...facts, redirect, secret, parameters: home.parameters });
  const known = { tripHash: hash, claim, providerId: provider.id, issuer: provider.issuer, userAgent: home.userAgent };
  const arrival = { ...known, ...came };
  const { next } = facts;
  return changing<CameBack>(ctx, async () => {
    // A credential that was removed meanwhile has ended what was under way.
    const [[stands]] = await read(ctx, tripClaimed(ctx, hash, claim));
    if (!stands) throw new ProviderError("over", "ended meanwhile");
    if (trip.personId !== null) {
      const trouble = await connect(ctx, trip, arrival);
      if (trouble) throw new ProviderError(trouble, "to connect");
      return ok({ kind: "connected", next });
    }
    const entered = await enterByIdentity(ctx, arrival);
    if (entered.trouble) throw new ProviderError(entered.trouble, "turned away");
    const { sessionToken, joined } = entered;
    return ok({ kind: "session", sessionToken, next, joined });
  });
}

/** A provider that was away may be asked again with the same return; whatever else went wrong is over. */
async function endBadly(ctx: Ctx, trip: Trip, { trouble, note }: ProviderError): Promise<Result<CameBack>> {
  const { provider, facts, personId, hash, claim } = trip;
  ctx.log.warn("provider.return", { provider: provider.id, trouble, note });
  await runBatch(ctx, [trouble === "away" ? releaseTrip(hash, claim) : endTrip(hash, claim)]);
  const { next } = facts;
  return ok({ kind: "trouble", trouble, provider: provider.name, connecting: personId !== null, next });
}

/**
 * Comes back from a provider, once, in the browser that went there within 10 minutes: signs in, joins by an invitation, or
 * connects. Every way in which that may end badly is a `trouble`. Null where there is no such provider.
 */
export async function comeBack(ctx: Ctx, home: Homecoming): Promise<Result<CameBack | null>> {
  const trip = await findTrip(ctx, home);
  if (trip === null) return ok(null);
  if ("trouble" in trip) {
    return ok({ kind: "trouble", trouble: trip.trouble, provider: trip.name, connecting: false, next: "" });
  }
  try {
    return await arrive(ctx, trip, home);
  } catch (error) {
    if (error instanceof ProviderError) return endBadly(ctx, trip, error);
    throw error;
  }
}
