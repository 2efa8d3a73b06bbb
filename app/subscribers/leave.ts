import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import {
  guardSubscriberVersionStatement,
  setSubscriberStateStatement,
  unsubscribeAddressStatement,
} from "./queries/subscriber";
import { subscriberStates } from "./rules/subscriber";
import { type LeaveSubscriptionInput, leaveSubscriptionInputSchema } from "./rules/subscriber-input";
import { readSubscriptionTokenHolder } from "./token-holder";

/**
 * Ends the subscription to which an email's link belongs, or all of the address on the page. No email follows; all
 * earlier links are revoked. A repeat changes nothing. Failures: gone.
 */
export async function leaveSubscription(ctx: Ctx, given: LeaveSubscriptionInput): Promise<Result<ChangeResult>> {
  const parsed = parseInput(leaveSubscriptionInputSchema, given);
  if (!parsed.ok) return goneFailure;
  const { pageId, token, commitId = ctx.id(), everything } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const holder = await readSubscriptionTokenHolder(ctx, pageId, token);
    if (holder.state === "gone") return goneFailure;
    const { row } = holder;
    const now = ctx.now();
    if (holder.state === "left" && !everything) return ok({ id: row.id });
    const staying = subscriberStates.filter((state) => state !== "unsubscribed");
    return commitChange(ctx, {
      id: commitId,
      pageId,
      // The guard reduces two simultaneous requests to one unsubscription with one audit entry.
      guards: [guardSubscriberVersionStatement(pageId, row.id, row.version)],
      changes: [
        everything && row.address !== null
          ? unsubscribeAddressStatement(pageId, row.address, now)
          : setSubscriberStateStatement(pageId, [row.id], { from: staying, to: "unsubscribed", now }),
      ],
      audit: { action: "subscriber.leave", subjectKind: "subscriber", subjectId: row.id, after: { everything } },
    });
  });
}
