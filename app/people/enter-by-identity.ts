import { readBatch } from "~/db/read";
import { challengeTable, identityTable, membershipTable, personTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { commitNewSession, prepareNewSession, type SignInSession } from "./new-session";
import {
  guardAddressIsFreeStatement,
  guardIdentityIsFreeStatement,
  guardPersonHasNoIdentityStatement,
  identityUseStatement,
  openInvitationByAddressQuery,
  personByIdentityQuery,
  personForIdentityLinkQuery,
} from "./queries/identity";
import { acceptInvitationStatement, guardInvitationByHashStatement } from "./queries/invitation";
import {
  authTimeFromClaims,
  emailFromClaims,
  type IdentityClaims,
  nameFromClaims,
  type ProviderTrouble,
  verifiedEmailFromClaims,
} from "./rules/identity";

/** A person for whom a provider has just vouched, on return from it. */
export interface VerifiedProviderIdentity {
  /** The trip's challenge, inserted by the commit that signs in, so that it is used only once. */
  spent: typeof challengeTable.$inferInsert;
  providerId: string;
  issuer: string;
  subject: string;
  claims: IdentityClaims;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there. */
  device: string | null;
}

export type IdentitySignInResult =
  | ({ trouble: null; joined: string | null } & SignInSession)
  | { trouble: ProviderTrouble };

const turnedAway = (trouble: ProviderTrouble): IdentitySignInResult => ({ trouble });

export function identityInsertStatements(
  ctx: Ctx,
  { providerId, subject, claims }: VerifiedProviderIdentity,
  personId: string,
): SqlStatement[] {
  const now = ctx.now();
  const row = {
    providerId,
    subject,
    id: ctx.id(),
    personId,
    email: emailFromClaims(claims),
    createdAt: now,
    lastUsedAt: now,
  };
  return insertRowsStatements(identityTable, [row]);
}

interface SignInWrites {
  personId: string;
  operator: boolean;
  pageId: string | null;
  guards: SqlStatement[];
  changes: SqlStatement[];
  /** The audit log's details of how this identity became this person's. */
  how: Record<string, unknown>;
  joined: string | null;
}

const entering = (personId: string, operator: boolean, more: Partial<SignInWrites>): SignInWrites => ({
  personId,
  operator,
  pageId: null,
  guards: [],
  changes: [],
  how: {},
  joined: null,
  ...more,
});

type InvitationRow = Awaited<ReturnType<typeof openInvitationByAddressQuery>>[number];

/**
 * Creates a person and membership from an invitation that was emailed to the address that the provider has verified.
 */
function joining(
  ctx: Ctx,
  arrival: VerifiedProviderIdentity,
  { invitation, address }: { invitation: InvitationRow; address: string },
): SignInWrites {
  const [personId, now] = [ctx.id(), ctx.now()];
  const { pageId, role, tokenHash, id, slug } = invitation;
  const made = { id: personId, name: nameFromClaims(arrival.claims), email: address, createdAt: now, updatedAt: now };
  return entering(personId, false, {
    pageId,
    guards: [
      guardInvitationByHashStatement(tokenHash, now),
      guardAddressIsFreeStatement(address),
      guardIdentityIsFreeStatement(arrival.providerId, arrival.subject),
    ],
    changes: [
      ...insertRowsStatements(personTable, [made]),
      ...insertRowsStatements(membershipTable, [{ pageId, personId, role, createdAt: now }]),
      acceptInvitationStatement(tokenHash, personId, now),
      ...identityInsertStatements(ctx, arrival, personId),
    ],
    how: { invitation: id, person: personId, role },
    joined: slug,
  });
}

/**
 * Finds the person of the verified address. Not when that person has another identity at this provider: addresses are
 * reassigned when people leave, a provider's subject is not.
 */
async function byAddress(ctx: Ctx, arrival: VerifiedProviderIdentity, address: string): Promise<SignInWrites | null> {
  const { providerId, subject } = arrival;
  const queries = [
    personForIdentityLinkQuery(ctx, address, providerId),
    openInvitationByAddressQuery(ctx, address, ctx.now()),
  ] as const;
  const [[known], [invitation]] = await readBatch(ctx, ...queries);
  if (!known) return invitation ? joining(ctx, arrival, { invitation, address }) : null;
  if (known.linked) return null;
  return entering(known.id, known.operator, {
    guards: [
      guardIdentityIsFreeStatement(providerId, subject),
      guardPersonHasNoIdentityStatement(known.id, providerId),
    ],
    changes: identityInsertStatements(ctx, arrival, known.id),
    how: { linked: true },
  });
}

async function whom(ctx: Ctx, arrival: VerifiedProviderIdentity): Promise<SignInWrites | ProviderTrouble> {
  const { providerId, subject, claims, issuer } = arrival;
  const [[known]] = await readBatch(ctx, personByIdentityQuery(ctx, providerId, subject));
  if (known && known.disabledAt !== null) return "nobody";
  if (known) {
    const noted = identityUseStatement(known.identityId, emailFromClaims(claims), ctx.now());
    return entering(known.personId, known.operator, { changes: [noted] });
  }
  const address = verifiedEmailFromClaims(claims, issuer);
  if (address === null) return "unverified";
  return (await byAddress(ctx, arrival, address)) ?? "nobody";
}

/**
 * Signs in a person whose identity or verified address is known, or whose address was invited; nobody else. The same
 * transaction ends the sign-in state. Run it under `commitChangeWithRetry`.
 */
export async function signInByIdentity(ctx: Ctx, arrival: VerifiedProviderIdentity): Promise<IdentitySignInResult> {
  const found = await whom(ctx, arrival);
  if (typeof found === "string") return turnedAway(found);
  const { personId, operator, pageId, guards, changes, how, joined } = found;
  const provenAt = authTimeFromClaims(arrival.claims, ctx.now());
  const { userAgent, device: known } = arrival;
  const isNew = joined !== null;
  const made = await prepareNewSession(ctx, { personId, operator, userAgent, device: known, isNew, provenAt });
  const opened = await commitNewSession(made, {
    pageId,
    guards,
    changes: [...insertRowsStatements(challengeTable, [{ ...arrival.spent, personId }]), ...changes],
    audit: {
      ...(joined === null
        ? { action: "session.open", subjectKind: "session", subjectId: made.id }
        : { action: "invitation.accept", subjectKind: "invitation", subjectId: String(how.invitation) }),
      after: { ...how, by: "provider", provider: arrival.providerId, ...(joined === null ? {} : { session: made.id }) },
    },
  });
  return { trouble: null, joined, ...opened };
}
