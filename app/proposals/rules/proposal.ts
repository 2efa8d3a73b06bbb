import { type Actor, personIdOfActor } from "~/access/actor";
import { fail } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { RepeatedMaintenanceFields } from "~/maintenances/rules/input";
import type { SettableStatus } from "~/status/status";
import { dayMs } from "~/time/durations";

/** The kinds of a page’s proposals; a draft incident and a postmortem are rows of their incident. */
export const proposalKinds = ["update", "maintenance"] as const;
export type ProposalKind = (typeof proposalKinds)[number];

/** The proposer of something: a person, and by which of their tokens; "" = by none. */
export interface Proposer {
  personId: string;
  /** Name of the token at the time of the proposal, because a revoked token leaves no row. */
  token: string;
}

/** An update as proposed; absent fields leave the incident as it is. */
export interface ProposedUpdate {
  body: string;
  status?: IncidentStatus | undefined;
  components?: Record<string, SettableStatus> | undefined;
}

export type ProposedMaintenance = RepeatedMaintenanceFields;

export type ProposalContent = ProposedUpdate | ProposedMaintenance;

/**
 * Maximum number of open proposals of a page, with its proposed drafts: more are no help to the people who read them.
 */
export const maxOpenProposals = 20;

/** Time in ms after which a proposal that nobody took up expires. */
const proposalLifetimeMs = 30 * dayMs;

export const tooManyProposalsFailure = fail({
  name: "conflict",
  code: "too_many",
  detail: refusalFor("proposal.limit", { most: maxOpenProposals }),
});

/** Answers whoever takes up a proposal that another person published or dismissed first, or that is out of date. */
export const proposalOverFailure = fail({ name: "conflict", code: "proposal_over", detail: "proposal.over" });

/** Returns when a proposal expires. A proposal of maintenance expires at the end of its window at the latest. */
export const proposalExpiry = (now: number, endsAt = Number.POSITIVE_INFINITY): number =>
  Math.min(now + proposalLifetimeMs, endsAt);

/** Returns who proposes; null for machines and visitors, who cannot. */
export function proposerOf(actor: Actor): Proposer | null {
  const personId = personIdOfActor(actor);
  return personId === null ? null : { personId, token: actor.kind === "token" ? (actor.name ?? "") : "" };
}

/** Returns the proposer of what a drafter token writes; null for everyone else, whose drafts are their own. */
export const proposerOfDrafterToken = (actor: Actor): Proposer | null =>
  actor.kind === "token" && actor.drafter ? proposerOf(actor) : null;

/** Returns what the audit log keeps of a proposal. */
export function auditedProposal({
  incidentId,
  content,
}: {
  incidentId: string | null;
  content: ProposalContent;
}): Record<string, unknown> {
  const { tellPlanned: _, ...said } = { tellPlanned: true, ...content };
  return { ...(incidentId === null ? {} : { incidentId }), ...said };
}
