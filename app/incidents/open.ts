import { withOtherFailures } from "~/change/and-also";
import { authorizeAndParse } from "~/change/authorize-and-parse";
import { type ChangeResult, priorCommitResultOf } from "~/change/change-result";
import { commitChange } from "~/change/commit";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { settlePageAfterAnswer } from "~/change/settle-after-answer";
import type { ReusableFacts } from "~/commit/decide-with-retry";
import { incidentTable } from "~/db/schema";
import { insertRowsStatements } from "~/db/write";
import { combinedFailure, fail, invalidFieldFailure, ok, type Result } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { proposalNotice } from "~/notifications/rules/proposal-notice";
import type { Ctx } from "~/platform/ctx";
import {
  guardOpenProposalCountStatement,
  type OpenProposalCount,
  openProposalCountQuery,
} from "~/proposals/queries/proposal";
import { drafterOf, maxOpenProposals, tooManyProposalsFailure } from "~/proposals/rules/proposal";
import type { IncidentStatusHistory } from "~/status-page/rules/incident-story";
import { dayMs, minuteMs } from "~/time/durations";
import {
  componentChangesBetween,
  type FactQueries,
  readIncidentChangeFacts,
  type StatusByComponent,
  unknownIncidentComponentFailure,
} from "./incident-facts";
import {
  type AlertOfIncidentFacts,
  type AlertOfIncidentStep,
  alertOfIncidentQueries,
  alertOfIncidentStep,
} from "./incident-of-alert";
import {
  impactOfComponents,
  incidentComponentStatements,
  incidentUpdateNotices,
  insertIncidentUpdatesStatements,
} from "./incident-rows";
import { planLayerChanges } from "./layer-plan";
import { allIncidentParts } from "./rules/edited-parts";
import { draftNotResolvableFailure, needsComponentsOrImpact, nextUpdateDueAt } from "./rules/incident";
import { type OpenIncidentInput, openIncidentInputSchema } from "./rules/input";

import { takeLeadStatements } from "./take-lead";

export type { OpenIncidentInput };

type OpenInput = ReturnType<typeof openIncidentInputSchema.parse>;

const alertTaken = fail({ name: "conflict", code: "not_possible_now", detail: "incident.not_possible" });

const clockGraceMs = minuteMs;
const maxAgeMs = 2 * 366 * dayMs;

/**
 * Returns why a time that a person gives is refused; allows a minute for clocks that differ, and two years back at
 * most.
 */
export function givenTimeRefusal(ctx: Ctx, at: number | undefined): Refusal | null {
  if (at === undefined) return null;
  if (at > ctx.now() + clockGraceMs) return "time.future";
  return at < ctx.now() - maxAgeMs ? "incident.too_old" : null;
}

/** Returns the incident's row at opening. */
export function newIncidentRow(ctx: Ctx, id: string, input: OpenInput, startedAt: number) {
  const now = ctx.now();
  const { pageId, title, status = "investigating", visibility, impactOverride = null, components } = input;
  const resolved = status === "resolved";
  return {
    id,
    pageId,
    title,
    status,
    visibility,
    impactOverride,
    startedAt,
    impact: impactOfComponents(components),
    publishedAt: visibility === "published" ? now : null,
    monitoringAt: status === "monitoring" ? now : null,
    resolvedAt: resolved ? now : null,
    resolvedBy: resolved ? ("person" as const) : null,
    closed: resolved,
    backfilled: resolved,
    nextUpdateAt: nextUpdateDueAt(input.nextMinutes, now, resolved),
    origin: "person" as const,
    proposedBy: drafterOf(ctx.actor),
    edited: true,
    editedParts: [...allIncidentParts],
    createdAt: now,
    updatedAt: now,
  };
}

/** Judges a value that may not be a time, for the message beside its field. */
export function givenTimeFailure(ctx: Ctx, field: string, at: unknown): Result<never> | null {
  const trouble = typeof at === "number" ? givenTimeRefusal(ctx, at) : null;
  return trouble ? invalidFieldFailure(field, trouble) : null;
}

