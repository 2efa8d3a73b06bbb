import { sessionLengthMs } from "~/access/session";
import { type CommitPlan, commitPlan, type NoticeDraft } from "~/commit/commit";
import { sessionTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { wakeSender } from "~/notifications/engine/wake";
import { type Ctx, ctxAsActor } from "~/platform/ctx";
import { makeAccountEventNotice } from "./account-news";
import { isDeviceOfPerson, signDeviceCookieValue } from "./mails/known-device";
import { deleteSessionStatement, fillLocaleStatement } from "./queries/people";
import { browserLabel } from "./rules/browser";

export interface SignInSession {
  /** Value of the browser's cookie; only its hash is stored. */
  sessionToken: string;
  personId: string;
  /** Value of the cookie by which this browser is known to this person from now on. */
  device: string;
}

export interface NewSession extends SignInSession {
  id: string;
  changes: SqlStatement[];
  /** The email about a sign-in from a new device. */
  notices: NoticeDraft[];
  /** The context in which the person who signs in is the actor. */
  acting: Ctx;
}

interface SessionSubject {
  personId: string;
  operator: boolean;
  /** The browser's user agent; cut. */
  userAgent: string | null;
  /** The cookie by which the browser is known to them. */
  device: string | null;
  /** True when the same commit creates them, so that no device can be known to them yet. */
  isNew?: boolean;
  /** Time when they last authenticated; absent for just now. */
  provenAt?: number;
}

/** Returns the email that notifies a person of a sign-in from a browser that is new to them. */
async function newsOf(ctx: Ctx, { personId, device, isNew, userAgent }: SessionSubject): Promise<NoticeDraft[]> {
  if (isNew || (await isDeviceOfPerson(ctx, device, personId))) return [];
  return [await makeAccountEventNotice(ctx, { personId, event: "device_new", browser: browserLabel(userAgent) })];
}

/** Returns a session to be committed together with what grants it; the browser's former session ends. */
export async function prepareNewSession(ctx: Ctx, who: SessionSubject): Promise<NewSession> {
  const now = ctx.now();
  const { personId, operator, userAgent, provenAt = now } = who;
  const [id, sessionToken] = [ctx.id(), ctx.token()];
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + sessionLengthMs, provenAt };
  const tokenHash = await ctx.secrets.hash(sessionToken);
  const row = { tokenHash, id, personId, userAgent: (userAgent ?? "").slice(0, 255), ...times };
  const before = ctx.actor.kind === "person" ? [deleteSessionStatement(ctx.actor.id, ctx.actor.sessionId)] : [];
  return {
    id,
    sessionToken,
    personId,
    device: await signDeviceCookieValue(ctx, personId),
    changes: [
      ...before,
      ...insertRowsStatements(sessionTable, [row]),
      ...(ctx.locale ? [fillLocaleStatement(personId, ctx.locale)] : []),
    ],
    notices: await newsOf(ctx, who),
    acting: ctxAsActor(ctx, { kind: "person", id: personId, operator, sessionId: id, provenAt }),
  };
}

/** Commits a session with what grants it, as the person who signs in; the email about it is sent at once. */
export async function commitNewSession(
  made: NewSession,
  plan: Omit<CommitPlan, "id" | "notices">,
): Promise<SignInSession> {
  const { acting, notices, sessionToken, personId, device } = made;
  await commitPlan(acting, { ...plan, id: acting.id(), changes: [...plan.changes, ...made.changes], notices });
  if (notices.length > 0) wakeSender(acting);
  return { sessionToken, personId, device };
}
