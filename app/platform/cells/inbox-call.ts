import type { Ctx } from "../ctx";
import { Stalled, within } from "../database";
import { logLeft } from "../left-over";
import { charge, roomIn } from "../meter";
import { noteObjectTime, noteSaidObjectTime } from "../object-time";
import { DatabaseAway, StorageRefused } from "../trouble";

/** How long the database is tried while an inbox could keep what was sent, and then the inbox, in ms: most senders wait five seconds. */
const trying = 2500;
export const keepingPatience = 1300;

/** What an inbox is asked; `drain` and `heal` answer with what it holds then. */
type Question = "drain" | "heal" | "keep";

/** Inboxes are bound, and the operator has not turned them off. On one machine they would lie in the same place as the database. */
export const hasInboxes = ({ bindings, config }: Pick<Ctx, "bindings" | "config">): boolean =>
  bindings.INBOX !== undefined && config.keepsInbox && config.onCloudflare;

/** A database that has no room, or has spent its day, is no matter of a minute: its senders are told so. */
export const mayBeKept = (ctx: Ctx, error: unknown): boolean => hasInboxes(ctx) && !(error instanceof StorageRefused);

/** What is left of the time that a sender has for the database, in ms. What else it waits for is not counted. */
export interface SenderPatience {
  left: number;
}

export const newPatience = (): SenderPatience => ({ left: trying });

/**
 * What the database is asked while a sender waits, no longer than leaves time for an inbox; without inboxes as long as it
 * takes. Throws DatabaseAway then. What goes on may still land: an inbox's copy of it has the same id.
 */
export async function whileSenderWaits<T>(ctx: Ctx, work: Promise<T>, patience = newPatience()): Promise<T> {
  if (!hasInboxes(ctx)) return work;
  const began = ctx.now();
  try {
    return await within(work, patience.left);
  } catch (error) {
    if (!(error instanceof Stalled)) throw error;
    ctx.defer(work.catch((late) => logLeft(ctx.log, "inbox.tried", late)));
    throw new DatabaseAway(error.message);
  } finally {
    patience.left = Math.max(0, patience.left - Math.max(0, ctx.now() - began));
  }
}

/**
 * Asks one of the inboxes, by its number; it takes a subrequest. Null where none is bound, it fails, there is no room to
 * ask, or it takes longer than `patience` ms.
 */
export async function askInbox<T>(
  ctx: Ctx,
  { inbox, what, patience = keepingPatience }: { inbox: number; what: Question; patience?: number },
  body: unknown = null,
): Promise<T | null> {
  const { INBOX } = ctx.bindings;
  if (!INBOX || !hasInboxes(ctx) || roomIn(ctx.meter) < 1) return null;
  charge(ctx.meter, "subrequests", 1);
  const askedAt = ctx.now();
  const ask = async () => {
    const request = { method: "POST", body: JSON.stringify(body) };
    const answer = await INBOX.get(INBOX.idFromName(`inbox-${inbox}`)).fetch(
      `https://inbox/${what}?inbox=${inbox}`,
      request,
    );
    noteSaidObjectTime(ctx, answer);
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  try {
    return await within(ask(), patience);
  } catch (error) {
    ctx.log.error("inbox.call", error, { inbox, what });
    return null;
  } finally {
    noteObjectTime(ctx, ctx.now() - askedAt);
  }
}
