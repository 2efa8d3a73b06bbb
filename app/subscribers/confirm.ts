import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { updateRows } from "~/db/write";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import { readSubscribeLink } from "~/notifications/letters/engine/subscribe-link";
import { readSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import { type ConfirmedSubscription, confirmWish, readWishConfirmation } from "./confirm-wish";
import { guardSubscriberVersion, subscriberById } from "./queries/subscriber";
import { confirmLinkState } from "./rules/subscriber";
import { type HeldInput, heldInput } from "./rules/subscriber-input";

/** Confirms a subscription by its link; a repeat changes nothing. Failures: gone (altered, expired, revoked). */
export async function confirmSubscription(ctx: Ctx, given: HeldInput): Promise<Result<ConfirmedSubscription>> {
  const parsed = parseInput(heldInput, given);
  if (!parsed.ok) return goneFailure;
  const { pageId, token, commitId = ctx.id() } = parsed.value;
  const asked = await readSubscribeLink(ctx, token);
  if (asked) return asked.pageId === pageId ? confirmWish(ctx, asked, commitId) : goneFailure;
  const link = await readSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return goneFailure;
  return commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmedSubscription>> => {
    const [[row]] = await read(ctx, subscriberById(ctx, pageId, link.id));
    const does = confirmLinkState(row ?? null, link.generation);
    if (!row || does === "gone") return goneFailure;
    const holder = { id: row.id, generation: row.generation };
    if (does === "already") return ok({ holder, already: true });
    const now = ctx.now();
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [guardSubscriberVersion(pageId, row.id, row.version)],
      changes: updateRows(subscriber, pageId, [{ id: row.id, state: "active", confirmedAt: now, updatedAt: now }]),
      audit: { action: "subscriber.confirm", subjectKind: "subscriber", subjectId: row.id },
    });
    return done.ok ? ok({ holder, already: false }) : done;
  });
}

/** Returns what the button would do, for the page that shows it. */
export async function readConfirmation(ctx: Ctx, { pageId, token }: HeldInput): Promise<Result<ConfirmedSubscription>> {
  const asked = await readSubscribeLink(ctx, token);
  if (asked) return asked.pageId === pageId ? readWishConfirmation(ctx, asked) : goneFailure;
  const link = await readSubscriptionToken(ctx, token);
  if (link?.purpose !== "confirm" || (link.expiresAt ?? 0) <= ctx.now()) return goneFailure;
  const [[row]] = await read(ctx, subscriberById(ctx, pageId, link.id));
  const does = confirmLinkState(row ?? null, link.generation);
  return row && does !== "gone"
    ? ok({ holder: { id: row.id, generation: row.generation }, already: does === "already" })
    : goneFailure;
}
