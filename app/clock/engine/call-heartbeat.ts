import type { Ctx } from "~/platform/ctx";
import { roomIn } from "~/platform/meter";

const timeout = 5000;

/**
 * Calls the address of the operator's choice, so that somebody outside hears when the ticks stop. One subrequest; a
 * call that fails is only logged, for the other side notices. `sealed` null = none is set.
 */
export async function callHeartbeat(ctx: Ctx, sealed: string | null): Promise<void> {
  if (sealed === null || roomIn(ctx.meter) < 1) return;
  const url = await ctx.secrets.open(sealed);
  if (url === null) return ctx.log.warn("heartbeat.unreadable");
  const answer = await ctx.outbound("team").fetch({ url, timeout, redirects: 3 });
  if (!answer.ok) return ctx.log.warn("heartbeat.failed", { code: answer.code });
  if (answer.status >= 400) ctx.log.warn("heartbeat.failed", { status: answer.status });
}
