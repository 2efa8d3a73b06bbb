import { readBatch } from "~/db/read";
import { anyMailerQuery } from "~/mailers/queries/mailer";
import type { Ctx } from "~/platform/ctx";
import { oncePerDeployment } from "~/platform/isolate";
import { minuteMs } from "~/time/durations";
import { isRecentInstant } from "~/time/instants";

const known = oncePerDeployment(() => ({ offeredAt: Number.NEGATIVE_INFINITY }));
const offerCacheMs = minuteMs;

/**
 * Returns true if a mailer is set up. A positive result is cached for a minute. A negative result is read again each
 * time, which costs no row, so that the first mailer is used at once.
 */
export async function hasMailer(ctx: Ctx): Promise<boolean> {
  const now = ctx.now();
  const seen = known(ctx);
  if (isRecentInstant(seen.offeredAt, now, offerCacheMs)) return true;
  const [found] = await readBatch(ctx, anyMailerQuery(ctx));
  if (found.length > 0) seen.offeredAt = now;
  return found.length > 0;
}
