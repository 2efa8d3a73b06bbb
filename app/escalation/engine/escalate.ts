import { ruleForAlert } from "~/alerts/rules/rule-match";
import { readSettleFactsByPage, type SettleReadResult } from "~/alerts/settling/queries/settle";
import type { CommitPlan, NoticeDraft } from "~/commit/commit";
import { muteEndOf } from "~/mutes/rules/mute-rules";
import type { Ctx } from "~/platform/ctx";
import { runScheduledPageWork } from "~/status-page/together/engine/change-pages";
import { dayMs, minuteMs } from "~/time/durations";
import type { WorkUnit } from "~/time/units";
import {
  type EscalationFacts,
  guardEscalationUnchangedStatement,
  readEscalationFactsByPage,
  recordFiringNotificationsStatements,
  scheduleEscalationStatement,
} from "../queries/escalation";
import { type EscalationPolicy, planEscalation, type UnacknowledgedAlert } from "../rules/escalation";
import { type EscalationMessage, personNoticeMakers } from "./person-ways";

const noticeLifetimeMs = dayMs;

interface EscalateFacts extends EscalationFacts {
  /** Facts from which its mutes follow; null when no alerts of the page are firing. */
  settled: SettleReadResult | null;
}

const policyOf = ({ page }: EscalationFacts): EscalationPolicy => ({
  after: page.escalateAfter * minuteMs,
  every: page.escalateEvery * minuteMs,
  times: page.escalateTimes,
  minimumSeverity: page.escalateSeverity,
  quietFrom: page.escalateQuietFrom,
  quietUntil: page.escalateQuietUntil,
  quietBreak: page.escalateQuietBreak,
});

/** Adds the mutes. Alerts that the settling left out count as not muted. */
function withMutes({ alerts, settled }: EscalateFacts): UnacknowledgedAlert[] {
  if (!settled) return [];
  const { facts } = settled;
  const known = new Map(facts.alerts.map((each) => [each.id, each]));
  return alerts.map((alert) => {
    const matched = known.get(alert.id);
    const rule = matched && ruleForAlert(facts.rules, alert.sourceId, matched);
    const source = facts.sources.find(({ id }) => id === alert.sourceId);
    return { ...alert, mutedUntil: muteEndOf(facts, source, rule?.components ?? []) };
  });
}

/** Returns one notice for all channels, and one for each person and way of reaching them. */
function noticesOf(
  { page, channelIds, personIds }: EscalateFacts,
  tell: readonly UnacknowledgedAlert[],
  now: number,
): NoticeDraft[] {
  const sources = new Set(tell.map(({ sourceId }) => sourceId));
  const [source = page.id] = sources.size === 1 ? sources : [];
  const firings = tell.map(({ id, startedAt }) => [id, startedAt]);
  const times = { sequence: now, dueAt: now, expiresAt: now + noticeLifetimeMs };
  const reached: EscalationMessage = { pageId: page.id, firings, ...times };
  const scope = { firings, channel_ids: channelIds };
  const toChannels = { kind: "alert_unacknowledged", audience: "team", subjectId: source, scope, ...times } as const;
  return [
    ...(channelIds.length > 0 ? [toChannels] : []),
    ...personIds.flatMap((personId) => personNoticeMakers.map((way) => way(personId, reached))),
  ];
}

/** Returns the commit; null when it is already done. */
function planOf(ctx: Ctx, pageId: string, facts: EscalateFacts): CommitPlan | null {
  const { page, channelIds, personIds } = facts;
  const now = ctx.now();
  if ((page.escalationDueAt ?? Number.POSITIVE_INFINITY) > now) return null;
  const wanted = page.escalates && page.deletedAt === null && channelIds.length + personIds.length > 0;
  const { tell, dueAt } = wanted
    ? planEscalation(policyOf(facts), withMutes(facts), { now, zone: page.timeZone })
    : { tell: [], dueAt: null };
  const told = tell.map((each) => ({
    alertId: each.id,
    startedAt: each.startedAt,
    told: [...each.told, { at: now, channelIds, personIds }],
  }));
  return {
    id: ctx.id(),
    pageId,
    guards: [guardEscalationUnchangedStatement(page)],
    changes: [...recordFiringNotificationsStatements(pageId, told), scheduleEscalationStatement(pageId, dueAt)],
    notices: tell.length > 0 ? noticesOf(facts, tell, now) : [],
  };
}

/** Reads the facts: six statements, or two when no unacknowledged alerts are firing. */
async function readFacts(ctx: Ctx, pageIds: readonly string[]): Promise<ReadonlyMap<string, EscalateFacts>> {
  const found = await readEscalationFactsByPage(ctx, pageIds);
  const firing = [...found].flatMap(([pageId, { alerts }]) => (alerts.length > 0 ? [pageId] : []));
  const settled = firing.length > 0 ? await readSettleFactsByPage(ctx, firing) : new Map<string, SettleReadResult>();
  return new Map([...found].map(([pageId, facts]) => [pageId, { ...facts, settled: settled.get(pageId) ?? null }]));
}

/**
 * Notifies the people and channels of these pages' policies of unacknowledged alerts. The commit that creates the
 * messages also records their recipients. It is guarded by the page's due time, so that two concurrent ticks notify
 * nobody twice.
 */
export const escalatePages = (ctx: Ctx, units: readonly WorkUnit[]): Promise<CommitPlan[]> =>
  runScheduledPageWork(ctx, units, {
    room: 14,
    read: (pageIds) => readFacts(ctx, pageIds),
    plan: async (pageId, facts) => planOf(ctx, pageId, facts),
  });
