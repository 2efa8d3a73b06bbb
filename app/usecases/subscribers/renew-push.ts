import { z } from "zod";
import { subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { expectRows, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { makeLimiter } from "~/platform/limiter";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { networkPrefix } from "~/rules/basics/network-prefix";
import { pushTarget } from "~/rules/telling/push-target";
import { renewingLimit } from "~/rules/telling/subscribe-limit";
import { endpointAddress } from "~/rules/telling/subscriber";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { strangersRows } from "../mails/stranger-rows";

const kind = "web-push";
const renewers = makeLimiter(renewingLimit.window);

const input = z.object({
  old: z.string().max(1000),
  endpoint: pushTarget.shape.endpoint,
  keys: z.object({ p256dh: pushTarget.shape.p256dh, auth: pushTarget.shape.auth }),
});

const addressOf = async (ctx: Ctx, endpoint: string) => endpointAddress(kind, await ctx.secrets.hash(endpoint));

/**
 * A browser whose push service gave it another address: who knows the old one is that browser. What it asked for
 * is told there from now on; a browser has an address of its own for each page. Of one network only so many in an hour, and
 * as many in all as the day's rows carry. Failures: gone (nobody has the old address), limited.
 */
export async function renewPush(ctx: Ctx, given: unknown, clientAddress: string | null): Promise<Result<null>> {
  const { allowed, retryAfter } = renewers.take(networkPrefix(clientAddress), renewingLimit.perHour, ctx.now());
  if (!allowed) return fail({ name: "limited", retryAfter });
  const parsed = input.safeParse(given);
  if (!parsed.success) return fail({ name: "gone" });
  const { old, endpoint, keys } = parsed.data;
  const [before, address] = await Promise.all([addressOf(ctx, old), addressOf(ctx, endpoint)]);
  const targetSealed = await ctx.secrets.seal(JSON.stringify({ endpoint, ...keys }));
  return changing(ctx, async (): Promise<Result<null>> => {
    const [[rows], day] = await Promise.all([
      read(ctx, subscriptionsOfAddress(ctx, before)),
      strangersRows(ctx, "subscribe"),
    ]);
    const [first] = rows;
    if (!first) return fail({ name: "gone" });
    if (!day) return fail({ name: "limited", retryAfter: 3600 });
    const { pageId } = first;
    const own = rows.filter((row) => row.pageId === pageId);
    const done = await commitChange(ctx, {
      id: ctx.id(),
      pageId,
      guards: [...expectRows(subscriber, pageId, own), ...day.guards],
      changes: [
        ...updateRows(
          subscriber,
          pageId,
          own.map(({ id }) => ({ id, address, targetSealed, updatedAt: ctx.now() })),
        ),
        ...day.changes,
      ],
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: first.id },
    });
    return done.ok ? ok(null) : done;
  });
}
