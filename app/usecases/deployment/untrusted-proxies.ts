import type { Ctx } from "~/platform/ctx";
import { askUntrustedProxies } from "~/platform/machine";
import { ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import type { UntrustedProxies } from "~/rules/basics/trusted-proxy";

/** Proxies that nobody trusts, with their addresses: for the operator. */
export async function readUntrustedProxies(ctx: Ctx): Promise<Result<UntrustedProxies>> {
  const may = permitOperator(ctx.actor);
  return may.ok ? ok(await askUntrustedProxies(ctx.bindings)) : may;
}
