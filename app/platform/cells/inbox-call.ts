import type { Ctx } from "../ctx";
import { Stalled, within } from "../database";
import { logLeft } from "../left-over";
import { charge, roomIn } from "../meter";
import { DatabaseAway, StorageRefused } from "../trouble";

/** How long the database is tried while an inbox could keep what was sent, and then the inbox, in ms: most senders wait five seconds. */
const trying = 2500;
export const keepingPatience = 1300;

/** What an inbox is asked; `drain` and `held` answer with what it holds then. */
type Question = "drain" | "held" | "keep" | "empty";

/** Inboxes are bound, and the operator has not turned them off. On one machine they would lie in the same place as the database. */
export const hasInboxes = ({ bindings, config }: Pick<Ctx, "bindings" | "config">): boolean =>
  bindings.INBOX !== undefined && config.keepsInbox && config.onCloudflare;

/** A database that has no room, or has spent its day, is no matter of a minute: its senders are told so. */
export const mayBeKept = (ctx: Ctx, error: unknown): boolean => hasInboxes(ctx) && !(error instanceof StorageRefused);

/**
 * What a sender waits for, no longer than leaves time for an inbox; without inboxes as long as it takes. Throws
 * DatabaseAway then. What goes on may still land: an inbox's copy of it has the same id.
 */
export function whileSenderWaits<T>(ctx: Ctx, work: Promise<T>): Promise<T> {
  if (!hasInboxes(ctx)) return work;
  return within(work, trying).catch((error: unknown) => {
    if (!(error instanceof Stalled)) throw error;
    ctx.defer(work.catch((late) => logLeft(ctx.log, "inbox.tried", late)));
    throw new DatabaseAway(error.message);
  });
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
  const ask = async () => {
    const request = { method: "POST", body: JSON.stringify(body) };
    const answer = await INBOX.get(INBOX.idFromName(`inbox-${inbox}`)).fetch(
      `https://inbox/${what}?inbox=${inbox}`,
      request,
    );
    if (!answer.ok) throw new Error(`the inbox answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  try {
    return await within(ask(), patience);
  } catch (error) {
    ctx.log.error("inbox.call", error, { inbox, what });
    return null;
  }
}
