import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { type ShownVersionChange, upfrontVersion, versionChangesForDeployment } from "~/plan/version-changes";
import type { Ctx } from "~/platform/ctx";
import { type BlockedNetworkAddresses, findBlockedNetworkAddresses } from "./out-of-reach";

export interface RunningVersionView {
  version: string;
  changes: ShownVersionChange[];
  /** Addresses in private networks that are not allowed. */
  outOfReach: BlockedNetworkAddresses;
}

/** Returns the running version, and what it refuses or turns red here that an earlier version did not. */
export async function readRunningVersion(ctx: Ctx): Promise<Result<RunningVersionView>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  return ok({
    version: upfrontVersion,
    changes: versionChangesForDeployment(ctx.config),
    outOfReach: await findBlockedNetworkAddresses(ctx),
  });
}
