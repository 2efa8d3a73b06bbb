import type { Done } from "~/change/answers";
import { ok, type Result } from "~/failures/failure";
import { incidentWithdrawn } from "~/notifications/rules/taken-back";
import type { Ctx } from "~/platform/ctx";
import type { IncidentFacts } from "./facts";
import { startOf } from "./queries/incident";
import { changeVisibility } from "./rules/incident";
import { type IncidentTarget, incidentTarget } from "./rules/input";
import { type IncidentStep, stepIncident } from "./step";

export function withdrawal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentStep> {
  const next = changeVisibility(row, "withdrawn", ctx.now());
  if (!next.ok) return next;
  const { visibility, closed } = next.value;
  return ok({
    action: "incident.withdraw",
    fields: { visibility, closed },
    after: null,
    notices: [incidentWithdrawn(row.id, ctx.now())],
    publishes: true,
    audited: { title: row.title },
  });
}

/**
 * Withdraws a published incident (wrong page, wrong name): removed everywhere, its layer corrected from its start; the
 * audit log keeps it. For admins. Failures: conflict, gone, missing.
 */
export const withdrawIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<Done>> =>
  stepIncident(ctx, { role: "admin", input: incidentTarget, since: startOf(given.id) }, given, (facts) =>
    withdrawal(ctx, facts),
  );
