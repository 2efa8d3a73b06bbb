import { authorizeAndParse } from "~/change/authorize-and-parse";
import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { subscriber } from "~/db/schema";
import type { Statement } from "~/db/write";
import { deleteRows } from "~/db/write";
import type { Result } from "~/failures/failure";
import type { SubscriberKind } from "~/notifications/rules/contact-ways";
import type { Ctx } from "~/platform/ctx";
import { forgetCounts } from "./counts";
import { moveSubscribers } from "./queries/subscriber";
import type { SubscriberState } from "./rules/subscriber";
import { type SubscribersTarget, subscribersTarget } from "./rules/subscriber-input";

interface SubscriberMove {
  pageId: string;
  /** Subscriber ids; null = all of the page. */
  ids: string[] | null;
  states: readonly SubscriberState[] | undefined;
  kind: SubscriberKind | undefined;
  now: number;
}

type Change = (given: SubscriberMove) => Statement[];

/** Returns an admin's command on several subscribers; ids of other pages change nothing. */
const moving =
  (action: string, change: Change) =>
  async (ctx: Ctx, given: SubscribersTarget): Promise<Result<ChangeResult>> => {
    const authorized = authorizeAndParse(ctx, { role: "admin", input: subscribersTarget }, given);
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
    forgetCounts(pageId);
    return done;
  };

/** Deletes subscribers with all traces of their addresses; never all at once. */
export const removeSubscribers = moving("subscriber.remove", ({ pageId, ids }) =>
  deleteRows(
    subscriber,
    pageId,
    (ids ?? []).map((id) => ({ id })),
  ),
);

const subscribed: readonly SubscriberState[] = ["pending", "active", "quarantined"];

/** Ends their subscriptions as if they had unsubscribed. */
export const unsubscribeAll = moving("subscriber.unsubscribe", ({ pageId, ids, states, kind, now }) => [
  moveSubscribers(pageId, ids, { from: states ?? subscribed, to: "unsubscribed", now, kind }),
]);

/** Releases subscribers from quarantine: email is tried again. Unsubscribed ones stay so; only they can return. */
export const releaseSubscribers = moving("subscriber.release", ({ pageId, ids, kind, now }) => [
  moveSubscribers(pageId, ids, { from: ["quarantined"], to: "active", now, kind }),
]);
