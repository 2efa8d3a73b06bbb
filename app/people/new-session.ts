import { sessionLength } from "~/access/session";
import { type Commit, commit, type NoticeDraft } from "~/commit/commit";
import { session } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";
import { wakeSender } from "~/notifications/engine/wake";
import { as, type Ctx } from "~/platform/ctx";
import { accountNews } from "./account-news";
import { deviceMark, knowsDevice } from "./mails/known-device";
import { endSession, noteLocale } from "./queries/people";
import { browserNames } from "./rules/browser";

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
  /** The mail about a device that is new to them. */
  notices: NoticeDraft[];
  /** Whoever signs in speaks for themselves. */
  acting: Ctx;
}

interface Who {
  personId: string;
  operator: boolean;
  /** As the browser names itself; cut. */
  userAgent: string | null;
  /** What the browser brought to say that it is known to them. */
  device: string | null;
  /** They are made by the same commit: there is nothing that they could not know of. */
  isNew?: boolean;
  /** When they proved who they are; absent = just now. */
  provenAt?: number;
}

/** Somebody has signed in from a browser that they never used: it is said to them, whoever it was. */
async function newsOf(ctx: Ctx, { personId, device, isNew, userAgent }: Who): Promise<NoticeDraft[]> {
  if (isNew || (await knowsDevice(ctx, device, personId))) return [];
  return [await accountNews(ctx, { personId, event: "device_new", browser: browserNames(userAgent) })];
}

/** A session to be committed together with what earns it; the one that this browser had until now ends. */
export async function newSession(ctx: Ctx, who: Who): Promise<NewSession> {
  const now = ctx.now();
  const { personId, operator, userAgent, provenAt = now } = who;
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
    notices: await newsOf(ctx, who),
    acting: as(ctx, { kind: "person", id: personId, operator, sessionId: id, provenAt }),
  };
}

/** Commits a session with what earns it, as whoever signs in; the mail about it leaves at once. */
export async function openSession(made: NewSession, plan: Omit<Commit, "id" | "notices">): Promise<SignedIn> {
  const { acting, notices, sessionToken, personId, device } = made;
  await commit(acting, { ...plan, id: acting.id(), changes: [...plan.changes, ...made.changes], notices });
  if (notices.length > 0) wakeSender(acting);
  return { sessionToken, personId, device };
}
