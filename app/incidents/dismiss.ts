import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { draftDismissedNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import type { IncidentFacts } from "./incident-facts";
import { type IncidentStep, stepIncident } from "./incident-step";
import { changeVisibility } from "./rules/incident";
import { type IncidentTarget, incidentTarget } from "./rules/input";

export function dismissal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentStep> {
  const next = changeVisibility(row, "dismissed", ctx.now());
  if (!next.ok) return next;
  const { visibility, closed } = next.value;
  const notices = [draftDismissedNotice(row.id, ctx.now())];
  return ok({ action: "incident.dismiss", fields: { visibility, closed }, notices, publishes: false });
}

/**
 * Dismisses a draft: it is listed, but never shown to visitors. Failures: conflict (not a draft any more), gone,
 * missing.
 */
export const dismissIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<ChangeResult>> =>
  stepIncident(ctx, { role: "responder", input: incidentTarget, since: ctx.now() }, given, (facts) =>
    dismissal(ctx, facts),
  );
