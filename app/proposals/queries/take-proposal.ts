import type { SqlStatement } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type Proposer, proposalOverFailure } from "../rules/proposal";
import { deleteProposalStatement, guardProposalIsThereStatement, openProposalByIdQuery } from "./proposal";

/** The part of a commit that takes up a proposal, beside what is made of it. */
export interface ProposalCommitPart {
  guards: SqlStatement[];
  changes: SqlStatement[];
  /** Fields for the audit log: the name of the token that made the proposal. */
  audited: { proposedBy?: string };
}

type FoundProposals = readonly { row: { incidentId: string | null; proposedBy: Proposer } }[];

/** Reads the proposal that a change takes up; no rows when it takes up none. */
export const takenProposalQueries = (ctx: Ctx, pageId: string, proposalId: string | undefined) => ({
  proposals: openProposalByIdQuery(ctx, pageId, proposalId ?? "", ctx.now()),
});

/** Returns what the audit log says of who proposed something. */
export const auditedProposer = (proposedBy: Proposer | null) =>
  proposedBy === null || proposedBy.token === "" ? {} : { proposedBy: proposedBy.token };

/**
 * Takes up a proposal in the commit of what was made of it, so that it is published once. Failure: conflict
 * `proposal_over`, when another person was faster or it is out of date.
 */
export function takeProposal(
  { pageId, proposalId }: { pageId: string; proposalId?: string | undefined },
  [found]: FoundProposals,
  incidentId: string | null = null,
): Result<ProposalCommitPart> {
  if (proposalId === undefined) return ok({ guards: [], changes: [], audited: {} });
  if (!found || found.row.incidentId !== incidentId) return proposalOverFailure;
  return ok({
    guards: [guardProposalIsThereStatement(pageId, proposalId)],
    changes: [deleteProposalStatement(pageId, proposalId)],
    audited: auditedProposer(found.row.proposedBy),
  });
}
