import { readOnPage } from "~/change/read-permitted";
import { type PolicyReach, policyReach } from "~/escalation/rules/escalation-reach";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { parsePolicyNames, policyNamesOfPage } from "./queries/policy-names";

export type { PolicyReach };

/**
 * Returns the recipients of the page's escalation policy that are no longer reached; null when it is off, or reaches
 * all.
 */
export const readPolicyReach = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<PolicyReach | null>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [policyNamesOfPage(ctx, pageId)], ([[row]]) =>
    ok(policyReach(parsePolicyNames(row?.policyNames ?? null))),
  );
