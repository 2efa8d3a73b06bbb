import { permit } from "~/access/permission";
import type { ChangeResult } from "~/change/change-result";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dismissal } from "./dismiss";
import { stepIncident } from "./incident-step";
import { startOf } from "./queries/incident";
import { type IncidentTarget, incidentTarget } from "./rules/input";
import { withdrawal } from "./withdraw";

/** Dismisses a draft and, for admins, withdraws a published incident. Failures: conflict, forbidden, gone, missing. */
export const takeBackIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<ChangeResult>> =>
  stepIncident(ctx, { role: "responder", input: incidentTarget, since: startOf(given.id) }, given, (facts) => {
    if (facts.row.visibility === "draft") return dismissal(ctx, facts);
    const may = permit(ctx.actor, ctx.member, facts.row.pageId, "admin");
    return may.ok ? withdrawal(ctx, facts) : may;
  });
