import { permitOperator } from "~/access/permission";
import { ok, type Result } from "~/failures/failure";
import { changesFor, type ShownChange, version } from "~/plan/version-changes";
import type { Ctx } from "~/platform/ctx";
import { findOutOfReach, type OutOfReach } from "./out-of-reach";

export interface VersionView {
  version: string;
  changes: ShownChange[];
  /** Addresses in private networks that are not allowed. */
  outOfReach: OutOfReach;
}

/** Returns the running version, and what it refuses or turns red here that an earlier version did not. */
export async function readVersion(ctx: Ctx): Promise<Result<VersionView>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  return ok({ version, changes: changesFor(ctx.config), outOfReach: await findOutOfReach(ctx) });
}
