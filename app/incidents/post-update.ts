import { resetIncidentFollowState } from "~/alerts/settling/rules/incident-follow-state";
import type { ChangeResult } from "~/change/change-result";
import { withoutUndefinedFields } from "~/change/differences";
import { maintenanceComponentStatusesQuery } from "~/components/queries/component";
import type { ComponentChange } from "~/db/schema";
import { combinedFailure, fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { maintenanceLayerByComponent } from "~/maintenances/rules/maintenance";
import type { Ctx } from "~/platform/ctx";
import { type ProposalCommitPart, takenProposalQueries, takeProposal } from "~/proposals/queries/take-proposal";
import { type Status, toStatus } from "~/status/status";
import {
  affectedComponentsRefusal,
  componentChangesBetween,
  componentsSetByPerson,
  type IncidentFacts,
  type StatusByComponent,
  statusesAfterChange,
} from "./incident-facts";
import {
  impactOfComponents,
  incidentUpdateNotices,
  insertIncidentUpdatesStatements,
  replaceIncidentComponentsStatements,
  titleForSearch,
} from "./incident-rows";
import {
  changeIncident,
  type IncidentChange,
  incidentHistoryWithChange,
  statusHistoryOfIncident,
} from "./incident-step";
import { givenTimeFailure } from "./open";
import { editedPartsAfterChange } from "./rules/edited-parts";
import { applyIncidentUpdate, closedIncidentFailure, nextUpdateDueAt } from "./rules/incident";
import { type PostIncidentUpdateInput, postIncidentUpdateInputSchema } from "./rules/input";
import { componentChangesOnResolve } from "./rules/resolve-changes";

export type { PostIncidentUpdateInput };

type UpdateInput = ReturnType<typeof postIncidentUpdateInputSchema.parse>;

/** Returns the incident's own columns after the update. It counts as edited, because a person wrote the update. */
export function incidentColumnsAfterUpdate(
  facts: Pick<IncidentFacts, "row">,
  input: Pick<UpdateInput, "status">,
  at: number,
  components: StatusByComponent,
) {
  const { row } = facts;
  const next = applyIncidentUpdate(row, { status: input.status ?? (row.status as "investigating"), at });
  if (!next.ok) return next;
  const { status, closed, monitoringAt, resolvedAt } = next.value;
  const fields = { status, closed, monitoringAt, resolvedAt, impact: impactOfComponents(components), edited: true };
  const resolvedBy = closed ? (row.resolvedBy ?? "person") : null;
  const reopened = row.closed && !closed;
  const following = resetIncidentFollowState(row.following, Object.keys(components), at);
  return {
    ok: true as const,
    value: { ...fields, resolvedBy, ...(reopened ? { groupKey: "", recoveredAt: null, following } : {}) },
  };
}

const saysNothing = invalidFieldFailure("body", "incident.says_nothing", "says_nothing");

interface StatusMove {
  row: { id: string; status: string; closed: boolean };
  /** Statuses that the incident gives its components, before and after. */
  before: StatusByComponent;
  after: StatusByComponent;
  closed: boolean;
  names: ReadonlyMap<string, string>;
  standings: IncidentFacts["standings"];
  /** Statuses that other incidents and active maintenance give the components. */
  others: readonly ComponentStatusPair[];
  works: readonly { componentId: string; status: string }[];
}

type ComponentStatusPair = { componentId: string; status: Status };

/**
 * Returns the components that a reopened incident no longer affects. They are listed once, because the update that
 * resolved it may have left them unchanged.
 */
const leftOut = (before: StatusByComponent, after: StatusByComponent, names: StatusMove["names"]): ComponentChange[] =>
  Object.keys(before).flatMap((componentId) =>
    componentId in after
      ? []
      : [{ componentId, name: names.get(componentId) ?? "", from: "operational", to: "operational" }],
  );

/**
 * Returns the changes of components by an update. An update that resolves leaves each component with the status that
 * everything else gives it.
 */
export function componentChangesOf({
  row,
  before,
  after,
  closed,
  names,
  standings,
  others,
  works,
}: StatusMove): ComponentChange[] {
  if (row.closed) return closed ? [] : [...componentChangesBetween({}, after, names), ...leftOut(before, after, names)];
  if (!closed) return componentChangesBetween(before, after, names);
  const during = maintenanceLayerByComponent([
    { components: works.map((each) => ({ ...each, status: toStatus(each.status) })) },
  ]);
  const known = [...standings].map(([id, each]) => [id, { ...each, maintenance: during.get(id) ?? null }] as const);
  return componentChangesOnResolve({ given: before, others, standings: new Map(known), names });
}

/** Returns the statuses that other open incidents give. */
const givenByOthers = ({ row, stories }: IncidentFacts): ComponentStatusPair[] =>
  stories.flatMap((each) => (each.id === row.id || each.closed ? [] : each.components));

/** Returns the step that was decided: the update, and the components that it changes. */
export function decideIncidentUpdate(
  ctx: Ctx,
  facts: IncidentFacts,
  input: UpdateInput,
  { shownAt, works }: { shownAt: number; works: StatusMove["works"] },
): Result<IncidentChange> {
  const { row } = facts;
  const { pageId, id, body, notify } = input;
  const touched = statusesAfterChange(facts, input);
  const components = touched ?? row.components;
  const head = withoutUndefinedFields({ title: input.title, impactOverride: input.impactOverride });
  const impact = head.impactOverride === undefined ? row.impactOverride : head.impactOverride;
  const refused = affectedComponentsRefusal(facts, components, impact);
  if (refused) return refused;
  const next = incidentColumnsAfterUpdate(facts, input, shownAt, components);
  if (!next.ok) return fail(next.failure);
  const nextUpdateAt = nextUpdateDueAt(input.nextMinutes, ctx.now(), next.value.closed);
  const said = { ...head, text: true, componentIds: componentsSetByPerson(facts, input, components) };
  const fields = { ...head, ...next.value, nextUpdateAt, editedParts: editedPartsAfterChange(row, said) };
  const { names, standings } = facts;
  const others = givenByOthers(facts);
  const [before, closed] = [row.components, fields.closed];
  const changes = componentChangesOf({ row, before, after: components, closed, names, standings, others, works });
  const moved = fields.status !== row.status || changes.length > 0 || Object.keys(head).length > 0;
  if (body.trim() === "" && !moved) return saysNothing;
  const update = { status: fields.status, body, shownAt, notify, changes };
  const published = row.visibility === "published";
  const event = fields.closed && !row.closed ? "incident_resolved" : "incident_updated";
  const news = { incidentId: id, sequence: row.version + 1, components, event, notify } as const;
  const told = [...(statusHistoryOfIncident(facts)?.updates ?? []), update];
  return ok({
    action: `incident.${verbOf(row.closed, fields.closed)}`,
    fields,
    changes: [
      ...insertIncidentUpdatesStatements(ctx, pageId, { ...row, title: titleForSearch(row, head.title) }, [update]),
      ...(touched ? replaceIncidentComponentsStatements(pageId, id, touched) : []),
    ],
    ...(published ? { after: incidentHistoryWithChange(facts, { ...row, ...fields }, components, told) } : {}),
    saysHow: !(row.closed && fields.closed),
    notices: published ? incidentUpdateNotices(ctx, news) : [],
    publishes: published,
    audited: {
      body,
      ...withoutUndefinedFields({ nextMinutes: input.nextMinutes ?? undefined }),
      components: changes.map(({ name, from, to }) => `${name}: ${from} → ${to}`),
    },
  });
}

const verbOf = (wasClosed: boolean, closed: boolean): string => {
  if (wasClosed === closed) return "update";
  return closed ? "resolve" : "reopen";
};

/** Adds to the step that the proposal is adopted in the same commit. */
const withProposal = (step: IncidentChange, { guards, changes, audited }: ProposalCommitPart): IncidentChange => ({
  ...step,
  guards: [...(step.guards ?? []), ...guards],
  changes: [...(step.changes ?? []), ...changes],
  audited: { ...step.audited, ...audited },
});

/**
 * Posts an update with its text, status and components; it can also resolve or reopen the incident. Failures: invalid,
 * conflict (version, dismissed), gone (withdrawn), missing, and conflict `proposal_over` of the adopted proposal.
 */
export function postIncidentUpdate(ctx: Ctx, given: PostIncidentUpdateInput): Promise<Result<ChangeResult>> {
  const since = Math.min(ctx.now(), given.shownAt ?? ctx.now());
  const more = ({ pageId, proposalId }: { pageId: string; proposalId?: string | undefined }) => ({
    works: maintenanceComponentStatusesQuery(ctx, pageId),
    ...takenProposalQueries(ctx, pageId, proposalId),
  });
  return changeIncident(
    ctx,
    { role: "responder", input: postIncidentUpdateInputSchema, since, more },
    given,
    (facts, input, { works, proposals }) => {
      const taken = takeProposal(input, proposals, facts.row.id);
      if (!taken.ok) return taken;
      if (input.proposalId !== undefined && facts.row.closed) return closedIncidentFailure;
      const shownAt = Math.min(ctx.now(), input.shownAt ?? ctx.now());
      const early = shownAt < facts.row.startedAt ? invalidFieldFailure("shownAt", "incident.not_started") : null;
      const untimely = givenTimeFailure(ctx, "shownAt", input.shownAt) ?? early;
      const step = decideIncidentUpdate(ctx, facts, input, { shownAt, works });
      if (untimely) return combinedFailure(untimely, step) ?? untimely;
      return step.ok ? ok(withProposal(step.value, taken.value)) : step;
    },
  );
}
