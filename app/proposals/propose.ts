import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import type { ChangeDecision } from "~/change/decision";
import { proposalTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { fail, invalidFieldFailure, missingFailure, ok, type Result, unauthenticatedFailure } from "~/failures/failure";
import { incidentByIdQuery } from "~/incidents/queries/incident";
import { componentNamesOfPageQuery } from "~/incidents/queries/raise";
import { closedIncidentFailure } from "~/incidents/rules/incident";
import { decideMaintenancePlan, maintenancePlanQueries } from "~/maintenances/plan";
import { type PlanMaintenanceInput, planMaintenanceInputSchema } from "~/maintenances/rules/input";
import { proposalNotice } from "~/notifications/rules/proposal-notice";
import type { Ctx } from "~/platform/ctx";
import {
  deleteOverProposalsStatement,
  guardOpenProposalCountStatement,
  openProposalCountQuery,
} from "./queries/proposal";
import { type ProposeUpdateInput, proposeUpdateInputSchema } from "./rules/input";
import {
  auditedProposal,
  maxOpenProposals,
  type ProposalContent,
  type ProposalKind,
  proposalExpiry,
  proposerOf,
  tooManyProposalsFailure,
} from "./rules/proposal";

export type { ProposeUpdateInput };

interface NewProposal {
  id: string;
  pageId: string;
  kind: ProposalKind;
  incidentId: string | null;
  content: ProposalContent;
  endsAt?: number;
}

/** Returns the row, if the page has room for it; those that are over make room. */
function decideProposal(
  ctx: Ctx,
  { endsAt, ...row }: NewProposal,
  [counted]: readonly { count: number }[],
): Result<ChangeDecision> {
  const { id, pageId, kind, incidentId } = row;
  const now = ctx.now();
  const proposedBy = proposerOf(ctx.actor);
  if (proposedBy === null) return unauthenticatedFailure;
  const count = counted?.count ?? 0;
  if (count >= maxOpenProposals) return tooManyProposalsFailure;
  const stored = { ...row, proposedBy, createdAt: now, expiresAt: proposalExpiry(now, endsAt) };
  return ok({
    action: `proposal.${kind}`,
    guards: [guardOpenProposalCountStatement(pageId, now, count)],
    changes: [deleteOverProposalsStatement(pageId, now), ...insertRowsStatements(proposalTable, [stored])],
    notices: [proposalNotice({ kind, subjectId: id, incidentId }, now)],
    after: auditedProposal(row),
  });
}

const notOpen = fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });

/**
 * Proposes an update of an open published incident: visitors see nothing of it before a person publishes it. Failures:
 * invalid, conflict (closed, a draft, `too_many`), missing.
 */
export const proposeUpdate = (ctx: Ctx, given: ProposeUpdateInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "responder",
      drafts: true,
      subject: "proposal",
      input: proposeUpdateInputSchema,
      facts: (_, { pageId, incidentId }) => ({
        found: incidentByIdQuery(ctx, pageId, incidentId),
        shown: componentNamesOfPageQuery(ctx, pageId),
        open: openProposalCountQuery(ctx, pageId, ctx.now()),
      }),
    },
    given,
    ({ id, input: { pageId, incidentId, body, status, components }, found: [found], shown, open }) => {
      if (!found || found.row.visibility === "withdrawn") return missingFailure;
      if (found.row.closed) return closedIncidentFailure;
      if (found.row.visibility !== "published") return notOpen;
      const unknown = Object.keys(components ?? {}).find((each) => !shown.some((known) => known.id === each));
      if (unknown !== undefined) return invalidFieldFailure(`components.${unknown}`, "component.unknown");
      const content = { body, status, components };
      return decideProposal(ctx, { id, pageId, kind: "update", incidentId, content }, open);
    },
  );

/**
 * Proposes a maintenance: it is checked as if it were scheduled, and scheduled when a person publishes it. Failures:
 * those of `planMaintenance`, conflict `too_many`.
 */
export const proposeMaintenance = (ctx: Ctx, given: PlanMaintenanceInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "responder",
      drafts: true,
      subject: "proposal",
      input: planMaintenanceInputSchema,
      facts: (_, input) => ({
        ...maintenancePlanQueries(ctx, input),
        open: openProposalCountQuery(ctx, input.pageId, ctx.now()),
      }),
    },
    given,
    ({ id, input, open, ...facts }) => {
      const plan = decideMaintenancePlan(ctx, { id, input, page: facts.page, shown: facts.shown });
      if (!plan.ok) return plan;
      const { pageId, commitId: _commit, proposalId: _taken, ...content } = input;
      const { endsAt } = input;
      return decideProposal(ctx, { id, pageId, kind: "maintenance", incidentId: null, content, endsAt }, open);
    },
  );
