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
import { maxOpenProposals, proposerOfDrafterToken, tooManyProposalsFailure } from "~/proposals/rules/proposal";
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
 * Returns why a time that a person entered is refused, or null. It may be a minute ahead, because clocks differ, and at
 * most two years in the past.
 */
export function givenTimeRefusal(ctx: Ctx, at: number | undefined): Refusal | null {
  if (at === undefined) return null;
  if (at > ctx.now() + clockGraceMs) return "time.future";
  return at < ctx.now() - maxAgeMs ? "incident.too_old" : null;
}

/** Returns the row of an incident that is opened. */
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
    proposedBy: proposerOfDrafterToken(ctx.actor),
    edited: true,
    editedParts: [...allIncidentParts],
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the failure for a time field, with the message beside it; null for a valid time. */
export function givenTimeFailure(ctx: Ctx, field: string, at: unknown): Result<never> | null {
  const trouble = typeof at === "number" ? givenTimeRefusal(ctx, at) : null;
  return trouble ? invalidFieldFailure(field, trouble) : null;
}

/** Returns the failure for an incident that has neither a component nor an impact. */
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

/** Returns the incident as its status layer needs it; null for a draft. */
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

/** True when another open incident that visitors see already has the alert; an alert must not be in two. */
const isPublishedElsewhere = (stories: readonly IncidentStatusHistory[], incidentId: string | null): boolean =>
  stories.some((each) => each.id === incidentId && !each.closed);

const nothingOfAlert: AlertOfIncidentStep = { guards: [], changes: [], notices: [] };

/**
 * Returns the changes that give the incident the alert that it is about. Nothing changes if the alert has recovered,
 * because the person's text remains true.
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

/** True for a draft without an alert: visitors see nothing of it, and no alert is moved to it. */
const isDraftAlone = ({ visibility, alertId }: OpenIncidentInput): boolean => visibility === "draft" && !alertId;

type OpeningFacts = Partial<AlertOfIncidentFacts & { proposed: OpenProposalCount }>;

/** Returns the query for the page's number of proposals if a token drafts; otherwise none. */
const countQueries = (ctx: Ctx, pageId: string, { proposedBy }: Pick<Opening["row"], "proposedBy">): FactQueries =>
  proposedBy === null ? {} : { proposed: openProposalCountQuery(ctx, pageId, ctx.now()) };

/**
 * Returns what a token's draft adds to the commit: the guard on the page's number of proposals, and who is notified of
 * it.
 */
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
 * Opens an incident, either as a draft or published at once. No other incident opens for the alert that it is about.
 * Failures: invalid, conflict (visitors already see the alert in another incident).
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

/** Decides and commits once, without trying again. */
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
