import { z } from "zod";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { readBatch } from "~/db/read";
import { subscriberTable } from "~/db/schema";
import { deleteRowsStatements, guardVersionsStatements, updateRowsStatements } from "~/db/write";
import { fail, goneFailure, ok, type Result } from "~/failures/failure";
import { networkPrefix } from "~/net/network-prefix";
import { pushTargetInputSchema } from "~/notifications/rules/push-target";
import { mergeRenewedSubscriptions } from "~/notifications/rules/renewal";
import { dailyLimitFailure, reserveStrangerRows } from "~/people/mails/stranger-rows";
import type { Ctx } from "~/platform/ctx";
import { makeRateLimiter } from "~/platform/limiter";
import { guardNotSubscribedStatement, type SubscriberRow, subscriptionsOfAddressQuery } from "./queries/subscriber";
import { pushRenewalLimit } from "./rules/request-limits";
import { hashedEndpointAddress } from "./rules/subscriber";

const kind = "web-push";
const renewers = makeRateLimiter(pushRenewalLimit.window);

const input = z.object({
  old: z.string().max(1000),
  endpoint: pushTargetInputSchema.shape.endpoint,
  keys: z.object({ p256dh: pushTargetInputSchema.shape.p256dh, auth: pushTargetInputSchema.shape.auth }),
});

const addressOf = async (ctx: Ctx, endpoint: string) => hashedEndpointAddress(kind, await ctx.secrets.hash(endpoint));

interface Renewal {
  address: string;
  targetSealed: string;
  /** Rows at the old address, of one page. */
  own: readonly SubscriberRow[];
  /** Rows at the new address, of the same page. */
  there: readonly SubscriberRow[];
}

/** Returns the statements: of two subscriptions of one browser the older is deleted, so that nothing is sent twice. */
function stepsOf(ctx: Ctx, pageId: string, { address, targetSealed, own, there }: Renewal) {
  const { kept, dropped } = mergeRenewedSubscriptions(own, there);
  const free = kept.filter(({ incidentId }) => !there.some((row) => row.incidentId === incidentId));
  return {
    guards: [
      ...guardVersionsStatements(subscriberTable, pageId, [...own, ...there]),
      ...free.map(({ incidentId }) => guardNotSubscribedStatement(pageId, address, incidentId, kind)),
    ],
    changes: [
      ...deleteRowsStatements(
        subscriberTable,
        pageId,
        dropped.map(({ id }) => ({ id })),
      ),
      ...updateRowsStatements(
        subscriberTable,
        pageId,
        kept.map(({ id }) => ({ id, address, targetSealed, updatedAt: ctx.now() })),
      ),
    ],
    subjectId: kept[0]?.id ?? "",
  };
}

/**
 * Moves a browser's subscriptions to the new endpoint of its push service. Knowing the old endpoint identifies the
 * browser, which has one for each page. Limited by network and hour, and by the day's rows. Failures: gone (the old
 * endpoint is unknown), limited.
 */
export async function renewPushSubscription(
  ctx: Ctx,
  given: unknown,
  clientAddress: string | null,
): Promise<Result<null>> {
  const { allowed, retryAfter } = renewers.take(networkPrefix(clientAddress), pushRenewalLimit.perHour, ctx.now());
  if (!allowed) return fail({ name: "limited", retryAfter });
  const parsed = input.safeParse(given);
  if (!parsed.success) return goneFailure;
  const { old, endpoint, keys } = parsed.data;
  const [before, address] = await Promise.all([addressOf(ctx, old), addressOf(ctx, endpoint)]);
  const targetSealed = await ctx.secrets.seal(JSON.stringify({ endpoint, ...keys }));
  return commitChangeWithRetry(ctx, async (): Promise<Result<null>> => {
    const [[rows, present], day] = await Promise.all([
      readBatch(ctx, subscriptionsOfAddressQuery(ctx, before), subscriptionsOfAddressQuery(ctx, address)),
      reserveStrangerRows(ctx, "subscribe"),
    ]);
    const [first] = rows;
    if (!first) return goneFailure;
    if (!day) return dailyLimitFailure(ctx);
    const { pageId } = first;
    const own = rows.filter((row) => row.pageId === pageId);
    const there = before === address ? own : present.filter((row) => row.pageId === pageId);
    const { subjectId, ...steps } = stepsOf(ctx, pageId, { address, targetSealed, own, there });
    const done = await commitChange(ctx, {
      id: ctx.id(),
      pageId,
      guards: [...steps.guards, ...day.guards],
      changes: [...steps.changes, ...day.changes],
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId },
    });
    return done.ok ? ok(null) : done;
  });
}
