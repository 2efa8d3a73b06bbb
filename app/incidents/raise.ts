import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import type { ChangeResult } from "~/change/change-result";
import { maintenanceComponentStatusesQuery } from "~/components/queries/component";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { IncidentFacts } from "./incident-facts";
import { alertOfIncidentQueries, alertOfIncidentStep } from "./incident-of-alert";
import { changeIncident } from "./incident-step";
import { decideIncidentUpdate } from "./post-update";
import { closedIncidentFailure } from "./rules/incident";
import {
  postIncidentUpdateInputSchema,
  type RaiseIncidentImpactInput,
  raiseIncidentImpactInputSchema,
} from "./rules/input";
import { understatedComponents } from "./rules/understated-components";

export type { RaiseIncidentImpactInput };

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.not_firing" });
const notPossible = fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });

/** True when another published incident has the alert now: without the alert, that one would resolve while it fires. */
const isReadIn = ({ row, stories }: IncidentFacts, incidentId: string | null): boolean =>
  stories.some((each) => each.id === incidentId && each.id !== row.id && !each.closed);

/** Returns the update with which an incident covers the alert. */
function updateOf(
  { row }: IncidentFacts,
  input: ReturnType<typeof raiseIncidentImpactInputSchema.parse>,
  rule: RuleRecord | null,
) {
  const components = understatedComponents(row.components, rule?.components ?? []);
  if (Object.keys(components).length === 0) return null;
  const { pageId, id, commitId, version, body, notify } = input;
  const status = row.status === "monitoring" ? ("investigating" as const) : undefined;
  return postIncidentUpdateInputSchema.parse({
    pageId,
    id,
    commitId,
    version,
    body,
    notify,
    status,
    components,
    merge: true,
  });
}

/**
 * Raises an open incident to an alert's status, as the person's update, and attaches the alert with its group. A draft
 * of the group is dismissed if no person edited it and nothing else fires in it. Failures: invalid, conflict (not
 * firing, closed, already as bad, another published incident has the alert), missing.
 */
export const raiseIncidentImpact = (ctx: Ctx, given: RaiseIncidentImpactInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: raiseIncidentImpactInputSchema,
      since: ctx.now(),
      settles: true,
      more: (input) => ({
        ...alertOfIncidentQueries(ctx, input),
        works: maintenanceComponentStatusesQuery(ctx, input.pageId),
      }),
    },
    given,
    (facts, input, { works, ...around }) => {
      const [row] = around.alerts;
      const { pageId, id } = input;
      if (row?.state !== "firing" || row.dismissedAt !== null) return notFiring;
      if (facts.row.closed || facts.row.visibility !== "published") return closedIncidentFailure;
      if (isReadIn(facts, row.incidentId)) return notPossible;
      const rules = around.found.map(ruleViewOf).map(ruleRecordOf);
      const update = updateOf(facts, input, ruleForAlert(rules, row.sourceId, row));
      if (update === null) return notPossible;
      const step = decideIncidentUpdate(ctx, facts, update, { shownAt: ctx.now(), works });
      if (!step.ok) return step;
      const attached = alertOfIncidentStep(ctx, { pageId, id }, row, around);
      return ok({
        ...step.value,
        action: "incident.raise",
        guards: attached.guards,
        notices: [...(step.value.notices ?? []), ...attached.notices],
        changes: [...(step.value.changes ?? []), ...attached.changes],
      });
    },
  );
