import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscriberTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { deleteRowsStatements } from "~/db/write";
import type { Result } from "~/failures/failure";
import type { SubscriberKind } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import { forgetSubscriberCounts } from "./counts";
import { setSubscriberStateStatement } from "./queries/subscriber";
import type { SubscriberState } from "./rules/subscriber";
import { type SubscribersTargetInput, subscribersTargetInputSchema } from "./rules/subscriber-input";

interface BulkTarget {
  pageId: string;
  /** Subscriber ids; null = all of the page. */
  ids: string[] | null;
  states: readonly SubscriberState[] | undefined;
  kind: SubscriberKind | undefined;
  now: number;
}

type BulkStatements = (given: BulkTarget) => SqlStatement[];

/** Returns an admin's command on several subscribers; ids of other pages change nothing. */
const bulkCommand =
  (action: string, change: BulkStatements) =>
  async (ctx: Ctx, given: SubscribersTargetInput): Promise<Result<ChangeResult>> => {
    const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribersTargetInputSchema }, given);
    if (!authorized.ok) return authorized;
    const { input, commitId } = authorized.value;
    const { pageId, states, kind } = input;
    const ids = input.ids === "all" ? null : input.ids;
    const after = ids ? { count: ids.length } : { all: states ?? true, ...(kind ? { kind } : {}) };
    const done = await commitChangeWithRetry(ctx, () =>
      commitChange(ctx, {
        id: commitId,
        pageId,
        changes: change({ pageId, ids, states, kind, now: ctx.now() }),
        audit: { action, subjectKind: "subscriber", subjectId: ids?.[0] ?? "", after },
      }),
    );
    forgetSubscriberCounts(pageId);
    return done;
  };

/** Deletes subscribers with all traces of their addresses; never all at once. */
export const removeSubscribers = bulkCommand("subscriber.remove", ({ pageId, ids }) =>
  deleteRowsStatements(
    subscriberTable,
    pageId,
    (ids ?? []).map((id) => ({ id })),
  ),
);

const subscribedStates: readonly SubscriberState[] = ["pending", "active", "quarantined"];

/** Ends their subscriptions as if they had unsubscribed. */
export const unsubscribeSubscribers = bulkCommand("subscriber.unsubscribe", ({ pageId, ids, states, kind, now }) => [
  setSubscriberStateStatement(pageId, ids, { from: states ?? subscribedStates, to: "unsubscribed", now, kind }),
]);

/**
 * Releases subscribers from quarantine, so that email is tried again. Unsubscribed subscribers stay unsubscribed; only
 * they themselves can subscribe again.
 */
export const releaseSubscribers = bulkCommand("subscriber.release", ({ pageId, ids, kind, now }) => [
  setSubscriberStateStatement(pageId, ids, { from: ["quarantined"], to: "active", now, kind }),
]);
