import { moveSubscribers } from "~/db/queries/subscriber";
import { subscriber } from "~/db/schema";
import type { Statement } from "~/db/write";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { Result } from "~/rules/failure";
import { parseInput } from "~/rules/input/parse";
import { type SubscribersTarget, subscribersTarget } from "~/rules/input/subscriber";
import { permit } from "~/rules/permission";
import { changing, commitChange, type Done } from "../change";
import { forgetCounts } from "./counts";

type Change = (given: { pageId: string; ids: string[]; now: number }) => Statement[];

/** What an admin does to some subscribers at once; ids that are not the page's change nothing. */
const moving =
  (action: string, change: Change) =>
  async (ctx: Ctx, given: SubscribersTarget): Promise<Result<Done>> => {
    const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
    if (!may.ok) return may;
    const parsed = parseInput(subscribersTarget, given);
    if (!parsed.ok) return parsed;
    const { pageId, ids, commitId = ctx.id() } = parsed.value;
    const done = await changing(ctx, () =>
      commitChange(ctx, {
        id: commitId,
        pageId,
        changes: change({ pageId, ids, now: ctx.now() }),
        audit: { action, subjectKind: "subscriber", subjectId: ids[0] ?? "", after: { count: ids.length } },
      }),
    );
    forgetCounts(pageId);
    return done;
  };

/** Forgets them and every trace of their address. */
export const removeSubscribers = moving("subscriber.remove", ({ pageId, ids }) =>
  deleteRows(
    subscriber,
    pageId,
    ids.map((id) => ({ id })),
  ),
);

/** Ends their subscriptions as if they had left. */
export const unsubscribeAll = moving("subscriber.unsubscribe", ({ pageId, ids, now }) => [
  moveSubscribers(pageId, ids, { from: ["pending", "active", "quarantined"], to: "unsubscribed", now }),
]);

/** Out of quarantine: mail is tried again. Who left stays away; only they can come back. */
export const releaseSubscribers = moving("subscriber.release", ({ pageId, ids, now }) => [
  moveSubscribers(pageId, ids, { from: ["quarantined"], to: "active", now }),
]);
