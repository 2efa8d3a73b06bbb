import { readOnPage } from "~/change/read-permitted";
import { type UnreachedPolicyRecipients, unreachedPolicyRecipients } from "~/escalation/rules/escalation-reach";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { parsePolicyRecipients, policyRecipientsOfPageQuery } from "./queries/policy-names";

export type { UnreachedPolicyRecipients };

/**
 * Returns the recipients of the page's escalation policy that are no longer reached; null when it is off, or reaches
 * all.
 */
export const readPolicyReach = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<UnreachedPolicyRecipients | null>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [policyRecipientsOfPageQuery(ctx, pageId)], ([[row]]) =>
    ok(unreachedPolicyRecipients(parsePolicyRecipients(row?.policyNames ?? null))),
  );
