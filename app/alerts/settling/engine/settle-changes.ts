import {
  alertGroupTable,
  alertTable,
  type ComponentChange,
  componentTable,
  episodeTable,
  incidentComponentTable,
  incidentTable,
  incidentUpdateTable,
} from "~/db/schema";
import {
  deleteRowsStatements,
  insertRowsStatements,
  type SqlStatement,
  updateRowsStatements,
  upsertRowsStatements,
} from "~/db/write";
import type { Words } from "~/i18n/words";
import type { IncidentStatus } from "~/incidents/rules/incident";
import type { Ctx } from "~/platform/ctx";
import { keepWordsStatements } from "~/search/queries/keep-words";
import type { SearchWordSource } from "~/search/rules/word-entries";
import type { LayerChange } from "~/status-page/rules/snapshot-facts";
import { timelineRowStatements } from "~/status-page/timeline/engine/extend";
import { changeIncidentsStatements } from "../queries/change-incidents";
import { addComponentChangesStatements } from "../queries/component-steps";
import type { SettleReadResult } from "../queries/settle";
import { incidentLayerChanges } from "../rules/incident-layer";
import type { IncidentStatusChanges } from "../rules/settle-facts";
import { type FirstUpdateColumns, type SettleDecisionWithTexts, standardFirstUpdate } from "./public-words";

function timeline({ facts }: SettleReadResult, decision: SettleDecisionWithTexts): LayerChange[] {
  const observed = decision.observed.flatMap(({ component: { id }, rows }) =>
    rows.map((row): LayerChange => ({ componentId: id, layer: "observed", ...row })),
  );
  const covered = decision.coverage.flatMap(({ component: { id }, row }): LayerChange[] =>
    row ? [{ componentId: id, layer: "coverage", ...row }] : [],
  );
  return [...observed, ...covered, ...incidentLayerChanges(decision, facts.now)];
}

function machineUpdate(ctx: Ctx, pageId: string, incidentId: string, status: IncidentStatus, body: FirstUpdateColumns) {
  const now = ctx.now();
  const times = { shownAt: now, createdAt: now, updatedAt: now };
  return {
    id: ctx.id(),
    pageId,
    incidentId,
    status,
    ...body,
    ...times,
    notify: true,
    changes: [],
    authorKind: "machine" as const,
    authorId: null,
  };
}

/** Returns how an incident's components changed, as its updates keep it; a draft has no history. */
function stepsOf({ names }: SettleReadResult, { steps }: IncidentStatusChanges): ComponentChange[] {
  return steps.map((each) => ({ ...each, name: names.get(each.componentId) ?? "" }));
}

/**
 * Returns the automatic updates to visitors, with the changes of components; without an update the changes join the
 * newest one.
 */
function updates({ pageId, spoken, known }: PageToSettle, ctx: Ctx, decision: SettleDecisionWithTexts): SqlStatement[] {
  const opened = decision.opened.map(({ id, first }) => machineUpdate(ctx, pageId, id, "investigating", first));
  const changed = decision.changed.flatMap(({ id, change, status }) =>
    change === "reopened" || change === "resolved"
      ? [machineUpdate(ctx, pageId, id, status, standardFirstUpdate(spoken, change))]
      : [],
  );
  const statuses = new Map(decision.changed.map(({ id, status }) => [id, status]));
  const said = new Set(changed.map(({ incidentId }) => incidentId));
  const published = decision.moved.filter(({ id }) => decision.after.some((each) => each.id === id));
  const worse = published.filter(({ id, saysSo }) => saysSo && !said.has(id));
  const worsened = worse.map((each) => ({
    ...machineUpdate(
      ctx,
      pageId,
      each.id,
      statuses.get(each.id) ?? "investigating",
      standardFirstUpdate(spoken, "worsened"),
    ),
    changes: stepsOf(known, each),
  }));
  const silent = published.filter((each) => each.steps.length > 0 && !worse.includes(each));
  const beside = silent.map((each) => ({ incidentId: each.id, changes: stepsOf(known, each) }));
  return [
    ...addComponentChangesStatements(pageId, beside),
    ...insertRowsStatements(incidentUpdateTable, [...opened, ...changed, ...worsened]),
    ...keepWordsStatements(pageId, wordsOf(decision, opened)),
  ];
}

