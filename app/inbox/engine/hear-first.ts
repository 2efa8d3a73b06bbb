import { readBatch } from "~/db/read";
import { isInboxAvailable, requestFromInbox } from "~/platform/cells/inbox-call";
import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";
import { inboxAddressesOfSourcesQuery } from "../queries/inboxes-of";
import { type InboxDrainReport, inboxNumberOf, numberOfInboxes } from "../rules/inbox-entry";

/** Maximum wait for one inbox, in ms. By then the inbox has processed what fits, or reports that it contains more. */
const drainTimeoutMs = 2500;

/** Room reserved for the caller's decision. */
const keptStatements = 16;

/** `heard`: something was taken in, so the facts must be read again. `waiting`: some of it is still held, or may be. */
export type InboxDrainOutcome = "nothing" | "heard" | "waiting";

/**
 * Takes in what heartbeats and sources sent while the database was away, before a heartbeat is marked late or a source
 * silent. This delays no decision by more than two minutes.
 */
export async function drainInboxesOfSenders(ctx: Ctx, ids: readonly string[]): Promise<InboxDrainOutcome> {
  if (!isInboxAvailable(ctx) || ids.length === 0) return "nothing";
  const [rows] = await readBatch(ctx, inboxAddressesOfSourcesQuery(ctx, ids));
  const hashes = rows.flatMap(({ tokenHash, keyHash, before }) =>
    [tokenHash, keyHash, before].filter((each) => each !== null),
  );
  const inboxes = [...new Set(hashes.map(inboxNumberOf))].slice(
    0,
    Math.max(1, remainingMeterBudget(ctx.meter) - keptStatements),
  );
  const answers = await Promise.all(
    inboxes.map((inbox) => requestFromInbox<InboxDrainReport>(ctx, { inbox, what: "drain", patience: drainTimeoutMs })),
  );
  // An inbox that was not asked, or does not answer, may hold something.
  const all = new Set(hashes.map(inboxNumberOf));
  if (all.size > inboxes.length || answers.some((each) => each === null || each.fresh > 0)) return "waiting";
  return answers.some((each) => each !== null && each.taken > 0) ? "heard" : "nothing";
}

/**
 * Takes in what inboxes hold before a backup, as far as there is room. Returns false when some of it may still be held.
 */
export async function drainAllInboxes(ctx: Ctx): Promise<boolean> {
  if (!isInboxAvailable(ctx)) return true;
  const inboxes = Array.from(
    { length: Math.min(numberOfInboxes, remainingMeterBudget(ctx.meter) - keptStatements) },
    (_, number) => number,
  );
  const answers = await Promise.all(
    inboxes.map((inbox) => requestFromInbox<InboxDrainReport>(ctx, { inbox, what: "drain", patience: drainTimeoutMs })),
  );
  return inboxes.length === numberOfInboxes && answers.every((each) => each !== null && each.fresh === 0);
}

/** Checks one of the inboxes each minute, in case its alarm was lost or its note is outdated. */
export async function healInboxOfMinute(ctx: Ctx, minute: number): Promise<void> {
  if (isInboxAvailable(ctx))
    await requestFromInbox(ctx, { inbox: minute % numberOfInboxes, what: "heal", patience: drainTimeoutMs });
}