/** Refuses an incident that has neither a component nor an impact. */
export function missingImpactFailure({ components = {}, impactOverride = null }: ImpactInput): Result<never> | null {
  const componentCount = Object.keys(components).length;
  if (!needsComponentsOrImpact({ componentCount, impactOverride: impactOverride || null })) return null;
  return invalidFieldFailure("components", "incident.needs_components", "needs_components_or_impact");
}

interface ImpactInput {
  components?: object | undefined;
  impactOverride?: string | null | undefined;
}

type OpenCheckInput = ImpactInput & { startedAt?: unknown };

const judged = (ctx: Ctx, given: OpenCheckInput) =>
  combinedFailure(missingImpactFailure(given), givenTimeFailure(ctx, "startedAt", given.startedAt));

const refusal = (ctx: Ctx, input: OpenInput) =>
  judged(ctx, input) ??
  (input.visibility === "draft" && input.status === "resolved" ? draftNotResolvableFailure : null);

/** Returns the incident as the layer sees it; null for a draft. */
const storyOf = (
  row: ReturnType<typeof newIncidentRow>,
  components: StatusByComponent,
): IncidentStatusHistory | null =>
  row.visibility === "draft"
    ? null
    : {
        ...row,
        updates: [],
        components: Object.entries(components).map(([componentId, status]) => ({ componentId, status })),
      };

const auditOf = (
  { id, visibility, title, status, impactOverride, startedAt, proposedBy }: ReturnType<typeof newIncidentRow>,
  said: Pick<OpenInput, "components" | "body">,
) => ({
  action: visibility === "published" ? "incident.open" : proposedBy ? "incident.propose" : "incident.draft",
  subjectKind: "incident",
  subjectId: id,
  after: { title, status, impactOverride, startedAt, ...said },
});

/** True when another open incident that visitors see has the alert: it would be in two. */
const isPublishedElsewhere = (stories: readonly IncidentStatusHistory[], incidentId: string | null): boolean =>
  stories.some((each) => each.id === incidentId && !each.closed);

const nothingOfAlert: AlertOfIncidentStep = { guards: [], changes: [], notices: [] };

/**
 * Returns what gives the incident the alert that it is about; nothing when that alert is over, because what the person
 * wrote is true all the same.
 */
function alertStep(
  ctx: Ctx,
  incidentId: { pageId: string; id: string },
  { stories, more }: { stories: readonly IncidentStatusHistory[]; more: Partial<AlertOfIncidentFacts> },
): Result<AlertOfIncidentStep> {
  const { alerts: [row] = [], firing = [], groups = [], found = [] } = more;
  if (row?.state !== "firing" || row.dismissedAt !== null) return ok(nothingOfAlert);
  if (isPublishedElsewhere(stories, row.incidentId)) return alertTaken;
  return ok(alertOfIncidentStep(ctx, incidentId, row, { alerts: [row], firing, groups, found }));
}

/** True for a draft that takes no alert along: visitors see nothing of it, and no alert is handed to it. */
const isDraftAlone = ({ visibility, alertId }: OpenIncidentInput): boolean => visibility === "draft" && !alertId;

type OpeningFacts = Partial<AlertOfIncidentFacts & { proposed: OpenProposalCount }>;

/** Reads how many proposals the page has when a token drafts. */
const countQueries = (ctx: Ctx, pageId: string, { proposedBy }: Pick<Opening["row"], "proposedBy">): FactQueries =>
  proposedBy === null ? {} : { proposed: openProposalCountQuery(ctx, pageId, ctx.now()) };

