import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permitOperator } from "~/rules/basics/permission";
import { changesFor, type ShownChange, version } from "~/rules/plan/version-changes";

export interface VersionShown {
  version: string;
  changes: ShownChange[];
}

/** Which version runs, and what it refuses or turns red here that an earlier one did not. No statement. */
export async function readVersion({ actor, config }: Ctx): Promise<Result<VersionShown>> {
  const may = permitOperator(actor);
  return may.ok ? ok({ version, changes: changesFor(config) }) : may;
}
