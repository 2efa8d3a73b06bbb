import type { IdOnPage } from "~/access/id-on-page";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";
import { forgetSubscriberCounts } from "./counts";
import {
  restoreSubscriptionsStatement,
  subscriptionsOfAddressQuery,
  unsubscribeAddressStatement,
} from "./queries/subscriber";

interface PageSubscription {
  pageId: string;
  subscriberId: string;
}

interface PageAction {
  action: "subscriber.leave" | "subscriber.confirm";
  change(pageId: string): SqlStatement;
  after: Record<string, unknown>;
}

/** Writes one audited commit for each page; a repeat changes nothing. */
async function commitOnEachPage(
  ctx: Ctx,
  pages: readonly PageSubscription[],
  { action, change, after }: PageAction,
): Promise<Result<unknown>> {
  for (const { pageId, subscriberId } of pages) {
    const done = await commitChangeWithRetry(ctx, () =>
      commitChange(ctx, {
        id: ctx.id(),
        pageId,
        changes: [change(pageId)],
        audit: { action, subjectKind: "subscriber", subjectId: subscriberId, after },
      }),
    );
    if (!done.ok) return done;
    forgetSubscriberCounts(pageId);
  }
  return ok(true);
}

const pagesOf = (rows: readonly IdOnPage[]): PageSubscription[] =>
  [...new Map(rows.map(({ pageId, id }) => [pageId, id]))].map(([pageId, subscriberId]) => ({ pageId, subscriberId }));

interface LeaveRequest {
  address: string;
  /** Subscriptions changed after this time are kept. */
  until: number;
}

/** Unsubscribes the address from every page, as if they had used the link. */
export async function leaveEverywhere(ctx: Ctx, { address, until }: LeaveRequest): Promise<Result<unknown>> {
  const [rows] = await readBatch(ctx, subscriptionsOfAddressQuery(ctx, address));
  const staying = rows.filter(({ state, updatedAt }) => state !== "unsubscribed" && updatedAt <= until);
  const change = (pageId: string) => unsubscribeAddressStatement(pageId, address, ctx.now());
  return commitOnEachPage(ctx, pagesOf(staying), { action: "subscriber.leave", change, after: { everything: true } });
}

/** Unsubscribing handles pages one after the other, so times within this many ms belong together. */
const sameLeaveMs = minuteMs;

/**
 * Restores the subscriptions that the address ended last, on any page, and those that were paused. Failures: those of a
 * commit.
 */
export async function resubscribeEverywhere(ctx: Ctx, address: string): Promise<Result<string[]>> {
  const [rows] = await readBatch(ctx, subscriptionsOfAddressQuery(ctx, address));
  const leftAt = Math.max(0, ...rows.map(({ unsubscribedAt }) => unsubscribedAt ?? 0)) - sameLeaveMs;
  const isBack = ({ state, unsubscribedAt }: (typeof rows)[number]) =>
    state === "quarantined" || (state === "unsubscribed" && (unsubscribedAt ?? 0) >= leftAt);
  const pages = pagesOf(rows.filter(isBack));
  const change = (pageId: string) => restoreSubscriptionsStatement(pageId, address, leftAt, ctx.now());
  const done = await commitOnEachPage(ctx, pages, { action: "subscriber.confirm", change, after: { reply: "START" } });
  return done.ok ? ok(pages.map(({ pageId }) => pageId)) : done;
}
