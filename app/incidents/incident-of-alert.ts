import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleRecordOf, ruleViewOf } from "~/alert-rules/rule-view";
import { type AttachAlertFacts, alertGroupOf, attachAlertStatements } from "~/alerts/attach";
import { alertGroupsOfSourceQuery, firingAlertsOfSourceQuery } from "~/alerts/settling/queries/attach";
import { guardNotSettlingStatement } from "~/alerts/settling/queries/settle";
import type { NoticeDraft } from "~/commit/commit";
import type { RowsByQueryName } from "~/db/read";
import { alertGroupTable } from "~/db/schema";
import { guardVersionsStatements, type SqlStatement } from "~/db/write";
import { draftDismissedNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import { alertForImpactRaiseQuery, dismissDraftStatement } from "./queries/raise";

/** Reads what gives an incident an alert with its group: the alert, those of its source, their groups and rules. */
export const alertOfIncidentQueries = (ctx: Ctx, { pageId, alertId }: { pageId: string; alertId: string }) => ({
  alerts: alertForImpactRaiseQuery(ctx, pageId, alertId),
  firing: firingAlertsOfSourceQuery(ctx, pageId, alertId),
  groups: alertGroupsOfSourceQuery(ctx, pageId, alertId),
  found: alertRulesOfPageQuery(ctx, pageId),
});

export type AlertOfIncidentFacts = RowsByQueryName<ReturnType<typeof alertOfIncidentQueries>>;

/** The part of a commit that gives an incident an alert with its group. */
export interface AlertOfIncidentStep {
  guards: SqlStatement[];
  changes: SqlStatement[];
  notices: NoticeDraft[];
}

/**
 * Returns the statements that attach a firing alert with its group to an incident. A draft that the group had opened is
 * dismissed if no person edited it and nothing else fires in it; one that stays needs no notice of its end.
 */
export function alertOfIncidentStep(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
  row: AttachAlertFacts["row"],
  { firing, groups, found }: AlertOfIncidentFacts,
): AlertOfIncidentStep {
  const members = alertGroupOf(row, firing, found.map(ruleViewOf).map(ruleRecordOf), groups);
  const attaching: AttachAlertFacts = { row, target: undefined, firing, ...members };
  const { group } = members;
  const draftId = group && group.incidentId !== id ? group.incidentId : null;
  const expected = group ? [{ id: group.id, version: group.version }] : [];
  return {
    guards: [
      guardNotSettlingStatement(pageId, ctx.now()),
      ...guardVersionsStatements(alertGroupTable, pageId, expected),
    ],
    changes: [
      ...attachAlertStatements(ctx, attaching, id, 0),
      ...(draftId ? [dismissDraftStatement(pageId, draftId, ctx.now())] : []),
    ],
    notices: draftId ? [draftDismissedNotice(draftId, ctx.now())] : [],
  };
}
