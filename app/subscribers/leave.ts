import type { Done } from "~/change/answers";
import { changing } from "~/change/changing";
import { commitChange } from "~/change/commit";
import { fail, ok, type Result } from "~/failures/failure";
import { parseInput } from "~/fields/parse";
import type { Ctx } from "~/platform/ctx";
import { heldBy } from "./held";
import { leaveAll, moveSubscribers, stillAtVersion } from "./queries/subscriber";
import { subscriberStates } from "./rules/subscriber";
import { type LeaveInput, leaveInput } from "./rules/subscriber-input";

const gone = fail({ name: "gone" });

/**
 * Ends what the holder of a mail's link is told, or everything that this address gets from the page. No mail leaves after
 * it; every link of before is revoked. Twice is once. Failures: gone.
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
      // Pressed twice at once it is one leaving, with one entry.
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
