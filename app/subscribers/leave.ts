import type { ChangeResult } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { goneFailure, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { readHeldLink } from "./held-link";
import { guardSubscriberVersion, leaveAll, moveSubscribers } from "./queries/subscriber";
import { subscriberStates } from "./rules/subscriber";
import { type LeaveInput, leaveInput } from "./rules/subscriber-input";

/**
 * Ends the subscription to which an email's link belongs, or all that the address has on the page. No email follows;
 * all earlier links are revoked. A repeat changes nothing. Failures: gone.
 */
export async function leave(ctx: Ctx, given: LeaveInput): Promise<Result<ChangeResult>> {
  const parsed = parseInput(leaveInput, given);
  if (!parsed.ok) return goneFailure;
  const { pageId, token, commitId = ctx.id(), everything } = parsed.value;
  return commitChangeWithRetry(ctx, async () => {
    const held = await readHeldLink(ctx, pageId, token);
    if (held.state === "gone") return goneFailure;
    const { row } = held;
    const now = ctx.now();
    if (held.state === "left" && !everything) return ok({ id: row.id });
    const staying = subscriberStates.filter((state) => state !== "unsubscribed");
    return commitChange(ctx, {
      id: commitId,
      pageId,
      // The guard makes two simultaneous requests one unsubscription with one audit entry.
      guards: [guardSubscriberVersion(pageId, row.id, row.version)],
      changes: [
        everything && row.address !== null
          ? leaveAll(pageId, row.address, now)
          : moveSubscribers(pageId, [row.id], { from: staying, to: "unsubscribed", now }),
      ],
      audit: { action: "subscriber.leave", subjectKind: "subscriber", subjectId: row.id, after: { everything } },
    });
  });
}