/** Lists the texts of incidents that open with one of their rule; a standard text and title are found by the title alone. */
const wordsOf = (decision: SettleDecisionWithTexts, updates: ReturnType<typeof machineUpdate>[]): SearchWordSource[] =>
  decision.opened.flatMap(({ id, startedAt: at, title, alertTitle, first }): SearchWordSource[] => {
    const update = updates.find(({ incidentId }) => incidentId === id);
    if (first.said !== null || !update) return [];
    return [{ kind: "incident", id, part: update.id, at, text: `${title} ${alertTitle} ${update.bodyText}` }];
  });

function opened(ctx: Ctx, pageId: string, decision: SettleDecisionWithTexts): SqlStatement[] {
  const now = ctx.now();
  const rows = decision.opened.map(({ sourceId, groupId, components: _, first: __, ...row }) => ({
    ...row,
    pageId,
    status: "investigating" as const,
    originId: sourceId,
    groupKey: groupId,
    publishedAt: row.visibility === "published" ? now : null,
    createdAt: now,
    updatedAt: now,
  }));
  const named = [...decision.opened, ...decision.moved.map(({ id, steps }) => ({ id, components: steps.map(lastOf) }))];
  const touched = named.flatMap(({ id, components }) =>
    components.map(({ componentId, status }) => ({ incidentId: id, componentId, pageId, status })),
  );
  return [
    ...insertRowsStatements(incidentTable, rows),
    ...upsertRowsStatements(incidentComponentTable, touched, ["incidentId", "componentId"]),
  ];
}

const lastOf = ({ componentId, to }: IncidentStatusChanges["steps"][number]) => ({ componentId, status: to });

/** Writes the incident and the cause of each alert: one row with both. */
function joined(pageId: string, { facts }: SettleReadResult, decision: SettleDecisionWithTexts): SqlStatement[] {
  const incidents = new Map(decision.joined.map(({ alertId, incidentId }) => [alertId, incidentId]));
  const causes = new Map(decision.blamed.map(({ alertId, causeId }) => [alertId, causeId]));
  const alerts = facts.alerts
    .filter(({ id }) => incidents.has(id) || causes.has(id))
    .map(({ id, incidentId, causeId }) => ({
      id,
      incidentId: incidents.has(id) ? (incidents.get(id) ?? null) : incidentId,
      causeId: causes.has(id) ? (causes.get(id) ?? null) : causeId,
    }));
  const of = decision.joined.filter(({ incidentId }) => incidentId !== null);
  const episodes = of.map(({ alertId, startedAt, incidentId }) => ({ alertId, startedAt, incidentId }));
  return [
    ...updateRowsStatements(alertTable, pageId, alerts),
    ...updateRowsStatements(episodeTable, pageId, episodes, ["alertId", "startedAt"]),
  ];
}

/** Ends held alerts when their sender said so; the team is notified of it now. */
function calmed(pageId: string, now: number, decision: SettleDecisionWithTexts): SqlStatement[] {
  const over = { state: "resolved" as const, resolvedReceivedAt: now, flappingSince: null, heldEnd: null };
  const alerts = decision.calmed.map(({ alertId, endedAt }) => ({ id: alertId, ...over, endedAt }));
  const episodes = decision.calmed.map(({ alertId, startedAt, endedAt }) => ({ alertId, startedAt, endedAt }));
  return [
    ...updateRowsStatements(alertTable, pageId, alerts),
    ...updateRowsStatements(episodeTable, pageId, episodes, ["alertId", "startedAt"]),
  ];
}

