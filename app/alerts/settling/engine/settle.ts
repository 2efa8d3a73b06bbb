import { postponePageWorkUnit } from "~/clock/moving-back/engine/move-back";
import { type CommitPlan, commitPlan, commitPlansTogether } from "~/commit/commit";
import { decideWithRetry } from "~/commit/decide-with-retry";
import { alertGroupTable, alertTable, componentTable, incidentTable, ruleTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import { readWords } from "~/i18n/words";
import { wakeSender, wakeSenderLater } from "~/notifications/engine/wake";
import type { Ctx } from "~/platform/ctx";
import { runInSteps, yieldToRequests } from "~/platform/give-way";
import { OverBudgetError, remainingMeterBudget } from "~/platform/meter";
import { DatabaseAwayError } from "~/platform/trouble";
import { publishPages, snapshotPartsToPublish } from "~/status-page/publishing/engine/publish";
import {
  finishSettleStatement,
  guardSettleLeaseStatement,
  readSettleFactsByPage,
  type SettleReadResult,
  takeSettleLeases,
} from "../queries/settle";
import { settleInSteps } from "../rules/settle";
import type { SettleDecision } from "../rules/settle-facts";
import { type SettleDecisionWithTexts, withPublicTextsInSlices } from "./public-words";
import { hasTimelineChange, pageSettlingStatements } from "./settle-changes";
import { noticesOfSettling } from "./settle-notices";

const maxRounds = 2;
/** Statements of one publish; if they no longer fit into the invocation, the tick publishes. */
const publishStatements = 9;
/** Statements of another settling with its publish. */
const settleStatements = 24;

const quietChanges = ["recovered", "firing", "moved"] as const;

/**
 * True when alerts changed incidents without anything being published; the audit log records only what was published.
 */
const isQuiet = ({ opened, changed, moved }: SettleDecisionWithTexts) =>
  opened.length === 0 &&
  changed.every(({ change }) => (quietChanges as readonly string[]).includes(change)) &&
  moved.every(({ saysSo }) => !saysSo);

/**
 * Returns whether visitors see a decision. They see components and published incidents, but no drafts or groups; a
 * change of components alone is not in the feeds (`home`).
 */
function visibleIn(decision: SettleDecisionWithTexts, { publishes }: SettleReadResult): boolean | "home" {
  const { observed, coverage, opened, changed } = decision;
  const published = [...opened, ...changed].filter((each) => each.visibility === "published");
  const told = published.filter(
    (each) =>
      !("change" in each) || each.change === "reopened" || each.change === "resolved" || each.change === "moved",
  );
  return told.length > 0 || ((publishes || observed.length + coverage.length > 0) && "home");
}

const auditOf = (decision: SettleDecisionWithTexts) => {
  const spoken = decision.changed.filter(({ change }) => !(quietChanges as readonly string[]).includes(change));
  const worse = decision.moved.filter(({ saysSo }) => saysSo).map(({ id }) => ({ id, change: "update" as const }));
  const changed = [...spoken.map(({ id, change }) => ({ id, change })), ...worse];
  const first = decision.opened[0]?.id ?? changed[0]?.id ?? "";
  const action = decision.opened.length > 0 ? "incident.open" : `incident.${changed[0]?.change ?? "change"}`;
  const opened = decision.opened.map(({ id, title, visibility }) => ({ id, title, visibility }));
  return { action, subjectKind: "incident", subjectId: first, after: { opened, changed } };
};

/**
 * Returns the rules by which something is published. If a person changes one of them at the same time, the settling is
 * decided again.
 */
function speakingRules({ opened, changed, groups }: SettleDecisionWithTexts): Set<string> {
  const begun = new Set([...opened, ...changed.filter(({ change }) => change === "reopened")].map(({ id }) => id));
  return new Set(groups.filter(({ incidentId }) => begun.has(incidentId ?? "")).map(({ ruleId }) => ruleId));
}

/** Returns the versions on which the decision is based; the settle lease guards the groups and everything else. */
function expectations({ facts, ruleVersions }: SettleReadResult, decision: SettleDecisionWithTexts) {
  const rules = speakingRules(decision);
  const calmed = new Set(decision.calmed.map(({ alertId }) => alertId));
  const moved = [...decision.observed, ...decision.coverage];
  const observed = new Set(moved.map((each) => each.component.id));
  const incidents = new Set([
    ...decision.changed.map(({ id }) => id),
    ...decision.joined.flatMap((each) => each.incidentId ?? []),
    ...decision.followed.map(({ id }) => id),
    ...decision.news.map(({ incidentId }) => incidentId),
  ]);
  return [
    { table: ruleTable, rows: ruleVersions.filter(({ id }) => rules.has(id)) },
    {
      table: componentTable,
      rows: facts.components.filter(({ id }) => observed.has(id)).map(({ id, version }) => ({ id, version })),
    },
    {
      table: incidentTable,
      rows: facts.incidents.filter(({ id }) => incidents.has(id)).map(({ id, version }) => ({ id, version })),
    },
    {
      table: alertGroupTable,
      rows: facts.groups
        .filter(({ id }) => decision.removedGroups.includes(id))
        .map(({ id, version }) => ({ id, version })),
    },
    {
      table: alertTable,
      rows: facts.alerts.filter(({ id }) => calmed.has(id)).map(({ id, version }) => ({ id, version })),
    },
  ].filter((each) => each.rows.length > 0);
}

/** True when the decision writes anything that people read. */
const speaks = ({ opened, changed, moved }: SettleDecision) =>
  opened.length > 0 ||
  changed.some(({ change }) => change === "reopened" || change === "resolved") ||
  moved.some(({ saysSo, retitled }) => saysSo || retitled !== null);

/** The commit of a page, and its follow-up. */
interface SettlePlan {
  pageId: string;
  wanted: number;
  plan: CommitPlan;
  /** The statement of the plan that ends the settling and returns the number of the settling wanted by then. */
  finish: SqlStatement;
  visible: boolean;
  tells: boolean;
}

/**
 * Decides in slices, because an outage of hundreds of components is a tenth of a second of work, in which visitors also
 * need responses.
 */
async function settlingOf(ctx: Ctx, pageId: string, token: string, known: SettleReadResult): Promise<SettlePlan> {
  await yieldToRequests(ctx);
  const decided = await runInSteps(ctx, settleInSteps(known.facts, ctx.id));
  const spoken = await readWords(ctx, speaks(decided) ? known.language : "en");
  await yieldToRequests(ctx);
  const decision = await withPublicTextsInSlices(ctx, { spoken, known }, decided);
  await yieldToRequests(ctx);
  const changes = await pageSettlingStatements(ctx, { pageId, spoken, known }, decision);
  await yieldToRequests(ctx);
  const visible = visibleIn(decision, known);
  const notices = noticesOfSettling(known, decision);
  const finish = finishSettleStatement(pageId, {
    now: known.facts.now,
    wanted: known.wanted,
    dueAt: decision.dueAt,
    observersChangedAt: decision.observersChangedAt,
    timeline: hasTimelineChange(decision) ? known.timeline : null,
    holder: ctx.requestId,
  });
  const plan: CommitPlan = {
    id: ctx.id(),
    pageId,
    guards: [guardSettleLeaseStatement(pageId, token)],
    expect: expectations(known, decision),
    changes: [...changes, finish],
    ...(isQuiet(decision) ? {} : { audit: auditOf(decision) }),
    notices,
    publishes: visible,
  };
  await yieldToRequests(ctx);
  return { pageId, wanted: known.wanted, plan, finish, visible: visible !== false, tells: notices.length > 0 };
}

/** The outcome of one settling: `more` when more arrived meanwhile, `tells` when someone has to be notified. */
interface SettleResult {
  more: boolean;
  tells: boolean;
}

/** Wakes the sender when the notices of these settlings that wait for the rest of an alert storm are due. */
const wakeForLaterNews = (ctx: Ctx, settlings: readonly SettlePlan[]) =>
  wakeSenderLater(
    ctx,
    settlings.flatMap(({ plan }) => (plan.notices ?? []).map(({ dueAt }) => dueAt)),
  );

const nothing: SettleResult = { more: false, tells: false };

/** Settles once, under the lease. */
async function settleOnce(ctx: Ctx, pageId: string, token: string, judgesSilence = true): Promise<SettleResult> {
  const found = (await readSettleFactsByPage(ctx, [pageId])).get(pageId);
  if (!found) return nothing;
  const known = { ...found, facts: { ...found.facts, judgesSilence } };
  const settling = await settlingOf(ctx, pageId, token, known);
  const { plan, finish, visible, tells } = settling;
  const { answers } = await commitPlan(ctx, plan);
  wakeForLaterNews(ctx, [settling]);
  if (visible && remainingMeterBudget(ctx.meter) >= publishStatements)
    await publishPages(ctx, [pageId], snapshotPartsToPublish(plan.publishes));
  return { more: Number(answers.get(finish)?.wanted ?? 0) > known.wanted, tells };
}

/** Settles as long as more arrives and the budget allows; returns true when someone has to be notified. */
async function settleRounds(ctx: Ctx, pageId: string, judgesSilence = true): Promise<boolean> {
  let tells = false;
  for (let round = 0; round < maxRounds; round++) {
    if (round > 0 && remainingMeterBudget(ctx.meter) < settleStatements) return tells;
    const token = ctx.token();
    if ((await takeSettleLeases(ctx, [pageId], token)).length === 0) return tells;
    const settled = await decideWithRetry(ctx, () => settleOnce(ctx, pageId, token, judgesSilence));
    tells ||= settled.tells;
    if (!settled.more) return tells;
  }
  return tells;
}

/**
 * Updates a page from its alerts (observed layer, groups, incidents), under a lease: after a delivery, and in the tick
 * for what is left or due. Reads 4 statements. Wakes the sender last, which uses the rest of the budget. Only the tick
 * passes `judgesSilence`, because others do not know whether we listened.
 */
export async function settlePage(ctx: Ctx, pageId: string, judgesSilence = true): Promise<void> {
  if (await settleRounds(ctx, pageId, judgesSilence)) wakeSender(ctx);
}

/** Plans each page. A page that cannot be decided is moved back and does not affect the others. */
async function settlingsOf(ctx: Ctx, pageIds: readonly string[], token: string): Promise<SettlePlan[]> {
  const facts = await readSettleFactsByPage(ctx, pageIds);
  const all: SettlePlan[] = [];
  for (const [pageId, known] of facts) {
    try {
      all.push(await settlingOf(ctx, pageId, token, known));
    } catch (error) {
      if (error instanceof OverBudgetError) throw error;
      await postponePageWorkUnit(ctx, "settle", pageId, error);
    }
  }
  return all;
}

/**
 * Settles one page at a time, each under its own lease, after one of them lost a race. Pages beyond the budget stay
 * due.
 */
async function settleSingly(ctx: Ctx, pageIds: readonly string[], token: string): Promise<boolean> {
  let tells = false;
  for (const pageId of pageIds) {
    if (remainingMeterBudget(ctx.meter) < settleStatements) return tells;
    try {
      tells = (await decideWithRetry(ctx, () => settleOnce(ctx, pageId, token))).tells || tells;
    } catch (error) {
      if (error instanceof OverBudgetError) return tells;
      await postponePageWorkUnit(ctx, "settle", pageId, error);
    }
  }
  return tells;
}

/**
 * Settles several pages: the same statements read and commit all of them, and they are published together. If that
 * loses a race, or one page cannot be written, each page continues alone; without budget for that it throws, and the
 * tick tries smaller groups. Returns true when someone has to be notified.
 */
export async function settlePages(ctx: Ctx, pageIds: readonly string[]): Promise<boolean> {
  const [only, ...others] = pageIds;
  if (only !== undefined && others.length === 0) return settleRounds(ctx, only);
  const token = ctx.token();
  const taken = await takeSettleLeases(ctx, pageIds, token);
  if (taken.length === 0) return false;
  const settlings = await settlingsOf(ctx, taken, token);
  if (settlings.length === 0) return false;
  try {
    await commitPlansTogether(
      ctx,
      settlings.map(({ plan }) => plan),
    );
  } catch (error) {
    if (error instanceof OverBudgetError || error instanceof DatabaseAwayError) throw error;
    ctx.log.warn("settle.singly", { pages: settlings.length, reason: String(error) });
    if (remainingMeterBudget(ctx.meter) < settleStatements) throw error;
    const singly = settlings.map(({ pageId }) => pageId);
    return settleSingly(ctx, singly, token);
  }
  wakeForLaterNews(ctx, settlings);
  const visible = settlings.filter((each) => each.visible).map(({ pageId }) => pageId);
  const parts = snapshotPartsToPublish(settlings.some(({ plan }) => plan.publishes === true) || "home");
  if (visible.length > 0 && remainingMeterBudget(ctx.meter) >= publishStatements)
    await publishPages(ctx, visible, parts);
  return settlings.some((each) => each.tells);
}
