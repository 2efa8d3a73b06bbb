import { sql } from "drizzle-orm";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import type { RowsByQueryName } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, refusalFor } from "~/failures/refusal";
import type { Plan } from "~/plan/plan-budget";
import type { Ctx } from "~/platform/ctx";
import { type Status, toStatus } from "~/status/status";
import { dayPackingFactsOf, dayPackingQueries } from "~/status-page/queries/component-year";
import { timelineRepackLeadMs } from "~/status-page/timeline/engine/close-days";
import { type TimelineCommitParts, timelineCommitParts } from "~/status-page/timeline/engine/extend";
import { firstStatusChangesSinceQuery, toStatusChangeFact } from "~/status-page/timeline/queries/status-change";
import type { TimeSpan } from "~/status-page/timeline/rules/timeline";
import { compareBySequence, layerStepsOf } from "~/status-page/timeline/rules/timeline";
import {
  activeCorrectionsInRangeQuery,
  maxFiringsScanned,
  maxReportedFirings,
  reportedFiringsInRangeQuery,
  type SqlTimeRange,
} from "./queries/correction";
import { correctedLayerChanges, type ReportedSpan, type VoidedSpan } from "./rules/correction";

/**
 * Maximum number of changes of the page since the start of a corrected period that are read, because one invocation
 * cannot fold more. Reading and folding one takes about 8 µs of CPU; Free allows the least.
 */
const changesRead: Record<Plan, number> = { free: 5000, paid: 20_000, own: 20_000 };
const changesAtMost = ({ config }: Pick<Ctx, "config">): number => changesRead[config.plan];

const readSince = ({ from }: SqlTimeRange) => sql`${from} - ${timelineRepackLeadMs}`;

/**
 * Returns the queries for all facts on which a correction is decided and days are packed again, read in one batch. 8
 * statements.
 */
export const correctionFactQueries = (ctx: Ctx, pageId: string, stretch: SqlTimeRange) => ({
  ...dayPackingQueries(
    ctx,
    pageId,
    firstStatusChangesSinceQuery(ctx, pageId, readSince(stretch), changesAtMost(ctx)),
    readSince(stretch),
  ),
  rules: alertRulesOfPageQuery(ctx, pageId),
  reports: reportedFiringsInRangeQuery(ctx, pageId, stretch),
  standing: activeCorrectionsInRangeQuery(ctx, pageId, stretch),
});

export type CorrectionFacts = RowsByQueryName<ReturnType<typeof correctionFactQueries>>;

/** Most rows of the timeline that one correction may add, because a flapping source leaves many. */
const maxRows = 2000;

const tooMany = (detail: Refusal) => fail({ name: "conflict", code: "too_many", detail });
const crowded = tooMany("correction.too_much");
const tooFar = (ctx: Ctx, isUndone: boolean) =>
  tooMany(refusalFor(isUndone ? "correction.undo_too_far" : "correction.too_far", { most: changesAtMost(ctx) }));
const tooManyFirings = tooMany(refusalFor("correction.too_many_firings", { most: maxFiringsScanned }));

const toRule = ({ row, components }: CorrectionFacts["rules"][number]): RuleRecord => ({
  ...row,
  components: Object.entries(JSON.parse(components) as Record<string, string>).map(([componentId, status]) => ({
    componentId,
    status: toStatus(status),
  })),
});

/** Returns the components on the page that the rules of a source name. */
export function componentIdsMovedBySource({ rules, components }: CorrectionFacts, sourceId: string): string[] {
  const named = rules.filter(({ row }) => row.sourceId === sourceId).flatMap((each) => toRule(each).components);
  const ids = new Set(named.map(({ componentId }) => componentId));
  const own = components.filter(({ id }) => ids.has(id));
  return own.toSorted((one, other) => one.position - other.position).map(({ id }) => id);
}

/** Maps each component → what each source reported of it, by the current rules. */
function reportsOf({ rules, reports }: CorrectionFacts): Map<string, ReportedSpan[]> {
  const ofSource = Map.groupBy(rules.map(toRule), ({ sourceId }) => sourceId);
  const found = new Map<string, ReportedSpan[]>();
  for (const { sourceId, startedAt, endedAt, labels, ...said } of reports) {
    const alert = { ...said, labels: JSON.parse(labels) as Record<string, string> };
    const rule = ruleForAlert(ofSource.get(sourceId) ?? [], sourceId, alert);
    for (const { componentId, status } of rule?.components ?? []) {
      const span = { from: startedAt, to: endedAt ?? Number.POSITIVE_INFINITY };
      const known = found.get(componentId) ?? [];
      known.push({ sourceId, status, ...span });
      found.set(componentId, known);
    }
  }
  return found;
}

/** Returns the corrections in effect, as what they void of one component. */
const voidsOf = (standing: CorrectionFacts["standing"], componentId: string): VoidedSpan[] =>
  standing
    .filter((each) => each.componentIds.includes(componentId))
    .map(({ sourceId, startsAt: from, endsAt: to }) => ({ sourceId, from, to }));

interface CorrectionRestatement {
  pageId: string;
  /** Id of the correction that is made or undone. */
  id: string;
  stretch: TimeSpan;
  componentIds: readonly string[];
  /** The corrections in effect after this change. */
  standing: CorrectionFacts["standing"];
  isUndone?: boolean;
}

/**
 * Returns the timeline step of a commit that adds or undoes a correction: always the timeline's guard, and the restated
 * observed layers. Failures: conflict `too_many`.
 */
export async function correctionCommitParts(
  ctx: Ctx,
  facts: CorrectionFacts,
  { pageId, id, stretch, componentIds, standing, isUndone = false }: CorrectionRestatement,
): Promise<Result<TimelineCommitParts>> {
  if (facts.changes.length > changesAtMost(ctx)) return tooFar(ctx, isUndone);
  if (facts.reports.at(-1)?.beyond) return tooManyFirings;
  if (facts.reports.length > maxReportedFirings) return crowded;
  const reports = reportsOf(facts);
  const observed = facts.changes.filter(({ layer }) => layer === "observed");
  const rows = observed.map((row) => ({ ...toStatusChangeFact(row), isCorrection: row.cause === "correction" }));
  const changes = facts.components.flatMap(({ id: componentId, observedStatus }) => {
    if (!componentIds.includes(componentId)) return [];
    const own = rows.filter((each) => each.componentId === componentId).sort(compareBySequence);
    const current: Status = toStatus(observedStatus);
    const reported = own.filter(({ isCorrection }) => !isCorrection);
    return correctedLayerChanges(componentId, stretch, {
      reported: layerStepsOf(reported, current),
      present: layerStepsOf(own, current),
      reports: reports.get(componentId) ?? [],
      voids: voidsOf(standing, componentId),
    });
  });
  if (changes.length > maxRows) return crowded;
  const packing = dayPackingFactsOf(facts);
  const { state } = packing;
  return ok(
    await timelineCommitParts(ctx, true, { pageId, state, changes, packing, cause: "correction", reference: id }),
  );
}