/** Returns what a token's draft adds to the commit: room among the proposals of the page, and who is notified of it. */
function proposalStep(ctx: Ctx, { id, pageId, proposedBy }: Opening["row"], counted: OpenProposalCount | undefined) {
  if (proposedBy === null) return ok({ guards: [], notices: [] });
  const count = counted?.[0]?.count ?? 0;
  if (count >= maxOpenProposals) return tooManyProposalsFailure;
  return ok({
    guards: [guardOpenProposalCountStatement(pageId, ctx.now(), count)],
    notices: [proposalNotice({ kind: "incident", subjectId: id, incidentId: id }, ctx.now())],
  });
}

/**
 * Opens an incident as a draft, or published at once; with the alert that it is about, no other opens for that. Failures:
 * invalid, conflict (visitors see the alert in another incident by now).
 */
export async function openIncident(ctx: Ctx, given: OpenIncidentInput): Promise<Result<ChangeResult>> {
  const drafts = isDraftAlone(given);
  const authorized = authorizeAndParse(ctx, { role: "responder", input: openIncidentInputSchema, drafts }, given);
  if (!authorized.ok) return withOtherFailures(authorized, () => judged(ctx, given) ?? ok(null));
  const { input, commitId } = authorized.value;
  const no = refusal(ctx, input);
  if (no) return no;
  const startedAt = Math.min(ctx.now(), input.startedAt ?? ctx.now());
  const row = newIncidentRow(ctx, ctx.id(), input, startedAt);
  const opened = await commitChangeWithRetry(ctx, (keptFacts) => openOnce(ctx, { input, commitId, row, keptFacts }));
  if (opened.ok && input.alertId !== undefined) settlePageAfterAnswer(ctx, input.pageId);
  return opened;
}

interface Opening {
  input: OpenInput;
  commitId: string;
  row: ReturnType<typeof newIncidentRow>;
  keptFacts: ReusableFacts;
}

/** Decides and commits once. */
async function openOnce(ctx: Ctx, { input, commitId, row, keptFacts }: Opening): Promise<Result<ChangeResult>> {
  const { pageId, components, body, notify, alertId } = input;
  const { id, startedAt } = row;
  const asked = { pageId, since: startedAt, commitId };
  const ofAlertQueries = alertId === undefined ? {} : alertOfIncidentQueries(ctx, { pageId, alertId });
  const facts = await readIncidentChangeFacts(ctx, keptFacts, asked, {
    ...ofAlertQueries,
    ...countQueries(ctx, pageId, row),
  });
  const replay = priorCommitResultOf(facts.prior, pageId);
  if (replay) return replay;
  const more = facts.more as OpeningFacts;
  const proposed = proposalStep(ctx, row, more.proposed);
  if (!proposed.ok) return proposed;
  const unknown = unknownIncidentComponentFailure(components, facts.names);
  if (unknown) return unknown;
  const ofAlert = alertStep(ctx, row, { stories: facts.stories, more });
  if (!ofAlert.ok) return ofAlert;
  const layer = await planLayerChanges(ctx, pageId, facts, {
    id,
    after: storyOf(row, components),
    saysHow: !row.closed,
  });
  const published = row.visibility === "published";
  const changes = componentChangesBetween({}, components, facts.names, startedAt);
  const said = { status: row.status, body, notify };
  const told = { incidentId: id, sequence: 0, components, event: "incident_published", notify } as const;
  return commitChange(ctx, {
    id: commitId,
    pageId,
    drafts: !published,
    guards: [...layer.guards, ...ofAlert.value.guards, ...proposed.value.guards],
    changes: [
      ...insertRowsStatements(incidentTable, [row]),
      ...incidentComponentStatements(pageId, id, components),
      ...insertIncidentUpdatesStatements(ctx, pageId, row, [{ ...said, shownAt: ctx.now(), changes }]),
      ...layer.changes,
      ...ofAlert.value.changes,
      ...takeLeadStatements(ctx, { pageId, id, takesLead: input.takesLead && published }),
    ],
    notices: [
      ...(published && !row.backfilled ? incidentUpdateNotices(ctx, told) : []),
      ...ofAlert.value.notices,
      ...proposed.value.notices,
    ],
    audit: auditOf(row, { components, body }),
    publishes: published,
  });
}