function groups(pageId: string, decision: SettleDecisionWithTexts): SqlStatement[] {
  const rows = decision.groups.map((group) => ({ ...group, pageId, version: group.version + 1 }));
  const removed = decision.removedGroups.map((id) => ({ id }));
  return [
    ...upsertRowsStatements(alertGroupTable, rows, ["pageId", "id"]),
    ...deleteRowsStatements(alertGroupTable, pageId, removed),
  ];
}

/** True for marks of recovery, which only settling writes, so that a person's update does not conflict with them. */
const isMark = ({ change }: SettleDecisionWithTexts["changed"][number]) =>
  change === "recovered" || change === "firing";

function changed(
  ctx: Ctx,
  pageId: string,
  { facts }: SettleReadResult,
  decision: SettleDecisionWithTexts,
): SqlStatement[] {
  const following = new Map(decision.followed.map((each) => [each.id, each.following]));
  const before = new Map(facts.incidents.map((each) => [each.id, each]));
  const changes = new Map(decision.changed.map((each) => [each.id, each]));
  const marks = [...new Set([...changes.keys(), ...following.keys()])].map((id) => {
    const known = before.get(id);
    const { recoveredAt = known?.recoveredAt ?? null } = changes.get(id) ?? {};
    const kept = following.get(id) ?? known?.following ?? null;
    return { id, recoveredAt, following: kept, columns: columnsOf(changes.get(id), ctx.now()) };
  });
  return changeIncidentsStatements(pageId, marks);
}

function columnsOf(change: SettleDecisionWithTexts["changed"][number] | undefined, updatedAt: number) {
  if (!change || isMark(change)) return null;
  const { id: _, change: __, recoveredAt: ___, ...columns } = change;
  return { ...columns, updatedAt };
}

/** Returns both layers of each component that changes in one of them, because one statement writes both. */
function components({ facts }: SettleReadResult, { observed, coverage }: SettleDecisionWithTexts) {
  const moved = new Map(observed.map((each) => [each.component.id, each.component]));
  const covered = new Map(coverage.map((each) => [each.component.id, each.component]));
  return facts.components
    .filter(({ id }) => moved.has(id) || covered.has(id))
    .map((known) => {
      const { observedStatus, observedSince, observedBefore, observedOpenedAt } = moved.get(known.id) ?? known;
      const { keptBy, coverage: covers, coverageSince, coverageOpenedAt } = covered.get(known.id) ?? known;
      const seen = { observedStatus, observedSince, observedBefore, observedOpenedAt };
      return { id: known.id, ...seen, keptBy, coverage: covers, coverageSince, coverageOpenedAt };
    });
}

/** True when it changes a layer, or the composition of the incident layer even though its worst status stays. */
export const hasTimelineChange = ({ observed, coverage, before, after }: SettleDecisionWithTexts) =>
  observed.length + coverage.length > 0 || JSON.stringify(before) !== JSON.stringify(after);

export interface PageToSettle {
  pageId: string;
  /** The words of the page's language. */
  spoken: Words;
  known: SettleReadResult;
}

/**
 * Returns one settling's statements, at most fifteen however many alerts there are, and its final statement, which
 * takes the timeline's next version if rows are added to the timeline.
 */
export async function pageSettlingStatements(
  ctx: Ctx,
  { pageId, spoken, known }: PageToSettle,
  decision: SettleDecisionWithTexts,
): Promise<SqlStatement[]> {
  const rows = await timelineRowStatements(ctx, {
    pageId,
    state: known.timeline,
    changes: timeline(known, decision),
    cause: "alert",
    reference: decision.opened[0]?.id ?? decision.changed[0]?.id ?? null,
  });
  return [
    ...updateRowsStatements(componentTable, pageId, components(known, decision)),
    ...rows,
    ...groups(pageId, decision),
    ...changed(ctx, pageId, known, decision),
    ...opened(ctx, pageId, decision),
    ...updates({ pageId, spoken, known }, ctx, decision),
    ...joined(pageId, known, decision),
    ...calmed(pageId, ctx.now(), decision),
  ];
}
