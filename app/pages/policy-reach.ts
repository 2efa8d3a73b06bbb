import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { type PolicyReach, policyReach } from "~/escalation/rules/escalation-reach";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { policyNamesOf, readPolicyNames } from "./queries/policy-names";

export type { PolicyReach };

/**
 * Returns the recipients of the page's escalation policy that are no longer reached; null when it is off, or reaches
 * all.
 */
export async function readPolicyReach(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PolicyReach | null>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[row]] = await read(ctx, policyNamesOf(ctx, pageId));
  return ok(policyReach(readPolicyNames(row?.policyNames ?? null)));
}
