import { permit } from "~/access/permission";
import type { Done } from "~/change/answers";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { dismissal } from "./dismiss";
import { startOf } from "./queries/incident";
import { type IncidentTarget, incidentTarget } from "./rules/input";
import { stepIncident } from "./step";
import { withdrawal } from "./withdraw";

/** Dismisses a draft and, for admins, withdraws a published incident. Failures: conflict, forbidden, gone, missing. */
export const takeBackIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<Done>> =>
  stepIncident(ctx, { role: "responder", input: incidentTarget, since: startOf(given.id) }, given, (facts) => {
    if (facts.row.visibility === "draft") return dismissal(ctx, facts);
    const may = permit(ctx.actor, ctx.member, facts.row.pageId, "admin");
    return may.ok ? withdrawal(ctx, facts) : may;
  });
