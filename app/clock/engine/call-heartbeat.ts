import type { Ctx } from "~/platform/ctx";
import { remainingMeterBudget } from "~/platform/meter";

const timeoutMs = 5000;

/**
 * Calls the operator's address, so that an outside service notices when the ticks stop. One subrequest; a failed call
 * is only logged, because the other side notices it. `sealed` null = none is set.
 */
export async function callOutsideHeartbeat(ctx: Ctx, sealed: string | null): Promise<void> {
  if (sealed === null || remainingMeterBudget(ctx.meter) < 1) return;
  const url = await ctx.secrets.open(sealed);
  if (url === null) return ctx.log.warn("heartbeat.unreadable");
  const answer = await ctx.outbound("team").fetch({ url, timeout: timeoutMs, redirects: 3 });
  if (!answer.ok) return ctx.log.warn("heartbeat.failed", { code: answer.code });
  if (answer.status >= 400) ctx.log.warn("heartbeat.failed", { status: answer.status });
}
