import { permitRole } from "~/access/permission";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { draftDismissedNotice, incidentWithdrawnNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import { decideDraftChange, newestUpdateQueries } from "./edit-draft";
import { componentChangesBetween, type IncidentFacts } from "./incident-facts";
import { incidentUpdateNotices } from "./incident-rows";
import { changeIncident, type IncidentChange, incidentHistoryWithChange } from "./incident-step";
import { incidentStartSql } from "./queries/incident";
import { publishUpdatesStatement, setFirstUpdateChangesStatement } from "./queries/incident-update";
import { changeIncidentVisibility } from "./rules/incident";
import {
  type IncidentTargetInput,
  incidentTargetInputSchema,
  type PublishIncidentInput,
  publishIncidentInputSchema,
} from "./rules/input";

import { takeLeadStatements } from "./take-lead";

export type { PublishIncidentInput };

/**
 * Publishes a draft, either as saved or with the changes in the same request. Its text becomes the first public update.
 * Failures: invalid, conflict (no longer a draft), missing.
 */
export const publishIncident = (ctx: Ctx, given: PublishIncidentInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    {
      role: "responder",
      input: publishIncidentInputSchema,
      since: incidentStartSql(given.id),
      more: (input) => newestUpdateQueries(ctx, input),
    },
    given,
    (facts, input, { newest: [newest] }) => {
      const { row } = facts;
      const { pageId, id, notify } = input;
      const next = changeIncidentVisibility(row, "published", ctx.now());
      if (!next.ok) return next;
      const drafted = decideDraftChange(ctx, facts, input, newest?.row);
      if (!drafted.ok) return drafted;
      const { fields, components, changes, audited } = drafted.value;
      const { visibility, publishedAt } = next.value;
      const told = {
        incidentId: id,
        sequence: row.version + 1,
        components,
        event: "incident_published",
        notify,
      } as const;
      const named = componentChangesBetween({}, components, facts.names, row.startedAt);
      return ok({
        action: "incident.publish",
        fields: { ...fields, visibility, publishedAt },
        changes: [
          ...changes,
          publishUpdatesStatement(ctx, pageId, id),
          setFirstUpdateChangesStatement(pageId, id, named),
          ...takeLeadStatements(ctx, input),
        ],
        after: incidentHistoryWithChange(facts, row, components, []),
        saysHow: true,
        notices: incidentUpdateNotices(ctx, told),
        publishes: true,
        audited,
      });
    },
  );

function dismissal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentChange> {
  const next = changeIncidentVisibility(row, "dismissed", ctx.now());
  if (!next.ok) return next;
  const { visibility, closed } = next.value;
  const notices = [draftDismissedNotice(row.id, ctx.now())];
  return ok({ action: "incident.dismiss", fields: { visibility, closed }, notices, publishes: false });
}

/**
 * Dismisses a draft, which stays listed but is never shown to visitors. Failures: conflict (no longer a draft), gone,
 * missing.
 */
export const dismissIncident = (ctx: Ctx, given: IncidentTargetInput): Promise<Result<ChangeResult>> =>
  changeIncident(ctx, { role: "responder", input: incidentTargetInputSchema, since: ctx.now() }, given, (facts) =>
    dismissal(ctx, facts),
  );

function withdrawal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentChange> {
  const next = changeIncidentVisibility(row, "withdrawn", ctx.now());
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
 * Withdraws an incident that was published by mistake, such as on the wrong page: removes it everywhere and corrects
 * its components' history from its start. The audit log keeps it. For admins. Failures: conflict, gone, missing.
 */
export const withdrawIncident = (ctx: Ctx, given: IncidentTargetInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    { role: "admin", input: incidentTargetInputSchema, since: incidentStartSql(given.id) },
    given,
    (facts) => withdrawal(ctx, facts),
  );

/** Dismisses a draft and, for admins, withdraws a published incident. Failures: conflict, forbidden, gone, missing. */
export const dismissOrWithdrawIncident = (ctx: Ctx, given: IncidentTargetInput): Promise<Result<ChangeResult>> =>
  changeIncident(
    ctx,
    { role: "responder", input: incidentTargetInputSchema, since: incidentStartSql(given.id) },
    given,
    (facts) => {
      if (facts.row.visibility === "draft") return dismissal(ctx, facts);
      const may = permitRole(ctx.actor, ctx.member, facts.row.pageId, "admin");
      return may.ok ? withdrawal(ctx, facts) : may;
    },
  );
