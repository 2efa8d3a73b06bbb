import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { updateRows } from "~/db/write";
import { gone, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { readSubscribeLink } from "~/notifications/letters/engine/subscribe-link";
import { readSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type Confirmed, confirmAsked, readAsked } from "./confirm-asked";
import { stillAtVersion, subscriberById } from "./queries/subscriber";
import { confirming } from "./rules/subscriber";
import { type HeldInput, heldInput } from "./rules/subscriber-input";

/** Confirms a subscription by its link; a repeat changes nothing. Failures: gone (altered, expired, revoked). */
export async function confirmSubscription(ctx: Ctx, given: HeldInput): Promise<Result<Confirmed>> {
  const parsed = parseInput(heldInput, given);
  if (!parsed.ok) return gone;
  const { pageId, token, commitId = ctx.id() } = parsed.value;
  const asked = await readSubscribeLink(ctx, token);
  if (asked) return asked.pageId === pageId ? confirmAsked(ctx, asked, commitId) : gone;
  const link = await readSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return gone;
  return changing(ctx, async (): Promise<Result<Confirmed>> => {
    const [[row]] = await read(ctx, subscriberById(ctx, pageId, link.id));
    const does = confirming(row ?? null, link.generation);
    if (!row || does === "gone") return gone;
    const holder = { id: row.id, generation: row.generation };
    if (does === "already") return ok({ holder, already: true });
    const now = ctx.now();
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [stillAtVersion(pageId, row.id, row.version)],
      changes: updateRows(subscriber, pageId, [{ id: row.id, state: "active", confirmedAt: now, updatedAt: now }]),
      audit: { action: "subscriber.confirm", subjectKind: "subscriber", subjectId: row.id },
    });
    return done.ok ? ok({ holder, already: false }) : done;
  });
}

/** Returns what the button would do, for the page that shows it. */
export async function readConfirmation(ctx: Ctx, { pageId, token }: HeldInput): Promise<Result<Confirmed>> {
  const asked = await readSubscribeLink(ctx, token);
  if (asked) return asked.pageId === pageId ? readAsked(ctx, asked) : gone;
  const link = await readSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return gone;
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, link.id));
  const does = confirming(row ?? null, link.generation);
  return row && does !== "gone"
    ? ok({ holder: { id: row.id, generation: row.generation }, already: does === "already" })
    : gone;
}
