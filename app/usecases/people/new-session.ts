import { endSession, noteLocale } from "~/db/queries/people";
import { session } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import { as, type Ctx } from "~/platform/ctx";
import { sessionLength } from "~/rules/people/session";
import { deviceMark } from "../mails/known-device";

export interface SignedIn {
  /** For the browser's cookie; only its hash is stored. */
  sessionToken: string;
  personId: string;
  /** For the cookie by which this browser is known to this person from now on. */
  device: string;
}

export interface NewSession extends SignedIn {
  id: string;
  changes: Statement[];
  /** Whoever signs in speaks for themselves. */
  acting: Ctx;
}

interface Who {
  personId: string;
  operator: boolean;
  /** As the browser names itself; cut. */
  userAgent: string | null;
  /** When they proved who they are; absent = just now. */
  provenAt?: number;
}

/** A session to be committed together with what earns it; the one that this browser had until now ends. */
export async function newSession(
  ctx: Ctx,
  { personId, operator, userAgent, provenAt = ctx.now() }: Who,
): Promise<NewSession> {
  const now = ctx.now();
  const [id, sessionToken] = [ctx.id(), ctx.token()];
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + sessionLength, provenAt };
  const tokenHash = await ctx.secrets.hash(sessionToken);
  const row = { tokenHash, id, personId, userAgent: (userAgent ?? "").slice(0, 255), ...times };
  const before = ctx.actor.kind === "person" ? [endSession(ctx.actor.id, ctx.actor.sessionId)] : [];
  return {
    id,
    sessionToken,
    personId,
    device: await deviceMark(ctx, personId),
    changes: [...before, ...insertRows(session, [row]), ...(ctx.locale ? [noteLocale(personId, ctx.locale)] : [])],
    acting: as(ctx, { kind: "person", id: personId, operator, sessionId: id, provenAt }),
  };
}
