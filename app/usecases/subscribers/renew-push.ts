import { z } from "zod";
import { subscriptionsOfAddress } from "~/db/queries/subscriber";
import { read } from "~/db/read";
import { subscriber } from "~/db/schema";
import { expectRows, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { fail, ok, type Result } from "~/rules/basics/failure";
import { pushTarget } from "~/rules/telling/push-target";
import { endpointAddress } from "~/rules/telling/subscriber";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";

const kind = "web-push";

const input = z.object({
  old: z.string().max(1000),
  endpoint: pushTarget.shape.endpoint,
  keys: z.object({ p256dh: pushTarget.shape.p256dh, auth: pushTarget.shape.auth }),
});

const addressOf = async (ctx: Ctx, endpoint: string) => endpointAddress(kind, await ctx.secrets.hash(endpoint));

/**
 * A browser whose push service gave it another address: who knows the old one is that browser. What it asked for
 * is told there from now on; a browser has an address of its own for each page. Failures: gone (nobody has the old address).
 */
export async function renewPush(ctx: Ctx, given: unknown): Promise<Result<null>> {
  const parsed = input.safeParse(given);
  if (!parsed.success) return fail({ name: "gone" });
  const { old, endpoint, keys } = parsed.data;
  const [before, address] = await Promise.all([addressOf(ctx, old), addressOf(ctx, endpoint)]);
  const targetSealed = await ctx.secrets.seal(JSON.stringify({ endpoint, ...keys }));
  return changing(ctx, async (): Promise<Result<null>> => {
    const [rows] = await read(ctx, subscriptionsOfAddress(ctx, before));
    const [first] = rows;
    if (!first) return fail({ name: "gone" });
    const { pageId } = first;
    const own = rows.filter((row) => row.pageId === pageId);
    const done = await commitChange(ctx, {
      id: ctx.id(),
      pageId,
      guards: expectRows(subscriber, pageId, own),
      changes: updateRows(
        subscriber,
        pageId,
        own.map(({ id }) => ({ id, address, targetSealed, updatedAt: ctx.now() })),
      ),
      audit: { action: "subscriber.change", subjectKind: "subscriber", subjectId: first.id },
    });
    return done.ok ? ok(null) : done;
  });
}
