import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { UntrustedProxies } from "~/net/trusted-proxy";
import { type ShownMailLimit, shownMailLimits } from "~/plan/mail-limits";
import type { Ctx } from "~/platform/ctx";
import { askMailListenerLimits, askUntrustedProxies } from "~/platform/machine";

/** Returns the limits of this machine's email listener, and how often each was reached; empty when there is none. */
export async function readMailLimits(ctx: Ctx): Promise<Result<ShownMailLimit[]>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const reached = await askMailListenerLimits(ctx.bindings);
  return ok(reached === undefined ? [] : shownMailLimits(reached));
}

/** Returns the untrusted proxies with their addresses. For the operator. */
export async function readUntrustedProxies(ctx: Ctx): Promise<Result<UntrustedProxies>> {
  const may = permitOperator(ctx.actor);
  return may.ok ? ok(await askUntrustedProxies(ctx.bindings)) : may;
}
