import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import type { UntrustedProxies } from "~/net/trusted-proxy";
import type { Ctx } from "~/platform/ctx";
import { askUntrustedProxies } from "~/platform/machine";

/** Returns the untrusted proxies with their addresses. For the operator. */
export async function readUntrustedProxies(ctx: Ctx): Promise<Result<UntrustedProxies>> {
  const may = permitOperator(ctx.actor);
  return may.ok ? ok(await askUntrustedProxies(ctx.bindings)) : may;
}
