import { permit } from "~/access/permission";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import { draftDismissedNotice, incidentWithdrawnNotice } from "~/notifications/rules/taken-back-notices";
import type { Ctx } from "~/platform/ctx";
import { decideDraftChange, newestOf } from "./edit-draft";
import { changesBetween, type IncidentFacts } from "./incident-facts";
import { updateNotices } from "./incident-rows";
import { type IncidentStep, stepIncident, storyWith } from "./incident-step";
import { startOf } from "./queries/incident";
import { nameFirstChanges, showUpdates } from "./queries/incident-update";
import { changeVisibility } from "./rules/incident";
import { type IncidentTarget, incidentTarget, type PublishIncidentInput, publishIncidentInput } from "./rules/input";

export type { PublishIncidentInput };

/**
 * Publishes a draft, as saved or with changes of the same request: its text is the first public update. Failures:
 * invalid, conflict (not a draft any more), missing.
 */
export const publishIncident = (ctx: Ctx, given: PublishIncidentInput): Promise<Result<ChangeResult>> =>
  stepIncident(
    ctx,
    {
      role: "responder",
      input: publishIncidentInput,
      since: startOf(given.id),
      more: (input) => newestOf(ctx, input),
    },
    given,
    (facts, input, { newest: [newest] }) => {
      const { row } = facts;
      const { pageId, id, notify } = input;
      const next = changeVisibility(row, "published", ctx.now());
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
      const named = changesBetween({}, components, facts.names, row.startedAt);
      return ok({
        action: "incident.publish",
        fields: { ...fields, visibility, publishedAt },
        changes: [...changes, showUpdates(ctx, pageId, id), nameFirstChanges(pageId, id, named)],
        after: storyWith(facts, row, components, []),
        saysHow: true,
        notices: updateNotices(ctx, told),
        publishes: true,
        audited,
      });
    },
  );

function dismissal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentStep> {
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

function withdrawal(ctx: Ctx, { row }: IncidentFacts): Result<IncidentStep> {
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

/** Dismisses a draft and, for admins, withdraws a published incident. Failures: conflict, forbidden, gone, missing. */
export const takeBackIncident = (ctx: Ctx, given: IncidentTarget): Promise<Result<ChangeResult>> =>
  stepIncident(ctx, { role: "responder", input: incidentTarget, since: startOf(given.id) }, given, (facts) => {
    if (facts.row.visibility === "draft") return dismissal(ctx, facts);
    const may = permit(ctx.actor, ctx.member, facts.row.pageId, "admin");
    return may.ok ? withdrawal(ctx, facts) : may;
  });
