import { permitRole } from "~/access/permission";
import { priorCommitQuery } from "~/audit/queries/audit";
import { changeOneRow } from "~/change/change-one";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { readPageRow, readPageRows } from "~/change/read-rows";
import { readBatch } from "~/db/read";
import { proposalTable } from "~/db/schema";
import { ok, type Result } from "~/failures/failure";
import { postIncidentUpdate } from "~/incidents/post-update";
import { planMaintenance } from "~/maintenances/plan";
import type { Ctx } from "~/platform/ctx";
import {
  deleteProposalStatement,
  openProposalByIdQuery,
  openProposalsOfIncidentQuery,
  openProposalsOfPageQuery,
} from "./queries/proposal";
import { type DismissProposalInput, dismissProposalInputSchema, type ProposalTargetInput } from "./rules/input";
import { auditedProposal, type ProposedMaintenance, type ProposedUpdate, proposalOverFailure } from "./rules/proposal";

export type { ProposalTargetInput as ProposalTarget };

/** A proposal as the team sees it; instants in ms. */
export type ProposalView = {
  id: string;
  /** Name of the person; null when they are no longer known. */
  proposer: string | null;
  /** Name of the token; "" when a person proposed it without one. */
  token: string;
  createdAt: number;
  expiresAt: number;
} & (
  | { kind: "update"; incidentId: string; incidentTitle: string; content: ProposedUpdate }
  | { kind: "maintenance"; content: ProposedMaintenance }
);

type ProposalResultRow = Awaited<ReturnType<typeof openProposalsOfPageQuery>>[number];

function proposalView({ row, proposerName, incidentTitle }: ProposalResultRow): ProposalView {
  const { id, proposedBy, createdAt, expiresAt, incidentId } = row;
  const about = { id, proposer: proposerName, token: proposedBy.token, createdAt, expiresAt };
  if (row.kind === "maintenance") return { ...about, kind: "maintenance", content: row.content as ProposedMaintenance };
  const of = { incidentId: incidentId ?? "", incidentTitle: incidentTitle ?? "" };
  return { ...about, kind: "update", ...of, content: row.content as ProposedUpdate };
}

interface ProposalListQuery {
  pageId: string;
  /** Only those of this incident. */
  incidentId?: string;
}

/** Lists the open proposals of a page or of one incident, the oldest first. */
export async function listProposals(
  ctx: Ctx,
  { pageId, incidentId }: ProposalListQuery,
): Promise<Result<ProposalView[]>> {
  const rows = await readPageRows(
    ctx,
    pageId,
    incidentId === undefined
      ? openProposalsOfPageQuery(ctx, pageId, ctx.now())
      : openProposalsOfIncidentQuery(ctx, pageId, incidentId, ctx.now()),
  );
  return rows.ok ? ok(rows.value.map(proposalView)) : rows;
}

/** Returns a proposal that is still open. Failures: missing. */
export async function readProposal(ctx: Ctx, { pageId, id }: ProposalTargetInput): Promise<Result<ProposalView>> {
  const row = await readPageRow(ctx, pageId, openProposalByIdQuery(ctx, pageId, id, ctx.now()));
  return row.ok ? ok(proposalView(row.value)) : row;
}

/** Dismisses a proposal: the audit log keeps what it said. Failures: missing. */
export const dismissProposal = (ctx: Ctx, given: DismissProposalInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      role: "responder",
      subject: "proposal",
      table: proposalTable,
      input: dismissProposalInputSchema,
      row: (_, { pageId, id }) => openProposalByIdQuery(ctx, pageId, id, ctx.now()),
      find: ([found], { incidentId }) =>
        incidentId === undefined || found?.row.incidentId === incidentId ? found?.row : undefined,
    },
    given,
    ({ row }) =>
      ok({
        action: "proposal.dismiss",
        changes: [deleteProposalStatement(row.pageId, row.id)],
        before: auditedProposal(row),
      }),
  );

/**
 * Publishes a proposal as it is: posts the update, or schedules the maintenance. Two people who publish it at once
 * publish it once; the same form sent twice gets the first answer. Failures: those of posting and of scheduling,
 * conflict `proposal_over`.
 */
export async function publishProposal(ctx: Ctx, given: ProposalTargetInput): Promise<Result<ChangeResult>> {
  const { pageId, id: proposalId, commitId = ctx.id() } = given;
  const may = permitRole(ctx.actor, ctx.member, pageId, "responder");
  if (!may.ok) return may;
  const [[found], prior] = await readBatch(
    ctx,
    openProposalByIdQuery(ctx, pageId, proposalId, ctx.now()),
    priorCommitQuery(ctx, commitId),
  );
  if (!found) return priorCommitResultOf(prior, pageId) ?? proposalOverFailure;
  const view = proposalView(found);
  const taken = { pageId, proposalId, commitId };
  return view.kind === "update"
    ? postIncidentUpdate(ctx, { ...taken, id: view.incidentId, ...view.content, merge: true })
    : planMaintenance(ctx, { ...taken, ...view.content });
}
