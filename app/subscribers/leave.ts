import type { Done } from "~/change/answers";
import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { gone, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { heldBy } from "./held";
import { leaveAll, moveSubscribers, stillAtVersion } from "./queries/subscriber";
import { subscriberStates } from "./rules/subscriber";
import { type LeaveInput, leaveInput } from "./rules/subscriber-input";

/**
 * Ends the subscription to which an email's link belongs, or all that the address has on the page. No email follows;
 * all earlier links are revoked. A repeat changes nothing. Failures: gone.
 */
export async function leave(ctx: Ctx, given: LeaveInput): Promise<Result<Done>> {
  const parsed = parseInput(leaveInput, given);
  if (!parsed.ok) return gone;
  const { pageId, token, commitId = ctx.id(), everything } = parsed.value;
  return changing(ctx, async () => {
    const held = await heldBy(ctx, pageId, token);
    if (held.state === "gone") return gone;
    const { row } = held;
    const now = ctx.now();
    if (held.state === "left" && !everything) return ok({ id: row.id });
    const staying = subscriberStates.filter((state) => state !== "unsubscribed");
    return commitChange(ctx, {
      id: commitId,
      pageId,
      // The guard makes two simultaneous requests one unsubscription with one audit entry.
      guards: [stillAtVersion(pageId, row.id, row.version)],
      changes: [
        everything && row.address !== null
          ? leaveAll(pageId, row.address, now)
          : moveSubscribers(pageId, [row.id], { from: staying, to: "unsubscribed", now }),
      ],
      audit: { action: "subscriber.leave", subjectKind: "subscriber", subjectId: row.id, after: { everything } },
    });
  });
}
