import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { incidentWithdrawnNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import type { IncidentFacts } from "./incident-facts";
import { type IncidentStep, stepIncident } from "./incident-step";
import { startOf } from "./queries/incident";
import { changeVisibility } from "./rules/incident";
import { type IncidentTarget, incidentTarget } from "./rules/input";

export function withdrawal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentStep> {
  const next = changeVisibility(row, "withdrawn", ctx.now());
  if (!next.ok) return next;
  const { visibility, closed } = next.value;
  return ok({
    action: "incident.withdraw",
    fields: { visibility, closed },
    after: null,
    notices: [incidentWithdrawnNotice(row.id, ctx.now())],
    publishes: true,
    audited: { title: row.title },
  });
}

/**
 * Withdraws a published incident (wrong page, wrong name): removed everywhere, its layer corrected from its start; the
 * audit log keeps it. For admins. Failures: conflict, gone, missing.
 */
export const withdrawIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<ChangeResult>> =>
  stepIncident(ctx, { role: "admin", input: incidentTarget, since: startOf(given.id) }, given, (facts) =>
    withdrawal(ctx, facts),
  );
