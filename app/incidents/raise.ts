import { alertRulesOfPage } from "~/alert-rules/queries/rule";
import { ruleRecordOf, ruleView } from "~/alert-rules/rule-view";
import { type AttachAlertFacts, alertGroupOf, attachAlertStatements } from "~/alerts/attach";
import { type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import { alertGroupsOfSource, firingAlertsOfSource } from "~/alerts/settling/queries/attach";
import { guardNotSettling } from "~/alerts/settling/queries/settle";
import type { ChangeResult } from "~/change/change-result";
import { componentStatusesOfMaintenance } from "~/components/queries/component";
import { alertGroup } from "~/db/schema";
import { guardVersions } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { draftDismissedNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import type { IncidentFacts } from "./incident-facts";
import { changeIncident } from "./incident-step";
import { decideIncidentUpdate } from "./post-update";
import { alertForImpactRaise, dismissDraftStatement } from "./queries/raise";
import { postIncidentUpdateInput, type RaiseIncidentImpactInput, raiseIncidentImpactInput } from "./rules/input";
import { understatedComponents } from "./rules/understated-components";

export type { RaiseIncidentImpactInput };

const notFiring = fail({ name: "conflict", code: "not_firing", detail: "alert.not_firing" });
const isOver = fail({ name: "conflict", code: "incident_closed", detail: "incident.closed" });
const notPossible = fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });

/** True when another published incident has the alert now: without the alert, that one would resolve while it fires. */
const isReadIn = ({ row, stories }: IncidentFacts, incidentId: string | null): boolean =>
  stories.some((each) => each.id === incidentId && each.id !== row.id && !each.closed);

/** Returns the update with which an incident covers the alert. */
function updateOf(
  { row }: IncidentFacts,
  input: ReturnType<typeof raiseIncidentImpactInput.parse>,
  rule: RuleRecord | null,
) {
  const components = understatedComponents(row.components, rule?.components ?? []);
  if (Object.keys(components).length === 0) return null;
  const { pageId, id, commitId, version, body, notify } = input;
  const status = row.status === "monitoring" ? ("investigating" as const) : undefined;
  return postIncidentUpdateInput.parse({
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
 * Raises an open incident to what an alert says, as the person's update, and attaches the alert with its group. A draft
 * that the group had opened is dismissed if no person edited it and nothing else fires in it. Failures: invalid,
 * conflict (not firing, closed, already as bad, another published one has the alert), missing.
 */
export const raiseIncidentImpact = (ctx: Ctx, given: RaiseIncidentImpactInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: raiseIncidentImpactInput,
      since: ctx.now(),
      settles: true,
      more: ({ pageId, alertId }) => ({
        alerts: alertForImpactRaise(ctx, pageId, alertId),
        firing: firingAlertsOfSource(ctx, pageId, alertId),
        groups: alertGroupsOfSource(ctx, pageId, alertId),
        found: alertRulesOfPage(ctx, pageId),
        works: componentStatusesOfMaintenance(ctx, pageId),
      }),
    },
    given,
    (facts, input, { alerts: [row], firing, groups, found, works }) => {
      const { pageId, id } = input;
      if (row?.state !== "firing" || row.dismissedAt !== null) return notFiring;
      if (facts.row.closed || facts.row.visibility !== "published") return isOver;
      if (isReadIn(facts, row.incidentId)) return notPossible;
      const rules = found.map(ruleView).map(ruleRecordOf);
      const update = updateOf(facts, input, ruleForAlert(rules, row.sourceId, row));
      if (update === null) return notPossible;
      const step = decideIncidentUpdate(ctx, facts, update, { shownAt: ctx.now(), works });
      if (!step.ok) return step;
      const members = alertGroupOf(row, firing, rules, groups);
      const attaching: AttachAlertFacts = { row, target: undefined, firing, ...members };
      const { group } = members;
      const draftId = group && group.incidentId !== id ? group.incidentId : null;
      const own = draftId ? [dismissDraftStatement(pageId, draftId, ctx.now())] : [];
      // A draft that stays needs no notice of its end.
      const ended = draftId ? [draftDismissedNotice(draftId, ctx.now())] : [];
      const expected = group ? [{ id: group.id, version: group.version }] : [];
      return ok({
        ...step.value,
        action: "incident.raise",
        guards: [guardNotSettling(pageId, ctx.now()), ...guardVersions(alertGroup, pageId, expected)],
        notices: [...(step.value.notices ?? []), ...ended],
        changes: [...(step.value.changes ?? []), ...attachAlertStatements(ctx, attaching, id, 0), ...own],
      });
    },
  );
