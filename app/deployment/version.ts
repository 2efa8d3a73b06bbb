import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { type ShownVersionChange, version, versionChangesFor } from "~/plan/version-changes";
import type { Ctx } from "~/platform/ctx";
import { type BlockedAddresses, findBlockedAddresses } from "./out-of-reach";

export interface VersionView {
  version: string;
  changes: ShownVersionChange[];
  /** Addresses in private networks that are not allowed. */
  outOfReach: BlockedAddresses;
}

/** Returns the running version, and what it refuses or turns red here that an earlier version did not. */
export async function readVersion(ctx: Ctx): Promise<Result<VersionView>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  return ok({ version, changes: versionChangesFor(ctx.config), outOfReach: await findBlockedAddresses(ctx) });
}
