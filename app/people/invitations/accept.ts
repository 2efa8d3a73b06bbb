import { isRoleAtLeast } from "~/access/actor";
import { isTokenShaped } from "~/access/session";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { membershipTable, personTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { fail, goneFailure, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { membershipOnPageQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { prepareNewSession } from "../new-session";
import {
  acceptInvitationStatement,
  guardInvitationByHashStatement,
  invitationByHashQuery,
  personOfInvitationQuery,
} from "../queries/invitation";
import { guardNotMemberStatement } from "../queries/membership";
import { personByIdQuery } from "../queries/sign-in";
import { acceptInvitationInputSchema } from "../rules/input";

export interface AcceptedInvitation {
  slug: string;
  /** Value of the browser's cookie; null for a person who was signed in already. */
  sessionToken: string | null;
  /** Value of the cookie by which this browser is known; null likewise. */
  device: string | null;
}

/** Refuses a person who has another way to sign in: a link is valid for 7 days and its email may be forwarded. */
const signInFirst = fail({ name: "unauthenticated", code: "sign_in_first" });

type InvitationFactsRow = NonNullable<Awaited<ReturnType<typeof factsOf>>["row"]>;

async function factsOf(ctx: Ctx, tokenHash: string) {
  const me = ctx.actor.kind === "person" ? ctx.actor.id : "";
  const queries = [
    invitationByHashQuery(ctx, tokenHash),
    personOfInvitationQuery(ctx, tokenHash),
    personByIdQuery(ctx, me),
  ] as const;
  const [[row], [invited], [mine]] = await readBatch(ctx, ...queries);
  return { row, known: mine ?? invited ?? null, signedIn: mine !== undefined };
}

interface JoinWrites {
  personId: string;
  guards: SqlStatement[];
  changes: SqlStatement[];
}

/** Returns a new membership, or a higher role for a member; never a lower one. */
async function joining(ctx: Ctx, { pageId, role }: InvitationFactsRow, personId: string): Promise<JoinWrites> {
  const [[present]] = await readBatch(ctx, membershipOnPageQuery(ctx, pageId, personId));
  if (!present) {
    const row = { pageId, personId, role, createdAt: ctx.now() };
    return {
      personId,
      guards: [guardNotMemberStatement(pageId, personId)],
      changes: insertRowsStatements(membershipTable, [row]),
    };
  }
  const raised = isRoleAtLeast(present.role, role) ? [] : [{ personId, role }];
  return { personId, guards: [], changes: updateRowsStatements(membershipTable, pageId, raised, ["personId"]) };
}

/** Creates a person. An emailed link verifies the address; a link that was shared verifies none. */
function newPerson(ctx: Ctx, row: InvitationFactsRow, name: string): JoinWrites {
  const [personId, now] = [ctx.id(), ctx.now()];
  const made = { id: personId, name, email: row.email, createdAt: now, updatedAt: now };
  const member = { pageId: row.pageId, personId, role: row.role, createdAt: now };
  return {
    personId,
    guards: [],
    changes: [...insertRowsStatements(personTable, [made]), ...insertRowsStatements(membershipTable, [member])],
  };
}

interface InvitationAcceptance {
  tokenHash: string;
  name: string | undefined;
  commitId: string;
  userAgent: string | null;
}

async function join(ctx: Ctx, acceptance: InvitationAcceptance): Promise<Result<AcceptedInvitation>> {
  const { tokenHash, name, commitId, userAgent } = acceptance;
  const { row, known, signedIn } = await factsOf(ctx, tokenHash);
  if (!row) return goneFailure;
  if (signedIn && known && row.acceptedBy === known.id) return ok({ slug: row.slug, sessionToken: null, device: null });
  if (row.acceptedAt !== null || row.expiresAt <= ctx.now()) return goneFailure;
  if (known && !signedIn) return signInFirst;
  if (!known && name === undefined) return invalidFieldFailure("name", "invitation.name");
  const joined = known ? await joining(ctx, row, known.id) : newPerson(ctx, row, name ?? "");
  const { personId } = joined;
  const session = await prepareNewSession(ctx, {
    personId,
    operator: known?.operator ?? false,
    userAgent,
    device: null,
    isNew: true,
  });
  const { role, pageId } = row;
  const done = await commitChange(signedIn ? ctx : session.acting, {
    id: commitId,
    pageId,
    guards: [guardInvitationByHashStatement(tokenHash, ctx.now()), ...joined.guards],
    changes: [
      acceptInvitationStatement(tokenHash, personId, ctx.now()),
      ...joined.changes,
      ...(signedIn ? [] : session.changes),
    ],
    audit: {
      action: "invitation.accept",
      subjectKind: "invitation",
      subjectId: row.id,
      after: { person: personId, role, ...(signedIn ? {} : { session: session.id }) },
    },
  });
  return done.ok
    ? ok({
        slug: row.slug,
        sessionToken: signedIn ? null : session.sessionToken,
        device: signedIn ? null : session.device,
      })
    : done;
}

/**
 * Joins the page as the signed-in person, or else as a new person of that name, who is signed in. One use, 7 days.
 * Failures: gone, invalid `name`, unauthenticated when the invited address has a person, who must sign in first.
 */
export async function acceptInvitation(
  ctx: Ctx,
  given: { token: string; name?: string; userAgent: string | null },
): Promise<Result<AcceptedInvitation>> {
  if (!isTokenShaped(given.token)) return goneFailure;
  const parsed = parseInput(acceptInvitationInputSchema, { name: given.name });
  if (!parsed.ok) return parsed;
  const tokenHash = await ctx.secrets.hash(given.token);
  // The commit does not use the form's id, because sending the form twice must not return a session that the first
  // request did not store.
  const commitId = ctx.id();
  return commitChangeWithRetry(ctx, () =>
    join(ctx, { tokenHash, name: parsed.value.name, commitId, userAgent: given.userAgent }),
  );
}
