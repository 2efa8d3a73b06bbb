import { read } from "~/db/read";
import { challenge, identity, membership, person } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { newSession, openSession, type SignInSession } from "./new-session";
import {
  addressIsFree,
  identityIsFree,
  isNotLinked,
  noteIdentityUse,
  openInvitationFor,
  personByIdentity,
  personToLink,
} from "./queries/identity";
import { invitationStands, spendInvitation } from "./queries/invitation";
import {
  addressIn,
  authTimeOf,
  type IdentityClaims,
  nameIn,
  type ProviderTrouble,
  provenAddressIn,
} from "./rules/identity";

/** A person for whom a provider has just vouched, on return from it. */
export interface IdentityArrival {
  /** The trip's challenge, inserted by the commit that signs in, so that it is used only once. */
  spent: typeof challenge.$inferInsert;
  providerId: string;
  issuer: string;
  subject: string;
  claims: IdentityClaims;
  userAgent: string | null;
  /** The cookie by which the browser is known to people who signed in there. */
  device: string | null;
}

export type IdentityEntry = ({ trouble: null; joined: string | null } & SignInSession) | { trouble: ProviderTrouble };

const turnedAway = (trouble: ProviderTrouble): IdentityEntry => ({ trouble });

export function identityRow(ctx: Ctx, { providerId, subject, claims }: IdentityArrival, personId: string): Statement[] {
  const now = ctx.now();
  const row = {
    providerId,
    subject,
    id: ctx.id(),
    personId,
    email: addressIn(claims),
    createdAt: now,
    lastUsedAt: now,
  };
  return insertRows(identity, [row]);
}

interface EntryWrites {
  personId: string;
  operator: boolean;
  pageId: string | null;
  guards: Statement[];
  changes: Statement[];
  /** The audit log's details of how this identity became this person's. */
  how: Record<string, unknown>;
  joined: string | null;
}

const entering = (personId: string, operator: boolean, more: Partial<EntryWrites>): EntryWrites => ({
  personId,
  operator,
  pageId: null,
  guards: [],
  changes: [],
  how: {},
  joined: null,
  ...more,
});

type InvitationRow = Awaited<ReturnType<typeof openInvitationFor>>[number];

/**
 * Creates a person and membership from an invitation that was emailed to the address that the provider has verified.
 */
function joining(
  ctx: Ctx,
  arrival: IdentityArrival,
  { invitation, address }: { invitation: InvitationRow; address: string },
): EntryWrites {
  const [personId, now] = [ctx.id(), ctx.now()];
  const { pageId, role, tokenHash, id, slug } = invitation;
  const made = { id: personId, name: nameIn(arrival.claims), email: address, createdAt: now, updatedAt: now };
  return entering(personId, false, {
    pageId,
    guards: [
      invitationStands(tokenHash, now),
      addressIsFree(address),
      identityIsFree(arrival.providerId, arrival.subject),
    ],
    changes: [
      ...insertRows(person, [made]),
      ...insertRows(membership, [{ pageId, personId, role, createdAt: now }]),
      spendInvitation(tokenHash, personId, now),
      ...identityRow(ctx, arrival, personId),
    ],
    how: { invitation: id, person: personId, role },
    joined: slug,
  });
}

/**
 * Finds the person of the verified address. Not when that person has another identity at this provider: addresses are
 * reassigned when people leave, a provider's subject is not.
 */
async function byAddress(ctx: Ctx, arrival: IdentityArrival, address: string): Promise<EntryWrites | null> {
  const { providerId, subject } = arrival;
  const queries = [personToLink(ctx, address, providerId), openInvitationFor(ctx, address, ctx.now())] as const;
  const [[known], [invitation]] = await read(ctx, ...queries);
  if (!known) return invitation ? joining(ctx, arrival, { invitation, address }) : null;
  if (known.linked) return null;
  return entering(known.id, known.operator, {
    guards: [identityIsFree(providerId, subject), isNotLinked(known.id, providerId)],
    changes: identityRow(ctx, arrival, known.id),
    how: { linked: true },
  });
}

async function whom(ctx: Ctx, arrival: IdentityArrival): Promise<EntryWrites | ProviderTrouble> {
  const { providerId, subject, claims, issuer } = arrival;
  const [[known]] = await read(ctx, personByIdentity(ctx, providerId, subject));
  if (known && known.disabledAt !== null) return "nobody";
  if (known) {
    const noted = noteIdentityUse(known.identityId, addressIn(claims), ctx.now());
    return entering(known.personId, known.operator, { changes: [noted] });
  }
  const address = provenAddressIn(claims, issuer);
  if (address === null) return "unverified";
  return (await byAddress(ctx, arrival, address)) ?? "nobody";
}

/**
 * Signs in a person who is known, whose verified address is known, or who was invited by it; no one else. The same
 * transaction ends the trip. Run it under `commitChangeWithRetry`.
 */
export async function enterByIdentity(ctx: Ctx, arrival: IdentityArrival): Promise<IdentityEntry> {
  const found = await whom(ctx, arrival);
  if (typeof found === "string") return turnedAway(found);
  const { personId, operator, pageId, guards, changes, how, joined } = found;
  const provenAt = authTimeOf(arrival.claims, ctx.now());
  const { userAgent, device: known } = arrival;
  const isNew = joined !== null;
  const made = await newSession(ctx, { personId, operator, userAgent, device: known, isNew, provenAt });
  const opened = await openSession(made, {
    pageId,
    guards,
    changes: [...insertRows(challenge, [{ ...arrival.spent, personId }]), ...changes],
    audit: {
      ...(joined === null
        ? { action: "session.open", subjectKind: "session", subjectId: made.id }
        : { action: "invitation.accept", subjectKind: "invitation", subjectId: String(how.invitation) }),
      after: { ...how, by: "provider", provider: arrival.providerId, ...(joined === null ? {} : { session: made.id }) },
    },
  });
  return { trouble: null, joined, ...opened };
}
