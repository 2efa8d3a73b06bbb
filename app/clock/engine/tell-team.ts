import { readBatch } from "~/db/read";
import type { SqlStatement } from "~/db/write";
import { usageLimitFactsQuery } from "~/deployment/queries/usage";
import { nearUsageLimits } from "~/deployment/usage/rules/usage";
import { checkerCallsPerMinute } from "~/monitors/rules/shards-together";
import { insertTeamNoticesStatements, type TeamNoticeDraft } from "~/notifications/engine/born-once";
import type { Ctx } from "~/platform/ctx";
import { incidentStaleAt, standstillBeforeTick } from "~/status-page/rules/stale";
import { dayMs, minuteMs } from "~/time/durations";
import { allPageIdsQuery, incidentsWithoutUpdatesQuery } from "../queries/stale";

const noticeLifetimeMs = dayMs;

async function staleDrafts(ctx: Ctx, now: number): Promise<TeamNoticeDraft[]> {
  const [silent] = await readBatch(ctx, incidentsWithoutUpdatesQuery(ctx, now));
  return silent.flatMap(({ incidentId, incidentPage: pageId, lastWordAt: since, nagMinutes, promisedAt }) => {
    const times = [
      incidentStaleAt(since, now, nagMinutes * minuteMs),
      promisedAt !== null && promisedAt <= now ? promisedAt : null,
    ];
    return times.flatMap((sequence) => {
      if (sequence === null) return [];
      const about = { kind: "incident_stale" as const, pageId, subjectId: incidentId, sequence };
      return [{ ...about, scope: { incident_id: incidentId, since }, dueAt: now, expiresAt: now + noticeLifetimeMs }];
    });
  });
}

/** Returns one draft for each page and gap. */
async function gapDrafts(ctx: Ctx, gap: { from: number; to: number }): Promise<TeamNoticeDraft[]> {
  const [pages] = await readBatch(ctx, allPageIdsQuery(ctx));
  const times = { sequence: gap.from, scope: gap, dueAt: gap.to, expiresAt: gap.to + noticeLifetimeMs };
  return pages.map(({ id }) => ({ kind: "checks_stopped" as const, pageId: id, subjectId: id, ...times }));
}

/** Returns one draft for each limit and UTC day, to the team of the operator's page. */
async function limitDrafts(ctx: Ctx, now: number): Promise<TeamNoticeDraft[]> {
  const { plan } = ctx.config;
  // Beyond a paid plan's limits service continues at extra cost, every day again.
  if (plan !== "free") return [];
  const [[facts]] = await readBatch(ctx, usageLimitFactsQuery(ctx));
  const pageId = facts?.pageId;
  if (!facts || !pageId) return [];
  const calls = ctx.bindings.CHECKER ? checkerCallsPerMinute(facts) * 1440 : 0;
  return nearUsageLimits(facts.usage, { plan, calls, now }).map(({ name, ...scope }) => ({
    kind: "limit_near" as const,
    pageId,
    subjectId: name,
    sequence: Math.floor(now / noticeLifetimeMs),
    scope,
    dueAt: now,
    expiresAt: now + noticeLifetimeMs,
  }));
}

/**
 * Returns the statements that store notifications about what only the clock can detect: an incident that is overdue for
 * an update, a gap without checks, and a plan's limit that is near. They belong to the batch that writes the stamp.
 * After an outage there is one for each incident and one for each page.
 */
export async function teamNoticeStatements(
  ctx: Ctx,
  { tickAt, now }: { tickAt: number; now: number },
): Promise<SqlStatement[]> {
  const gap = standstillBeforeTick(tickAt, now);
  return insertTeamNoticesStatements(ctx, [
    ...(gap ? await gapDrafts(ctx, gap) : []),
    ...(await staleDrafts(ctx, now)),
    ...(await limitDrafts(ctx, now)),
  ]);
}
