import { read } from "~/db/read";
import { askInbox, hasInboxes } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";
import { addressesOf } from "../queries/inboxes-of";
import { type Drained, inboxCount, inboxOf } from "../rules/inbox-entry";

/** How long one inbox is waited for, in ms: by then it has taken in what fits, or says that it holds more. */
const patience = 2500;

/** What is left for whoever judges then. */
const kept = 16;

/** `heard`: something was taken in, so it is looked at anew. `waiting`: some of it still lies there, or may. */
export type HeardFirst = "nothing" | "heard" | "waiting";

/**
 * Before a heartbeat is said to be late, or a source to be silent: what they sent while the database was away may still lie
 * in an inbox, and is taken in first. Nobody is held up by it for longer than two minutes.
 */
export async function hearFirst(ctx: Ctx, ids: readonly string[]): Promise<HeardFirst> {
  if (!hasInboxes(ctx) || ids.length === 0) return "nothing";
  const [rows] = await read(ctx, addressesOf(ctx, ids));
  const hashes = rows.flatMap(({ tokenHash, keyHash, before }) =>
    [tokenHash, keyHash, before].filter((each) => each !== null),
  );
  const inboxes = [...new Set(hashes.map(inboxOf))].slice(0, Math.max(1, roomIn(ctx.meter) - kept));
  const answers = await Promise.all(inboxes.map((inbox) => askInbox<Drained>(ctx, { inbox, what: "drain", patience })));
  // Who was not asked, or does not answer, may hold something.
  const all = new Set(hashes.map(inboxOf));
  if (all.size > inboxes.length || answers.some((each) => each === null || each.fresh > 0)) return "waiting";
  return answers.some((each) => each !== null && each.taken > 0) ? "heard" : "nothing";
}

/** Before a backup: what lies in inboxes is taken in, as far as there is room. False where some of it may still lie there. */
export async function hearAll(ctx: Ctx): Promise<boolean> {
  if (!hasInboxes(ctx)) return true;
  const inboxes = Array.from({ length: Math.min(inboxCount, roomIn(ctx.meter) - kept) }, (_, number) => number);
  const answers = await Promise.all(inboxes.map((inbox) => askInbox<Drained>(ctx, { inbox, what: "drain", patience })));
  return inboxes.length === inboxCount && answers.every((each) => each !== null && each.fresh === 0);
}

/** Looks after one of the inboxes each minute, so that none is forgotten whose alarm was lost, or whose note is of before. */
export async function healInbox(ctx: Ctx, minute: number): Promise<void> {
  if (hasInboxes(ctx)) await askInbox(ctx, { inbox: minute % inboxCount, what: "heal", patience });
}
