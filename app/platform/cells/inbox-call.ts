import type { Ctx } from "../ctx";
import { DatabaseTimeoutError, withDatabaseTimeout } from "../database";
import { logDeferredWork } from "../log-left-work";
import { chargeMeter, remainingMeterBudget } from "../meter";
import { addObjectTime, addReportedObjectTime } from "../object-time";
import { DatabaseAwayError, StorageRefusedError } from "../trouble";

/**
 * Longest time for the database, and then for the inbox, while a sender waits, in ms: most senders wait five seconds.
 */
const databaseTryMs = 2500;
export const inboxTimeoutMs = 1300;

/** The requests to an inbox; `drain` and `heal` return what it then holds. */
type InboxQuestion = "drain" | "heal" | "keep";

/**
 * Returns true when inboxes are bound and the operator has not turned them off. On one machine they would be on the
 * same disk as the database.
 */
export const isInboxAvailable = ({ bindings, config }: Pick<Ctx, "bindings" | "config">): boolean =>
  bindings.INBOX !== undefined && config.keepsInbox && config.onCloudflare;

/**
 * Returns false for a database that is full or has used up its day: that lasts longer than an inbox can bridge, so
 * senders get the error.
 */
export const mayKeepInInbox = (ctx: Ctx, error: unknown): boolean =>
  isInboxAvailable(ctx) && !(error instanceof StorageRefusedError);

/** The rest of the time that a sender has for the database, in ms. Other waits are not counted. */
export interface SenderPatience {
  left: number;
}

export const newSenderPatience = (): SenderPatience => ({ left: databaseTryMs });

/**
 * Awaits database work while a sender waits, but leaves time for an inbox; without inboxes it waits as long as
 * necessary. Throws DatabaseAwayError when the time is over. The work may still be committed: an inbox's copy has the same
 * id.
 */
export async function awaitWhileSenderWaits<T>(ctx: Ctx, work: Promise<T>, patience = newSenderPatience()): Promise<T> {
  if (!isInboxAvailable(ctx)) return work;
  const began = ctx.now();
  try {
    return await withDatabaseTimeout(work, patience.left);
  } catch (error) {
    if (!(error instanceof DatabaseTimeoutError)) throw error;
    ctx.defer(work.catch((late) => logDeferredWork(ctx.log, "inbox.tried", late)));
    throw new DatabaseAwayError(error.message);
  } finally {
    patience.left = Math.max(0, patience.left - Math.max(0, ctx.now() - began));
  }
}

/**
 * Sends a request to the inbox with this number, which takes a subrequest. Returns null if no inbox is bound, the call
 * fails, the budget is used up, or the call takes longer than `patience` ms.
 */
export async function requestFromInbox<T>(
  ctx: Ctx,
  { inbox, what, patience = inboxTimeoutMs }: { inbox: number; what: InboxQuestion; patience?: number },
  body: unknown = null,
): Promise<T | null> {
  const { INBOX } = ctx.bindings;
  if (!INBOX || !isInboxAvailable(ctx) || remainingMeterBudget(ctx.meter) < 1) return null;
  chargeMeter(ctx.meter, "subrequests", 1);
  const askedAt = ctx.now();
  const ask = async () => {
    const request = { method: "POST", body: JSON.stringify(body) };
    const answer = await INBOX.get(INBOX.idFromName(`inbox-${inbox}`)).fetch(
      `https://inbox/${what}?inbox=${inbox}`,
      request,
    );
    addReportedObjectTime(ctx, answer);
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  try {
    return await withDatabaseTimeout(ask(), patience);
  } catch (error) {
    ctx.log.error("inbox.call", error, { inbox, what });
    return null;
  } finally {
    addObjectTime(ctx, askedAt, patience);
  }
}
