import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscribable } from "~/components/queries/component";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { type AskedWish, wishedComponents } from "~/notifications/letters/engine/subscribe-link";
import type { LinkHolder } from "~/notifications/letters/engine/subscriber-links";
import type { Ctx } from "~/platform/ctx";
import {
  guardNotSubscribed,
  guardSubscriberVersion,
  incidentToFollow,
  subscriptionsOfAddress,
} from "./queries/subscriber";
import { clearedFailures, type SubscriptionWish } from "./request-confirmation";
import { confirmingWish } from "./rules/subscriber";

export interface ConfirmedSubscription {
  /** Subscription whose links may be shown from now on. */
  holder: LinkHolder;
  already: boolean;
}

async function factsOf(ctx: Ctx, asked: AskedWish) {
  const { pageId, address, incidentId, scope } = asked;
  const [rows, components, [incident]] = await read(
    ctx,
    subscriptionsOfAddress(ctx, address),
    subscribable(ctx, pageId),
    incidentToFollow(ctx, pageId, incidentId),
  );
  const known = rows.find((each) => each.pageId === pageId && each.incidentId === incidentId) ?? null;
  const ids = components.map(({ id }) => id);
  const componentIds = scope === "components" ? wishedComponents(asked, ids) : [];
  const isThere = scope === "page" || (scope === "incident" ? incident !== undefined : componentIds.length > 0);
  return { known, componentIds, does: isThere ? confirmingWish(known, asked.generation) : ("gone" as const) };
}

/** Returns the columns of an active subscription; one that was left or failed starts again, with new links. */
export function activeRow(
  ctx: Ctx,
  { scope, incidentId, language, timeZone }: Omit<SubscriptionWish, "componentIds">,
  componentIds: string[],
) {
  const now = ctx.now();
  const wish = { scope, componentIds, incidentId, language, timeZone };
  const times = { confirmedAt: now, updatedAt: now, unsubscribedAt: null };
  return { ...wish, ...clearedFailures, ...times, state: "active" as const, confirmationsAt: [] };
}

/** Confirms the wish that a link carries; the subscriber is stored only now. */
export const confirmWish = (ctx: Ctx, asked: AskedWish, commitId: string): Promise<Result<ConfirmedSubscription>> =>
  commitChangeWithRetry(ctx, async (): Promise<Result<ConfirmedSubscription>> => {
    const { known, componentIds, does } = await factsOf(ctx, asked);
    if (does === "gone") return goneFailure;
    if (known && does === "already") return ok({ holder: known, already: true });
    const { pageId, address, incidentId } = asked;
    const holder = { id: known?.id ?? ctx.id(), generation: known ? known.generation + 1 : 0 };
    const row = { ...activeRow(ctx, asked, componentIds), ...holder };
    const done = await commitChange(ctx, {
      id: commitId,
      pageId,
      guards: [
        known
          ? guardSubscriberVersion(pageId, known.id, known.version)
          : guardNotSubscribed(pageId, address, incidentId),
      ],
      changes: known
        ? updateRows(subscriber, pageId, [row])
        : insertRows(subscriber, [{ ...row, pageId, address, createdAt: row.confirmedAt }]),
      audit: {
        action: "subscriber.confirm",
        subjectKind: "subscriber",
        subjectId: holder.id,
        after: { scope: asked.scope },
      },
    });
    return done.ok ? ok({ holder: { ...holder, id: done.value.id }, already: false }) : done;
  });

/** Returns what the button would do, for the page that shows it. */
export async function readWishConfirmation(ctx: Ctx, asked: AskedWish): Promise<Result<ConfirmedSubscription>> {
  const { known, does } = await factsOf(ctx, asked);
  if (does === "gone") return goneFailure;
  return ok({ holder: known ?? { id: "", generation: 0 }, already: does === "already" });
}
